import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { write } from './idempotency.ts';
import { Database } from '../database/database.ts';
import { failStatements } from '../database/testing/failing-statements.ts';
import type { Tx } from '../database/tx.ts';
import { refuse } from '../http/refusal.ts';
import { onCluster } from '../testing/citus.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';

/** What goes wrong in a write under a key, and what is told of it. A promise that nobody handles fails the run. */

const OWNER = 10_000_001;
const PROGRAM = 'purser-idempotency-failures-test';

let database: TestDatabase;
let owner: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  // One connection: what a failure leaves on it, the next write meets.
  db = new Database({ url: database.url, connections: 1, applicationName: PROGRAM });
  await owner.query(`insert into merchant (merchant_id, name, username, password_hash) values (${OWNER}, 'A', 'a', '')`);
});
beforeEach(() => owner.query('delete from idempotency_key; delete from known_address'));
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

const keyed = (content = 1) => ({ idempotencyKey: 'key', requestHash: Buffer.alloc(64, content) });
const act = (tx: Tx, times = 1) => tx.query(`insert into known_address (owner_id, ip) values ($1, $2)`, [OWNER, `10.0.0.${times}`]);
const raise = (tx: Tx, state: string) => tx.query(`do $$ begin raise sqlstate '${state}'; end $$`);
const nothing = { keys: 0, effects: 0 };
async function left() {
  const [keys, effects] = [await owner.query('select from idempotency_key'), await owner.query('select from known_address')];
  return { keys: keys.rowCount, effects: effects.rowCount };
}
/** The same request again, once what was wrong is over. */
async function isDoneAfterwards() {
  expect(await write(db, OWNER, keyed(), async (tx) => (await act(tx)).rowCount)).toBe(1);
  expect(await left()).toEqual({ keys: 1, effects: 1 });
}

it.each([
  ['undefined', undefined, /known to JSON/],
  ['a function', () => 1, /known to JSON/],
  ['a bigint', { amount: 1n }, /BigInt/],
  ['a text that PostgreSQL does not hold', { text: '\u0000' }, /Unicode escape/],
  ['half a character', { text: '\ud800' }, /invalid input syntax for type json/],
])('%s is no answer that can be kept: it is told so, and nothing is done', async (_, answer, told) => {
  const written = write<unknown>(db, OWNER, keyed(), async (tx) => {
    await act(tx);
    return answer;
  });
  await expect(written).rejects.toThrow(told);
  expect(await left()).toEqual(nothing);
  await isDoneAfterwards();
});

it('a refusal that cannot be kept is told so, and the request may be sent again', async () => {
  const refused = write(db, OWNER, keyed(), () => Promise.reject(refuse('insufficient_balance', {}, { text: '\u0000' })));
  await expect(refused).rejects.toMatchObject({ code: '22P05' });
  expect(await left()).toEqual(nothing);
  await isDoneAfterwards();
});

describe('a lost race is run again from its start, key and all', () => {
  const work: Record<string, (tx: Tx, loses: boolean) => Promise<unknown>> = {
    'in a statement': async (tx, loses) => loses && (await raise(tx, '40P01')),
    'in one of several that are sent together': (tx, loses) => Promise.all([tx.query('select 1'), loses && raise(tx, '40001'), act(tx, 9)]),
    'in one whose error is swallowed': async (tx, loses) => loses && (await raise(tx, '40001').catch(() => {})),
    'at the commit': (tx, loses) => tx.query('insert into loses values ($1)', [loses]),
  };
  beforeAll(async () => {
    await owner.query(`
      create table loses (loses boolean); grant insert on loses to public;
      create function lose() returns trigger language plpgsql as $$ begin if new.loses then raise sqlstate '40001'; end if; return null; end $$;
      create constraint trigger loses after insert on loses deferrable initially deferred for each row execute function lose()`);
  });
  it.each(Object.keys(work))('%s', async (where) => {
    let times = 0;
    const answer = await write(db, OWNER, keyed(), async (tx) => {
      times += 1;
      await act(tx, times);
      await work[where]?.(tx, times < 3);
      return times;
    });
    expect([answer, times]).toEqual([3, 3]);
    expect(await write(db, OWNER, keyed(), () => Promise.resolve(0))).toMatchObject({ outcome: 'already_done', data: 3 });
    expect(await owner.query(`select host(ip) as ip from known_address where ip < '10.0.0.9'`)).toMatchObject({
      rows: [{ ip: '10.0.0.3' }],
    });
  });
});

it.each([
  ['statement_timeout', '57014'],
  ['lock_timeout', '55P03'],
])('a statement that waits longer than its %s fails the write, which leaves nothing', async (bound, code) => {
  await owner.query('begin; lock table single_use');
  try {
    const written = write(db, OWNER, keyed(), async (tx) => {
      await act(tx);
      await tx.query(`set local ${bound} = 50`);
      // Those that were sent behind it are refused as well: the first cause is told.
      await Promise.all([tx.query('select count(*) from single_use'), act(tx, 2), act(tx, 3)]);
    });
    await expect(written).rejects.toMatchObject({ code });
  } finally {
    await owner.query('rollback');
  }
  expect(await left()).toEqual(nothing);
  await isDoneAfterwards();
});

