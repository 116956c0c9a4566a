import { createHash } from 'node:crypto';

/**
 * A Merkle-sum tree over balances in one coin. Each node has the sum and the count of the leaves below it, and hashes both halves with the sum and
 * count of each (Hu, Zhang, Guo: "Breaking the Binding", eprint 2018/1139). Leaves, nodes and roots are hashed under tags of their own, whole
 * numbers in fixed widths. The last node of an odd level goes up as it is, and is never paired with itself. ADR 0058 tells the whole.
 */
const [LEAF, NODE, ROOT] = [Buffer.of(0), Buffer.of(1), Buffer.of(2)];
const SUM_BYTES = 16;
const COUNT_BYTES = 8;
const HASH_BYTES = 32;
const NODE_BYTES = SUM_BYTES + COUNT_BYTES + HASH_BYTES;
/** Every eighth level of a tree is kept, in tiles of so many nodes. */
export const TILE_NODES = 256;

export interface TreeNode {
  /** In minor units. */
  readonly sum: bigint;
  readonly count: bigint;
  readonly hash: Buffer;
}

/** What a tree is about: part of every leaf and of the root, so that neither stands for another statement or coin. */
export interface StatedCoin {
  /** A UUID. */
  readonly statement_id: string;
  readonly coin: string;
  readonly decimals: number;
}

export interface Leaf {
  readonly owner_id: number;
  readonly balance_minor: bigint;
  /** 32 bytes that only the owner is told. */
  readonly nonce: Buffer;
}

/** The other half on the way up. */
export interface Step extends TreeNode {
  readonly side: 'left' | 'right';
}

/** Up to 256 nodes of a kept level; `level` counts kept levels, `position` tiles within one. */
export interface Tile {
  readonly level: number;
  readonly position: number;
  readonly nodes: readonly TreeNode[];
}

export function leafNode(stated: StatedCoin, { owner_id, balance_minor, nonce }: Leaf): TreeNode {
  const hash = sha256(LEAF, headOf(stated), integer(BigInt(owner_id), 8), integer(balance_minor, SUM_BYTES), nonce);
  return { sum: balance_minor, count: 1n, hash };
}

/** What is published of a tree, given the node at its top. */
export function rootOf(stated: StatedCoin, madeAt: Date, top: TreeNode): string {
  return sha256(ROOT, headOf(stated), integer(BigInt(madeAt.getTime()), 8), nodeBytes(top)).toString('hex');
}

function parentOf(left: TreeNode, right: TreeNode): TreeNode {
  return {
    sum: left.sum + right.sum,
    count: left.count + right.count,
    hash: sha256(NODE, nodeBytes(left), nodeBytes(right)),
  };
}

function levelAbove(nodes: readonly TreeNode[]): TreeNode[] {
  const above: TreeNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at], nodes[at + 1]];
    if (left) above.push(right ? parentOf(left, right) : left);
  }
  return above;
}

/** The node above all of these, of which there is at least one. */
export function topOf(nodes: readonly TreeNode[]): TreeNode {
  let level = nodes;
  while (level.length > 1) level = levelAbove(level);
  const [top] = level;
  if (!top) throw new RangeError('there is nothing above no nodes');
  return top;
}

/** The way from one of these nodes to the node above all of them. */
export function stepsFrom(nodes: readonly TreeNode[], index: number): Step[] {
  const steps: Step[] = [];
  let [level, at] = [nodes, index];
  while (level.length > 1) {
    const other = level[at ^ 1];
    if (other) steps.push({ side: at % 2 === 0 ? 'right' : 'left', ...other });
    level = levelAbove(level);
    at >>= 1;
  }
  return steps;
}

/** What a node and the other halves on its way up come to. */
export function climb(node: TreeNode, steps: readonly Step[]): TreeNode {
  return steps.reduce((below, step) => (step.side === 'left' ? parentOf(step, below) : parentOf(below, step)), node);
}

/** Makes a tree of leaves that come one after another. Holds one tile of each kept level, however many leaves there are. */
export class TreeBuilder {
  readonly #keep: (tile: Tile) => Promise<void>;
  readonly #levels: { nodes: TreeNode[]; tiles: number }[] = [];

  /** @param keep is given each tile once, those of a level in their order */
  constructor(keep: (tile: Tile) => Promise<void>) {
    this.#keep = keep;
  }

  add(leaf: TreeNode): Promise<void> {
    return this.#add(0, leaf);
  }

  /** The node at the top; undefined where there was no leaf. */
  async end(): Promise<TreeNode | undefined> {
    for (let level = 0; ; level += 1) {
      const own = this.#levels[level];
      if (!own) return undefined;
      if (own.tiles === 0) {
        const top = topOf(own.nodes);
        await this.#keep({ level, position: 0, nodes: own.nodes });
        return top;
      }
      if (own.nodes.length > 0) await this.#close(level, own);
    }
  }

  async #add(level: number, node: TreeNode): Promise<void> {
    const own = (this.#levels[level] ??= { nodes: [], tiles: 0 });
    own.nodes.push(node);
    if (own.nodes.length === TILE_NODES) await this.#close(level, own);
  }

  async #close(level: number, own: { nodes: TreeNode[]; tiles: number }): Promise<void> {
    const { nodes, tiles } = own;
    own.nodes = [];
    own.tiles += 1;
    await this.#keep({ level, position: tiles, nodes });
    await this.#add(level + 1, topOf(nodes));
  }
}

function headOf({ statement_id, coin, decimals }: StatedCoin): Buffer {
  const name = Buffer.from(coin, 'utf8');
  return Buffer.concat([Buffer.from(statement_id.replaceAll('-', ''), 'hex'), Buffer.of(name.length), name, Buffer.of(decimals)]);
}

/** A whole number in a fixed width, the highest byte first; what is negative or does not fit is an error. */
function integer(value: bigint, size: number): Buffer {
  if (value < 0n || value >> BigInt(size * 8) !== 0n) throw new RangeError(`${value} does not fit into ${size} bytes`);
  return Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex');
}

function nodeBytes({ sum, count, hash }: TreeNode): Buffer {
  return Buffer.concat([integer(sum, SUM_BYTES), integer(count, COUNT_BYTES), hash]);
}

export function encodeNodes(nodes: readonly TreeNode[]): Buffer {
  return Buffer.concat(nodes.map(nodeBytes));
}

export function decodeNodes(bytes: Buffer): TreeNode[] {
  const number = (from: number, size: number): bigint => BigInt(`0x${bytes.toString('hex', from, from + size)}`);
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, index) => {
    const at = index * NODE_BYTES;
    const hashAt = at + SUM_BYTES + COUNT_BYTES;
    return { sum: number(at, SUM_BYTES), count: number(at + SUM_BYTES, COUNT_BYTES), hash: bytes.subarray(hashAt, hashAt + HASH_BYTES) };
  });
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
