import {
  paymentMethodAdd,
  paymentMethodDelete,
  paymentMethodQuery,
  paymentMethodSetDefault,
  paymentMethodUpdate,
  staffPaymentMethodNumber,
  staffPaymentMethodQuery,
  staffPaymentMethodReject,
  staffPaymentMethodVerify,
} from '@purser/contract/features/payment-method';
import { MOST_PAYMENT_METHODS } from '@purser/contract/bank-account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
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
const verify = async (payment_method_id: string, change: object = {}) => {
  const { owner_id, version } = await seenByStaff(payment_method_id);
  return finance.call(staffPaymentMethodVerify, {
    owner_id,
    payment_method_id,
    version,
    google_code: await finance.code(),
    ...change,
  });
};
const reject = async (payment_method_id: string, reason = 'The name is another') => {
  const { owner_id, version } = await seenByStaff(payment_method_id);
  return finance.call(staffPaymentMethodReject, { owner_id, payment_method_id, version, reason, google_code: await finance.code() });
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
