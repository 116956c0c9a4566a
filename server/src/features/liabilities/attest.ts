import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { reservesOf } from '../../domain/reserves.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import { nonceOf, ORDER_KEY, orderSalt } from './leaf-secrets.ts';
import { fingerprint, KEPT_STATEMENTS, newestStatements, signStated, type Stated } from './statement.ts';
import { encodeNodes, leafNode, rootOf, type StatedCoin, type Tile, TreeBuilder } from './tree.ts';

/** Rows that are held at a time. */
const FETCHED = 4_096;
const LOCK = 'liability_statement';

/**
 * States what is owed to every merchant and wallet user as of one moment, keeps the trees that prove it of each, and publishes the statement.
 * The snapshot is held for as long as it takes to read the accounts; what follows works on a copy that PostgreSQL keeps aside.
 *
 * @param client a connection of the tables' owner, outside of a transaction; numbers come as texts
 * @throws when the balances do not sum to what `reservesOf` says is owed: nothing is published then
 */
export async function attest(client: pg.ClientBase, secrets: Secrets): Promise<Stated> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [LOCK]);
  if (!rows[0]?.taken) throw new Error('another statement of liabilities is being made');
  const statement_id = uuidv7();
  try {
    // Of one that was broken off nothing was published.
    await client.query('delete from liability_tile where statement_id not in (select statement_id from liability_statement)');
    const { made_at, entries, owed, cleared } = await readSnapshot(client, orderSalt(secrets, statement_id));
    const coins = await plantTrees(client, secrets, statement_id, made_at);
    insistOnSums(coins, owed, cleared);
    const [previous] = await newestStatements(client, 1);
    const stated: Stated = {
      version: 1,
      statement_id,
      made_at: made_at.toISOString(),
      previous: previous ? fingerprint(previous) : null,
      entries,
      coins,
    };
    await publish(client, stated, secrets);
    return stated;
  } catch (error) {
    await client.query('rollback');
    await client.query('delete from liability_tile where statement_id = $1', [statement_id]);
    throw error;
  } finally {
    await client.query('close all');
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [LOCK]);
  }
}

interface Snapshot {
  readonly made_at: Date;
  readonly entries: string;
  /** What is owed in each coin, by the provider's own accounts. */
  readonly owed: ReadonlyMap<string, bigint>;
  /** What of it is between two groups of shards, and no owner's balance yet. */
  readonly cleared: ReadonlyMap<string, bigint>;
}

/** Everything as of one moment. Leaves a cursor over all leaves, in their order. */
async function readSnapshot(client: pg.ClientBase, salt: Buffer): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only');
  await client.query(`set local purser.owner_id = 'system'; set local work_mem = '64MB'; set local statement_timeout = 0`);
  const { rows } = await client.query<{ made_at: Date; entries: string }>(
    `select date_trunc('milliseconds', now()) as made_at, coalesce(sum(version), 0)::text as entries from ledger.account`,
  );
  const [first] = rows;
  if (!first) throw new Error('a sum over no accounts is a row as well');
  const owed = new Map((await reservesOf(client)).map(({ coin, owed_minor }) => [coin, owed_minor]));
  const { rows: clearing } = await client.query<{ coin: string; amount: string }>(
    `select coin, sum(available::numeric)::text as amount from ledger.account
     where ledger.is_provider(owner_id) and purpose = 'clearing' group by coin`,
  );
  const cleared = new Map(clearing.map(({ coin, amount }) => [coin, BigInt(amount)]));
  await client.query(
    `declare liability_leaf no scroll cursor with hold for
       select a.coin, c.decimals, a.owner_id::text, ${ORDER_KEY} as key, sum(a.available::numeric + a.frozen + a.pending)::text as balance
       from ledger.account a join coin c on c.code = a.coin where not ledger.is_provider(a.owner_id)
       group by a.coin, c.decimals, a.owner_id order by a.coin collate "C", key`,
    [salt],
  );
  // Here the rows are read and put aside, and the snapshot ends.
  await client.query('commit');
  return { ...first, owed, cleared };
}

interface LeafRow {
  readonly coin: string;
  readonly decimals: number;
  readonly owner_id: string;
  readonly key: Buffer;
  readonly balance: string;
}

