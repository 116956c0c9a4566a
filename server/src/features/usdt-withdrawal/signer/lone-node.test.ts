import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { type ChainProvider, providersOf } from '../../../platform/chain/providers.ts';
import { type Lie, startLyingNode } from '../../chain-deposit/testing/lying-node.ts';
import { EACH, signingWorld, type SigningWorld } from '../testing/signing.ts';

/** Of two nodes one lies, and the other does not answer. */
let world: SigningWorld;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
let alone: readonly ChainProvider[];
let both: readonly ChainProvider[];
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
  liar = await startLyingNode(world.anvil.url, lie);
  alone = providersOf([liar.url, 'http://127.0.0.1:1']);
  both = providersOf([liar.url, world.anvil.url]);
});
afterAll(async () => {
  await Promise.all([liar.stop(), world.close()]);
});
beforeEach(() => {
  lie.says = () => undefined;
});

const noncesOf = async ({ serial_number }: ReviewOrder): Promise<bigint[]> => {
  const rows = await world.app.sql<{ nonce: bigint }>('select nonce from chain_tx where serial_number = $1', [serial_number]);
  return rows.map(({ nonce }) => BigInt(nonce));
};
const one = async (): Promise<ReviewOrder> => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  return order;
};
const settled = async (order: ReviewOrder): Promise<void> => {
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
};

it('takes no nonce far ahead on the word of one node: nothing behind it would ever be mined', async () => {
  const order = await one();
  lie.says = ({ method }) => (method === 'eth_getTransactionCount' ? '0x3e8' : undefined);
  await world.signer({ providers: alone }).tick();
  await world.signer({ providers: alone }).tick();
  expect(await noncesOf(order)).toEqual([]);
  const { client } = world.anvil;
  const mined = BigInt(await client.getTransactionCount({ address: world.key.address }));
  await world.signer({ providers: both }).tick();
  expect(await noncesOf(order)).toEqual([mined]);
  await settled(order);
});

it('goes on paying while one node alone answers and nothing hangs on what it says', async () => {
  const order = await one();
  await world.signer({ providers: alone }).tick();
  expect(await noncesOf(order)).toHaveLength(1);
  await settled(order);
});

it('pays nothing a second time because one node says that the first has come to nothing', async () => {
  const order = await one();
  await world.signer().tick();
  await world.anvil.mine(4);
  // The database is put back to before it was signed; the chain and the journal are not.
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  lie.says = ({ method }) => (method === 'eth_getTransactionReceipt' ? null : undefined);
  await world.signer({ providers: alone }).tick();
  await world.anvil.mine(4);
  expect(await noncesOf(order)).toEqual([]);
  expect(await world.received(order)).toBe(EACH);
});
