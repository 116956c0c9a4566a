import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FEE_SLOTS, feeAccount, feeAccountIn, mainAccount, providerAccounts } from './account.ts';
import { openAccounts } from './accounts.ts';
import { planPayment, planRefund, type Posting } from './posting.ts';
import { isRetryable, postBatch, type PostingResult } from './store.ts';
import { ALICE, Bank, BOB, COIN, identity, KEY, USER } from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await openAccounts(bank.app, providerAccounts(COIN));
});
afterAll(() => bank.close());
beforeEach(async () => {
  await bank.empty();
  for (const owner of [USER, ALICE, BOB]) await bank.issue(mainAccount(owner, COIN), 100_000n);
});

const payment = (fee_minor: bigint, merchant = ALICE): Posting =>
  planPayment({ ...identity(merchant), payer: USER, merchant, coin: COIN, amount_minor: 1_000n, fee_minor });
const refund = (fee_minor: bigint, merchant = ALICE): Posting =>
  planRefund({ ...identity(merchant), payer: USER, merchant, coin: COIN, amount_minor: 1_000n, fee_minor });

/** What each slot of Alice's stripe has collected. */
async function collected(): Promise<bigint[]> {
  const slots = Array.from({ length: FEE_SLOTS }, (_, slot) => bank.buckets(feeAccountIn(slot, feeAccount(COIN, ALICE))));
  return (await Promise.all(slots)).map(([available]) => available);
}

async function breaks(): Promise<readonly unknown[]> {
  const client = await bank.app.connect();
  try {
    return (await verifyLedger(client, KEY)).breaks;
  } finally {
    client.release();
  }
}

const POSTED = { outcome: 'posted', posted_at: expect.any(Date) };

it('adds fees to the accounts of the slot, and nothing else', async () => {
  expect(await bank.postWith({ slot: 3 }, payment(13n), payment(0n))).toEqual([POSTED, POSTED]);
  expect(await bank.post(payment(5n))).toEqual([POSTED]);
  expect(await collected()).toEqual([5n, 0n, 0n, 13n, 0n, 0n, 0n, 0n]);
  expect(await breaks()).toEqual([]);
});

it('knows a posting again in every slot, and no other content', async () => {
  const [first, second] = [payment(13n), payment(7n)];
  const [made] = await bank.postWith({ slot: 3 }, first);
  const again = { outcome: 'replayed', posted_at: made && 'posted_at' in made && made.posted_at } as PostingResult;
  for (const slot of [0, 3, 7]) expect(await bank.postWith({ slot }, first)).toEqual([again]);
  // Also what is asked for twice at once, beside others.
  expect(await bank.postWith({ slot: 5 }, first, second, first)).toEqual([again, POSTED, again]);
  expect(await bank.postWith({ slot: 5 }, { ...first, note: 'another' })).toEqual([{ outcome: 'content_mismatch' }]);
  const other = { ...first, legs: payment(14n).legs };
  expect(await bank.postWith({ slot: 3 }, other)).toEqual([{ outcome: 'content_mismatch' }]);
  expect(await collected()).toEqual([0n, 0n, 0n, 13n, 0n, 7n, 0n, 0n]);
});

