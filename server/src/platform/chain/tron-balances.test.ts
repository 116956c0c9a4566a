import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTron, type Tron } from './testing/tron.ts';
import { solidBalanceAt } from './tron-balances.ts';
import { type TronNode, type TronProvider, tronProvidersOf } from './tron-node.ts';

let tron: Tron;
let provider: TronProvider;
let token: Hex;
beforeAll(async () => {
  tron = await startTron();
  token = await tron.anvil.deployToken(6);
  const [first] = tronProvidersOf(tron.endpoints);
  if (!first) throw new Error('there is a node');
  provider = first;
});
afterAll(() => tron.stop());
beforeEach(() => {
  tron.nodes[0].behind = 0;
});

const newAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;
/** Solidifies everything that has been done, and says up to which block. */
const solidify = async (): Promise<bigint> => {
  await tron.mine(4);
  return (await provider.node.newest('walletsolidity')).number;
};
const give = async (to: Hex, raw: bigint) => tron.anvil.mint(token, to, raw);
const move = async (from: Hex, to: Hex, raw: bigint) => {
  const { client } = tron.anvil;
  await client.impersonateAccount({ address: from });
  await client.setBalance({ address: from, value: 10n ** 20n });
  const data: Hex = `0xa9059cbb${to.slice(2).padStart(64, '0')}${raw.toString(16).padStart(64, '0')}`;
  await client.sendTransaction({ account: from, to: token, data, chain: null });
};
/** The same node, at which something is done each time that a balance is about to be asked for. */
const meanwhile = (act: (address: Hex) => Promise<void>): TronProvider => {
  const { node } = provider;
  const tokensOf: TronNode['tokensOf'] = async (of, address, part) => {
    const balance = await node.tokensOf(of, address, part);
    await act(address);
    return balance;
  };
  return { ...provider, node: { newest: node.newest.bind(node), tokensOf } as unknown as TronNode };
};

it('tells what addresses had at a block, whatever moved after it, of as many as there are', async () => {
  const ours = Array.from({ length: 70 }, newAddress);
  const [one = '0x', other = '0x', last = '0x'] = [ours[0], ours[40], ours[69]] as Hex[];
  const stranger = newAddress();
  await give(one, 100n);
  await give(last, 7n);
  await give(stranger, 1_000n);
  const block = await solidify();
  expect(await solidBalanceAt(provider, token, ours, block)).toBe(107n);
  // In, out and between two of ours, in blocks of their own.
  await move(one, other, 30n);
  await tron.mine();
  await move(one, stranger, 20n);
  await give(last, 5n);
  await tron.mine(25);
  await move(other, stranger, 1n);
  const later = await solidify();
  expect(await solidBalanceAt(provider, token, ours, block)).toBe(107n);
  expect(await solidBalanceAt(provider, token, [one], block)).toBe(100n);
  expect(await solidBalanceAt(provider, token, [other, last], block)).toBe(7n);
  expect(await solidBalanceAt(provider, token, ours, later)).toBe(91n);
});

it('counts nothing that is not solidified', async () => {
  const ours = newAddress();
  await give(ours, 40n);
  const block = await solidify();
  await give(ours, 2n);
  await tron.mine();
  expect(await tron.anvil.balanceOf(token, ours)).toBe(42n);
  expect(await solidBalanceAt(provider, token, [ours], block)).toBe(40n);
});

it('reads again what moved while it was read', async () => {
  const [ours, second] = [newAddress(), newAddress()];
  await give(ours, 40n);
  await give(second, 3n);
  const block = await solidify();
  let asked = 0;
  const moving = meanwhile(async (address) => {
    if (address !== ours) return;
    asked += 1;
    if (asked > 2) return;
    await give(ours, 10n);
    await solidify();
  });
  expect(await solidBalanceAt(moving, token, [ours, second], block)).toBe(43n);
  expect(asked).toBe(3);
});

it('gives up on what moves each time, on a node that is behind the block, and on a block that is long ago', async () => {
  const ours = newAddress();
  const block = await solidify();
  let asked = 0;
  const moving = meanwhile(async () => {
    asked += 1;
    await give(ours, 1n);
    await solidify();
  });
  await expect(solidBalanceAt(moving, token, [ours], block)).rejects.toThrow('changed each time they were read');
  expect(asked).toBe(5);
  const newest = await solidify();
  tron.nodes[0].behind = 1;
  await expect(solidBalanceAt(provider, token, [ours], newest)).rejects.toThrow(`has not solidified block ${newest} yet`);
  tron.nodes[0].behind = 0;
  await tron.mine(2_001);
  await expect(solidBalanceAt(provider, token, [ours], newest)).rejects.toThrow(/block \d+ is 20\d\d blocks behind/);
});
