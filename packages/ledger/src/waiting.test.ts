import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../server/src/platform/testing/eventually.ts';
import { mainAccount } from './account.ts';
import type { Posting } from './posting.ts';
import { postBatch } from './store.ts';
import { ALICE, COIN, freeForm, KEY, move, OTHER_COIN } from './testing/bank.ts';
import { alice, bank, bob, POSTED, useFundedBank, user } from './testing/funded-bank.ts';

useFundedBank();

describe('late: past its deadline, by the database clock', () => {
  const [past, future] = [() => new Date(Date.now() - 60_000), () => new Date(Date.now() + 600_000)];

  it('is not made, and one in time is', async () => {
    const [late, inTime] = [move(alice, bob, 5n, { deadline: past() }), move(alice, bob, 7n, { deadline: future() })];
    expect(await bank.post(late, inTime)).toEqual([{ outcome: 'late' }, POSTED]);
    expect(await bank.buckets(bob)).toEqual([7n, 0n, 0n]);
    // Asked for again with time left, it is decided anew.
    expect(await bank.post({ ...late, deadline: future() })).toEqual([POSTED]);
  });

  it('comes after replayed, content_mismatch and malformed, and before everything about accounts', async () => {
    const made = move(alice, bob, 5n);
    await bank.post(made);
    const deadline = past();
    const results = await bank.post(
      { ...made, deadline },
      { ...made, note: 'changed', deadline },
      freeForm([{ account: alice, available: 5n }], { deadline }),
      move(alice, mainAccount(10_999_999, COIN), 5n, { deadline }),
      move(alice, bob, 900_000n, { deadline }),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['replayed', 'content_mismatch', 'malformed', 'late', 'late']);
  });

  it('is looked at when the locks are held: the time spent waiting counts', async () => {
    const [holder, waiter] = [await bank.app.connect(), await bank.app.connect()];
    try {
      const { rows } = await bank.owner.query<{ now: Date }>('select clock_timestamp() as now');
      const deadline = new Date((rows[0]?.now.getTime() ?? 0) + 300);
      await holder.query('begin');
      await postBatch(holder, KEY, [move(alice, bob, 1n)]);
      const waiting = postBatch(waiter, KEY, [move(alice, bob, 2n, { deadline })]);
      await eventually(async () => {
        const passed = await bank.owner.query('select clock_timestamp() > $1 as passed', [deadline]);
        expect(passed.rows).toEqual([{ passed: true }]);
      });
      await holder.query('commit');
      expect(await waiting).toEqual([{ outcome: 'late' }]);
    } finally {
      holder.release();
      waiter.release();
    }
  });
});

describe('locked: with skipLocked, an account that another transaction holds', () => {
  const skip = { skipLocked: true };
  let holder: pg.PoolClient;
  let made: Posting;
  beforeEach(async () => {
    await bank.issue(user, 1_000n);
    holder = await bank.app.connect();
    await holder.query('begin');
    made = move(alice, mainAccount(ALICE, OTHER_COIN), 0n, {
      legs: [{ account: alice, available: -10n, frozen: 10n, hold: randomUUID() }],
    });
    await postBatch(holder, KEY, [made]);
  });
  afterEach(async () => {
    await holder.query('rollback');
    holder.release();
  });

  it('is not waited for, and its neighbours are made', async () => {
    const results = await bank.postWith(skip, move(alice, bob, 1n), move(user, bob, 2n), move(bob, alice, 1n));
    expect(results).toEqual([{ outcome: 'locked', account: alice }, POSTED, { outcome: 'locked', account: alice }]);
    expect(await bank.buckets(bob)).toEqual([2n, 0n, 0n]);
    await holder.query('commit');
    expect(await bank.postWith(skip, move(alice, bob, 1n))).toEqual([POSTED]);
    expect(await bank.buckets(alice)).toEqual([99_989n, 10n, 0n]);
  });

  it('is told apart from one that is missing', async () => {
    const nobody = mainAccount(10_999_999, COIN);
    expect(await bank.postWith(skip, move(user, nobody, 1n), move(bob, user, 900_000n))).toEqual([
      { outcome: 'account_missing', account: nobody },
      { outcome: 'insufficient', account: bob },
    ]);
  });

  it('comes after what was made and what is malformed, and before all that could change when the holder is done', async () => {
    const deadline = new Date(Date.now() - 60_000);
    const known = move(user, bob, 5n);
    await bank.post(known);
    const results = await bank.postWith(
      skip,
      known,
      { ...known, legs: move(alice, bob, 5n).legs },
      freeForm([{ account: alice, available: 5n }]),
      // The holder is making this one: it is not late.
      { ...made, deadline },
      move(alice, mainAccount(10_999_999, COIN), 5n),
      move(bob, alice, 900_000n),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['replayed', 'content_mismatch', 'malformed', 'locked', 'locked', 'locked']);
    await holder.query('commit');
    expect(await bank.postWith(skip, { ...made, deadline })).toMatchObject([{ outcome: 'replayed' }]);
  });

  it('also when every account of the batch is held', async () => {
    expect(await bank.postWith(skip, made)).toEqual([{ outcome: 'locked', account: alice }]);
  });

  it('is waited for by nobody whose arrays do not fit together: that is told before anything is locked', async () => {
    const client = await bank.app.connect();
    try {
      await client.query(`begin; set local lock_timeout = '300ms'`);
      await expect(postBatch(client, KEY, [move(alice, bob, 1n), freeForm([])])).rejects.toThrow('has no legs in its place');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