describe('what is given back', () => {
  beforeEach(async () => {
    await bank.post(payment(10n));
    await bank.postWith({ slot: 2 }, payment(20n));
    await bank.postWith({ slot: 6 }, payment(30n));
  });

  it('comes from slot 0 while that has enough', async () => {
    expect(await bank.postWith({ slot: 2 }, refund(4n), refund(6n))).toEqual([POSTED, POSTED]);
    expect(await collected()).toEqual([0n, 0n, 20n, 0n, 0n, 0n, 30n, 0n]);
  });

  it('is gathered from all slots of its stripe where that is short, up to all that was collected', async () => {
    expect(await bank.post(refund(11n), refund(49n))).toEqual([POSTED, POSTED]);
    expect(await collected()).toEqual(Array.from({ length: FEE_SLOTS }, () => 0n));
    expect(await breaks()).toEqual([]);
  });

  it('is refused beyond that, though another stripe has more', async () => {
    await bank.post(payment(500n, BOB));
    expect(await bank.post(refund(61n))).toEqual([{ outcome: 'insufficient', account: feeAccount(COIN, ALICE) }]);
    expect(await bank.post(refund(60n))).toEqual([POSTED]);
  });

  it('is what postings before it in the batch have left', async () => {
    const results = await bank.post(refund(40n), refund(30n), refund(20n), refund(1n));
    expect(results.map(({ outcome }) => outcome)).toEqual(['posted', 'insufficient', 'posted', 'insufficient']);
    expect(await breaks()).toEqual([]);
  });

  it('is not refused because a posting before it was, which would have taken it', async () => {
    const refused = planRefund({ ...identity(BOB), merchant: ALICE, payer: USER, coin: COIN, amount_minor: 10n ** 9n, fee_minor: 60n });
    const results = await bank.post(refused, refund(60n));
    expect(results.map(({ outcome }) => outcome)).toEqual(['insufficient', 'posted']);
  });

  it('waits for nobody when told so: where somebody holds what is to be gathered, it is said to be locked', async () => {
    const holding = feeAccountIn(6, feeAccount(COIN, ALICE));
    const client = await bank.owner.connect();
    await client.query('begin');
    await client.query(`select from ledger.account where owner_id = $1 and coin = $2 and purpose = 'fees' for no key update`, [
      holding.owner_id,
      COIN,
    ]);
    expect(await bank.postWith({ skipLocked: true }, refund(31n), refund(30n))).toEqual([{ outcome: 'locked', account: holding }, POSTED]);
    await client.query('rollback');
    client.release();
    expect(await bank.post(refund(30n))).toEqual([POSTED]);
  });

  it('is found though somebody else gathers and takes at the same time', async () => {
    const [one, two] = [await bank.app.connect(), await bank.app.connect()];
    await one.query('begin');
    await two.query('begin');
    expect(await postBatch(one, KEY, [refund(15n)])).toEqual([POSTED]);
    // It read what there was before the other one's commit, and waits for it.
    const waiting = postBatch(two, KEY, [refund(25n)]);
    await bank.untilWaiting();
    await one.query('commit');
    expect(await waiting).toEqual([POSTED]);
    await two.query('commit');
    one.release();
    two.release();
    expect(await collected()).toEqual([20n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
  });

  it('is looked for again where somebody else took meanwhile what slot 0 had', async () => {
    const [one, two] = [await bank.app.connect(), await bank.app.connect()];
    await one.query('begin');
    await two.query('begin');
    expect(await postBatch(one, KEY, [refund(9n)])).toEqual([POSTED]);
    const waiting = postBatch(two, KEY, [refund(9n)]).catch((error: unknown) => error);
    await bank.untilWaiting();
    await one.query('commit');
    expect(isRetryable(await waiting)).toBe(true);
    await two.query('rollback');
    one.release();
    two.release();
    expect(await bank.post(refund(9n))).toEqual([POSTED]);
    expect(await collected()).toEqual([42n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]);
  });
});

it('never gives back more than was collected, nor refuses what was, whoever pays and gives back at the same time', async () => {
  await Promise.all(
    Array.from({ length: 4 }, async (_, slot) => {
      for (let turn = 0; turn < 40; turn += 1) {
        const fee = BigInt(1 + ((slot + turn) % 7));
        await again(() => bank.postWith({ slot }, payment(fee)));
        // What this lane paid itself is there, whatever the others do: they give back no more than they paid either.
        const [result] = await again(() => bank.postWith({ slot }, refund(fee)));
        expect(result).toEqual(POSTED);
      }
    }),
  );
  expect((await collected()).reduce((sum, one) => sum + one, 0n)).toBe(0n);
  expect(await breaks()).toEqual([]);
});

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
}
