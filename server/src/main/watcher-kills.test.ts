import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../demo/seeded-random.ts';
import { type DepositWorld, makeDepositWorld } from '../features/chain-deposit/testing/deposits.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import type { TestMerchant } from '../platform/testing/parties.ts';
import { KilledPrograms } from './testing/killed-programs.ts';

/** The watcher as the program that it is, two at a time, which SIGKILL ends at any moment, over a chain that is reorganised now and then. */

/** A longer run is asked for in the environment. */
const KILLS = Number(process.env['PURSER_TEST_KILLS'] ?? 6);
const SEED = Number(process.env['PURSER_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** So long at the most it lives after it has said that it has started: its first look is within that. */
const LONGEST_LIFE_MS = 500;
/** One in so many blocks with a deposit is taken away again, and its transfer is in a later one. */
const REORGANISED = 4;
const DEPOSITORS = 3;
/** 500 USDT at 7.10, less 0.20 %: 3,550.00 − 7.10. */
const CREDITED = 354_290n;

let world: DepositWorld;
const programs = new KilledPrograms();
beforeAll(async () => {
  world = await makeDepositWorld();
  await world.app.sql(`update network set endpoints = $1 where network = 'ERC20'`, [
    [world.anvil.url, world.anvil.url.replace('127.0.0.1', 'localhost')],
  ]);
});
afterEach(() => programs.killAll());
afterAll(() => world.close());

function start() {
  const { databaseUrl, masterKey, publicUrl } = world.app.platform.settings;
  return programs.start('watcher.ts', {
    DATABASE_URL: databaseUrl,
    PURSER_MASTER_KEY: masterKey.toString('base64'),
    PURSER_PUBLIC_URL: publicUrl,
  });
}

/** A deposit; at times its block is taken away, and the same transaction is in a later one. */
async function deposit(address: Hex, isReorganised: boolean): Promise<void> {
  const { anvil, token } = world;
  const hash = await anvil.mint(token, address, 500_000_000n);
  if (!isReorganised) return;
  const raw = await anvil.rawOf(hash);
  await anvil.reorg(1);
  await anvil.client.sendRawTransaction({ serializedTransaction: raw });
  await anvil.mine();
}

it(
  'credits each deposit once under SIGKILL at random moments, also those whose block was taken away',
  { timeout: 60_000 + KILLS * 15_000 },
  async () => {
    const random = seededRandom(SEED);
    const depositors = await Promise.all(Array.from({ length: DEPOSITORS }, () => world.makeDepositor()));
    const sent = new Map<TestMerchant, bigint>();
    let reorganised = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const started = await Promise.all([start(), start()]);
      for (const { program, said } of started) expect(program.exitCode, said()).toBeNull();
      const [one, other] = started.map(async ({ program }) => {
        await sleep(random() * LONGEST_LIFE_MS);
        await programs.kill(program);
      });
      for (const { merchant, address } of depositors) {
        const isReorganised = random() < 1 / REORGANISED;
        if (isReorganised) reorganised += 1;
        await deposit(address, isReorganised);
        sent.set(merchant, (sent.get(merchant) ?? 0n) + 1n);
        await sleep(random() * 100);
      }
      await Promise.all([one, other]);
    }
    await world.anvil.mine(5);
    const { program, said } = await start();
    expect(program.exitCode, said()).toBeNull();
    const open = () => world.app.sql(`select from chain_deposit where state not in ('credited', 'orphaned')`);
    await expect
      .poll(async () => (await world.app.sql(`select from chain_deposit where state = 'credited'`)).length, { timeout: 30_000 })
      .toBe(KILLS * DEPOSITORS);
    expect(await open(), `seed ${SEED}`).toEqual([]);
    for (const [merchant, deposits] of sent) expect(await world.balanceOf(merchant), `seed ${SEED}`).toBe(deposits * CREDITED);
    expect(await breaksOf(world.app)).toEqual([]);
    console.log(`${2 * KILLS} kills, ${KILLS * DEPOSITORS} deposits, ${reorganised} of them reorganised, seed ${SEED}`);
  },
);
