import type { LiabilityProof, LiabilityProofs } from '@purser/contract/features/liabilities';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { nonceOf, orderKey, orderSalt, placeOf } from './leaf-secrets.ts';
import { keptStatements, openStated, type Stated, statementWithProofs, toWire } from './statement.ts';
import { climb, decodeNodes, leafNode, rootOf, type StatedCoin, stepsFrom, TILE_NODES, type TreeNode } from './tree.ts';

/** Kept levels above the leaves: with three there may be four billion leaves. */
const LEVELS_ABOVE = 3;

type CoinStated = Stated['coins'][number];

/** An owner's leaf tile in a coin. */
interface LeafTile {
  readonly coin: string;
  readonly position: number;
  readonly keys: Buffer;
  readonly nodes: Buffer;
}

interface TileAbove extends Omit<LeafTile, 'keys'> {
  readonly level: number;
}

/**
 * Proofs that an owner's balances are in a statement, one for each coin that the owner has an account in. Tiles are the provider's and are read as
 * the system; what leaves is the owner's own leaf and the way up, on which others are sums.
 */
export async function proofsOf({ db, secrets }: Platform, ownerId: number, statementId?: string): Promise<LiabilityProofs> {
  return db.systemSnapshot(async (tx) => {
    const row = await statementWithProofs(tx, statementId);
    if (!row && statementId !== undefined) throw refuse('liability_statement_unknown');
    if (!row) return { statement: null, proofs: [], kept: [] };
    const stated = openStated(row);
    const salt = orderSalt(secrets, stated.statement_id);
    const keys = new Map(stated.coins.map(({ coin_name }) => [coin_name, orderKey(salt, ownerId, coin_name)]));
    const found = (await leafTiles(tx, stated.statement_id, keys)).flatMap((tile) => {
      const place = placeOf(keys.get(tile.coin) ?? Buffer.of(), tile.keys);
      return place === undefined ? [] : [{ ...tile, place }];
    });
    const above = await tilesAbove(tx, stated.statement_id, found);
    const proofs = stated.coins.flatMap((coin) => {
      const own = found.find((tile) => tile.coin === coin.coin_name);
      if (!own) return [];
      const aboveIt = above.filter((tile) => tile.coin === coin.coin_name).map(({ nodes }) => decodeNodes(nodes));
      const subject = { statement_id: stated.statement_id, coin: coin.coin_name, decimals: coin.decimals };
      const nonce = nonceOf(secrets, subject, ownerId);
      return [proofFrom({ stated, coin, subject, ownerId, nonce }, own, [decodeNodes(own.nodes), ...aboveIt])];
    });
    return { statement: toWire(row), proofs, kept: await keptStatements(tx) };
  });
}

interface Proven {
  readonly stated: Stated;
  readonly coin: CoinStated;
  readonly subject: StatedCoin;
  readonly ownerId: number;
  readonly nonce: Buffer;
}

/** @param tiles those on the way up, the one with the leaf first */
function proofFrom(
  { stated, coin, subject, ownerId, nonce }: Proven,
  { place, position }: LeafTile & { readonly place: number },
  tiles: readonly (readonly TreeNode[])[],
): LiabilityProof {
  const places = [place, ...Array.from({ length: LEVELS_ABOVE }, (_, level) => Math.floor(position / TILE_NODES ** level) % TILE_NODES)];
  const steps = tiles.flatMap((nodes, level) => stepsFrom(nodes, places[level] ?? 0));
  const leaf = tiles[0]?.[place];
  const intact = leaf && leafNode(subject, { owner_id: ownerId, balance_minor: leaf.sum, nonce }).hash.equals(leaf.hash);
  if (!intact || rootOf(subject, new Date(stated.made_at), climb(leaf, steps)) !== coin.root) {
    throw new Error(`the tree of statement ${stated.statement_id} in ${coin.coin_name} is not what was stated`);
  }
  return {
    version: 1,
    statement_id: stated.statement_id,
    made_at: stated.made_at,
    coin_name: coin.coin_name,
    decimals: coin.decimals,
    owner_id: ownerId,
    balance: String(leaf.sum),
    nonce: nonce.toString('hex'),
    path: steps.map(({ side, sum, count, hash }) => ({ side, sum: String(sum), count: String(count), hash: hash.toString('hex') })),
    sum: coin.sum,
    count: coin.count,
    root: coin.root,
  };
}

/** In each coin the one tile that has an owner's leaf, if any has. */
async function leafTiles(tx: Tx, statementId: string, keys: ReadonlyMap<string, Buffer>): Promise<LeafTile[]> {
  const { rows } = await tx.query<LeafTile>(
    `select asked.coin, tile.position, tile.keys, tile.nodes from unnest($2::text[], $3::bytea[]) as asked (coin, key)
     cross join lateral (
       select position, keys, nodes from liability_tile
       where owner_id = 1 and statement_id = $1 and coin = asked.coin and level = 0 and first_key <= asked.key
       order by first_key desc limit 1
     ) tile`,
    [statementId, [...keys.keys()], [...keys.values()]],
  );
  return rows;
}

/** The tiles above those of leaves, the lower first. */
async function tilesAbove(tx: Tx, statementId: string, leaves: readonly LeafTile[]): Promise<TileAbove[]> {
  const asked = leaves.flatMap(({ coin, position }) =>
    Array.from({ length: LEVELS_ABOVE }, (_, index) => ({
      coin,
      level: index + 1,
      position: Math.floor(position / TILE_NODES ** (index + 1)),
    })),
  );
  const { rows } = await tx.query<TileAbove>(
    `select tile.coin, tile.level, tile.position, tile.nodes from liability_tile tile
     join unnest($2::text[], $3::smallint[], $4::integer[]) as asked (coin, level, position)
       on tile.coin = asked.coin and tile.level = asked.level and tile.position = asked.position
     where tile.owner_id = 1 and tile.statement_id = $1 order by tile.level`,
    [statementId, asked.map(({ coin }) => coin), asked.map(({ level }) => level), asked.map(({ position }) => position)],
  );
  return rows;
}
