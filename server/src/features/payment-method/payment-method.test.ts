import {
  paymentMethodAdd,
  paymentMethodDelete,
  paymentMethodExport,
  paymentMethodQuery,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  staffPaymentMethodDecide,
  staffPaymentMethodExport,
  staffPaymentMethodNumber,
  staffPaymentMethodQuery,
} from '@purser/contract/features/payment-method';
import type { InputOf } from '@purser/contract/call';
import { MOST_PAYMENT_METHODS } from '@purser/contract/bank-account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { googleCode, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { paymentMethodRoutes } from './routes.ts';

const IBAN = 'DE89370400440532013000';
const ACCOUNT = { market: 'USD', holder_name: 'Shop Ltd', bank_name: 'First Bank', bank_code: '021000021', account_number: '1234 5678 90' };

let app: TestApp;
let finance: TestStaff;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: paymentMethodRoutes });
  finance = await makeStaff(app, 'finance');
});
beforeEach(async () => {
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'] });
});
afterAll(() => app.close());

const as = () => ({ token: merchant.token });
const code = async () => ({ google_code: await googleCode(app, merchant) });
const tryAdd = async (change: object = {}) => app.call(paymentMethodAdd, { ...ACCOUNT, ...change, ...(await code()) }, as());
const add = async (change: object = {}) => dataOf(await tryAdd(change));
const all = async (filters: object = {}) => dataOf(await app.call(paymentMethodQuery, filters, as())).list;
const seenByStaff = async (payment_method_id: string) => {
  const [row] = dataOf(await finance.call(staffPaymentMethodQuery, { payment_method_id })).list;
  if (!row) throw new Error('staff see no such account');
  return row;
};
type Seen = InputOf<typeof staffPaymentMethodDecide>['accounts'][number];
/** What became of each account. */
const decide = async (accounts: readonly Seen[], decision: 'verify' | 'reject', reason = '') =>
  dataOf(await finance.call(staffPaymentMethodDecide, { accounts: [...accounts], decision, reason, google_code: await finance.code() }))
    .results;
const verify = async (payment_method_id: string, change: object = {}) => {
  const { owner_id, version, status } = await seenByStaff(payment_method_id);
  return (await decide([{ owner_id, payment_method_id, version, status, ...change }], 'verify'))[0];
};
const reject = async (payment_method_id: string, reason = 'The name is another') => {
  const { owner_id, version, status } = await seenByStaff(payment_method_id);
  return (await decide([{ owner_id, payment_method_id, version, status }], 'reject', reason))[0];
};

