import { payoutRefund } from '@purser/contract/features/payout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { mayRest, untilWaiting } from '../../../platform/testing/lock-waits.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { EACH, tronWorld, type TronWorld } from '../testing/tron-signing.ts';

/** The signer and the worker at the same withdrawal of TRON at once: one signs it anew, and the other finds what becomes of it. */

let world: TronWorld;
let member: TestStaff;
beforeAll(async () => {
  world = await tronWorld();
  member = await makeStaff(world.app, 'finance');
});
afterAll(() => world.close());

const giveBack = async (order: ReviewOrder) =>
  member.call(payoutRefund, {
    merchant_id: Number(order.owner_id),
    order_no: order.serial_number,
    google_code: await member.code(),
    reason: 'late',
  });

it('is either left to staff or signed anew when both are due at once', async () => {
  const orders = await world.approve(8);
  const signer = world.signer();
  await signer.tick();
  await world.expire();
  await world.tron.pass(1_800_000);
  await world.tron.mine(3);
  await Promise.all([world.look(), signer.tick(), world.look()]);
  const states = await world.states(orders);
  const attempts = await Promise.all(orders.map((order) => world.attemptsOf(order)));
  for (const [index, state] of states.entries()) {
    const outcomes = attempts[index]?.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(state === 'failed' ? ['expired'] : [null, null]);
  }
  for (const [index, order] of orders.entries())
    if (states[index] === 'failed') expect(dataOf(await giveBack(order)).status).toBe('refunded');
  await signer.tick();
  await world.settle();
  expect(await world.states(orders)).toEqual(states.map((state) => (state === 'failed' ? 'refunded' : 'settled')));
  expect(await Promise.all(orders.map((order) => world.received(order)))).toEqual(states.map((state) => (state === 'failed' ? 0n : EACH)));
});

it.each(['expired', 'reverted'])('is not taken for %s while it is signed anew, whatever was seen of it before', async (was) => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  const signer = world.signer();
  const isFrozen = async (frozen: boolean) => {
    await world.tron.anvil.freeze(world.token, world.key.address, frozen);
    await world.tron.anvil.mine();
  };
  await signer.tick();
  if (was === 'reverted') {
    await isFrozen(true);
    await world.tron.mine(4);
    await isFrozen(false);
  }
  await world.expire();
  if (was === 'expired') await world.tron.pass(1_800_000);
  await world.tron.mine(3);
  // What the worker notes first of what it saw waits for this transaction.
  await world.app.sql('update chain_tx set seen_block = 1 where serial_number = $1', [order.serial_number]);
  const look = await world.app.platform.operator.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query('select from chain_tx where serial_number = $1 for update', [order.serial_number]);
    const looking = world.look();
    await untilWaiting(world.app);
    await signer.tick();
    return { looking };
  });
  await look.looking;
  expect(await world.states([order])).toEqual(['approved']);
  expect((await world.attemptsOf(order)).map(({ outcome }) => outcome)).toEqual([null, null]);
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});
