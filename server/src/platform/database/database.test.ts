import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database, isDatabaseAway } from './database.ts';
import { failStatements } from './testing/failing-statements.ts';
import { onCluster } from '../testing/citus.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  db = new Database({ url: database.url, connections: 2, applicationName: 'purser-database-test' });
  await owner.query(
    `insert into merchant (merchant_id, name, username, password_hash) values (10000001, 'A', 'a', ''), (10000002, 'B', 'b', '')`,
  );
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

const terminate = (pid: number) => owner.query('select pg_terminate_backend($1::integer)', [pid]);

describe('scope', () => {
  it('shows a scoped transaction its owner only, and the next one on the same connection nothing of it', async () => {
    const names = (ownerId: number) => db.scoped(ownerId, (tx) => tx.selectFrom('merchant').select('name').execute());
    expect(await names(10_000_001)).toEqual([{ name: 'A' }]);
    expect(await names(10_000_002)).toEqual([{ name: 'B' }]);
    expect(await names(99)).toEqual([]);
    await db.scoped(10_000_001, async (client) => {
      expect((await client.query('select name from merchant')).rows).toEqual([{ name: 'A' }]);
    });
  });

  it('lets no scoped transaction write what belongs to another owner', async () => {
    const foreign = db.scoped(10_000_001, (tx) =>
      tx.insertInto('known_address').values({ owner_id: 10_000_002, ip: '10.0.0.1' }).execute(),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
    const changed = await db.scoped(10_000_001, (tx) => tx.updateTable('merchant').set({ name: 'X' }).executeTakeFirstOrThrow());
    expect(changed.numUpdatedRows).toBe(1n);
  });

  it('reads money and counts as bigint, whatever their size', async () => {
    const { rows } = await db.system.query<{ big: bigint }>('select 9007199254740993::bigint as big');
    expect(rows[0]?.big).toBe(9_007_199_254_740_993n);
  });
});

describe('a scoped transaction', () => {
  it('that only lost a race for locks is run again', async () => {
    let attempts = 0;
    const lost = Object.assign(new Error('could not serialize access'), { code: '40001' });
    const work = async () => {
      attempts += 1;
      if (attempts < 3) throw lost;
      return attempts;
    };
    expect(await db.scoped(10_000_001, work)).toBe(3);
    attempts = 0;
    expect(await db.scoped(10_000_001, work)).toBe(3);
  });
});

describe('systemTransaction', () => {
  it('keeps nothing of work that throws', async () => {
    const failed = db.systemTransaction(async (client) => {
      await client.query(`insert into single_use (kind, digest, forget_at) values ('test', '\\x01', now())`);
      throw new Error('half way');
    });
    await expect(failed).rejects.toThrow('half way');
    expect((await owner.query(`select from single_use where kind = 'test'`)).rowCount).toBe(0);
  });

  it('says so when work swallowed an error of its transaction, instead of answering as if it were kept', async () => {
    const swallowed = db.systemTransaction(async (client) => {
      await client.query(`insert into single_use (kind, digest, forget_at) values ('test', '\\x02', now())`);
      await client.query('select 1 / 0').catch(() => {});
      return 'done';
    });
    await expect(swallowed).rejects.toThrow(/rolled back/);
  });

  it('runs again what only lost a race for locks, and gives up in the end', async () => {
    let attempts = 0;
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    expect(
      await db.systemTransaction(async () => {
        attempts += 1;
        if (attempts < 3) throw deadlock;
        return attempts;
      }),
    ).toBe(3);
    attempts = 0;
    await expect(
      db.systemTransaction(async () => {
        attempts += 1;
        throw deadlock;
      }),
    ).rejects.toBe(deadlock);
    expect(attempts).toBe(5);
  });
});

describe.skipIf(onCluster)('a transaction whose begin is cancelled while its connection lives', () => {
  afterEach(() => vi.restoreAllMocks());

  const insert = { text: `insert into known_address (owner_id, ip) values (10000001, '10.7.7.7')` };
  const inserted = async () => (await owner.query(`select from known_address where ip = '10.7.7.7'`)).rowCount;

  it.each([
    ['of the system', () => db.systemTransaction((tx) => tx.query(insert))],
    ['of a batch', () => db.batchTransaction(1_000, (tx) => tx.query(insert))],
    ['of a batch, with the commit', () => db.batchTransaction(1_000, (_tx, last) => last.query(insert))],
    ['of an owner', () => db.scoped(10_000_001, (tx) => tx.query(insert))],
  ])('does nothing by itself: one %s', async (_whose, act) => {
    failStatements('begin', '57014');
    await expect(act()).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await inserted()).toBe(0);
    // The connections write as before, in transactions and alone.
    await db.systemTransaction((tx) => tx.query(`update merchant set name = name where merchant_id = 10000001`));
    for (let each = 0; each < 4; each += 1) await db.system.query(`update merchant set name = name where merchant_id = 10000001`);
  });
});

