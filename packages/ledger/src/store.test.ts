import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { feeAccount, mainAccount, providerAccount, rewardAccount } from './account.ts';
import { planPayment, planRewardGrant, planTransfer } from './posting.ts';
import { isRetryable } from './store.ts';
import { ALICE, type Bank, BOB, COIN, freeForm, identity, move, OTHER_COIN, USER } from './testing/bank.ts';
import { alice, bank, bob, POSTED, useFundedBank, user } from './testing/funded-bank.ts';

useFundedBank();

const fees = feeAccount(COIN, BOB);
const transferred = { from: ALICE, to: BOB, coin: COIN, amount_minor: 100n, fee_minor: 1n };

describe('posting', () => {
  it('moves a transfer with its fee whole', async () => {
    const plan = { ...identity(ALICE), from: ALICE, to: BOB, coin: COIN, amount_minor: 10_000n, fee_minor: 10n };
    const feesBefore = (await bank.buckets(fees))[0];
    expect(await bank.post(planTransfer(plan))).toEqual([POSTED]);
    expect(await bank.buckets(alice)).toEqual([90_000n, 0n, 0n]);
    expect(await bank.buckets(bob)).toEqual([9_990n, 0n, 0n]);
    expect((await bank.buckets(fees))[0] - feesBefore).toBe(10n);
  });

  it('takes a payment from reward funds first and the rest from the main account', async () => {
    await bank.issue(providerAccount(COIN, 'reward_pool'), 500n);
    await bank.issue(user, 1_000n);
    await bank.post(planRewardGrant({ ...identity(USER), user: USER, coin: COIN, amount_minor: 300n }));
    const plan = { ...identity(BOB), payer: USER, merchant: BOB, coin: COIN, amount_minor: 1_200n, reward_minor: 300n, fee_minor: 12n };
    expect(await bank.post(planPayment(plan))).toEqual([POSTED]);
    expect(await bank.buckets(user)).toEqual([100n, 0n, 0n]);
    expect(await bank.buckets(rewardAccount(USER, COIN))).toEqual([0n, 0n, 0n]);
    expect(await bank.buckets(bob)).toEqual([1_188n, 0n, 0n]);
  });

  it('writes one entry per account with its version and each bucket before and after', async () => {
    const freeze = freeForm([{ account: alice, available: -400n, frozen: 400n, hold: randomUUID() }]);
    await bank.post(freeze);
    const { rows } = await bank.owner.query(
      `select version, available_before, available_after, frozen_before, frozen_after, posting_id, posting_owner_id, serial_number
       from ledger.entry where owner_id = $1 order by version`,
      [ALICE],
    );
    expect(rows).toMatchObject([
      { version: '1', available_before: '0', available_after: '100000', frozen_before: '0', frozen_after: '0' },
      {
        version: '2',
        available_before: '100000',
        available_after: '99600',
        frozen_before: '0',
        frozen_after: '400',
        posting_id: freeze.posting_id,
        posting_owner_id: String(ALICE),
        serial_number: freeze.serial_number,
      },
    ]);
  });

  it('writes what was frozen and pending before and after, too', async () => {
    const [frozen, pending] = [randomUUID(), randomUUID()];
    await bank.post(freeForm([{ account: alice, available: -400n, frozen: 400n, hold: frozen }]));
    await bank.post(freeForm([{ account: alice, available: -300n, pending: 300n, hold: pending }]));
    await bank.post(freeForm([{ account: alice, available: 100n, frozen: -100n, hold: frozen }]));
    await bank.post(freeForm([{ account: alice, available: -50n, pending: 50n, hold: pending }]));
    const { rows } = await bank.owner.query(
      `select frozen_before::int, frozen_after::int, pending_before::int, pending_after::int from ledger.entry
       where owner_id = $1 order by version desc limit 2`,
      [ALICE],
    );
    expect(rows).toEqual([
      { frozen_before: 300, frozen_after: 300, pending_before: 300, pending_after: 350 },
      { frozen_before: 400, frozen_after: 300, pending_before: 300, pending_after: 300 },
    ]);
    expect(await bank.buckets(alice)).toEqual([99_350n, 300n, 350n]);
  });

  it('numbers the entries of a type in an account without a gap and marks the first in a row, in one batch as over several, and not those of the provider', async () => {
    const types = ['transfer', 'payment', 'transfer', 'transfer', 'payment', 'reward_grant', 'transfer', 'transfer'] as const;
    const postings = types.map((type) => freeForm(planTransfer({ ...transferred, ...identity(ALICE) }).legs.slice(), { type }));
    await bank.post(...postings.slice(0, 3));
    for (const posting of postings.slice(3, 5)) await bank.post(posting);
    await bank.post(...postings.slice(5));
    const numbers = (owner: number) =>
      bank.owner.query({
        text: `select string_agg(type || coalesce(type_version::text, '') || case when begins_run then ' first' else '' end, ', ' order by version) as found from ledger.entry where owner_id = $1 and type <> 'issuance'`,
        values: [owner],
      });
    const counted =
      'transfer1 first, payment1 first, transfer2 first, transfer3, payment2 first, reward_grant1 first, transfer4 first, transfer5';
    expect((await numbers(ALICE)).rows).toEqual([{ found: counted }]);
    expect((await numbers(BOB)).rows).toEqual([{ found: counted }]);
    expect((await numbers(fees.owner_id)).rows).toEqual([{ found: types.join(', ') }]);
  });

  it('lets money that arrives be spent by a later posting of the same batch, and not by an earlier one', async () => {
    const results = await bank.post(move(bob, user, 500n), move(alice, bob, 500n), move(bob, user, 500n));
    expect(results).toEqual([{ outcome: 'insufficient', account: bob }, POSTED, POSTED]);
    expect(await bank.buckets(user)).toEqual([500n, 0n, 0n]);
  });

  it('moves several coins in one posting when each sums to zero', async () => {
    await bank.issue(mainAccount(BOB, OTHER_COIN), 700n);
    const exchange = freeForm([
      { account: alice, available: -100n },
      { account: bob, available: 100n },
      { account: mainAccount(BOB, OTHER_COIN), available: -700n },
      { account: mainAccount(ALICE, OTHER_COIN), available: 700n },
    ]);
    expect(await bank.post(exchange)).toEqual([POSTED]);
  });

  it('takes a hot account through a batch with one update', async () => {
    const results = await bank.post(...Array.from({ length: 300 }, () => move(alice, bob, 1n)));
    expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['posted']));
    expect(await bank.buckets(bob)).toEqual([300n, 0n, 0n]);
    const { rows } = await bank.owner.query('select count(*) from ledger.entry where owner_id = $1', [BOB]);
    expect(rows).toEqual([{ count: '300' }]);
  });

  it('never lets time run backwards within an account, and does not carry a clock gone ahead to other accounts', async () => {
    await bank.owner.query(`update ledger.account set last_posted_at = now() + interval '1 hour' where owner_id = $1`, [ALICE]);
    expect(await bank.post(move(alice, bob, 1n))).toEqual([POSTED]);
    const { rows } = await bank.owner.query(
      `select owner_id, posted_at > now() + interval '59 minutes' as later from ledger.entry where type = 'transfer' order by owner_id`,
    );
    expect(rows).toEqual([
      { owner_id: String(ALICE), later: true },
      { owner_id: String(BOB), later: false },
    ]);
    const account = await bank.owner.query(
      `select last_posted_at > now() + interval '59 minutes' as later from ledger.account where owner_id = $1 and coin = $2`,
      [ALICE, COIN],
    );
    expect(account.rows).toEqual([{ later: true }]);
    await bank.owner.query(`update ledger.account set last_posted_at = now()`);
  });

  it('makes nothing of an empty batch', async () => {
    expect(await bank.post()).toEqual([]);
  });
});

