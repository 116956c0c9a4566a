import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { type ChainProvider, providersOf } from '../../../platform/chain/providers.ts';
import { type Lie, startLyingNode } from '../../chain-deposit/testing/lying-node.ts';
import { EACH, signingWorld, type SigningWorld } from '../testing/signing.ts';

/** Payouts that are in a block and not final: what they paid has left the hot address already, and may come back to it. */

let world: SigningWorld;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
/** The first of them may lie. */
let providers: readonly ChainProvider[];
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
  liar = await startLyingNode(world.anvil.url, lie);
  providers = providersOf([liar.url, world.anvil.url]);
});
afterAll(async () => {
  await Promise.all([liar.stop(), world.close()]);
});
/** Nothing waits, and the hot address has what two payouts take. */
beforeEach(async () => {
  lie.says = () => undefined;
  await world.app.sql(`update review_order set status = 'failed' where status = 'approved'`);
  await hotHas(2n * EACH);
});

async function hotHas(raw: bigint): Promise<void> {
  const { anvil, token, key } = world;
  const has = await anvil.balanceOf(token, key.address);
  await anvil.client.impersonateAccount({ address: key.address });
  if (has > raw) await anvil.transfer(token, key.address, token, has - raw);
  if (has < raw) await anvil.mint(token, key.address, raw - has);
  await anvil.mine();
  expect(await anvil.balanceOf(token, key.address)).toBe(raw);
}
const one = async (): Promise<ReviewOrder> => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  return order;
};
/** Signed and in a block, which is not final. */
const mined = async (): Promise<ReviewOrder> => {
  const order = await one();
  await world.signer().tick();
  await world.anvil.mine();
  expect(await world.received(order)).toBe(EACH);
  return order;
};
const isSigned = async ({ serial_number }: ReviewOrder): Promise<boolean> =>
  (await world.app.sql('select from chain_tx where serial_number = $1 and outcome is null', [serial_number])).length > 0;
const waits = async ({ serial_number }: ReviewOrder) =>
  (
    await world.app.sql<{ reason: string; missing: string | null }>('select reason, missing from payout_wait where serial_number = $1', [
      serial_number,
    ])
  )[0];
const SHORT = { reason: 'usdt_short', missing: String(EACH) };
const settled = async (orders: readonly ReviewOrder[]): Promise<void> => {
  await world.anvil.mine();
  await world.settle();
  expect(await world.states(orders)).toEqual(orders.map(() => 'settled'));
};
const hotBalance = ({ method, params }: Parameters<Lie>[0]): boolean =>
  method === 'eth_call' && ((params ?? []) as [{ data?: string }?])[0]?.data?.startsWith('0x70a08231') === true;
const word = (raw: bigint): Hex => `0x${raw.toString(16).padStart(64, '0')}`;

it('signs with what is left once the payout before is in a block, and not more than that', async () => {
  const first = await mined();
  const [second, third] = [await one(), await one()];
  await world.signer().tick();
  expect([await isSigned(second), await waits(second)]).toEqual([true, undefined]);
  expect([await isSigned(third), await waits(third)]).toEqual([false, SHORT]);
  await settled([first, second]);
});

it('counts what is not in a block yet', async () => {
  const first = await one();
  await world.signer().tick();
  const [second, third] = [await one(), await one()];
  await world.signer().tick();
  expect([await isSigned(second), await isSigned(third)]).toEqual([true, false]);
  expect(await waits(third)).toEqual(SHORT);
  await settled([first, second]);
});

it('signs nothing more where the first node tells of a balance from before', async () => {
  const first = await mined();
  const [second, third] = [await one(), await one()];
  lie.says = (question) => (hotBalance(question) ? word(2n * EACH) : undefined);
  await world.signer({ providers }).tick();
  expect([await isSigned(second), await isSigned(third)]).toEqual([true, false]);
  expect(await waits(third)).toEqual(SHORT);
  await settled([first, second]);
});

it('waits where a node has not come so far, and goes on with it', async () => {
  const before = await world.anvil.client.getTransactionCount({ address: world.key.address });
  const first = await mined();
  const second = await one();
  lie.says = (question) => {
    if (question.method === 'eth_getTransactionCount') return `0x${before.toString(16)}`;
    return hotBalance(question) ? word(2n * EACH) : undefined;
  };
  await world.signer({ providers }).tick();
  expect([await isSigned(second), await waits(second)]).toEqual([false, SHORT]);
  lie.says = () => undefined;
  await world.signer({ providers }).tick();
  expect([await isSigned(second), await waits(second)]).toEqual([true, undefined]);
  await settled([first, second]);
});

it('counts what a reorganisation takes out of its block while it signs', async () => {
  const first = await mined();
  const [second, third] = [await one(), await one()];
  let reorganised: Promise<void> | undefined;
  const changing = world.providers.map(({ name, client }): ChainProvider => {
    const readContract = async (asked: never) => {
      await (reorganised ??= world.anvil.reorg(1));
      return client.readContract(asked);
    };
    return { name, client: Object.assign(Object.create(client) as typeof client, { readContract }) };
  });
  await world.signer({ providers: changing }).tick();
  expect(await world.received(first)).toBe(0n);
  expect([await isSigned(second), await isSigned(third)]).toEqual([true, false]);
  expect(await waits(third)).toEqual(SHORT);
  // No block has taken the first one for so long that it is sent once more.
  await world.anvil.mine(3);
  await world.signer().tick();
  await settled([first, second]);
});

it('signs on where as many as may wait at a time are in a block', async () => {
  await hotHas(33n * EACH);
  const orders = await world.approve(33);
  const signed = async () => (await Promise.all(orders.map(isSigned))).filter(Boolean).length;
  await world.signer().tick();
  expect(await signed()).toBe(32);
  expect((await Promise.all(orders.map(waits))).flatMap((one) => one?.reason ?? [])).toEqual(['many_open']);
  await world.anvil.mine();
  await world.signer().tick();
  expect(await signed()).toBe(33);
  await settled(orders);
});
