import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, MigrationError } from './migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'purser-migrations-'));
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const file = (name: string, sql: string): Promise<void> => writeFile(join(directory, name), sql);
const run = () => migrate(database.url, { directory });

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('applies the files in order, once', async () => {
    await file('0001_first.sql', 'create table first (id int);');
    await file('0002_second.sql', 'insert into first values (7);');
    expect(await run()).toEqual({ applied: ['0001_first.sql', '0002_second.sql'], version: 2 });
    expect(await run()).toEqual({ applied: [], version: 2 });
    expect(await query('select id from first')).toEqual([{ id: 7 }]);
  });

  it('lets several processes migrate at once', async () => {
    await file('0001_first.sql', 'create table first (id int); select pg_sleep(0.1);');
    await file('0002_second.sql', 'insert into first values (7);');
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.flatMap((report) => report.applied).sort()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await query('select id from first')).toEqual([{ id: 7 }]);
  });

  it('leaves nothing of a file that fails, and names file and line', async () => {
    await file('0001_first.sql', 'create table first (id int);');
    await file('0002_second.sql', 'create table second (id int);\n\nselect * from nowhere;');
    await expect(run()).rejects.toThrow(/0002_second\.sql:3: relation "nowhere" does not exist/);
    expect(await query("select to_regclass('second') as second, to_regclass('first') is not null as first")).toEqual([
      { second: null, first: true },
    ]);
  });

  it('refuses a file that changed after it was applied', async () => {
    await file('0001_first.sql', 'create table first (id int);');
    await run();
    await file('0001_first.sql', 'create table first (id bigint);');
    await expect(run()).rejects.toThrow(/0001_first\.sql was changed after it had been applied/);
  });

  it('takes other line ends for the same file', async () => {
    await file('0001_first.sql', 'create table first (\n  id int\n);\n');
    await run();
    await file('0001_first.sql', 'create table first (\r\n  id int\r\n);\r\n');
    expect((await run()).applied).toEqual([]);
  });

  it('refuses a database that a newer version migrated', async () => {
    await file('0001_first.sql', 'select 1;');
    await file('0002_second.sql', 'select 2;');
    await run();
    await rm(join(directory, '0002_second.sql'));
    await expect(run()).rejects.toThrow(/newer Purser: it holds 0002_second\.sql/);
    await rm(join(directory, '0001_first.sql'));
    await expect(run()).rejects.toThrow(MigrationError);
  });

  it('refuses a file put in before one already applied', async () => {
    await file('0002_second.sql', 'select 2;');
    await run();
    await file('0001_late.sql', 'select 1;');
    await expect(run()).rejects.toThrow(/0001_late\.sql stands before/);
  });

  it('refuses a file that ends its own transaction', async () => {
    await file('0001_first.sql', 'create table first (id int); commit; begin;');
    await expect(run()).rejects.toThrow(/must not begin or end a transaction/);
  });

  describe('with others in its way', () => {
    let other: pg.Client;
    const told: string[] = [];
    const patient = (limits: { lockTimeoutMs: number; lockingAllMs?: number }, url = database.url) =>
      migrate(url, { directory, ...limits, onInTheWay: (name, problem) => told.push(`${name}: ${problem}`) });

    beforeEach(async () => {
      told.length = 0;
      await query('create table one (id int); create table two (id int)');
      other = new pg.Client({ connectionString: database.url });
      await other.connect();
    });
    afterEach(() => other.end());

    it('lets them go on and tries again', async () => {
      await file('0001_first.sql', 'alter table one add text text;');
      await other.query('begin; select from one');
      const migrated = patient({ lockTimeoutMs: 50 });
      await expect.poll(() => told).toEqual(['0001_first.sql: canceling statement due to lock timeout']);
      await other.query('commit');
      expect((await migrated).applied).toEqual(['0001_first.sql']);
    });

    it('tries again after a deadlock with them', async () => {
      // While the other one holds a table, it goes on only once that waits for it.
      await file(
        '0001_first.sql',
        `alter table one add text text;
         do $$ begin
           while exists (select from pg_locks where relation = 'two'::regclass and pid <> pg_backend_pid())
             and not exists (select from pg_locks where relation = 'one'::regclass and not granted)
           loop perform pg_sleep(0.02); end loop;
         end $$;
         alter table two add text text;`,
      );
      // Whoever finds the deadlock first is the one that gives up.
      await other.query(`set deadlock_timeout = '30s'; begin; select from two`);
      const migrated = migrate(database.url, { directory, onInTheWay: (name, problem) => told.push(`${name}: ${problem}`) });
      await expect.poll(() => query("select from pg_locks where relation = 'one'::regclass")).not.toEqual([]);
      await other.query('select from one; commit');
      expect((await migrated).applied).toEqual(['0001_first.sql']);
      expect(told).toEqual(['0001_first.sql: deadlock detected']);
    });

    it('goes on beside programs that take tables in an order of their own, whose work it ends none of', async () => {
      await file('0001_first.sql', 'alter table one add text text; select pg_sleep(0.2); alter table two add text text;');
      // Of two that wait for each other for too long a program would find it first, and later than a busy machine lets it go on.
      const patientUrl = `${database.url}?options=${encodeURIComponent('-c deadlock_timeout=30s')}`;
      const stopping = new AbortController();
      const failures: unknown[] = [];
      const load = Promise.all(
        ['one', 'two'].map(async (table) => {
          const client = new pg.Client({ connectionString: database.url });
          await client.connect();
          await client.query(`set deadlock_timeout = '3s'`);
          while (!stopping.signal.aborted) {
            await sleep(5);
            await client
              .query(`begin; insert into ${table} values (1); select pg_sleep(0.01); select from one, two; commit`)
              .catch(async (error: unknown) => {
                failures.push(error);
                await client.query('rollback');
              });
          }
          await client.end();
        }),
      );
      const { applied } = await patient({ lockTimeoutMs: 100 }, patientUrl).finally(() => stopping.abort());
      await load;
      expect(applied).toEqual(['0001_first.sql']);
      expect(failures).toEqual([]);
    });

    it('gives up in the end, leaves nothing of the file, and says what to do', async () => {
      await file('0001_first.sql', 'create table third (id int); alter table one add text text;');
      await other.query('begin; select from one');
      await expect(patient({ lockTimeoutMs: 50, lockingAllMs: 50 })).rejects.toThrow(
        /^0001_first\.sql: others were in its way 4 times .* End the programs .* run this again/,
      );
      await other.query('commit');
      expect(await query(`select to_regclass('third') as third`)).toEqual([{ third: null }]);
      expect(told).toHaveLength(3);
    });
  });

  it('refuses stray names and doubled numbers', async () => {
    await file('1_first.sql', 'select 1;');
    await expect(run()).rejects.toThrow(/is named NNNN_words/);
    await rm(join(directory, '1_first.sql'));
    await file('0001_first.sql', 'select 1;');
    await file('0001_other.sql', 'select 1;');
    await expect(run()).rejects.toThrow(/number 0001 is taken by 0001_first\.sql/);
  });
});