describe('refusals, each leaving its neighbours undisturbed', () => {
  async function refused(posting: Parameters<Bank['post']>[0]) {
    const before = await bank.owner.query('select count(*)::int as n from ledger.posting');
    const results = await bank.post(move(alice, bob, 1n), posting, move(alice, bob, 2n));
    expect([results[0], results[2]]).toEqual([POSTED, POSTED]);
    const after = await bank.owner.query('select count(*)::int as n from ledger.posting');
    expect(after.rows[0].n - before.rows[0].n).toBe(2);
    return results[1];
  }

  it('insufficient: available, frozen and pending all have the floor zero', async () => {
    expect(await refused(move(alice, bob, 100_000n))).toEqual({ outcome: 'insufficient', account: alice });
    for (const bucket of ['frozen', 'pending'] as const) {
      const hold = randomUUID();
      await bank.post(freeForm([{ account: alice, available: -1n, [bucket]: 1n, hold }]));
      // As somebody may leave it who has every right in the database: the posting is refused, and not its whole batch.
      await bank.owner.query(`update ledger.account set available = available + 1, ${bucket} = 0 where owner_id = $1`, [ALICE]);
      expect(await refused(freeForm([{ account: alice, available: 1n, [bucket]: -1n, hold }]))).toEqual({
        outcome: 'insufficient',
        account: alice,
      });
    }
  });

  it('insufficient: names the account that falls short, not the first one', async () => {
    const posting = freeForm([
      { account: alice, available: 5n },
      { account: user, available: -5n },
    ]);
    expect(await refused(posting)).toEqual({ outcome: 'insufficient', account: user });
  });

  it('insufficient: an unbounded account has frozen and pending buckets with a floor', async () => {
    const issuance = providerAccount(COIN, 'issuance');
    expect(await refused(freeForm([{ account: issuance, available: 1n, frozen: -1n, hold: randomUUID() }]))).toEqual({
      outcome: 'insufficient',
      account: issuance,
    });
  });

  it('account_missing: before insufficient', async () => {
    const nobody = mainAccount(10_999_999, COIN);
    expect(await refused(move(alice, nobody, 500_000n))).toEqual({ outcome: 'account_missing', account: nobody });
  });

  it('account_missing: when the account that the whole batch names first is the missing one', async () => {
    const nobody = mainAccount(10_000_000, COIN);
    const results = await bank.post(move(nobody, bob, 5n), move(alice, bob, 7n), move(bob, user, 3n));
    expect(results).toEqual([{ outcome: 'account_missing', account: nobody }, POSTED, POSTED]);
    expect(await Promise.all([alice, bob, user].map((account) => bank.buckets(account)))).toEqual([
      [99_993n, 0n, 0n],
      [4n, 0n, 0n],
      [3n, 0n, 0n],
    ]);
  });

  it('insufficient: of several short accounts the first by their order is named', async () => {
    const both = freeForm([
      { account: bob, available: -1n },
      { account: alice, available: -100_001n },
      { account: fees, available: 100_002n },
    ]);
    expect(await refused(both)).toEqual({ outcome: 'insufficient', account: alice });
  });

  it('malformed: legs that do not sum to zero, or only across coins', async () => {
    expect(await refused(freeForm([{ account: alice, available: 5n }]))).toEqual({ outcome: 'malformed' });
    const acrossCoins = freeForm([
      { account: alice, available: -5n },
      { account: mainAccount(ALICE, OTHER_COIN), available: 5n },
    ]);
    expect(await refused(acrossCoins)).toEqual({ outcome: 'malformed' });
    // What one leaves over does not balance the next one.
    const making = (account: typeof alice, amount: bigint) => freeForm([{ account, available: amount }]);
    const results = await bank.post(making(alice, 5n), making(bob, 3n), making(alice, -3n), move(alice, bob, 1n));
    expect(results.map(({ outcome }) => outcome)).toEqual(['malformed', 'malformed', 'malformed', 'posted']);
    const inTwoCoins = await bank.post(acrossCoins, making(bob, 3n), making(alice, 5n), making(alice, -3n), move(alice, bob, 1n));
    expect(inTwoCoins.map(({ outcome }) => outcome)).toEqual(['malformed', 'malformed', 'malformed', 'malformed', 'posted']);
  });

  it('malformed: an account named twice, a leg that does nothing, a negative charge, too many legs', async () => {
    expect(
      await refused(
        freeForm([
          { account: alice, available: -5n },
          { account: alice, available: 5n },
        ]),
      ),
    ).toEqual({ outcome: 'malformed' });
    expect(await refused(freeForm([{ account: alice }, { account: bob }]))).toEqual({ outcome: 'malformed' });
    expect(await refused(freeForm([{ account: alice, available: -5n, frozen: 5n, charge: -1n, hold: randomUUID() }]))).toEqual({
      outcome: 'malformed',
    });
    const many = Array.from({ length: 17 }, (_, i) => ({ account: mainAccount(10_000_100 + i, COIN), available: i === 0 ? -16n : 1n }));
    expect(await refused(freeForm(many))).toEqual({ outcome: 'malformed' });
  });

  it('malformed: an amount beyond the largest, up to the ends of bigint and beyond', async () => {
    for (const amount of [10n ** 17n + 1n, 2n ** 63n - 1n, 2n ** 63n, 10n ** 30n]) {
      expect(await refused(move(alice, bob, amount))).toEqual({ outcome: 'malformed' });
    }
    // What goes once round in 64 bits and would balance then.
    for (const [taken, given] of [
      [5n, 2n ** 64n + 5n],
      [2n ** 64n + 5n, 5n],
    ] as const) {
      const round = freeForm([
        { account: alice, available: -taken },
        { account: bob, available: given },
      ]);
      expect(await refused(round)).toEqual({ outcome: 'malformed' });
    }
  });

  it('overflow: a balance at its ceiling takes no more, and an unbounded one has a lowest value', async () => {
    await bank.owner.query(`update ledger.account set available = 2999999999999999999 where owner_id = $1 and coin = $2`, [USER, COIN]);
    expect(await refused(move(alice, user, 2n))).toEqual({ outcome: 'overflow', account: user });
    expect(await bank.post(move(alice, user, 1n))).toEqual([POSTED]);
    const issuance = providerAccount(COIN, 'issuance');
    await bank.owner.query(
      `update ledger.account set available = -3000000000000000000 where owner_id = 1 and purpose = 'issuance' and coin = $1`,
      [COIN],
    );
    expect(await refused(move(issuance, alice, 1n))).toEqual({ outcome: 'insufficient', account: issuance });
  });

  it.each(['frozen', 'pending'] as const)('overflow: %s funds at their ceiling take no more', async (bucket) => {
    await bank.owner.query(`update ledger.account set ${bucket} = 2999999999999999999 where owner_id = $1 and coin = $2`, [ALICE, COIN]);
    const holding = (amount: bigint) => freeForm([{ account: alice, available: -amount, [bucket]: amount, hold: randomUUID() }]);
    expect(await refused(holding(2n))).toEqual({ outcome: 'overflow', account: alice });
    expect(await bank.post(holding(1n))).toEqual([POSTED]);
  });

  it('account_missing: also where the hold that it names is on another account', async () => {
    const hold = randomUUID();
    await bank.post(freeForm([{ account: alice, available: -5n, frozen: 5n, hold }]));
    const nowhere = { ...alice, purpose: 'nowhere' };
    expect(await refused(freeForm([{ account: nowhere, available: -1n, frozen: 1n, hold }]))).toEqual({
      outcome: 'account_missing',
      account: nowhere,
    });
  });

  it('refuses arrays that do not fit together as an error, making nothing', async () => {
    await expect(bank.post(move(alice, bob, 1n), freeForm([]))).rejects.toThrow(/arrays|legs/);
    expect(await bank.buckets(bob)).toEqual([0n, 0n, 0n]);
  });
});

