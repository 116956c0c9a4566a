import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { feeAccount, mainAccount } from './account.ts';
import type { Posting } from './posting.ts';
import { planHold, planRelease, planReversal, planSettlement } from './review-postings.ts';
import { ALICE, BOB, COIN, freeForm, identity, move, OTHER_COIN, USER } from './testing/bank.ts';
import { alice, bank, bob, POSTED, useFundedBank, user } from './testing/funded-bank.ts';

useFundedBank();

const MALFORMED = { outcome: 'malformed' };
const SHORT = { outcome: 'insufficient', account: alice };

function held(hold: string, amount_minor: bigint, account = alice): Posting {
  return planHold({ ...identity(ALICE), account, hold, amount_minor });
}
function released(hold: string, amount_minor: bigint, account = alice): Posting {
  return planRelease({ ...identity(ALICE), type: 'review_rejected', account, hold, amount_minor });
}
function settled(hold: string, amount_minor: bigint, fee_minor = 0n): Posting {
  return planSettlement({ ...identity(ALICE), type: 'review_approved', account: alice, hold, to: user, amount_minor, fee_minor });
}

async function holds(): Promise<[hold: string, where: string, remaining: number][]> {
  const { rows } = await bank.owner.query(
    `select hold_id, format('%s %s %s', owner_id, coin, bucket) as place, remaining::int from ledger.hold order by made_at, remaining`,
  );
  return rows.map(({ hold_id, place, remaining }) => [hold_id, place, remaining]);
}

describe('a hold', () => {
  it('is made, added to, taken from, and gone when it is used up', async () => {
    const hold = randomUUID();
    const first = held(hold, 500n);
    expect(await bank.post(first)).toEqual([POSTED]);
    expect(await bank.post(held(hold, 100n), released(hold, 50n))).toEqual([POSTED, POSTED]);
    expect(await holds()).toEqual([[hold, `${ALICE} ${COIN} frozen`, 550]]);
    const { rows } = await bank.owner.query('select posting_owner_id, posting_id from ledger.hold');
    expect(rows).toEqual([{ posting_owner_id: String(ALICE), posting_id: first.posting_id }]);
    expect(await bank.post(settled(hold, 550n, 5n))).toEqual([POSTED]);
    expect(await holds()).toEqual([]);
    expect(await bank.buckets(alice)).toEqual([99_450n, 0n, 0n]);
    expect(await bank.buckets(user)).toEqual([545n, 0n, 0n]);
  });

  it('is named by the entries that it made, and by no other', async () => {
    const hold = randomUUID();
    await bank.post(held(hold, 500n), settled(hold, 200n, 1n));
    const { rows } = await bank.owner.query(
      `select owner_id, hold_id from ledger.entry where type <> 'issuance' order by owner_id = $1 desc, owner_id, version`,
      [ALICE],
    );
    const fees = String(feeAccount(COIN, ALICE).owner_id);
    expect(rows).toEqual([
      { owner_id: String(ALICE), hold_id: hold },
      { owner_id: String(ALICE), hold_id: hold },
      { owner_id: fees, hold_id: null },
      { owner_id: String(USER), hold_id: null },
    ]);
  });

  it('gives no more than it holds, however much of others is frozen beside it', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await bank.post(held(mine, 100n), held(other, 900n));
    expect(await bank.post(released(mine, 101n), settled(mine, 101n), released(randomUUID(), 1n))).toEqual([SHORT, SHORT, SHORT]);
    expect(await bank.post(released(mine, 60n), released(mine, 60n), settled(mine, 40n))).toEqual([POSTED, SHORT, POSTED]);
    expect(await holds()).toEqual([[other, `${ALICE} ${COIN} frozen`, 900]]);
    expect(await bank.post(released(mine, 1n))).toEqual([SHORT]);
  });

  it('is of its owner: another has one of the same name', async () => {
    const hold = randomUUID();
    await bank.post(move(alice, bob, 500n), held(hold, 100n), held(hold, 200n, bob));
    expect(await holds()).toEqual([
      [hold, `${ALICE} ${COIN} frozen`, 100],
      [hold, `${BOB} ${COIN} frozen`, 200],
    ]);
    expect(await bank.post(released(hold, 150n))).toEqual([SHORT]);
    expect(await bank.post(released(hold, 150n, bob))).toEqual([POSTED]);
  });

  it('stays on one account and bucket as long as it holds something', async () => {
    const hold = randomUUID();
    const elsewhere = mainAccount(ALICE, OTHER_COIN);
    await bank.issue(elsewhere, 1_000n);
    const pending = (amount: bigint) => freeForm([{ account: alice, available: -amount, pending: amount, hold }]);
    // Made and used in one batch, or in one after the other: it is the same.
    expect(await bank.post(held(hold, 100n), held(hold, 1n, elsewhere), pending(1n))).toEqual([POSTED, MALFORMED, MALFORMED]);
    expect(await bank.post(held(hold, 1n, elsewhere), pending(1n), pending(-1n), released(hold, 1n, elsewhere))).toEqual([
      MALFORMED,
      MALFORMED,
      MALFORMED,
      MALFORMED,
    ]);
    expect(await holds()).toEqual([[hold, `${ALICE} ${COIN} frozen`, 100]]);
    expect(await bank.post(released(hold, 100n), pending(7n))).toEqual([POSTED, POSTED]);
    expect(await holds()).toEqual([[hold, `${ALICE} ${COIN} pending`, 7]]);
    expect(await bank.post(pending(-7n), held(hold, 3n, elsewhere), released(hold, 3n, elsewhere))).toEqual([POSTED, POSTED, POSTED]);
    expect(await holds()).toEqual([]);
  });

  it('is on one account within a posting as well', async () => {
    const hold = randomUUID();
    const elsewhere = mainAccount(ALICE, OTHER_COIN);
    await bank.issue(elsewhere, 1_000n);
    const both = freeForm([
      { account: alice, available: -5n, frozen: 5n, hold },
      { account: elsewhere, available: -5n, frozen: 5n, hold },
    ]);
    expect(await bank.post(both)).toEqual([MALFORMED]);
    expect(await holds()).toEqual([]);
  });

  it('is named where frozen or pending funds change, and only there', async () => {
    const hold = randomUUID();
    const wrong = [
      freeForm([{ account: alice, available: -5n, frozen: 5n }]),
      freeForm([{ account: alice, available: -5n, pending: 5n }]),
      freeForm([
        { account: alice, available: -5n, hold },
        { account: bob, available: 5n },
      ]),
      freeForm([{ account: alice, available: -9n, frozen: 5n, pending: 4n, hold }]),
      freeForm([{ account: alice, charge: 1n, hold }]),
    ];
    // With a hold elsewhere in the batch and without.
    for (const more of [[], [held(randomUUID(), 1n)]])
      expect(await bank.post(...wrong, ...more)).toEqual([...wrong.map(() => MALFORMED), ...more.map(() => POSTED)]);
  });
});

