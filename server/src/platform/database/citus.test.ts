import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onCluster } from '../testing/citus.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { distribute, withoutSelects } from './citus.ts';
import { Database } from './database.ts';
import { DISTRIBUTION, isOnNodes } from './distribution.ts';
import type { Tx } from './tx.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const answer = async (text: string): Promise<unknown> => Object.values((await owner.query(text)).rows[0] ?? {})[0];

describe.skipIf(onCluster)('one PostgreSQL', () => {
  it('is not distributed, and says so to its functions', async () => {
    await expect(distribute(database.url)).rejects.toThrow('DATABASE_URL: is no coordinator of Citus');
    expect(await answer('select ledger.is_distributed()')).toBe(false);
  });

  it('has policies with sub-selects, none of which is left where they are simplified', async () => {
    const { rows } = await owner.query<{ qual: string | null; with_check: string | null }>(
      `select qual, with_check from pg_policies where schemaname in ('public', 'ledger')`,
    );
    const expressions = rows.flatMap(({ qual, with_check }) => [qual, with_check]).filter((one) => one !== null);
    expect(expressions.some((one) => one.includes('SELECT'))).toBe(true);
    for (const one of expressions) expect(withoutSelects(one)).not.toContain('SELECT');
  });
});

/** Two owners of whom each lies on another node. */
async function ownersOnTwoNodes(): Promise<readonly [number, number]> {
  const { rows } = await owner.query<{ owner_id: number }>(
    `select min(id)::integer as owner_id
     from generate_series(10000001, 10000050) as id
     join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('merchant', id::bigint)
     group by p.nodename, p.nodeport order by 1`,
  );
  const [first, second] = rows.map(({ owner_id }) => owner_id);
  if (first === undefined || second === undefined) throw new Error('all owners lie on one node');
  return [first, second];
}

describe.runIf(onCluster)('a cluster', () => {
  it('has every table where it is said that it lies', async () => {
    const { rows } = await owner.query<{ name: string; way: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name, case p.partmethod when 'h' then 'owner' else 'everywhere' end as way
       from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
       where p.partmethod = 'h' or p.repmodel = 't'`,
    );
    const expected = Object.entries(DISTRIBUTION).filter(([name]) => isOnNodes(name));
    expect(Object.fromEntries(rows.map(({ name, way }) => [name, way]))).toEqual(
      Object.fromEntries(expected.map(([name, { group }]) => [name, group === 'reference' ? 'everywhere' : 'owner'])),
    );
  });

  it('lets staff delete nothing from tables that every node has', async () => {
    const staff = new pg.Client({ connectionString: database.url, options: '-c role=purser_operator' });
    await staff.connect();
    try {
      for (const table of ['coin_network', 'content_text', 'coin', 'market']) {
        const before = await answer(`select count(*) from ${table}`);
        const deleted = await staff.query(`delete from ${table}`).catch(({ code }: pg.DatabaseError) => code);
        expect(deleted === '42501' || (typeof deleted !== 'string' && deleted?.rowCount === 0), table).toBe(true);
        expect(await answer(`select count(*) from ${table}`), table).toBe(before);
      }
    } finally {
      await staff.end();
    }
  });

  it('ends a wait in a circle over two nodes: one of the transactions is run again', async () => {
    const db = new Database({ url: database.url, connections: 2 });
    try {
      const owners = await ownersOnTwoNodes();
      for (const ownerId of owners) {
        await owner.query(`insert into merchant (merchant_id, name, username, password_hash) values ($1::bigint, '-', $2, '')`, [
          ownerId,
          `m${ownerId}`,
        ]);
      }
      const lock = (tx: Tx, ownerId: number) => tx.query(`select from merchant where merchant_id = ${ownerId} for no key update`);
      const both = Promise.withResolvers<void>();
      let attempts = 0;
      const run = ([first, second]: readonly [number, number]) =>
        db.systemTransaction(async (tx) => {
          await lock(tx, first);
          attempts += 1;
          if (attempts === 2) both.resolve();
          await both.promise;
          await lock(tx, second);
        });
      await Promise.all([run(owners), run([owners[1], owners[0]])]);
      expect(attempts).toBe(3);
    } finally {
      await db.close();
    }
  });

  it('is distributed once, and says so to its functions', async () => {
    expect((await distribute(database.url)).distributed).toEqual([]);
    expect(await answer('select ledger.is_distributed()')).toBe(true);
  });
});

it('spells an expression out without its sub-selects', () => {
  expect(withoutSelects(`(( SELECT scope() AS scope) = 'system'::text)`)).toBe(`(scope() = 'system'::text)`);
  expect(withoutSelects(`(( SELECT ( SELECT scope() AS scope) AS current_setting) IS NOT NULL)`)).toBe('(scope() IS NOT NULL)');
  expect(withoutSelects(`(owner_id = ( SELECT (NULLIF(( SELECT scope() AS scope), 'system'::text))::bigint AS "nullif"))`)).toBe(
    `(owner_id = (NULLIF(scope(), 'system'::text))::bigint)`,
  );
});