describe('replays', () => {
  it('answers a replay with the first time and moves nothing', async () => {
    const posting = move(alice, bob, 100n, { note: { remark: 'rent' } });
    const [first] = await bank.post(posting);
    const [second] = await bank.post(posting);
    expect(second).toEqual({ ...first, outcome: 'replayed' });
    expect(await bank.buckets(bob)).toEqual([100n, 0n, 0n]);
  });

  it('knows a replay whatever the order of its legs', async () => {
    const posting = move(alice, bob, 100n);
    await bank.post(posting);
    expect(await bank.post({ ...posting, legs: [...posting.legs].reverse() })).toMatchObject([{ outcome: 'replayed' }]);
  });

  it('answers a replay even when the money is gone', async () => {
    const posting = move(alice, bob, 100_000n);
    await bank.post(posting);
    expect(await bank.post(posting)).toMatchObject([{ outcome: 'replayed' }]);
  });

  it.each([
    ['amount', move(alice, bob, 101n)],
    ['recipient', move(alice, user, 100n)],
    ['type', move(alice, bob, 100n, { type: 'payment' })],
    ['serial number', move(alice, bob, 100n, { serial_number: 'another' })],
    ['note', move(alice, bob, 100n, { note: 1 })],
    [
      'charge',
      freeForm([
        { account: alice, available: -100n, counterparty: BOB },
        { account: bob, available: 100n, charge: 1n, counterparty: ALICE },
      ]),
    ],
  ])('refuses the same id with another %s', async (_, other) => {
    const posting = move(alice, bob, 100n, { serial_number: 'one' });
    await bank.post(posting);
    const changed = { ...other, posting_id: posting.posting_id, serial_number: other.serial_number === 'another' ? 'another' : 'one' };
    expect(await bank.post(changed)).toEqual([{ outcome: 'content_mismatch' }]);
    expect(await bank.buckets(bob)).toEqual([100n, 0n, 0n]);
  });

  it('treats the same id at another home owner as another posting', async () => {
    const posting = move(alice, bob, 100n);
    expect(await bank.post(posting, { ...posting, owner_id: BOB })).toEqual([POSTED, POSTED]);
    const other = move(alice, bob, 100n);
    expect(await bank.post(other, { ...other, owner_id: BOB }, other)).toMatchObject([POSTED, POSTED, { outcome: 'replayed' }]);
  });

  it('sees replays and mismatches within one batch', async () => {
    const posting = move(alice, bob, 100n);
    const other = { ...move(alice, bob, 7n), posting_id: posting.posting_id };
    expect(await bank.post(posting, posting, other)).toMatchObject([
      { outcome: 'posted' },
      { outcome: 'replayed' },
      { outcome: 'content_mismatch' },
    ]);
  });

  it('decides a refused posting anew when it comes again', async () => {
    const posting = move(bob, user, 50n);
    expect(await bank.post(posting, move(alice, bob, 50n), posting, posting)).toMatchObject([
      { outcome: 'insufficient' },
      { outcome: 'posted' },
      { outcome: 'posted' },
      { outcome: 'replayed' },
    ]);
  });
});