describe('asked again', () => {
  it('a release is a replay when its hold is long gone, and another under its id is none', async () => {
    const hold = randomUUID();
    const release = released(hold, 100n);
    await bank.post(held(hold, 100n), release);
    expect(await bank.post(release)).toMatchObject([{ outcome: 'replayed' }]);
    const other = { ...release, legs: release.legs.map((leg) => ({ ...leg, hold: randomUUID() })) };
    expect(await bank.post(other)).toEqual([{ outcome: 'content_mismatch' }]);
    expect(await bank.buckets(alice)).toEqual([100_000n, 0n, 0n]);
  });

  it('a reversal gives back to the hold, once', async () => {
    const hold = randomUUID();
    const payment = settled(hold, 100n, 2n);
    await bank.post(held(hold, 100n), payment);
    const reversal = planReversal(payment, { serial_number: 'RV1', reason: 'to the wrong user' });
    expect(await bank.post(reversal, reversal, { ...reversal, serial_number: 'RV2' })).toMatchObject([
      { outcome: 'posted' },
      { outcome: 'replayed' },
      { outcome: 'content_mismatch' },
    ]);
    expect(await holds()).toEqual([[hold, `${ALICE} ${COIN} frozen`, 100]]);
    expect(await bank.post(released(hold, 100n))).toEqual([POSTED]);
    expect(await bank.buckets(user)).toEqual([0n, 0n, 0n]);
  });
});

it('lets one of two transactions win that make the same hold on different accounts; the loser retries and is told', async () => {
  const hold = randomUUID();
  const elsewhere = mainAccount(ALICE, OTHER_COIN);
  await bank.issue(elsewhere, 1_000n);
  const results = await Promise.allSettled([bank.post(held(hold, 1n)), bank.post(held(hold, 1n, elsewhere))]);
  const made = results.filter((result) => result.status === 'fulfilled' && result.value[0]?.outcome === 'posted');
  expect(made).toHaveLength(1);
  expect(await holds()).toHaveLength(1);
});

it('refuses holds that do not fit the legs as an error', async () => {
  await expect(
    bank.app.query(
      `select ledger.post_batch(array[${ALICE}], array[gen_random_uuid()], array['transfer'], array['T'], array[null::jsonb], array[${ALICE}],
         array['${COIN}'], array['main'], array[1], array[1], array[-1], array[1], array[0], array[0], array[null::bigint],
         array[gen_random_uuid(), null], array[sha256('')], array[null::timestamptz], false)`,
    ),
  ).rejects.toThrow(/do not fit together/);
});
