import { spawn } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { providerAccounts } from '@purser/ledger/account';
import { balancesOf, openAccounts } from '@purser/ledger/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pino } from 'pino';
import { depositAddressOf } from '../domain/deposit-address.ts';
import { watchChains } from '../features/chain-deposit/watcher.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { anvilProgram } from '../platform/chain/anvil-program.ts';
import { allRoutes } from '../main/features.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeUser } from '../platform/testing/parties.ts';
import { type DemoChain, demoChain, restNetworks } from './test-chain.ts';

let app: TestApp;
let chains: DemoChain[];
beforeEach(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openAccounts(app.platform.db.system, ['USDT', 'CNYT'].flatMap(providerAccounts));
  chains = [];
});
afterEach(async () => {
  await Promise.all(chains.map((chain) => chain.close()));
  await app.close();
});

/** The chain as one run of the program has it. */
function newRun(blockEveryMs = 5): DemoChain {
  const { dataFolder } = app.platform.settings;
  const chain = demoChain({
    dataFolder,
    ownerUrl: app.ownerUrl,
    signerUrl: app.signerUrl,
    ledgerKey: () => app.platform.ledgerKey,
    log: pino({ level: 'silent' }),
    blockEveryMs,
  });
  if (chain === undefined) throw new Error('npm has brought no anvil for this machine');
  chains.push(chain);
  return chain;
}

interface Network {
  readonly network: string;
  readonly chain_id: string | null;
  readonly genesis: string | null;
  readonly endpoints: readonly string[];
  readonly deposit_xpub: string | null;
  readonly token_decimals: number;
  readonly is_on: boolean;
}

const networks = () =>
  app.sql<Network>(
    `select network, chain_id::text, encode(genesis_hash, 'hex') as genesis, endpoints, deposit_xpub, token_decimals, network.is_on and coin_network.is_on as is_on
     from network join coin_network using (network) where coin_network.coin = 'USDT' order by network`,
  );

async function ask(url: string, method: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { readonly result: unknown }).result;
}

async function urlNow(): Promise<string> {
  return (await networks()).find(({ network }) => network === 'ERC20')?.endpoints[0] ?? '';
}

const folder = () => join(app.platform.settings.dataFolder, 'chain');

it('does not run until it is asked for, then stands for two networks, and ends with the program', async () => {
  const chain = newRun();
  await expect(stat(folder())).rejects.toThrow('ENOENT');
  expect((await networks()).map(({ chain_id }) => chain_id)).toEqual([null, null, null]);
  await Promise.all([chain.ready(), chain.ready()]);
  const [bep, erc, tron] = await networks();
  expect(erc).toMatchObject({ chain_id: bep?.chain_id, token_decimals: 6, is_on: true, deposit_xpub: expect.stringMatching(/^xpub/) });
  expect(bep).toMatchObject({ token_decimals: 18, is_on: true, deposit_xpub: erc?.deposit_xpub });
  expect(tron).toMatchObject({ chain_id: null, is_on: false });
  const url = await urlNow();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(Number(await ask(url, 'eth_chainId'))).toBe(Number(erc?.chain_id));
  await chain.close();
  await expect(ask(url, 'eth_chainId')).rejects.toThrow();
  await expect(chain.ready()).rejects.toThrow();
  expect((await stat(folder())).mode & 0o077).toBe(0);
});

it.each([
  ['ERC20', 'a token of 6 decimals'],
  ['BEP20', 'a token of 18 decimals'],
])('what it sends over %s, %s, is confirmed block by block and credited by the watcher', async (network) => {
  const chain = newRun();
  const user = await makeUser(app, { markets: ['CNY'] });
  await chain.ready();
  const { rows } = await app.platform.db.system.query<{ network: string; kind: 'evm'; deposit_xpub: string }>(
    'select network, kind, deposit_xpub from network where network = $1',
    [network],
  );
  const address = await app.platform.db.scoped(user.user_id, (tx) => depositAddressOf(tx, user.user_id, rows[0] as never));
  await chain.send(network, address ?? '');
  const job = watchChains(app.platform, creditDeposits);
  await expect
    .poll(
      async () => {
        await job.run();
        return (await balancesOf(app.platform.db.system, user.user_id, ['CNYT'])).find(({ purpose }) => purpose === 'main')
          ?.available_minor;
      },
      { timeout: 30_000 },
    )
    // 250 USDT at 7.1, less 0.2 %.
    .toBe(177_145n);
  // It does not go on for ever: what was asked for is made, and nothing more.
  const url = await urlNow();
  await expect
    .poll(async () => {
      const before = await ask(url, 'eth_blockNumber');
      await new Promise((done) => setTimeout(done, 100));
      return (await ask(url, 'eth_blockNumber')) === before;
    })
    .toBe(true);
});

