import { afterAll, beforeAll, expect, it } from 'vitest';
import { breaksOf } from '../../../platform/testing/breaks.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { ignoreKill, killedAt, MOMENTS } from '../testing/killed.ts';
import { EACH, NETWORK, signingWorld, type SigningWorld } from '../testing/signing.ts';

let world: SigningWorld;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
});
afterAll(() => world.close());

/** A longer run of the same is asked for in the environment, up to 1000. */
const PAYOUTS = Number(process.env['PURSER_TEST_PAYOUTS'] ?? 40);
const KILLS = Math.ceil(PAYOUTS * 0.45);
/** What may wait to be mined at a time, with some to spare for those that are sent again. */
const ROUNDS = Math.ceil(PAYOUTS / 32) + 4;

it(
  'pays forty withdrawals once each under kills at the three moments, and settles all',
  { timeout: 60_000 + PAYOUTS * 1_000 },
  async () => {
    const orders = await world.approve(PAYOUTS);
    for (let round = 0; round < KILLS; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length] ?? 'before its commit';
      await world
        .signer(killedAt(world, moment, round % 2))
        .tick()
        .catch(ignoreKill);
      if (round % 3 === 2) await world.anvil.mine();
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.signer().tick();
      await world.anvil.mine(4);
      await lookAtPayouts(world.app.platform, await connectedNetworks(world.app.platform.operator.db.system));
    }
    expect(new Set(await world.states(orders))).toEqual(new Set(['settled']));
    expect(new Set(await Promise.all(orders.map((order) => world.received(order))))).toEqual(new Set([EACH]));
    const [counted] = await world.app.sql<{ payouts: string; nonces: string; most: string }>(
      `select count(distinct serial_number) as payouts, count(distinct nonce) as nonces, max(nonce) + 1 as most from chain_tx where outcome = 'paid'`,
    );
    expect(counted).toEqual({ payouts: String(PAYOUTS), nonces: String(PAYOUTS), most: String(PAYOUTS) });
    expect(await breaksOf(world.app)).toEqual([]);
  },
);

it('of two signers at once each withdrawal is paid by one', async () => {
  const orders = await world.approve(12);
  const two = [world.signer(), world.signer({ journal: await world.newJournal() })];
  await Promise.all(two.map((signer) => signer.tick()));
  await Promise.all(two.map((signer) => signer.tick()));
  await world.anvil.mine();
  await world.settle();
  expect(new Set(await world.states(orders))).toEqual(new Set(['settled']));
  expect(new Set(await Promise.all(orders.map((order) => world.received(order))))).toEqual(new Set([EACH]));
});

it('signs nothing that its own policy refuses, whatever the database asks', async () => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  const isSigned = async () => (await world.app.sql('select from chain_tx where serial_number = $1', [order.serial_number])).length > 0;
  const refused = async (change: Parameters<SigningWorld['signer']>[0]) => {
    await world.signer(change).tick();
    return !(await isSigned());
  };
  const journal = await world.newJournal();
  expect(await refused({ policy: { most_at_once: EACH - 1n } })).toBe(true);
  expect(await refused({ policy: { most_in_an_hour: EACH } })).toBe(true);
  expect(await refused({ policy: { most_in_a_day: EACH } })).toBe(true);
  expect(await refused({ restMs: 86_400_000, journal })).toBe(true);
  expect(await refused({ policy: { most_gas_price_gwei: 1n } })).toBe(true);
  await expect(refused({ policy: { chain_id: 1 } })).rejects.toThrow('no provider of the chain');
  // Blocked since it was approved.
  await world.app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'x', 1, 'x')`, [
    order.address,
  ]);
  expect(await refused({})).toBe(true);
  await world.app.sql('delete from blocked_address');
  // Forged: nothing that was signed is known, and the order is approved again.
  await world.signer().tick();
  expect(await isSigned()).toBe(true);
  await world.anvil.mine();
  await world.settle();
  const signed = () => world.app.sql('select txid, nonce from chain_tx where serial_number = $1', [order.serial_number]);
  const before = await signed();
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql(`update review_order set status = 'approved' where serial_number = $1`, [order.serial_number]);
  await world.signer().tick();
  // What was signed is written down again, and nothing beside it.
  expect(await signed()).toEqual(before);
  expect(await world.received(order)).toBe(EACH);
  const rows = await world.app.sql('select from chain_nonce where network = $1 and is_on', [NETWORK]);
  expect(rows).toHaveLength(1);
});
