import type { InputOf } from '@purser/contract/call';
import type { UserKind } from '@purser/contract/features/account';
import { approvalReject } from '@purser/contract/features/approval';
import { marketKindTerms, marketKindTermsSet } from '@purser/contract/features/kind-terms';
import * as calls from '@purser/contract/features/market';
import { FEE_NAMES, recordOf, USER_FEE_NAMES, USER_LIMITS } from '@purser/contract/terms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { TERMS } from './testing/terms.ts';
import { addMarket, approveBy, coinShownTo, setBy, shownTo, waitsOf } from './testing/two-people.ts';

/** The fees and limits of a kind of wallet users, as staff set them. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let coin: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  ({ coin } = await addMarket(one));
});

const NONE = { ...recordOf([...USER_FEE_NAMES, ...USER_LIMITS], () => null), commission_rate: null };
const LIMITS = { usdt_withdrawal_minimum: '10', usdt_withdrawal_maximum: '200', usdt_withdrawal_day_maximum: '300' };

const set = (terms: object, kind: UserKind = 'agent', member = one) =>
  setBy(member, marketKindTermsSet, { kind, coin_name: coin, ...NONE, ...terms } as InputOf<typeof marketKindTermsSet>);
const setCoin = (terms: object) => setBy(one, calls.marketTermsSet, { coin_name: coin, symbol: '€', ...TERMS, ...terms });
const kindNow = async (kind: UserKind = 'agent') => dataOf(await one.call(marketKindTerms, {})).list.find((row) => row.kind === kind);
const now = async (kind: UserKind = 'agent') => (await kindNow(kind))?.coins.find(({ coin_name }) => coin_name === coin);
const check = (kind: UserKind, usdt_withdrawal_fee_rate: string | null) =>
  one.call(calls.marketCheck, {
    coin_name: coin,
    merchant_id: null,
    kind,
    ...recordOf(FEE_NAMES, () => null),
    usdt_withdrawal_fee_rate,
    rate: null,
  });
const stored = () => app.sql('select kind, usdt_withdrawal_fee_bp from kind_terms where coin = $1 order by kind', [coin]);

describe('the terms of a kind', () => {
  it('are set within the bound by one person, beside the usual, and noted with before and after', async () => {
    expect(dataOf(await set({ usdt_withdrawal_fee_rate: '0.45', ...LIMITS }))).toEqual({ waits: null });
    expect(await now()).toEqual({
      coin_name: coin,
      decimals: 2,
      waiting: 0,
      own: {
        ...NONE,
        usdt_withdrawal_fee_rate: '0.45',
        usdt_withdrawal_minimum: '10.000000',
        usdt_withdrawal_maximum: '200.000000',
        usdt_withdrawal_day_maximum: '300.000000',
      },
      usual: expect.objectContaining({
        usdt_withdrawal_fee_rate: '0.50',
        usdt_withdrawal_maximum: '100000.000000',
        fiat_withdrawal_minimum: '100.00',
      }),
    });
    expect((await now('ordinary'))?.own).toEqual(NONE);
    const [entry] = await app.sql('select action, actor, details from audit_log where owner_id = 1 order by sequence desc limit 1');
    expect(entry).toMatchObject({
      action: 'market.kind_terms',
      actor: String(one.staffId),
      details: {
        reason: 'Costs rose',
        kind: 'agent',
        coin_name: coin,
        before: { usdt_withdrawal_fee_rate: null },
        after: { usdt_withdrawal_fee_rate: '0.45', usdt_withdrawal_maximum: '200.000000' },
      },
    });
  });

  it('go when nothing of them is left, and the coin’s hold again', async () => {
    dataOf(await set({ usdt_withdrawal_fee_rate: '0.45' }));
    expect(await stored()).toEqual([{ kind: 'agent', usdt_withdrawal_fee_bp: 45 }]);
    expect(dataOf(await set({}))).toEqual({ waits: null });
    expect(await stored()).toEqual([]);
  });

  it('beyond the bound wait, say why, and hold once a second person has approved them', async () => {
    const { why, approval_id } = waitsOf(await set({ usdt_withdrawal_fee_rate: '0.10' }));
    expect(why).toEqual([{ name: 'usdt_withdrawal_fee_rate', before: '0.50', after: '0.10', change: '80.0', bound: '20.00' }]);
    expect(await now()).toMatchObject({ waiting: 1, own: NONE });
    expect(await now('advanced')).toMatchObject({ waiting: 0 });
    const approval = await shownTo(two, approval_id);
    expect(approval).toMatchObject({ kind: 'market.kind_terms', owner_id: 1 });
    expect(approval.facts).toEqual([
      { name: 'user_kind', value: 'agent' },
      { name: 'coin', value: coin },
      { name: 'usdt_withdrawal_fee_rate', value: '(0.50) → 0.10' },
      { name: 'beyond_usdt_withdrawal_fee_rate', value: '80.0% > 20.00% (0.50 → 0.10)' },
    ]);
    expect(await approveBy(one, approval_id, approval.content_hash)).toMatchObject({ msg: 'approval_own' });
    expect(await stored()).toEqual([]);
    expect(await approveBy(two, approval_id)).toMatchObject({ code: 200 });
    expect(await stored()).toEqual([{ kind: 'agent', usdt_withdrawal_fee_bp: 10 }]);
    // Back to the usual is a change as well: five times as much is paid.
    expect(waitsOf(await set({})).why).toMatchObject([{ before: '0.10', after: '0.50' }]);
  });

  it('that are rejected change nothing', async () => {
    const { approval_id } = waitsOf(await set({ usdt_withdrawal_fee_rate: '0.10' }));
    expect(await two.call(approvalReject, { approval_id, remark: 'No' })).toMatchObject({ code: 200 });
    expect([await stored(), (await now())?.waiting]).toEqual([[], 0]);
  });

  it('in small steps add up, each kind and the coin for itself', async () => {
    expect(dataOf(await set({ usdt_withdrawal_fee_rate: '0.45' }))).toEqual({ waits: null });
    expect(waitsOf(await set({ usdt_withdrawal_fee_rate: '0.36' })).why).toMatchObject([{ before: '0.50', after: '0.36' }]);
    // Neither another kind nor the coin has changed by it.
    expect(dataOf(await set({ usdt_withdrawal_fee_rate: '0.40' }, 'advanced'))).toEqual({ waits: null });
    expect(dataOf(await setCoin({ payment_fee_rate: '1.10' }))).toEqual({ waits: null });
    expect(await coinShownTo(one, coin)).toMatchObject({ payment_fee_rate: '1.10', usdt_withdrawal_fee_rate: '0.50' });
  });

  it('add up with steps of the coin’s, which the kind paid that day', async () => {
    expect(dataOf(await setCoin({ usdt_withdrawal_fee_rate: '0.60' }))).toEqual({ waits: null });
    const beyond = [{ name: 'usdt_withdrawal_fee_rate', before: '0.50', after: '0.72', change: '44.0' }];
    expect(waitsOf(await set({ usdt_withdrawal_fee_rate: '0.72' })).why).toMatchObject(beyond);
    expect(dataOf(await check('agent', '0.72')).why).toMatchObject(beyond);
    expect(dataOf(await set({ usdt_withdrawal_fee_rate: '0.60' }))).toEqual({ waits: null });
    expect(waitsOf(await set({ usdt_withdrawal_fee_rate: '0.72' })).why).toMatchObject(beyond);
  });

  it('that are taken back count for the coin’s, which are measured by what its kinds paid', async () => {
    expect(dataOf(await set({ usdt_withdrawal_fee_rate: '0.45' }))).toEqual({ waits: null });
    await app.sql(`update terms_change set set_at = (set_at at time zone 'UTC' - interval '2 days') at time zone 'UTC'`);
    expect(dataOf(await set({}))).toEqual({ waits: null });
    expect(waitsOf(await setCoin({ usdt_withdrawal_fee_rate: '0.60' })).why).toMatchObject([{ before: '0.45', after: '0.60' }]);
    expect(dataOf(await setCoin({ payment_fee_rate: '1.10' }))).toEqual({ waits: null });
  });

  it.each([
    ['the kind’s own have moved since', () => set({ usdt_withdrawal_fee_rate: '0.45' })],
    ['the coin’s have moved since, by which they were measured', () => setCoin({ usdt_withdrawal_fee_rate: '0.55' })],
  ])('are not approved when %s', async (_what, meanwhile) => {
    const { approval_id } = waitsOf(await set({ fiat_withdrawal_fee_rate: '0.10' }));
    dataOf(await meanwhile());
    expect(await approveBy(two, approval_id)).toMatchObject({ msg: 'terms_changed' });
    expect(await app.sql('select from kind_terms where coin = $1 and fiat_withdrawal_fee_bp is not null', [coin])).toEqual([]);
  });

  it('are approved when only those of another kind have moved', async () => {
    const { approval_id } = waitsOf(await set({ usdt_withdrawal_fee_rate: '0.10' }));
    dataOf(await set({ usdt_withdrawal_fee_rate: '0.45' }, 'ordinary'));
    expect(await approveBy(two, approval_id)).toMatchObject({ code: 200 });
  });

  it.each([
    ['a limit alone of those that go together', { usdt_withdrawal_maximum: '200' }, 'invalid_input', 'usdt_withdrawal_minimum'],
    ['a day below one withdrawal', { ...LIMITS, usdt_withdrawal_day_maximum: '199' }, 'limits_reversed', 'usdt_withdrawal_maximum'],
    ['a minimum of nothing', { ...LIMITS, usdt_withdrawal_minimum: '0' }, 'invalid_input', 'usdt_withdrawal_minimum'],
    ['more decimals than USDT has', { usdt_recharge_minimum: '0.0000001' }, 'invalid_input', 'usdt_recharge_minimum'],
    ['more decimals than the coin has', { fiat_withdrawal_minimum: '0.001' }, 'invalid_input', 'fiat_withdrawal_minimum'],
    ['a fee above what staff may set', { usdt_recharge_fee_rate: '20.01' }, 'invalid_input', 'usdt_recharge_fee_rate'],
    ['a fee below nothing', { fiat_withdrawal_fee_rate: '-1' }, 'invalid_input', 'fiat_withdrawal_fee_rate'],
    ['a kind that is none', { kind: 'king' }, 'invalid_input', 'kind'],
  ])('are refused with %s, and the field is named', async (_what, change, msg, field) => {
    expect(await set(change)).toMatchObject({ msg, data: { fields: [{ field }] } });
    expect(await stored()).toEqual([]);
  });

  it('are changed by a right code alone, and by who may change markets', async () => {
    const input = { kind: 'agent', coin_name: coin, ...NONE, usdt_withdrawal_fee_rate: '0.45', reason: 'Agreed' } as const;
    expect(await one.call(marketKindTermsSet, { ...input, google_code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    const auditor = await makeStaff(app, 'auditor');
    expect(await auditor.call(marketKindTermsSet, { ...input, google_code: await auditor.code() })).toMatchObject({
      msg: 'staff_not_allowed',
    });
    expect(await stored()).toEqual([]);
  });
});

it('the terms of a kind in a coin that is none are refused', async () => {
  expect(await set({ coin_name: 'DOGE' })).toMatchObject({ msg: 'coin_unknown' });
  expect(marketKindTermsSet.fields).toMatchObject({ coin_unknown: 'coin_name' });
});

it('a look beforehand measures by what the kind pays', async () => {
  dataOf(await set({ usdt_withdrawal_fee_rate: '0.45' }));
  expect(dataOf(await check('agent', '0.38')).why).toMatchObject([{ before: '0.50', after: '0.38' }]);
  expect(dataOf(await check('advanced', '0.42')).why).toEqual([]);
  expect(dataOf(await check('agent', null)).why).toEqual([]);
});

describe('the commission of agents', () => {
  const commission = (commission_rate: string | null, kind: UserKind = 'agent') => set({ commission_rate }, kind);

  it('is none until it is set by two people, and then changes within the bound by one', async () => {
    expect((await now())?.own.commission_rate).toBeNull();
    const { why, approval_id } = waitsOf(await commission('20'));
    expect(why).toEqual([{ name: 'commission_rate', before: '0.00', after: '20.00', change: null, bound: '20.00' }]);
    expect((await shownTo(two, approval_id)).facts).toContainEqual({ name: 'commission_rate', value: '(0.00) → 20.00' });
    expect(await approveBy(two, approval_id)).toMatchObject({ code: 200 });
    expect((await now())?.own.commission_rate).toBe('20.00');
    expect(dataOf(await commission('22'))).toEqual({ waits: null });
    // In small steps it adds up.
    expect(waitsOf(await commission('25')).why).toMatchObject([
      { name: 'commission_rate', before: '20.00', after: '25.00', change: '25.0' },
    ]);
    expect(waitsOf(await commission(null)).why).toMatchObject([{ before: '22.00', after: '0.00', change: '100.0' }]);
    expect(await app.sql(`select commission_bp from kind_terms where coin = $1`, [coin])).toEqual([{ commission_bp: 2_200 }]);
    // What was set last has a version like any change.
    expect(await app.sql(`select commission_bp_before, commission_bp from terms_change where coin = $1 order by sequence`, [coin])).toEqual(
      [
        { commission_bp_before: 0, commission_bp: 2_000 },
        { commission_bp_before: 2_000, commission_bp: 2_200 },
      ],
    );
  });

  it.each([
    ['more than half', '50.01', 'agent'],
    ['less than nothing', '-1', 'agent'],
    ['no number', 'much', 'agent'],
    ['another kind', '10', 'advanced'],
  ] as const)('is refused with %s, and the field is named', async (_what, commission_rate, kind) => {
    expect(await commission(commission_rate, kind)).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'commission_rate' }] },
    });
    expect(await stored()).toEqual([]);
  });

  it('is looked at beforehand, and left alone where nothing is said of it', async () => {
    const check = (wishes: object) =>
      one.call(calls.marketCheck, {
        coin_name: coin,
        merchant_id: null,
        kind: 'agent',
        ...recordOf(FEE_NAMES, () => null),
        rate: null,
        ...wishes,
      });
    expect(dataOf(await check({ commission_rate: '10' })).why).toMatchObject([{ name: 'commission_rate', before: '0.00', after: '10.00' }]);
    expect(dataOf(await check({ commission_rate: null })).why).toEqual([]);
    expect(dataOf(await check({})).why).toEqual([]);
  });
});

it('how many users are of each kind is told', async () => {
  const before = (await kindNow('advanced'))?.users ?? 0;
  await makeUser(app, { kind: 'advanced' });
  expect(await kindNow('advanced')).toMatchObject({ users: before + 1 });
});