describe('a bank account', () => {
  it('is linked unverified, shown by its end, and the first of its market is offered first', async () => {
    const first = await add();
    expect(first).toMatchObject({
      kind: 'bank_account',
      market: 'USD',
      account_number: '••••7890',
      status: 'unverified',
      binding: 'bound',
      listing: 'on',
      is_default: true,
    });
    const iban = await add({ account_number: 'de89 3704 0044 0532 0130 00', bank_code: '' });
    expect(iban).toMatchObject({ account_number: 'DE••••3000', is_default: false });
    expect(await add({ market: 'CNY', account_number: '6222020012345678901' })).toMatchObject({ is_default: true });
    expect((await all({ market: 'USD' })).map(({ payment_method_id }) => payment_method_id)).toEqual([
      iban.payment_method_id,
      first.payment_method_id,
    ]);
  });

  it('is in the file of those that the list shows, of its owner alone, its number masked', async () => {
    const first = await add({ holder_name: '=cmd()' });
    await add({ account_number: IBAN, bank_code: '' });
    await reject(first.payment_method_id);
    const fileOf = (filters: object, { token } = merchant) => exportedFile(app, paymentMethodExport, { token }, filters);
    const rows = await fileOf({});
    expect(rows).toMatchObject([
      { 'Account number': 'DE••••3000', Verification: 'Unverified', Default: 'No', Link: 'Linked', Listing: 'On', Market: 'USD' },
      {
        'Account number': '••••7890',
        Verification: 'Rejected',
        Default: 'Yes',
        Reason: 'The name is another',
        'Account holder': "'=cmd()",
      },
    ]);
    for (const number of [IBAN, '1234567890']) expect(JSON.stringify(rows)).not.toContain(number);
    expect(await fileOf({ status: 'rejected' })).toEqual(rows.slice(1));
    expect(await fileOf({ binding: 'unbound' })).toEqual([]);
    expect(await fileOf({}, await makeMerchant(app))).toEqual([]);
  });

  it('keeps its number nowhere in the clear', async () => {
    await add({ account_number: IBAN, bank_code: '' });
    const rows = await app.sql(
      `select row_to_json(p)::text as row, encode(p.sealed_number, 'escape') as sealed from payment_method p where owner_id = $1
       union all select row_to_json(i)::text, '' from idempotency_key i union all select row_to_json(a)::text, '' from audit_log a`,
      [merchant.merchant_id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(IBAN.slice(4));
  });

  it.each([
    ['a market that is not there', { market: 'XXX', account_number: '1' }, 'market_unknown'],
    ['a market that is not enabled', { market: 'VND', account_number: '1' }, 'market_not_enabled'],
    ['an IBAN whose check digits are wrong', { account_number: 'DE88370400440532013000', bank_code: '!' }, 'account_number_invalid'],
    ['a number with letters', { account_number: '12A4' }, 'account_number_invalid'],
    ['a bank code that is none', { bank_code: 'a!' }, 'bank_code_invalid'],
    ['no bank code beside digits', { bank_code: '' }, 'bank_code_invalid'],
  ] as const)('is refused with %s', async (_, change, outcome) => {
    expect(await tryAdd(change)).toMatchObject({ msg: outcome });
    expect(await all()).toEqual([]);
  });

  it('is linked once, however its number is written, also when asked for at the same moment', async () => {
    const answers = await Promise.all([tryAdd(), tryAdd({ account_number: '1234-5678-90' })]);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    expect(await tryAdd({ account_number: '1234567890' })).toMatchObject({ msg: 'payment_method_known' });
    // The same number in another country is another account.
    expect(await tryAdd({ market: 'CNY' })).toMatchObject({ msg: 'ok' });
  });

  it('is one of a few', async () => {
    await app.sql(
      `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, sealed_number, number_mac, shown_number)
       select $1, gen_random_uuid(), 'merchant', 'USD', 'x', 'x', '\\x00', decode(lpad(to_hex(n), 4, '0'), 'hex'), 'x' from generate_series(1, $2) n`,
      [merchant.merchant_id, MOST_PAYMENT_METHODS],
    );
    expect(await tryAdd()).toMatchObject({ msg: 'payment_method_limit' });
  });

  it('is verified anew when what the bank goes by is changed, and not when it is taken off the list', async () => {
    const { payment_method_id } = await add();
    expect(await verify(payment_method_id)).toMatchObject({ msg: 'ok' });
    const { holder_name, bank_name, bank_code } = ACCOUNT;
    const update = async (change: object) =>
      dataOf(
        await app.call(
          paymentMethodUpdate,
          { payment_method_id, holder_name, bank_name, bank_code, listing: 'on', ...change, ...(await code()) },
          as(),
        ),
      );
    expect(await update({ listing: 'off' })).toMatchObject({ status: 'verified', listing: 'off' });
    expect(await update({ holder_name: 'Other Ltd' })).toMatchObject({ status: 'unverified', holder_name: 'Other Ltd', listing: 'on' });
  });

  it('stays on record when it is unlinked, and may be linked again', async () => {
    const { payment_method_id } = await add();
    const remove = async () => app.call(paymentMethodDelete, { payment_method_id, ...(await code()) }, as());
    expect(await remove()).toMatchObject({ msg: 'ok' });
    expect(await all()).toMatchObject([{ payment_method_id, binding: 'unbound', is_default: false }]);
    expect(await remove()).toMatchObject({ msg: 'payment_method_unknown' });
    expect(await verify(payment_method_id)).toMatchObject({ msg: 'payment_method_unknown' });
    expect(await app.call(paymentMethodSetDefault, { payment_method_id }, as())).toMatchObject({ msg: 'payment_method_unknown' });
    expect((await add()).payment_method_id).not.toBe(payment_method_id);
    expect(await all({ binding: 'bound' })).toHaveLength(1);
  });

  it('is the only default of its market', async () => {
    const [first, second] = [await add(), await add({ account_number: '999999' })];
    expect(dataOf(await app.call(paymentMethodSetDefault, { payment_method_id: second.payment_method_id }, as()))).toMatchObject({
      is_default: true,
    });
    expect((await all()).map(({ is_default, payment_method_id }) => [payment_method_id, is_default])).toEqual([
      [second.payment_method_id, true],
      [first.payment_method_id, false],
    ]);
  });

  it('takes a code for what sends money elsewhere', async () => {
    const { payment_method_id } = await add();
    const wrong = { google_code: '000000' };
    expect(await app.call(paymentMethodAdd, { ...ACCOUNT, account_number: '77777', ...wrong }, as())).toMatchObject({
      msg: 'wrong_google_code',
    });
    expect(await app.call(paymentMethodDelete, { payment_method_id, ...wrong }, as())).toMatchObject({ msg: 'wrong_google_code' });
    expect(await all()).toMatchObject([{ payment_method_id, binding: 'bound' }]);
  });
});

describe('staff', () => {
  it('verify what they have seen, and nobody else does', async () => {
    const { payment_method_id } = await add();
    expect(await verify(payment_method_id, { version: 2 })).toMatchObject({ msg: 'payment_method_changed' });
    expect(await verify(payment_method_id)).toMatchObject({ msg: 'ok' });
    expect(await all()).toMatchObject([{ status: 'verified', reason: '' }]);
    expect(await verify(payment_method_id)).toMatchObject({ msg: 'payment_method_decided' });
    const own = app.platform.db.scoped(merchant.merchant_id, (tx) => tx.query('update payment_method set verified_version = version'));
    await expect(own).rejects.toThrow(/permission denied/);
  });

  it('are told who decided on an account as it is now, and when', async () => {
    const { payment_method_id } = await add();
    expect(await seenByStaff(payment_method_id)).toMatchObject({ decided_by: null, decide_time: null });
    await reject(payment_method_id);
    const { decided_by, decide_time } = await seenByStaff(payment_method_id);
    const { name } = (await app.sql<{ name: string }>('select name from staff where staff_id = $1', [finance.staffId]))[0] ?? {};
    expect(decided_by).toEqual({ staff_id: finance.staffId, name });
    const [{ decided_at } = {}] = await app.sql<{ decided_at: Date }>(
      'select decided_at from payment_method where payment_method_id = $1',
      [payment_method_id],
    );
    expect(decide_time).toBe(decided_at?.toISOString());
    const { holder_name, bank_name, bank_code } = ACCOUNT;
    const changed = {
      payment_method_id,
      holder_name: `${holder_name} Ltd`,
      bank_name,
      bank_code,
      listing: 'on',
      ...(await code()),
    } as const;
    expect(await app.call(paymentMethodUpdate, changed, as())).toMatchObject({ msg: 'ok' });
    expect(await seenByStaff(payment_method_id)).toMatchObject({ status: 'unverified', decided_by: null, decide_time: null });
  });

  it('reject with a reason, before and after they verified, and may verify later', async () => {
    const { payment_method_id } = await add();
    expect(await reject(payment_method_id)).toMatchObject({ msg: 'ok' });
    expect(await all()).toMatchObject([{ status: 'rejected', reason: 'The name is another' }]);
    expect(await reject(payment_method_id)).toMatchObject({ msg: 'payment_method_decided' });
    expect(await verify(payment_method_id)).toMatchObject({ msg: 'ok' });
    expect(await reject(payment_method_id, 'Closed')).toMatchObject({ msg: 'ok' });
    expect(await all()).toMatchObject([{ status: 'rejected', reason: 'Closed' }]);
    const update = { payment_method_id, holder_name: 'New Ltd', bank_name: 'First Bank', bank_code: '021000021', listing: 'on' } as const;
    expect(dataOf(await app.call(paymentMethodUpdate, { ...update, ...(await code()) }, as()))).toMatchObject({
      status: 'unverified',
      reason: '',
    });
  });

  it('who decide what somebody has decided otherwise meanwhile are told so, and change nothing that they have not seen', async () => {
    const { payment_method_id } = await add();
    const { owner_id, version, status } = await seenByStaff(payment_method_id);
    const seen = [{ owner_id, payment_method_id, version, status }];
    await verify(payment_method_id);
    expect(await decide(seen, 'reject', 'The name is another')).toMatchObject([{ msg: 'payment_method_decided', status: null }]);
    expect(await all()).toMatchObject([{ status: 'verified', reason: '' }]);
    await reject(payment_method_id);
    const noted = await app.sql('select from audit_log');
    expect(await decide(seen, 'verify')).toMatchObject([{ msg: 'payment_method_decided', status: null }]);
    expect(await app.sql('select from audit_log')).toHaveLength(noted.length);
    expect(await all()).toMatchObject([{ status: 'rejected', reason: 'The name is another' }]);
  });

  it('decide on many with one code, also of one owner, each on its own, and each owner is told', async () => {
    const [one, verified] = [await add(), await add({ account_number: IBAN, bank_code: '' })];
    const two = await add({ account_number: '3000300030003000' });
    await verify(verified.payment_method_id);
    const first = merchant;
    merchant = await makeMerchant(app, { markets: ['USD'] });
    const other = await add();
    const seen = (await Promise.all([one, other, verified, two].map(({ payment_method_id }) => seenByStaff(payment_method_id)))).map(
      ({ owner_id, payment_method_id, version, status }) => ({ owner_id, payment_method_id, version, status }),
    );
    const changed = { ...(seen[0] as Seen), version: 2 };
    const unknown = { owner_id: first.merchant_id, payment_method_id: uuidv7(), version: 1, status: 'unverified' as const };
    const results = await decide([...seen, changed, unknown, seen[1] as Seen], 'verify');
    expect(results.map(({ msg, status }) => [msg, status])).toEqual([
      ['ok', 'verified'],
      ['ok', 'verified'],
      ['payment_method_decided', null],
      ['ok', 'verified'],
      ['payment_method_changed', null],
      ['payment_method_unknown', null],
      ['payment_method_decided', null],
    ]);
    const noted = await app.sql<{ owner_id: bigint; details: { payment_method_id: string } }>(
      `select owner_id, details from audit_log where action = 'payment_method.verify' and owner_id = any ($1) order by owner_id, sequence`,
      [[first.merchant_id, merchant.merchant_id]],
    );
    expect(noted.map(({ owner_id, details }) => [Number(owner_id), details.payment_method_id])).toEqual([
      [first.merchant_id, verified.payment_method_id],
      [first.merchant_id, one.payment_method_id],
      [first.merchant_id, two.payment_method_id],
      [merchant.merchant_id, other.payment_method_id],
    ]);
  });

  it('say why they reject, and change nothing without a reason or with a wrong code', async () => {
    const { payment_method_id } = await add();
    const { owner_id, version, status } = await seenByStaff(payment_method_id);
    const input = { accounts: [{ owner_id, payment_method_id, version, status }], decision: 'reject' as const };
    const without = await finance.call(staffPaymentMethodDecide, { ...input, reason: ' ', google_code: await finance.code() });
    expect(without).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'reason' }] } });
    const wrong = await finance.call(staffPaymentMethodDecide, { ...input, reason: 'No', google_code: '000000' });
    expect(wrong).toMatchObject({ msg: 'wrong_google_code' });
    expect(await all()).toMatchObject([{ payment_method_id, status: 'unverified' }]);
  });

  it('see a number whole, and that is noted', async () => {
    const { payment_method_id } = await add({ account_number: IBAN, bank_code: '' });
    const which = { owner_id: merchant.merchant_id, payment_method_id };
    expect(dataOf(await finance.call(staffPaymentMethodNumber, which, { idempotencyKey: 'n-1' }))).toEqual({ account_number: IBAN });
    expect(await finance.call(staffPaymentMethodNumber, which, { idempotencyKey: 'n-1' })).toMatchObject({
      msg: 'already_done',
      data: { account_number: IBAN },
    });
    const noted = await app.sql(`select actor_kind from audit_log where owner_id = $1 and action = 'payment_method.show_number'`, [
      merchant.merchant_id,
    ]);
    expect(noted).toEqual([{ actor_kind: 'operator' }]);
    expect(JSON.stringify(await app.sql('select answer from idempotency_key'))).not.toContain(IBAN);
    const unknown = { ...which, payment_method_id: uuidv7() };
    expect(await finance.call(staffPaymentMethodNumber, unknown)).toMatchObject({ msg: 'payment_method_unknown' });
  });

  it('find accounts by owner, state and party, by name', async () => {
    const { payment_method_id } = await add();
    const found = async (filters: object) =>
      dataOf(await finance.call(staffPaymentMethodQuery, { owner_id: merchant.merchant_id, ...filters })).list;
    expect(await found({ status: 'unverified', party: 'merchant' })).toMatchObject([
      { payment_method_id, owner_name: merchant.name, account_number: '••••7890' },
    ]);
    expect(await found({ party: 'user' })).toEqual([]);
    expect(await found({ status: 'verified' })).toEqual([]);
  });

  it('take a file of what the list shows, with masked numbers, and that they took it is noted', async () => {
    const first = await add({ holder_name: '=cmd()' });
    await add({ account_number: IBAN, bank_code: '' });
    await reject(first.payment_method_id);
    const owner_id = merchant.merchant_id;
    const fileOf = (filters: object) =>
      exportedFile(app, staffPaymentMethodExport, { staffToken: finance.token }, { owner_id, ...filters });
    const rows = await fileOf({});
    expect(rows).toMatchObject([
      { 'Account number': 'DE••••3000', Verification: 'Unverified', 'Decided by': '', Link: 'Linked', Listing: 'On', Party: 'Merchant' },
      { 'Account number': '••••7890', Verification: 'Rejected', 'Decided by': finance.name, Reason: 'The name is another' },
    ]);
    expect(rows[1]).toMatchObject({ 'Account holder': "'=cmd()", Whose: merchant.name, 'BIC or bank code': '021000021', Market: 'USD' });
    for (const number of [IBAN, '1234567890']) expect(JSON.stringify(rows)).not.toContain(number);
    expect(await fileOf({ status: 'rejected' })).toEqual(rows.slice(1));
    expect(await fileOf({ party: 'user' })).toEqual([]);
    const [noted] = await app.sql("select details from audit_log where action = 'list.export' order by sequence limit 1");
    expect(noted).toMatchObject({ details: { list: staffPaymentMethodQuery.path, filters: { owner_id }, rows: 2 } });
  });
});

