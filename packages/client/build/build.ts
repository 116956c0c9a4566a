import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build as bundle } from 'vite';
import { facts } from '../src/sdk-facts.ts';
import { typeDeclarations } from './types.ts';

/**
 * Builds the package a merchant installs into dist/: one JavaScript file without dependencies, its types, README and
 * a package.json of its own; and beside them the archive that it is installed from.
 */
const here = path.resolve(import.meta.dirname, '..');
const repository = path.resolve(here, '../..');
/** Of the checksum, in the archive's name. */
const HASH_CHARACTERS = 12;

export interface Archive {
  /** Its name has the version and the beginning of its checksum, so that another content has another name. */
  readonly name: string;
  readonly content: Buffer;
  /** As npm notes it in a package-lock.json. */
  readonly integrity: string;
}

/** How texts name the archive whose content is not known yet. */
const UNKNOWN_ARCHIVE = /purser-client-[\d.]+-HASH\.tgz/g;

/** A text with the archive's own name. */
export function namingArchive(text: string, name: string): string {
  return text.replaceAll(UNKNOWN_ARCHIVE, name);
}

export async function build(dist: string = path.join(here, 'dist')): Promise<Archive> {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await bundleJavaScript(dist);
  emitDeclarations(dist);
  writeFileSync(path.join(dist, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  copyFileSync(path.join(here, 'README.md'), path.join(dist, 'README.md'));
  if (existsSync(path.join(repository, 'LICENSE'))) copyFileSync(path.join(repository, 'LICENSE'), path.join(dist, 'LICENSE'));
  return pack(dist);
}

function pack(dist: string): Archive {
  const windows = process.platform === 'win32';
  const made = spawnSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: dist, encoding: 'utf8', shell: windows });
  if (made.status !== 0) throw new Error(`the package could not be packed:\n${made.error ?? made.stdout + made.stderr}`);
  const packed = made.stdout.trim();
  const content = readFileSync(path.join(dist, packed));
  const checksum = createHash('sha512').update(content).digest();
  const name = `${path.basename(packed, '.tgz')}-${checksum.toString('hex').slice(0, HASH_CHARACTERS)}.tgz`;
  renameSync(path.join(dist, packed), path.join(dist, name));
  return { name, content, integrity: `sha512-${checksum.toString('base64')}` };
}

async function bundleJavaScript(dist: string): Promise<void> {
  await bundle({
    root: here,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'facts-as-data',
        load: (id: string) => (id.endsWith('/sdk-facts.ts') ? `export const facts = ${JSON.stringify(facts)};` : null),
      },
    ],
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      lib: { entry: path.join(here, 'src/index.ts'), formats: ['es'], fileName: () => 'index.js' },
      rolldownOptions: { external: /^node:/ },
    },
  });
}

function emitDeclarations(dist: string): void {
  // TypeScript's own launcher, found by resolution: the repository may be installed anywhere.
  const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  // The compiler also emits the contract's declarations; only the SDK's own are published.
  const all = path.join(dist, 'declarations');
  const made = spawnSync(process.execPath, [compiler, '-p', path.join(here, 'tsconfig.build.json'), '--outDir', all], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`declarations could not be made:\n${made.stdout}${made.stderr}`);
  const own = path.join(all, 'packages/client/src');
  for (const name of readdirSync(own).filter((file) => file !== 'sdk-facts.d.ts')) {
    const emitted = name === 'sdk-types.d.ts' ? `${typeDeclarations()}\n` : readFileSync(path.join(own, name), 'utf8');
    const text = emitted.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
    if (/from '(?!\.\/)/.test(text)) throw new Error(`${name} imports a package that merchants may not have`);
    writeFileSync(path.join(dist, name), text);
  }
  rmSync(all, { recursive: true });
}

function publishedManifest() {
  const own = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8')) as { name: string; version: string; license: string };
  return {
    name: own.name,
    version: own.version,
    description: "SDK for merchants' systems: signed calls to Purser's open API, and webhook verification",
    license: own.license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    files: ['index.js', '*.d.ts'],
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
}

if (import.meta.main) await build();