describe('accounts', () => {
  it('opens an account once and never changes its floor', async () => {
    const { rows } = await bank.app.query(
      `select ledger.open_account(10000077, 'USDP', 'main') as first, ledger.open_account(10000077, 'USDP', 'main') as again`,
    );
    expect(rows).toEqual([{ first: true, again: false }]);
    await expect(bank.app.query(`select ledger.open_account(1, 'USDP', 'issuance', false)`)).rejects.toThrow(/another floor/);
    await expect(bank.app.query(`select ledger.open_account(10000078, 'USDP', 'main', true)`)).rejects.toThrow(
      /only_the_provider_is_unbounded/,
    );
  });
});

it('tries again what only lost a race, and nothing else', () => {
  const failed = (code: string, constraint?: string) => isRetryable(Object.assign(new Error(code), { code, constraint }));
  expect([failed('40001'), failed('40P01')]).toEqual([true, true]);
  // As one PostgreSQL names them, and as nodes do.
  for (const name of ['posting_pkey', 'hold_pkey', 'posting_pkey_102030', 'hold_pkey_7']) {
    expect([name, failed('23505', name)]).toEqual([name, true]);
  }
  for (const name of ['entry_pkey', 'entry_pkey_102020', 'crossing_posting_pkey']) {
    expect([name, failed('23505', name)]).toEqual([name, false]);
  }
  expect([failed('23514'), failed('57014'), isRetryable(new Error('40P01'))]).toEqual([false, false, false]);
});

it('knows what a node has said while rows were copied to it', () => {
  const said = (message: string, code = 'XX000') => isRetryable(Object.assign(new Error(message), { code }));
  expect(said('duplicate key value violates unique constraint "posting_pkey_102031"')).toBe(true);
  expect(said('duplicate key value violates unique constraint "entry_pkey_102020"')).toBe(false);
  expect(said('deadlock detected')).toBe(true);
  expect(said('canceling statement due to lock timeout')).toBe(false);
  expect(said('deadlock detected', '57014')).toBe(false);
});