/** The place to go back to is made together with the first statement of the work, and nobody waits for it alone. */
describe('where it cannot be noted where the work begins', () => {
  const refused = () => Promise.reject(refuse('insufficient_balance'));
  const work: Record<string, (tx: Tx) => Promise<unknown>> = {
    'work that asks nothing': () => Promise.resolve('done'),
    'work that acts': act,
    'work that refuses for good before its first statement': refused,
    'work that refuses for good because of it': (tx) => act(tx).catch(refused),
  };

  it.each(Object.keys(work))('%s fails, and the cause is told', async (which) => {
    failStatements('savepoint work', '57014', 1);
    await expect(write(db, OWNER, keyed(), (tx) => work[which]?.(tx) ?? refused())).rejects.toMatchObject({ code: '57014' });
    expect(await left()).toEqual(nothing);
    await isDoneAfterwards();
  });

  it('a refusal for good is kept by the next try, where a race was lost', async () => {
    failStatements('savepoint work', '40P01', 2);
    await expect(write(db, OWNER, keyed(), refused)).rejects.toMatchObject({ outcome: 'insufficient_balance' });
    expect(await left()).toEqual({ keys: 1, effects: 0 });
  });
});

it('a connection that breaks before the first statement of work that refuses leaves the key free', async () => {
  const written = write(db, OWNER, keyed(), async () => {
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`, [PROGRAM]);
    await eventually(async () => expect((await owner.query(asks, [PROGRAM])).rowCount).toBe(0));
    throw refuse('insufficient_balance');
  });
  const asks = 'select from pg_stat_activity where application_name = $1';
  await expect(written).rejects.toThrow(/^(Connection terminated|terminating connection|Client has encountered)/);
  expect(await left()).toEqual(nothing);
  await isDoneAfterwards();
});

// A cluster's waits are those of its nodes.
it.skipIf(onCluster)(
  'of requests that wait for the first one, which passes nothing on, one is done and the others learn of it',
  async () => {
    const waiting = new Database({ url: database.url, connections: 4, applicationName: `${PROGRAM}-waiting` });
    try {
      const done: string[] = [];
      const ask = (name: string, content: number) =>
        write(waiting, OWNER, keyed(content), async (tx) => {
          done.push(name);
          await act(tx);
          return name;
        }).catch((error: unknown) => error);
      const behind: Promise<unknown>[] = [];
      const first = write(waiting, OWNER, keyed(), async (tx) => {
        await act(tx);
        behind.push(ask('second', 1));
        await eventually(async () => expect(await waits()).toBe(1));
        behind.push(ask('third', 1), ask('other', 2));
        await eventually(async () => expect(await waits()).toBe(3));
        throw refuse('busy');
      });
      const waits = async () =>
        (await owner.query(`select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`, [`${PROGRAM}-waiting`]))
          .rowCount;
      await expect(first).rejects.toMatchObject({ outcome: 'busy' });
      const [second, third, other] = await Promise.all(behind);
      expect(done).toHaveLength(1);
      const answers = { second, third, other };
      const winner = done[0] as keyof typeof answers;
      expect(answers[winner]).toBe(winner);
      for (const loser of (['second', 'third', 'other'] as const).filter((name) => name !== winner))
        expect(answers[loser]).toMatchObject(
          (loser === 'other') === (winner === 'other') ? { outcome: 'already_done', data: winner } : { outcome: 'idempotency_mismatch' },
        );
      expect(await left()).toEqual({ keys: 1, effects: 1 });
    } finally {
      await waiting.close();
    }
  },
);

it('a key that is forgotten while it is asked for is in progress for that request, and new for the next', async () => {
  expect(await write(db, OWNER, keyed(), () => Promise.resolve('first'))).toBe('first');
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if ((args[0] as { name?: string }).name !== 'read-idempotency-key') return query.apply(this, args) as never;
    void owner.query('delete from idempotency_key').then(() => query.apply(this, args));
    return undefined as never;
  });
  await expect(write(db, OWNER, keyed(), () => Promise.resolve('second'))).rejects.toMatchObject({ outcome: 'request_in_progress' });
  spy.mockRestore();
  await isDoneAfterwards();
});

it('work that keeps its transaction reaches nothing with it once the write is over', async () => {
  let kept: Tx | undefined;
  await write(db, OWNER, keyed(), (tx) => Promise.resolve(((kept = tx), 'done')));
  expect(() => kept?.query('delete from idempotency_key')).toThrow('the transaction is over');
  expect(await left()).toEqual({ keys: 1, effects: 0 });
});
