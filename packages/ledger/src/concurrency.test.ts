import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountKey, isProvider, mainAccount, providerAccounts, stripeOf } from './account.ts';
import { openAccounts } from './accounts.ts';
import { stateOf } from './on-nodes.ts';
import { planPayment, type Posting } from './posting.ts';
import { isRetryable, postBatch, type PostingResult } from './store.ts';
import { ALICE, Bank, BOB, COIN, identity, KEY, move } from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

const OWNERS = Array.from({ length: 12 }, (_, i) => mainAccount(10_000_200 + i, COIN));

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

it('makes each posting once when six connections post the same batches in different orders, without a deadlock', async () => {
  await openAccounts(bank.app, OWNERS);
  for (const account of OWNERS) await bank.issue(account, 10_000n);
  const postings: Posting[] = Array.from({ length: 400 }, () => {
    const [from, to] = shuffled(OWNERS) as [AccountKey, AccountKey];
    return move(from, to, BigInt(1 + Math.floor(Math.random() * 20)));
  });
  const outcomes = new Map<string, string[]>();
  const lane = async () => {
    const mine = shuffled(postings);
    for (let at = 0; at < mine.length; at += 40) {
      const batch = mine.slice(at, at + 40);
      const results = await bank.post(...batch);
      results.forEach((result, i) => {
        const id = batch[i]?.posting_id ?? '';
        outcomes.set(id, [...(outcomes.get(id) ?? []), result.outcome]);
      });
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  for (const seen of outcomes.values()) expect(seen.sort()).toEqual(['posted', ...Array<string>(5).fill('replayed')]);

  const client = await bank.app.connect();
  const { breaks } = await verifyLedger(client, KEY, { planned: false });
  client.release();
  expect(breaks).toEqual([]);
});

it('lets one of two transactions win that make the same id over different accounts; the loser retries and is told', async () => {
  const [a, b, c, d] = OWNERS as [AccountKey, AccountKey, AccountKey, AccountKey];
  const first = move(a, b, 1n, { owner_id: ALICE });
  const second = move(c, d, 1n, { owner_id: ALICE, posting_id: first.posting_id });
  const [one, other] = [await bank.app.connect(), await bank.app.connect()];
  await one.query('begin');
  await other.query('begin');
  await postBatch(one, KEY, [first]);
  const waiting = postBatch(other, KEY, [second]).catch((error: unknown) => error);
  await bank.untilWaiting();
  await one.query('commit');
  const error = await waiting;
  await other.query('rollback');
  one.release();
  other.release();
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(isRetryable(error)).toBe(true);
  expect(await bank.post(second)).toEqual([{ outcome: 'content_mismatch' }] satisfies PostingResult[]);
});

it('waits for one who makes the same id over different accounts no longer than its transaction says', async () => {
  const [a, b, c, d] = OWNERS as [AccountKey, AccountKey, AccountKey, AccountKey];
  const first = move(a, b, 1n, { owner_id: ALICE });
  const second = move(c, d, 1n, { owner_id: ALICE, posting_id: first.posting_id });
  const [one, other] = [await bank.app.connect(), await bank.app.connect()];
  await one.query('begin');
  await other.query(`begin; set local lock_timeout = '100ms'`);
  await postBatch(one, KEY, [first]);
  const error = await postBatch(other, KEY, [second]).catch((failure: unknown) => failure);
  for (const client of [one, other]) {
    await client.query('rollback');
    client.release();
  }
  expect(stateOf(error)).toBe('55P03');
});

describe('fees of merchants', () => {
  const [payer, other] = [mainAccount(50_000_010, COIN), mainAccount(50_000_011, COIN)];
  const payment = (from: AccountKey, merchant: number) =>
    planPayment({ ...identity(merchant), payer: from.owner_id, merchant, coin: COIN, amount_minor: 100n, fee_minor: 1n });

  /** Pays both at once, the second beside the first one's open transaction; rejects when the second waits for it. */
  async function payBoth(first: number, second: number, slot = 0) {
    const [one, two] = [await bank.app.connect(), await bank.app.connect()];
    try {
      await one.query('begin');
      await two.query(`begin; set local lock_timeout = '300ms'`);
      expect(await postBatch(one, KEY, [payment(payer, first)])).toMatchObject([{ outcome: 'posted' }]);
      expect(await postBatch(two, KEY, [payment(other, second)], { slot })).toMatchObject([{ outcome: 'posted' }]);
    } finally {
      for (const client of [one, two]) {
        await client.query('rollback');
        client.release();
      }
    }
  }

  beforeAll(async () => {
    const merchants = [ALICE + 16, BOB].map((id) => mainAccount(id, COIN));
    await openAccounts(bank.app, [...providerAccounts(COIN), payer, other, ...merchants]);
    for (const account of [payer, other]) await bank.issue(account, 1_000n);
  });

  it('in different stripes do not wait for each other', async () => {
    await payBoth(ALICE, BOB);
  });

  it('in one stripe, over programs with slots of their own, do not wait for each other', async () => {
    await payBoth(ALICE, ALICE + 16, 1);
  });

  it('in one stripe take turns', async () => {
    await expect(payBoth(ALICE, ALICE + 16)).rejects.toMatchObject({ code: '55P03' });
  });

  it('are in the stripe that the database says too, which is the provider', async () => {
    const ids = [0, 1, 15, 16, 17, ALICE, BOB, 10_000_015, 50_000_001, 2 ** 48];
    const { rows } = await bank.app.query<{ stripe: number; of_provider: boolean }>(
      `select ledger.stripe_of(id)::int as stripe, ledger.is_provider(ledger.stripe_of(id)) as of_provider
       from unnest($1::bigint[]) with ordinality as i(id, place) order by place`,
      [ids],
    );
    expect(rows).toEqual(ids.map((id) => ({ stripe: stripeOf(id), of_provider: true })));
    const { rows: providers } = await bank.app.query('select id, ledger.is_provider(id) as found from generate_series(0, 130) as id');
    expect(providers).toEqual(Array.from({ length: 131 }, (_, id) => ({ id, found: isProvider(id) })));
    // What TypeScript opens is what the stripes are.
    const opened = providerAccounts(COIN).filter(({ purpose }) => purpose === 'fees');
    expect(opened.map(({ owner_id }) => owner_id).sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, i) => i + 1));
  });
});

it('leaves nothing of a batch whose transaction is rolled back', async () => {
  const [alice, bob] = [mainAccount(ALICE, COIN), mainAccount(BOB, COIN)];
  await bank.issue(alice, 100n);
  const posting = move(alice, bob, 100n);
  const client = await bank.app.connect();
  await client.query('begin');
  expect(await postBatch(client, KEY, [posting])).toMatchObject([{ outcome: 'posted' }]);
  await client.query('rollback');
  client.release();
  expect(await bank.buckets(bob)).toEqual([0n, 0n, 0n]);
  expect(await bank.post(posting)).toMatchObject([{ outcome: 'posted' }]);
});
