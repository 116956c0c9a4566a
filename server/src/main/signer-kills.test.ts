import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../demo/seeded-random.ts';
import { type ChainNetwork, connectedNetworks } from '../domain/chain-network.ts';
import type { ReviewOrder } from '../domain/review-order.ts';
import { lookAt, newRange } from '../features/chain-deposit/watch.ts';
import { reckon } from '../features/chain-reserve/reckon.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { lookAtPayouts } from '../features/usdt-withdrawal/chain-payouts.ts';
import { writeKeyFile } from '../features/usdt-withdrawal/signer/key-file.ts';
import { AnotherSigner, SoleSigner } from '../features/usdt-withdrawal/signer/sole-signer.ts';
import { blockAddress } from '../features/usdt-withdrawal/testing/block.ts';
import { EACH, NETWORK, signingWorld, type SigningWorld } from '../features/usdt-withdrawal/testing/signing.ts';
import { ANVIL_MNEMONIC } from '../platform/chain/testing/anvil.ts';
import { providersOf } from '../platform/chain/providers.ts';
import { Database } from '../platform/database/database.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import { KilledPrograms, type Started } from './testing/killed-programs.ts';

/** The signer as the program that it is, which SIGKILL ends at any moment, and beside another one of its kind. */

/** A longer run is asked for in the environment. */
const KILLS = Number(process.env['PURSER_TEST_KILLS'] ?? 6);
const SEED = Number(process.env['PURSER_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** So long at the most it lives after it has said that it has started: its first looks are within that. */
const LONGEST_LIFE_MS = 600;
/** One in so many addresses is blocked at some moment after its withdrawal was approved. */
const BLOCKED = 8;

let world: SigningWorld;
let folder: string;
let programs: KilledPrograms;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  programs = new KilledPrograms();
  folder = await mkdtemp(join(tmpdir(), 'purser-signer-'));
  await writeFile(join(folder, 'passphrase'), 'correct horse battery staple\n');
  await writeKeyFile(join(folder, 'keys.json'), ANVIL_MNEMONIC, 'correct horse battery staple');
  const endpoints = [world.anvil.url, world.anvil.url.replace('127.0.0.1', 'localhost')];
  const limits = { most_at_once: '1000', most_in_an_hour: '100000', most_in_a_day: '100000', most_gas_price_gwei: 10_000 };
  const network = { chain_id: world.anvil.chainId, token: getAddress(world.token), token_decimals: 6, endpoints, ...limits };
  const policy = { address_rests_h: 0, networks: { [NETWORK]: { ...network, stuck_after_blocks: 3 } } };
  await writeFile(join(folder, 'policy.json'), JSON.stringify(policy));
});
afterEach(async () => {
  await programs.killAll();
  await rm(folder, { recursive: true, force: true });
});

const start = (databaseUrl = world.app.signerUrl): Promise<Started> =>
  programs.start('signer.ts', {
    DATABASE_URL: databaseUrl,
    PURSER_SIGNER_FOLDER: folder,
    PURSER_SIGNER_PASSPHRASE_FILE: join(folder, 'passphrase'),
  });

async function connected(): Promise<ChainNetwork> {
  const [network] = await connectedNetworks(world.app.platform.operator.db.system);
  if (!network) throw new Error('the network is connected');
  return network;
}

/** By how much chain and ledger differ, once the watcher has come to what is final. */
async function drift(): Promise<bigint> {
  const { platform } = world.app;
  const network = { ...(await connected()), endpoints: [world.anvil.url, world.anvil.url.replace('127.0.0.1', 'localhost')] };
  await world.anvil.mine(8);
  while ((await lookAt(platform, network, providersOf(network.endpoints), creditDeposits, newRange())) === 'more');
  return (await reckon(platform.operator.db, network, [world.key.address])).drift;
}