it('staff decide on no account under the name of another owner, nor by an id of something else', async () => {
  const [{ payment_method_id }, rejected] = [await add(), await add({ account_number: IBAN })];
  await reject(rejected.payment_method_id);
  const owner = merchant;
  merchant = await makeMerchant(app, { markets: ['USD'] });
  const { payment_method_id: own } = await add();
  const { user_id } = await makeUser(app);
  const decisions = async () =>
    app.sql(
      `select payment_method_id, status, reason, version, verified_version, rejected_version, decided_by, updated_at from payment_method order by payment_method_id`,
    );
  const notes = async () =>
    app.sql(`select from audit_log where owner_id <> 1 and action in ('payment_method.verify', 'payment_method.reject')`);
  const [before, noted] = [await decisions(), await notes()];
  const asked = [
    // Each is there, of somebody else.
    { owner_id: merchant.merchant_id, payment_method_id },
    { owner_id: merchant.merchant_id, payment_method_id: rejected.payment_method_id },
    { owner_id: owner.merchant_id, payment_method_id: own },
    { owner_id: user_id, payment_method_id },
    { owner_id: owner.merchant_id, payment_method_id: uuidv7() },
  ];
  const seen = asked.map((which) => ({ ...which, version: 1, status: 'unverified' as const }));
  for (const decision of ['verify', 'reject'] as const) {
    const results = await decide(seen, decision, 'Another name');
    expect(results).toMatchObject(asked.map((which) => ({ ...which, msg: 'payment_method_unknown', status: null })));
  }
  expect(await decisions()).toEqual(before);
  expect(await notes()).toHaveLength(noted.length);
});

it("neither shows nor touches another merchant's account", async () => {
  const { payment_method_id } = await add();
  const owner = merchant;
  merchant = await makeMerchant(app);
  expect(await all()).toEqual([]);
  expect(await app.call(paymentMethodDelete, { payment_method_id, ...(await code()) }, as())).toMatchObject({
    msg: 'payment_method_unknown',
  });
  expect(await app.call(paymentMethodSetDefault, { payment_method_id }, as())).toMatchObject({ msg: 'payment_method_unknown' });
  const seen = await app.platform.db.scoped(merchant.merchant_id, (tx) => tx.selectFrom('payment_method').selectAll().execute());
  expect(seen).toEqual([]);
  const numbers = { owner_id: merchant.merchant_id, payment_method_id };
  expect(await finance.call(staffPaymentMethodNumber, numbers)).toMatchObject({ msg: 'payment_method_unknown' });
  merchant = owner;
  expect(await all()).toHaveLength(1);
});
