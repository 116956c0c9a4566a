import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { breaksOf } from '../../../platform/testing/breaks.ts';
import type { TronProvider } from '../../../platform/chain/tron-node.ts';
import { afterSigning, ignoreKill, Killed } from '../testing/killed.ts';
import { broadcasting, EACH, tronWorld, type TronWorld } from '../testing/tron-signing.ts';
import type { DigestSigner } from './keys.ts';

let world: TronWorld;
beforeAll(async () => {
  world = await tronWorld();
});
afterAll(() => world.close());

const MOMENTS = [
  'before it signs',
  'before its commit',
  'after its commit, before it is sent',
  'after one node has it',
  'after all nodes have it',
] as const;
type Moment = (typeof MOMENTS)[number];

/** A signer that is killed at a moment of the payout with this number, counted from zero; `killed` says whether it came to that. */
function killedAt(moment: Moment, number: number) {
  let [signed, sent, isDead] = [0, 0, false];
  const die = (): never => {
    isDead = true;
    throw new Killed(moment);
  };
  const key: DigestSigner = {
    address: world.key.address,
    sign: async (digest) => (isDead || (moment === 'before it signs' && signed === number) ? die() : world.key.sign(digest)),
  };
  const journal = afterSigning(world.journal, () => {
    if (moment === 'before its commit' && signed === number) die();
    signed += 1;
  });
  const providers = world.providers.map((provider, index): TronProvider => {
    const isFirst = index === 0;
    const broadcast = async (raw: Hex) => {
      // One after the other, as if each were the only one that is asked.
      if (!isFirst) await Promise.resolve();
      if (isDead || (moment === 'after its commit, before it is sent' && sent === number)) die();
      if (!isFirst && moment === 'after one node has it' && sent >= number) die();
      const answer = await provider.node.broadcast(raw);
      if (!isFirst && moment === 'after all nodes have it' && sent === number) die();
      if (!isFirst) sent += 1;
      return answer;
    };
    return broadcasting(provider, broadcast);
  });
  return { change: { key, journal, providers }, hasDied: () => isDead };
}

/** A longer run of the same is asked for in the environment, up to 1000. */
const PAYOUTS = Number(process.env['PURSER_TEST_PAYOUTS'] ?? 48);
/** What may wait to be settled at a time, with some to spare for those that are sent again. */
const ROUNDS = Math.ceil(PAYOUTS / 32) + 4;
const MOST_ROUNDS = PAYOUTS * 4;

it(
  'pays each withdrawal once under as many kills as there are withdrawals, at five moments, while nodes forget and transactions expire',
  { timeout: 120_000 + PAYOUTS * 2_000 },
  async () => {
    const orders = await world.approve(PAYOUTS);
    let [kills, expired] = [0, 0];
    const unsettled = async () => (await world.states(orders)).filter((state) => state !== 'settled').length;
    for (let round = 0; round < MOST_ROUNDS && kills < PAYOUTS - 2; round += 1) {
      const { change, hasDied } = killedAt(MOMENTS[round % MOMENTS.length] ?? 'before its commit', round % 3 === 2 ? 1 : 0);
      await world.signer(change).tick().catch(ignoreKill);
      if (hasDied()) kills += 1;
      if (round % 12 === 7) {
        await world.expire();
        expired += 1;
      } else if (round % 7 === 6) await world.settle();
    }
    for (let round = 0; round < ROUNDS && (await unsettled()) > 0; round += 1) {
      await world.signer().tick();
      await world.settle();
    }
    expect(kills).toBeGreaterThanOrEqual(PAYOUTS - 2);
    expect(expired).toBeGreaterThan(0);
    expect(new Set(await world.states(orders))).toEqual(new Set(['settled']));
    expect(new Set(await Promise.all(orders.map((order) => world.received(order))))).toEqual(new Set([EACH]));
    const [counted] = await world.app.sql<{ payouts: string; transactions: string }>(
      `select count(distinct (owner_id, serial_number)) as payouts, count(distinct txid) filter (where attempt > 1) > 0 as anew,
         count(distinct (sender, nonce)) as transactions from chain_tx where outcome = 'paid'`,
    );
    expect(counted).toEqual({ payouts: String(PAYOUTS), transactions: String(PAYOUTS), anew: true });
    // In the ledger: what went out is what was received.
    const [ledger] = await world.app.sql<{ settled: string }>(
      `select count(*) as settled from payout_txid where (owner_id, serial_number) in (select owner_id, serial_number from review_order where status = 'settled')`,
    );
    expect(ledger).toEqual({ settled: String(PAYOUTS) });
    const [custody] = await world.app.sql<{ available: string }>(
      `select available + frozen as available from ledger.account where owner_id = 1 and coin = 'USDT' and purpose = 'custody_trc20'`,
    );
    expect(BigInt(custody?.available ?? 0)).toBe(EACH * BigInt(PAYOUTS));
    expect(await breaksOf(world.app)).toEqual([]);
  },
);

it('of two signers at once each withdrawal is paid by one', async () => {
  const orders = await world.approve(12);
  const two = [world.signer(), world.signer({ journal: await world.newJournal() })];
  await Promise.all(two.map((signer) => signer.tick()));
  await Promise.all(two.map((signer) => signer.tick()));
  await world.settle();
  expect(new Set(await world.states(orders))).toEqual(new Set(['settled']));
  expect(new Set(await Promise.all(orders.map((order) => world.received(order))))).toEqual(new Set([EACH]));
});