it(
  'pays each withdrawal once, or calls it off, under SIGKILL at random moments; chain and ledger agree afterwards',
  { timeout: 120_000 + KILLS * 15_000 },
  async () => {
    const random = seededRandom(SEED);
    const before = await drift();
    const orders: ReviewOrder[] = [];
    const over = new AbortController();
    const chain = (async () => {
      while (!over.signal.aborted) {
        await world.anvil.mine();
        await lookAtPayouts(world.app.platform, [await connected()]);
        await sleep(100);
      }
    })();
    for (let round = 0; round < KILLS; round += 1) {
      orders.push(...(await world.approve(1)));
      const { program, said } = await start();
      expect(program.exitCode, said()).toBeNull();
      const order = orders.at(-1);
      const [life, moment, isBlocked] = [random() * LONGEST_LIFE_MS, random() * LONGEST_LIFE_MS, random() < 1 / BLOCKED];
      const blocking = isBlocked && order ? sleep(moment).then(() => blockAddress(world.app, order.address)) : undefined;
      await sleep(life);
      await programs.kill(program);
      await blocking;
    }
    const { program } = await start();
    const isDone = async () => (await world.states(orders)).every((state) => state === 'settled' || state === 'failed');
    await expect.poll(async () => (await world.app.sql('select from chain_tx where outcome is null')).length, { timeout: 60_000 }).toBe(0);
    // What was blocked before it was signed is left; it goes on when it is off the list.
    await world.app.sql('delete from blocked_address');
    await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
    await programs.kill(program);
    over.abort();
    await chain;
    const states = await world.states(orders);
    const received = await Promise.all(orders.map((order) => world.received(order)));
    expect(received, `seed ${SEED}`).toEqual(states.map((state) => (state === 'settled' ? EACH : 0n)));
    const [counted] = await world.app.sql<{ nonces: string; most: string; attempts: string; cancelled: string }>(
      `select count(distinct nonce) as nonces, max(nonce) + 1 as most, count(*) as attempts, count(distinct nonce) filter (where outcome = 'cancelled') as cancelled from chain_tx`,
    );
    // Each nonce of the sender is one that was kept before it was sent.
    expect(await world.anvil.client.getTransactionCount({ address: world.key.address })).toBe(Number(counted?.most));
    expect(counted?.nonces).toBe(counted?.most);
    expect(states.filter((state) => state === 'failed')).toHaveLength(Number(counted?.cancelled));
    expect(await breaksOf(world.app)).toEqual([]);
    expect(await drift()).toBe(before);
    console.log(
      `${KILLS} kills, ${orders.length} withdrawals, ${counted?.cancelled} called off, ${counted?.attempts} signed, seed ${SEED}`,
    );
  },
);

it('refuses to start beside another one, and starts once that has ended', { timeout: 60_000 }, async () => {
  const first = await start();
  expect(first.program.exitCode, first.said()).toBeNull();
  const second = await start();
  expect(second.program.exitCode).toBe(1);
  expect(second.said()).toContain('another signer works on this database, and one alone may');
  await programs.kill(first.program);
  const third = await start();
  expect(third.program.exitCode, third.said()).toBeNull();
});

it('signs no more where its connection broke and another one has taken over, until that has ended', async () => {
  const databases = [1, 2].map(() => new Database({ url: world.app.signerUrl, connections: 2, role: 'purser_signer' }));
  const [one, other] = databases;
  if (!one || !other) throw new Error('there are two');
  const taken: SoleSigner[] = [];
  try {
    const first = await SoleSigner.take(one);
    taken.push(first);
    await expect(SoleSigner.take(other, 0)).rejects.toThrow(AnotherSigner);
    const broken = await world.app.sql(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(broken).toHaveLength(1);
    const second = await SoleSigner.take(other);
    taken.push(second);
    const insisting = () =>
      first.insist().then(
        () => 'signs',
        (error: Error) => error.constructor,
      );
    await expect.poll(insisting).toBe(AnotherSigner);
    await second.close();
    // The lock is free once the database has seen that the connection has ended.
    await expect.poll(insisting).toBe('signs');
    await expect(SoleSigner.take(other, 0)).rejects.toThrow(AnotherSigner);
  } finally {
    await Promise.all(taken.map((sole) => sole.close()));
    await Promise.all(databases.map((db) => db.close()));
  }
});

it('waits for a database that is still starting', { timeout: 60_000 }, async () => {
  const url = new URL(world.app.signerUrl);
  let refused = 0;
  const way = createServer((client) => {
    if (refused < 3) {
      refused += 1;
      return client.destroy();
    }
    const database = connect(Number(url.port), url.hostname);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other);
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((way.address() as AddressInfo).port);
  try {
    const { program, said } = await start(through.href);
    expect(said()).toContain('"started"');
    expect(refused).toBe(3);
    await programs.kill(program);
  } finally {
    way.close();
  }
});

it('refuses to start on a database that is migrated further or not as far as it goes', { timeout: 60_000 }, async () => {
  const [newest] = await world.app.sql<{ number: number }>('select max(number) as number from schema_migration');
  const later = Number(newest?.number) + 1;
  const number = async (from: number, to: number) => world.app.sql('update schema_migration set number = $2 where number = $1', [from, to]);
  await number(later - 1, later);
  const newer = await start();
  expect(newer.program.exitCode).toBe(1);
  expect(newer.said()).toContain('was migrated by a newer Purser');
  await number(later, -1);
  const older = await start();
  expect(older.program.exitCode).toBe(1);
  expect(older.said()).toContain('Run "npm run migrate" first');
  await number(-1, later - 1);
});
