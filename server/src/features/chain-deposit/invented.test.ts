import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { type Lie, startLyingNode } from './testing/lying-node.ts';

let world: DepositWorld;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await makeDepositWorld();
  liar = await startLyingNode(world.anvil.url, lie);
});
afterAll(async () => {
  await Promise.all([liar.stop(), world.close()]);
});

const CREDITED = 354_290n;

it('what one node has made up in a block that is there stops nothing once two nodes say by that block’s hash that it has none of it', async () => {
  const { anvil, token } = world;
  const [{ merchant, address }, other] = [await world.makeDepositor(), await world.makeDepositor()];
  const [sender = '0x'] = anvil.accounts;
  const txid = await anvil.mint(token, sender, 500_000_000n);
  const [log] = (await anvil.client.getTransactionReceipt({ hash: txid })).logs;
  const to = `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
  const made = { ...log, transactionHash: `0x${'ab'.repeat(32)}`, topics: [log?.topics[0], log?.topics[1], to] };
  const forged = JSON.parse(
    JSON.stringify(made, (_, value) => (typeof value === 'bigint' || typeof value === 'number' ? `0x${value.toString(16)}` : value)),
  );
  lie.says = ({ method, params }) =>
    method === 'eth_getLogs' && JSON.stringify(params).includes(String(log?.blockHash)) ? [forged] : undefined;
  await world.look([liar.url, anvil.url]);
  expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming' }]);
  await anvil.mint(token, other.address, 500_000_000n);
  await anvil.mine(4);
  // While the one that has made it up is asked, nothing goes on.
  await expect(world.look([liar.url, anvil.url])).rejects.toThrow('transfer_missing');
  lie.says = () => undefined;
  await world.look();
  expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'orphaned' }]);
  expect(await world.balanceOf(merchant)).toBe(0n);
  expect(await world.balanceOf(other.merchant)).toBe(CREDITED);
});
