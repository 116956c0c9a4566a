import { payoutQuery, payoutRefund, payoutRetry } from '@purser/contract/features/payout';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { breaksOf } from '../../../platform/testing/breaks.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { blockAddress } from '../testing/block.ts';
import { ignoreKill, killedAt, MOMENTS } from '../testing/killed.ts';
import { EACH, signingWorld, type SigningWorld } from '../testing/signing.ts';
import { cancelIn, transferIn } from './transaction-content.ts';

/** What is signed to an address that is blocked after that, and not mined: it is called off on the chain, and is never both paid and given back. */

let world: SigningWorld;
let member: TestStaff;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
  member = await makeStaff(world.app, 'finance');
});
afterAll(() => world.close());
beforeEach(() => world.app.sql('delete from blocked_address'));
afterEach(async () => expect(await breaksOf(world.app)).toEqual([]));

/** Signed and sent, so many, and the address of the first is blocked then. */
async function blocked(behind = 0): Promise<readonly [ReviewOrder, ...ReviewOrder[]]> {
  const [order, ...others] = await world.approve(1 + behind);
  if (!order) throw new Error('one was approved');
  await world.signer().tick();
  await blockAddress(world.app, order.address);
  return [order, ...others];
}
const row = async ({ serial_number }: ReviewOrder) =>
  dataOf(await member.call(payoutQuery, { page: 1, page_size: 1, order_no: serial_number })).list[0];
const decide = async (call: typeof payoutRetry | typeof payoutRefund, order: ReviewOrder, more: object = {}) => {
  const which = { merchant_id: Number(order.owner_id), order_no: order.serial_number };
  return member.call(call, { ...which, google_code: await member.code(), ...more } as never);
};
const attemptsOf = async ({ serial_number }: ReviewOrder) =>
  (
    await world.app.sql<{
      nonce: bigint;
      attempt: number;
      raw: Buffer;
      cancels: boolean;
      sent_block: bigint | null;
      outcome: string | null;
    }>('select nonce, attempt, raw, cancels, sent_block, outcome from chain_tx where serial_number = $1 order by nonce, attempt', [
      serial_number,
    ])
  ).map(({ raw, ...rest }) => ({ ...rest, raw: `0x${raw.toString('hex')}` as Hex }));
const lose = () => world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
/** Mined, final and booked. */
async function end(): Promise<void> {
  await world.anvil.mine();
  await world.settle();
}

it('is called off by a transaction of its nonce that does nothing, with higher fees, and those behind it are paid', async () => {
  const [order, ...others] = await blocked(2);
  const signer = world.signer();
  await signer.tick();
  const [paying, cancelling] = await attemptsOf(order);
  if (!paying || !cancelling) throw new Error('there are two attempts');
  const [pays, cancels] = [transferIn(paying.raw), cancelIn(cancelling.raw)];
  expect(cancels).toMatchObject({ nonce: pays.nonce, chainId: pays.chainId, to: world.key.address });
  expect(cancels.maxFee * 8n).toBeGreaterThanOrEqual(pays.maxFee * 9n);
  expect(cancels.maxTip * 8n).toBeGreaterThanOrEqual(pays.maxTip * 9n);
  expect(await row(order)).toMatchObject({ status: 'approved', signed: { state: 'cancelling', attempts: 2 } });
  // Once is enough.
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(2);
  await end();
  expect(await world.states([order, ...others])).toEqual(['failed', 'settled', 'settled']);
  expect(await row(order)).toMatchObject({ txid: '', signed: { state: 'cancelled' } });
  expect(await Promise.all([order, ...others].map((one) => world.received(one)))).toEqual([0n, EACH, EACH]);
  // Staff decide, and not for an address that is blocked.
  expect((await decide(payoutRetry, order)).msg).toBe('payout_address_blocked');
  expect(dataOf(await decide(payoutRefund, order, { reason: 'Stolen' })).status).toBe('refunded');
  await signer.tick();
  await end();
  expect(await world.received(order)).toBe(0n);
});

it('is paid once, with another nonce, when staff take its address off the list and try again', async () => {
  const [order] = await blocked();
  const signer = world.signer();
  await signer.tick();
  await end();
  await world.app.sql('delete from blocked_address');
  expect(dataOf(await decide(payoutRetry, order)).status).toBe('approved');
  await signer.tick();
  await end();
  expect(await world.states([order])).toEqual(['settled']);
  expect((await attemptsOf(order)).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'paid']);
  expect(await world.received(order)).toBe(EACH);
});

it('is settled where the transfer was mined before the one that calls it off', async () => {
  const [order] = await blocked();
  await world.signer().tick();
  const [paying] = await attemptsOf(order);
  await lose();
  await world.anvil.client.sendRawTransaction({ serializedTransaction: paying?.raw ?? '0x' });
  await end();
  expect(await row(order)).toMatchObject({ status: 'settled', signed: { state: 'paid' } });
  expect(await world.received(order)).toBe(EACH);
});

it.each(MOMENTS)('is called off once by a signer that is killed %s', async (moment) => {
  const [order, other = order] = await blocked(1);
  for (let kill = 0; kill < 3; kill += 1)
    await world
      .signer(killedAt(world, moment, 0))
      .tick()
      .catch(ignoreKill);
  const attempts = await attemptsOf(order);
  if (moment === 'before its commit') expect(attempts).toHaveLength(1);
  else expect(attempts.map(({ cancels }) => cancels)).toEqual([false, true]);
  await world.signer().tick();
  await end();
  expect(await world.states([order, other])).toEqual(['failed', 'settled']);
  expect([await world.received(order), await world.received(other)]).toEqual([0n, EACH]);
});

it('stays called off, with more fees while it is stuck, also where its address is taken off the list again', async () => {
  const [order] = await blocked();
  const signer = world.signer();
  await signer.tick();
  await world.app.sql('delete from blocked_address');
  await lose();
  await world.anvil.mine(3);
  await signer.tick();
  const all = await attemptsOf(order);
  expect(all.map(({ cancels }) => cancels)).toEqual([false, true, true]);
  const [, first, second] = all.map(({ raw, cancels }) => (cancels ? cancelIn(raw).maxFee : 0n));
  expect((second ?? 0n) * 8n).toBeGreaterThanOrEqual((first ?? 0n) * 9n);
  await end();
  expect(await world.states([order])).toEqual(['failed']);
  expect(await world.received(order)).toBe(0n);
});

it('is left as it is, and not sent again, where calling it off costs more than the policy has', async () => {
  const [order] = await blocked();
  const [paying] = await attemptsOf(order);
  await lose();
  await world.anvil.mine(3);
  await world.signer({ policy: { most_gas_price_gwei: transferIn(paying?.raw ?? '0x').maxFee } }).tick();
  expect(await attemptsOf(order)).toHaveLength(1);
  await end();
  expect(await world.states([order])).toEqual(['approved']);
  await world.signer().tick();
  await end();
  expect(await world.states([order])).toEqual(['failed']);
});

it('is not signed for what the database was forged to have as called off', async () => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('one was approved');
  const signer = world.signer();
  await signer.tick();
  await lose();
  await world.anvil.mine(3);
  await world.app.sql('update chain_tx set cancels = true where serial_number = $1', [order.serial_number]);
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.app.sql('update chain_tx set cancels = false where serial_number = $1', [order.serial_number]);
  await end();
  expect(await world.states([order])).toEqual(['settled']);
});
