import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LiabilityProof, verifyProof } from '../../../../docs/verify-liabilities.mjs';
import {
  climb,
  decodeNodes,
  encodeNodes,
  leafNode,
  rootOf,
  type StatedCoin,
  type Step,
  stepsFrom,
  type Tile,
  TILE_NODES,
  topOf,
  TreeBuilder,
  type TreeNode,
} from './tree.ts';

const STATED: StatedCoin = { statement_id: '01930000-0000-7000-8000-000000000001', coin: 'USDP', decimals: 2 };
const MADE_AT = new Date('2026-01-31T12:00:00.123Z');

interface Owner {
  readonly owner_id: number;
  readonly balance_minor: bigint;
  readonly nonce: Buffer;
}

/** What docs/verify-liabilities.mjs takes, made of all leaves at once. */
function proofOf(owners: readonly Owner[], index: number, stated = STATED, steps?: readonly Step[]): LiabilityProof {
  const nodes = owners.map((owner) => leafNode(stated, owner));
  const top = topOf(nodes);
  const { owner_id = 0, balance_minor = 0n, nonce = Buffer.of() } = owners[index] ?? {};
  return {
    version: 1,
    statement_id: stated.statement_id,
    made_at: MADE_AT.toISOString(),
    coin_name: stated.coin,
    decimals: stated.decimals,
    owner_id,
    balance: String(balance_minor),
    nonce: nonce.toString('hex'),
    path: (steps ?? stepsFrom(nodes, index)).map(wire),
    sum: String(top.sum),
    count: String(top.count),
    root: rootOf(stated, MADE_AT, top),
  };
}

const wire = ({ side, sum, count, hash }: Step) => ({ side, sum: String(sum), count: String(count), hash: hash.toString('hex') });
const makeOwners = (balances: readonly bigint[]): Owner[] =>
  balances.map((balance_minor, index) => ({ owner_id: 10_000_001 + index, balance_minor, nonce: randomBytes(32) }));

const balances = fc.array(fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), { minLength: 1, maxLength: 40 });