it('goes on with the same chain at the next start, and rests until then', async () => {
  const first = newRun();
  await first.ready();
  await first.send('ERC20', '0x000000000000000000000000000000000000dEaD');
  const before = await networks();
  const height = Number(await ask(await urlNow(), 'eth_blockNumber'));
  await first.close();

  // As the next start of the program does.
  await restNetworks({ query: (text: string, values: unknown[]) => app.sql(text, values) } as never);
  expect((await networks()).map(({ endpoints }) => endpoints)).toEqual([[], [], []]);

  const second = newRun();
  await second.ready();
  const after = await networks();
  const lasting = (rows: readonly Network[]) => rows.map(({ chain_id, genesis, deposit_xpub }) => [chain_id, genesis, deposit_xpub]);
  expect(lasting(after)).toEqual(lasting(before));
  expect(Number(await ask(await urlNow(), 'eth_blockNumber'))).toBeGreaterThanOrEqual(height);
});

it('is woken to confirm what was on its way, and runs again when it was killed', async () => {
  // Slow enough to be seen while it goes on.
  const chain = newRun(250);
  chain.wake();
  await expect.poll(urlNow, { timeout: 30_000 }).not.toBe('');
  await chain.ready();
  const url = await urlNow();
  const height = Number(await ask(url, 'eth_blockNumber'));
  await expect.poll(async () => Number(await ask(url, 'eth_blockNumber'))).toBeGreaterThan(height);
  const { port } = new URL(url);
  for (const name of await readdir('/proc')) {
    const [program, ...args] = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (program === anvilProgram() && args.includes(port)) process.kill(Number(name), 'SIGKILL');
  }
  await expect.poll(() => ask(url, 'eth_chainId').catch(() => 'gone')).toBe('gone');
  await expect
    .poll(
      () =>
        chain
          .ready()
          .then(async () => ask(await urlNow(), 'eth_chainId'))
          .catch(() => 'gone'),
      { timeout: 30_000 },
    )
    .toMatch(/^0x/);
});

it('begins anew, as another chain, where its state is gone or broken', async () => {
  const first = newRun();
  await first.ready();
  const ids = async () => (await networks()).map(({ chain_id }) => chain_id).filter((id) => id !== null);
  const before = await ids();
  await first.close();
  await rm(join(folder(), 'state.json'));
  const second = newRun();
  await second.ready();
  const between = await ids();
  expect(between).not.toEqual(before);
  await second.close();
  await writeFile(join(folder(), 'state.json'), '{"broken');
  await newRun().ready();
  expect(await ids()).not.toEqual(between);
});

it('leaves a network alone that is connected to another chain', async () => {
  await app.sql(
    `update network set chain_id = 11155111, genesis_hash = decode(repeat('00', 32), 'hex'), endpoints = '{https://one.example}' where network = 'ERC20'`,
  );
  const chain = newRun();
  await chain.ready();
  expect((await networks()).map(({ network, chain_id }) => [network, chain_id === '11155111'])).toEqual([
    ['BEP20', false],
    ['ERC20', true],
    ['TRC20', false],
  ]);
  await expect(chain.send('ERC20', '0x000000000000000000000000000000000000dEaD')).rejects.toThrow('another chain');
  await restNetworks({ query: (text: string, values: unknown[]) => app.sql(text, values) } as never);
  expect(await urlNow()).toBe('https://one.example');
});

it('ends, with its state written, when the program that started it is killed', async () => {
  const script = `import { startChainProcess } from ${JSON.stringify(join(import.meta.dirname, 'chain-process.ts'))};
    const { url } = await startChainProcess(${JSON.stringify({ program: anvilProgram(), folder: folder(), chainId: 7_580_000_001 })});
    console.log(url); setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((done) => starter.stdout.once('data', (chunk: Buffer) => done(chunk.toString('utf8').trim())));
  expect(Number(await ask(url, 'eth_chainId'))).toBe(7_580_000_001);
  starter.kill('SIGKILL');
  await expect.poll(() => ask(url, 'eth_chainId').catch(() => 'gone'), { timeout: 10_000 }).toBe('gone');
  expect(JSON.parse(await readFile(join(folder(), 'state.json'), 'utf8'))).toHaveProperty('blocks');
});