describe('batchTransaction', () => {
  const note = (digest: string) => ({ text: `insert into single_use (kind, digest, forget_at) values ('last', '${digest}', now())` });
  const kept = async () => (await owner.query(`select from single_use where kind = 'last'`)).rowCount;

  it('runs the last statements in their order, together with the commit', async () => {
    const answer = await db.batchTransaction(1_000, async (_tx, last) => {
      await last.query(note('\\x01'));
      await last.query({ text: `delete from single_use where kind = 'last'` });
      await last.query(note('\\x02'));
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await kept()).toBe(1);
    await owner.query(`delete from single_use where kind = 'last'`);
  });

  it('keeps nothing where one of the last statements fails, and tells why', async () => {
    const failed = db.batchTransaction(1_000, async (_tx, last) => {
      await last.query(note('\\x03'));
      await last.query({ text: `select 'three'::integer` });
      await last.query(note('\\x04'));
    });
    await expect(failed).rejects.toThrow('"three"');
    expect(await kept()).toBe(0);
  });

  it('is run again where one of the last statements lost a race for locks', async () => {
    let attempts = 0;
    await db.batchTransaction(1_000, async (_tx, last) => {
      attempts += 1;
      await last.query(note('\\x05'));
      if (attempts < 3) await last.query({ text: `do $$ begin raise sqlstate '40P01'; end $$` });
    });
    expect(attempts).toBe(3);
    expect(await kept()).toBe(1);
    await owner.query(`delete from single_use where kind = 'last'`);
  });

  it('does not know what became of it where its connection breaks from there on', async () => {
    let pid = 0;
    const broken = db.batchTransaction(1_000, async (tx, last) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      pid = rows[0]?.pid ?? 0;
      await last.query(note('\\x06'));
      await last.query({ text: 'select pg_sleep(5)' });
    });
    broken.catch(() => {});
    const asleep = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
    await vi.waitUntil(async () => (await owner.query(asleep, [pid])).rowCount === 1, { timeout: 4_000 });
    await terminate(pid);
    await expect(broken).rejects.toMatchObject({ outcome: 'outcome_unknown' });
  });
});

describe('every connection', () => {
  it('keeps its bounds and its isolation, whatever the database says', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await owner.query(`alter database ${name} set default_transaction_isolation = serializable`);
    await owner.query(`alter database ${name} set statement_timeout = 0`);
    const fresh = new Database({ url: database.url, connections: 1 });
    try {
      const text = `select name, setting from pg_settings where name = any($1) order by name`;
      const names = [
        'transaction_isolation',
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
        'transaction_timeout',
      ];
      for (const { rows } of [await fresh.system.query(text, [names]), await fresh.scoped(1, (client) => client.query(text, [names]))]) {
        expect(rows).toEqual([
          { name: 'idle_in_transaction_session_timeout', setting: '3000' },
          { name: 'lock_timeout', setting: '3000' },
          { name: 'statement_timeout', setting: '30000' },
          { name: 'transaction_isolation', setting: 'read committed' },
          { name: 'transaction_timeout', setting: '60000' },
        ]);
      }
    } finally {
      await fresh.close();
      await owner.query(`alter database ${name} reset all`);
    }
  });

  it('is waited for within a bound when all are taken', async () => {
    const holding = [1, 2].map(() => db.system.query('select pg_sleep(4)'));
    const failure: unknown = await db.system.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    await Promise.all(holding);
  });
});

describe('a connection that the server ends', () => {
  it('fails the transaction that was using it, ends no process, and is replaced', async () => {
    for (let round = 0; round < 3; round += 1) {
      const broken = db.systemTransaction(async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        await terminate(rows[0]?.pid ?? 0);
        // Between two statements nobody waits for an answer: the break arrives on its own.
        await new Promise((resolve) => setTimeout(resolve, 50));
        await client.query('select 1');
      });
      await expect(broken).rejects.toThrow();
    }
    const brokenScope = db.scoped(10_000_001, async (tx) => {
      const row = await tx.selectNoFrom((eb) => eb.fn<number>('pg_backend_pid').as('pid')).executeTakeFirstOrThrow();
      await terminate(row.pid);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.selectFrom('merchant').selectAll().execute();
    });
    await expect(brokenScope).rejects.toThrow();
    expect((await db.system.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await db.scoped(10_000_002, (tx) => tx.selectFrom('merchant').select('name').execute())).toEqual([{ name: 'B' }]);
  });
});

// One PostgreSQL plays the coordinator here; a real one loses its nodes in the crash test.
describe.skipIf(onCluster)('a commit of which a coordinator warns that a node was lost', () => {
  const warnsAtCommit = `
    do $$ begin create role purser_system nologin; exception when duplicate_object then null; end $$;
    create table warned (); grant insert on warned to public;
    create function warn() returns trigger language plpgsql as $$ begin raise warning 'failed to commit transaction on 127.0.0.1:5433'; return null; end $$;
    create constraint trigger warns after insert on warned deferrable initially deferred for each row execute function warn()`;
  const insert = (on: Database) => on.systemTransaction(async (tx) => (await tx.query('insert into warned default values')).rowCount);

  it('is told as one whose outcome is unknown; a warning of one database is none', async () => {
    await owner.query(warnsAtCommit);
    expect(await insert(db)).toBe(1);
    await owner.query(
      `create or replace function ledger.is_distributed() returns boolean language sql immutable parallel safe as 'select true'`,
    );
    const distributed = new Database({ url: database.url, connections: 2 });
    try {
      await expect(insert(distributed)).rejects.toMatchObject({ outcome: 'outcome_unknown' });
    } finally {
      await distributed.close();
      await owner.query(
        `create or replace function ledger.is_distributed() returns boolean language sql immutable parallel safe as 'select false'; drop table warned; drop function warn()`,
      );
    }
  });
});

it('takes what Citus tells as internal for a database that is away, and nothing else that is internal', () => {
  const internal = (message: string) => Object.assign(new Error(message), { code: 'XX000' });
  expect(isDatabaseAway(internal('postmaster was shut down, exiting'))).toBe(true);
  expect(isDatabaseAway(internal('terminating connection due to unexpected postmaster exit'))).toBe(true);
  expect(isDatabaseAway(internal('failure on connection marked as essential: 10.0.0.2:5432'))).toBe(true);
  expect(isDatabaseAway(internal('cache lookup failed for relation 16384'))).toBe(false);
});
