import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { chargeQueryAddress } from '@purser/contract/features/usdt-recharge';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectedNetworks } from '../domain/chain-network.ts';
import { watchChains } from '../features/chain-deposit/watcher.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { lookAtSweeps } from '../features/usdt-withdrawal/chain-sweeps.ts';
import { type Anvil, startAnvil } from '../platform/chain/testing/anvil.ts';
import { connectNetwork } from '../platform/chain/testing/connect.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';

/**
 * The signer as the process that it is in production, beside an api, a watcher and a worker in this one. Nothing here ever reads the words: a program of its own makes
 * them, and another one looks for them.
 */

let folder: string;
let app: TestApp;
let anvil: Anvil;
let signer: ChildProcess | undefined;
const file = (name: string): string => join(folder, name);

/** Runs a program of the server's to its end; what it says goes to a file. */
async function run(program: string, args: readonly string[], into: string): Promise<number | null> {
  const said = await open(file(into), 'w');
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], { stdio: ['ignore', said.fd, 'inherit'] });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  await said.close();
  return code;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-keys-'));
  const log = pino({ level: 'trace' }, destination({ dest: file('api.log'), sync: true }));
  [app, anvil] = await Promise.all([createTestApp({ routes: allRoutes, log }), startAnvil()]);
});
afterAll(async () => {
  if (signer?.exitCode === null) {
    const gone = new Promise((done) => signer?.once('close', done));
    signer.kill('SIGKILL');
    await gone;
  }
  await Promise.all([app.close(), anvil.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** The ports on which a process listens. */
async function listening(pid: number): Promise<string[]> {
  const links = await Promise.all((await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')));
  const sockets = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  return sockets.flatMap(([, local = '', , state, , , , , , inode = '']) => (state === '0A' && own.has(inode) ? [local] : []));
}

/** Everything that stands in the database, as text. */
async function dump(): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(tables.map(({ name }) => app.sql<{ row: string }>(`select t::text as row from ${name} as t`)));
  return texts.flatMap((rows) => rows.map(({ row }) => row)).join('\n');
}

it.runIf(process.platform === 'linux')(
  'only the signer has a key: not the api’s memory, environment, log or database, and it listens nowhere',
  { timeout: 300_000 },
  async () => {
    await writeFile(file('passphrase'), 'correct horse battery staple\n');
    expect(await run('chain.ts', ['keys', 'new', file('keys.json'), file('passphrase')], 'words')).toBe(0);
    expect(await run('chain.ts', ['keys', 'show', file('keys.json'), file('passphrase')], 'shown')).toBe(0);
    const shown = await readFile(file('shown'), 'utf8');
    const [hot = '0x', gas = '0x'] = (shown.match(/0x[0-9A-Fa-f]{40}/g) ?? []) as Hex[];
    const xpub = /xpub\w+/.exec(shown)?.[0] ?? null;
    const token = await anvil.deployToken(6);
    // Two ways to one chain: the same address twice is one node.
    const endpoints = [anvil.url, anvil.url.replace('127.0.0.1', 'localhost')];
    await connectNetwork(app, anvil, { network: 'ERC20', token, depositXpub: xpub, endpoints });
    await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('CNYT', 1, 'fixed', 7.1, '1')`);
    await anvil.client.setBalance({ address: gas, value: parseEther('10') });
    const sweep = { least: '50', coin_usdt: '4000', most_fuel: '0.1', most_fuel_in_a_day: '1' };
    const limits = { most_at_once: '100', most_in_an_hour: '100', most_in_a_day: '100', most_gas_price_gwei: 500 };
    const network = { chain_id: anvil.chainId, token: getAddress(token), token_decimals: 6, endpoints, ...limits, sweep };
    await writeFile(file('policy.json'), JSON.stringify({ address_rests_h: 24, networks: { ERC20: network } }));
    const said = await open(file('signer.log'), 'w');
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: app.signerUrl,
      PURSER_SIGNER_FOLDER: folder,
      PURSER_SIGNER_PASSPHRASE_FILE: file('passphrase'),
      PURSER_LOG_LEVEL: 'trace',
    };
    signer = spawn(process.execPath, [join(import.meta.dirname, 'signer.ts')], { env, stdio: ['ignore', said.fd, said.fd] });
    await said.close();
    const merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [RECHARGE_WAYS.quick] });
    await anvil.mine(4);
    const watcher = watchChains(app.platform, creditDeposits);
    await watcher.run();
    const { address } = dataOf(await app.call(chargeQueryAddress, { network: 'ERC20' }, { token: merchant.token }));
    await anvil.mint(token, address as Hex, 200_000_000n);
    await expect
      .poll(
        async () => {
          await anvil.mine(4);
          await watcher.run();
          await lookAtSweeps(app.platform, await connectedNetworks(app.platform.operator.db.system));
          if (signer?.exitCode !== null) throw new Error(await readFile(file('signer.log'), 'utf8'));
          return (await app.sql<{ state: string }>('select state from sweep'))[0]?.state;
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe('settled');
    expect(await anvil.balanceOf(token, hot)).toBe(200_000_000n);
    expect(await listening(signer.pid ?? 0)).toEqual([]);
    await writeFile(file('database'), await dump());
    const places = [
      `pid:${process.pid}`,
      `pid:${signer.pid}`,
      ...['api.log', 'signer.log', 'database', 'journal.jsonl'].map((name) => `file:${file(name)}`),
    ];
    expect(await run('testing/find-keys.ts', [file('words'), ...places], 'found')).toBe(0);
    // That it is found in the one place where it must be shows that it would be found in another.
    expect((await readFile(file('found'), 'utf8')).trim().split('\n')).toEqual([`pid:${signer.pid} memory`]);
  },
);