describe('a tree', () => {
  it('proves every leaf of any number of them, with the sum and count of all', async () => {
    await fc.assert(
      fc.asyncProperty(balances, fc.nat(), async (all, at) => {
        const owners = makeOwners(all);
        const proof = proofOf(owners, at % owners.length);
        const proven = await verifyProof(proof, proof.root);
        expect(proven.sum).toBe(String(all.reduce((sum, one) => sum + one, 0n)));
        expect(proven.count).toBe(String(all.length));
        expect(proven.balance).toBe(String(owners[at % owners.length]?.balance_minor));
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 2, 255, 256, 257, 511, 512, 513, 65_536, 65_537])(
    'is the same made of %i leaves in turn as of all at once',
    async (count) => {
      const leaves: TreeNode[] = Array.from({ length: count }, (_, index) => ({
        sum: BigInt(index),
        count: 1n,
        hash: Buffer.alloc(32, index % 251),
      }));
      const tiles: Tile[] = [];
      const builder = new TreeBuilder(async (tile) => void tiles.push(tile));
      for (const leaf of leaves) await builder.add(leaf);
      const top = await builder.end();
      expect(top).toEqual(topOf(leaves));
      expect(top?.count).toBe(BigInt(count));
      // The way up through the tiles leads to the same top.
      for (const index of [0, count - 1, Math.floor(count / 3)]) {
        const through = tiles
          .filter(({ level, position }) => position === Math.floor(index / TILE_NODES ** (level + 1)))
          .sort((one, other) => one.level - other.level)
          .flatMap(({ level, nodes }) => stepsFrom(nodes, Math.floor(index / TILE_NODES ** level) % TILE_NODES));
        const leaf = leaves[index];
        expect(leaf && climb(leaf, through)).toEqual(top);
      }
    },
  );

  it('has no top without leaves', async () => {
    expect(await new TreeBuilder(async () => {}).end()).toBeUndefined();
  });

  it('keeps its nodes as bytes and reads them back', () => {
    const nodes = makeOwners([0n, 1n, (1n << 63n) - 1n]).map((owner) => leafNode(STATED, owner));
    expect(decodeNodes(encodeNodes([...nodes, topOf(nodes)]))).toEqual([...nodes, topOf(nodes)]);
  });

  it.each([-1n, 1n << 128n])('takes no balance of %s', (balance_minor) => {
    expect(() => leafNode(STATED, { owner_id: 1, balance_minor, nonce: randomBytes(32) })).toThrow(RangeError);
  });

  it('is another one when an owner is left out, is there twice, or has less', () => {
    const owners = makeOwners([5n, 7n, 11n]);
    const nodes = owners.map((owner) => leafNode(STATED, owner));
    const [one, two, three] = nodes as [TreeNode, TreeNode, TreeNode];
    const whole = topOf(nodes);
    expect(topOf([one, three])).toMatchObject({ sum: 16n, count: 2n });
    expect(topOf([one, two, three, three])).toMatchObject({ sum: 34n, count: 4n });
    expect(whole).toMatchObject({ sum: 23n, count: 3n });
    const roots = [nodes, [one, three], [one, two, three, three], [three, two, one]].map((set) => rootOf(STATED, MADE_AT, topOf(set)));
    expect(new Set(roots).size).toBe(4);
  });
});

describe('the verifier refuses', () => {
  const owners = makeOwners([1_250n, 300n, 0n, 99_999n, 42n]);
  const good = proofOf(owners, 1);
  const withStep = (index: number, change: object): LiabilityProof => ({
    ...good,
    path: good.path.map((step, at) => (at === index ? { ...step, ...change } : step)),
  });

  it('nothing of a proof that holds', async () => {
    await expect(verifyProof(good, good.root)).resolves.toMatchObject({ balance: '300', sum: '101591', count: '5' });
  });

  const other = proofOf(makeOwners([300n, 1n]), 0);
  const otherCoin = proofOf(owners, 1, { ...STATED, coin: 'CNYT' });
  const otherStatement = proofOf(owners, 1, { ...STATED, statement_id: '01930000-0000-7000-8000-000000000002' });
  it.each<[string, LiabilityProof, string?]>([
    ['a balance that was changed', { ...good, balance: '301' }],
    ['a negative balance', { ...good, balance: '-300' }],
    ['a balance that is no number', { ...good, balance: '3e2' }],
    ['a balance that is too large', { ...good, balance: String(1n << 128n) }],
    ['another owner', { ...good, owner_id: 10_000_001 }],
    ["another owner's proof under one's own name", { ...proofOf(owners, 0), owner_id: 10_000_002 }],
    ["a sibling's sum that was changed", withStep(0, { sum: '1249' })],
    ["a sibling's sum and one's own, exchanged for each other", { ...withStep(0, { sum: '300' }), balance: '1250' }],
    ['a negative sum', withStep(0, { sum: '-1250' })],
    ['a sum that overflows', withStep(0, { sum: String((1n << 128n) - 1n) })],
    ['a count that was changed', withStep(1, { count: '1' })],
    ['a sibling that counts nobody', withStep(1, { count: '0' })],
    ['a count that overflows', withStep(1, { count: String(1n << 64n) })],
    ['another hash', withStep(2, { hash: '0'.repeat(64) })],
    ['a hash that is too short', withStep(2, { hash: '00' })],
    ['a sibling on the other side', withStep(0, { side: 'right' })],
    ['a sibling on no side', withStep(0, { side: 'above' })],
    ['a path that ends too early', { ...good, path: good.path.slice(0, -1) }],
    ['a path that begins too late', { ...good, path: good.path.slice(1) }],
    ['no path', { ...good, path: [] }],
    [
      'a path without an end',
      { ...good, path: Array.from({ length: 65 }, () => good.path[0] ?? { side: 'left', sum: '', count: '', hash: '' }) },
    ],
    ['a sum in all that was changed', { ...good, sum: '1' }],
    ['a count in all that was changed', { ...good, count: '4' }],
    ['another coin', { ...good, coin_name: 'CNYT' }],
    ['other decimals', { ...good, decimals: 4 }],
    ['another statement', { ...good, statement_id: otherStatement.statement_id }],
    ['another time', { ...good, made_at: '2026-01-31T12:00:00.124Z' }],
    ['a time that is none', { ...good, made_at: 'today' }],
    ['another nonce', { ...good, nonce: '1'.repeat(64) }],
    ['another version', { ...good, version: 2 }],
    ['the root of other balances', good, other.root],
    ['the root of another coin', good, otherCoin.root],
    ['the root of another statement', good, otherStatement.root],
    ["a root that is the proof's own and not the published one", otherCoin, good.root],
  ])('%s', async (_, proof, root = good.root) => {
    await expect(verifyProof(proof, root)).rejects.toThrow();
    // Telling the forged root in the proof itself helps nobody.
    await expect(verifyProof({ ...proof, root: good.root }, root)).rejects.toThrow();
  });

  it('a node above leaves that is given out as a leaf', async () => {
    const nodes = owners.slice(0, 2).map((owner) => leafNode(STATED, owner));
    const top = topOf(nodes);
    const sum = String(top.sum);
    const posing: LiabilityProof = { ...proofOf(owners, 0), balance: sum, nonce: top.hash.toString('hex'), path: [], sum, count: '1' };
    await expect(verifyProof(posing, rootOf(STATED, MADE_AT, top))).rejects.toThrow('does not lead to this root');
  });

  // The flaw of the tree as it was first proposed: only the total of a pair was hashed, so that each side could be shown another split.
  it('a pair whose sums are split otherwise with the same total', async () => {
    const [step] = good.path;
    const split = { ...withStep(0, { sum: String(BigInt(step?.sum ?? 0) + 100n) }), balance: '200' };
    await expect(verifyProof(split, good.root)).rejects.toThrow('does not lead to this root');
  });
});