/** Reads the leaves once, from beginning to end, and keeps the tiles of one tree after another. */
async function plantTrees(client: pg.ClientBase, secrets: Secrets, statement_id: string, madeAt: Date): Promise<Stated['coins']> {
  const coins: Stated['coins'] = [];
  let tree: Tree | undefined;
  const end = async (): Promise<void> => {
    if (tree) coins.push(await tree.end(madeAt));
  };
  for (;;) {
    const { rows } = await client.query<LeafRow>(`fetch ${FETCHED} from liability_leaf`);
    for (const row of rows) {
      if (row.coin !== tree?.stated.coin) {
        await end();
        tree = new Tree(client, secrets, { statement_id, coin: row.coin, decimals: row.decimals });
      }
      await tree.add(row);
    }
    if (rows.length < FETCHED) break;
  }
  await end();
  return coins;
}

/** What the leaves of a tree are ordered by is so long. */
const KEY_BYTES = 16;

/** The tree of one coin, on its way into the database. */
class Tree {
  readonly stated: StatedCoin;
  readonly #client: pg.ClientBase;
  readonly #secrets: Secrets;
  readonly #builder: TreeBuilder;
  #keys: Buffer[] = [];
  #tiles: (Tile & { readonly keys: Buffer | null })[] = [];

  constructor(client: pg.ClientBase, secrets: Secrets, stated: StatedCoin) {
    this.stated = stated;
    this.#client = client;
    this.#secrets = secrets;
    this.#builder = new TreeBuilder((tile) => this.#keep(tile));
  }

  add({ owner_id, balance, key }: LeafRow): Promise<void> {
    const owner = Number(owner_id);
    const nonce = nonceOf(this.#secrets, this.stated, owner);
    this.#keys.push(key);
    return this.#builder.add(leafNode(this.stated, { owner_id: owner, balance_minor: BigInt(balance), nonce }));
  }

  async end(madeAt: Date): Promise<Stated['coins'][number]> {
    const top = await this.#builder.end();
    if (!top) throw new Error('a tree has a leaf');
    await this.#write();
    const { coin, decimals } = this.stated;
    return { coin_name: coin, decimals, sum: String(top.sum), count: String(top.count), root: rootOf(this.stated, madeAt, top) };
  }

  async #keep(tile: Tile): Promise<void> {
    const keys = tile.level === 0 ? Buffer.concat(this.#keys) : null;
    if (keys) this.#keys = [];
    this.#tiles.push({ ...tile, keys });
    if (this.#tiles.length === 16) await this.#write();
  }

  async #write(): Promise<void> {
    const tiles = this.#tiles;
    this.#tiles = [];
    const rows = tiles.map(({ level, position, keys, nodes }) => [
      level,
      position,
      keys,
      keys?.subarray(0, KEY_BYTES) ?? null,
      encodeNodes(nodes),
    ]);
    let bound = 2;
    const values = rows.map((row) => `($1, $2, ${row.map(() => `$${(bound += 1)}`).join(', ')})`);
    // As values: on several nodes a role that row level security binds inserts nothing that is selected from an array.
    await this.#client.query(
      `insert into liability_tile (statement_id, coin, level, position, keys, first_key, nodes) values ${values.join(', ')}`,
      [this.stated.statement_id, this.stated.coin, ...rows.flat()],
    );
  }
}

/** The balances, one by one, and what is on its way between two of them must come to what the provider's own accounts say that is owed. */
function insistOnSums(coins: Stated['coins'], owed: Snapshot['owed'], cleared: Snapshot['cleared']): void {
  const sums = new Map(coins.map(({ coin_name, sum }) => [coin_name, BigInt(sum)]));
  for (const coin of new Set([...owed.keys(), ...sums.keys()])) {
    const [sum, due] = [(sums.get(coin) ?? 0n) + (cleared.get(coin) ?? 0n), owed.get(coin) ?? 0n];
    if (sum !== due) throw new Error(`the balances in ${coin} come to ${sum} minor units, and ${due} are owed: verify the ledger`);
  }
}

/** From here on everybody sees it. Trees of statements that are no longer among the newest go. */
async function publish(client: pg.ClientBase, stated: Stated, secrets: Secrets): Promise<void> {
  const { statement, signature, public_key } = signStated(stated, secrets);
  await client.query('begin');
  await client.query(
    'insert into liability_statement (statement_id, made_at, statement, signature, public_key) values ($1, $2, $3, $4, $5)',
    [stated.statement_id, stated.made_at, statement, signature, public_key],
  );
  await client.query(
    `with old as (
       update liability_statement set has_proofs = false
       where has_proofs and statement_id not in
         (select statement_id from liability_statement order by made_at desc, statement_id desc limit ${KEPT_STATEMENTS})
       returning statement_id
     )
     delete from liability_tile where owner_id = 1 and statement_id in (select statement_id from old)`,
  );
  await client.query('commit');
}
