import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { ROOT } from '../../server/src/platform/testing/programs.ts';

const run = promisify(execFile);

/** The commit of the first release, 0.1.0. */
const COMMIT = 'b75a2c3';
/** Of its own packages those that its programs are made of. */
const OWN_PACKAGES = ['client', 'contract', 'i18n', 'ledger'] as const;

export interface FirstMerchant {
  readonly merchant_id: number;
  readonly username: string;
  readonly password: string;
  readonly totpSecret: string;
  readonly token: string;
}

export interface FirstUser {
  readonly user_id: number;
  readonly username: string;
  readonly password: string;
  readonly payment_password: string;
  readonly token: string;
}

/** What the first release's own kits stand on. */
export interface FirstApp {
  readonly platform: FirstPlatform;
  readonly sql: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
}

interface FirstPlatform {
  readonly secrets: {
    seal(purpose: string, text: string): Buffer;
    sign(purpose: string, value: object, lifetimeS: number): string;
  };
  close(): Promise<void>;
}

export interface FirstOrder {
  readonly serial_number: string;
  readonly order_id: string;
  readonly amount: string;
  readonly order_status: string;
  readonly payment_url: string;
}

/** The SDK of that time: merchants' systems go on with it after the upgrade. */
interface FirstSdk {
  readonly orders: {
    create(order: Readonly<Record<string, unknown>>, options?: { idempotencyKey?: string }): Promise<FirstOrder>;
    query(which: { serial_number: string }): Promise<FirstOrder>;
    close(which: { serial_number: string }, options?: { idempotencyKey?: string }): Promise<FirstOrder>;
  };
}

interface SdkOptions {
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

/** A checkout of the first release, whose programs run and whose modules can be used. */
export interface FirstRelease {
  readonly root: string;
  /** What of its packages is here in another version than its lock file names. */
  readonly otherVersions: readonly string[];
  readonly Platform: new (settings: object, log: Logger, options: { connections: number }) => FirstPlatform;
  readonly Purser: new (options: SdkOptions) => FirstSdk;
  makeMerchant(app: FirstApp, wishes: { username: string }): Promise<FirstMerchant>;
  makeUser(app: FirstApp, wishes: { username: string; phone: string; email: string }): Promise<FirstUser>;
  fund(app: FirstApp, ownerId: number, coin: string, amount: string, purpose?: string): Promise<void>;
}

/** Checks the first release out below `.cache`, once, and links it to the packages that are installed here. */
export async function firstRelease(): Promise<FirstRelease> {
  const root = join(ROOT, '.cache/upgrade', COMMIT);
  const otherVersions = await installedOtherwise();
  await rm(root, { recursive: true, force: true });
  await checkOut(root);
  const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
  const { Platform } = (await load('server/src/platform/platform.ts')) as Pick<FirstRelease, 'Platform'>;
  const { Purser } = (await load('packages/client/src/index.ts')) as Pick<FirstRelease, 'Purser'>;
  const parties = (await load('server/src/platform/testing/parties.ts')) as Pick<FirstRelease, 'makeMerchant' | 'makeUser' | 'fund'>;
  return { root, otherVersions, Platform, Purser, makeMerchant: parties.makeMerchant, makeUser: parties.makeUser, fund: parties.fund };
}

async function checkOut(root: string): Promise<void> {
  const fresh = `${root}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'check-out', COMMIT, fresh], { cwd: ROOT }).catch((error: unknown) => {
    throw new Error(`the history here does not hold ${COMMIT}, the first release: fetch it whole (git fetch --unshallow)`, {
      cause: error,
    });
  });
  // Everything else is found in the node_modules of the checkout around it.
  const scope = join(fresh, 'node_modules/@purser');
  await mkdir(scope, { recursive: true });
  for (const name of OWN_PACKAGES) await symlink(`../../packages/${name}`, join(scope, name));
  await standInForPages(fresh);
  await rename(fresh, root);
}

/** The api does not start without pages. None is asked for here, so that nothing is built. */
async function standInForPages(root: string): Promise<void> {
  const payer = join(root, 'web/payer/dist');
  await mkdir(join(payer, 'client/.vite'), { recursive: true });
  await mkdir(join(payer, 'client/assets'), { recursive: true });
  await mkdir(join(payer, 'server'), { recursive: true });
  await writeFile(join(payer, 'client/.vite/manifest.json'), JSON.stringify({ 'src/entry-client.tsx': { file: 'assets/none.js' } }));
  await writeFile(join(payer, 'server/entry-server.js'), 'export {};\n');
  await mkdir(join(root, 'web/console/dist'), { recursive: true });
  await cp(join(root, 'web/console/index.html'), join(root, 'web/console/dist/index.html'));
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> }>>;
}

/** Fails when a package that the first release's programs need is not installed. */
async function installedOtherwise(): Promise<string[]> {
  const { stdout } = await run('git', ['show', `${COMMIT}:package-lock.json`], { cwd: ROOT, maxBuffer: 16_000_000 });
  const { packages } = JSON.parse(stdout) as Lock;
  const own = ['server', ...OWN_PACKAGES.map((name) => `packages/${name}`)];
  const names = new Set(
    own.flatMap((path) => Object.keys(packages[path]?.dependencies ?? {})).filter((name) => !name.startsWith('@purser/')),
  );
  const missing: string[] = [];
  const others: string[] = [];
  for (const name of names) {
    const text = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8').catch(() => undefined);
    const wanted = packages[`node_modules/${name}`]?.version ?? '';
    if (text === undefined) missing.push(`${name}@${wanted}`);
    else if ((JSON.parse(text) as { version: string }).version !== wanted) others.push(name);
  }
  if (missing.length > 0)
    throw new Error(`the first release needs packages that are not installed: npm install --no-save ${missing.join(' ')}`);
  return others;
}
