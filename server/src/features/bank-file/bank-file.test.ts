import {
  bankFileAdd,
  bankFileDownload,
  bankFileExport,
  bankFileOrderExport,
  bankFileOrderQuery,
  bankFileOrderReturn,
  bankFilePay,
  bankFileQuery,
  bankFileWaiting,
  bankPayoutAccountSet,
} from '@purser/contract/features/bank-file';
import { fiatWithdrawalDetail } from '@purser/contract/features/fiat-withdrawal';
import { stripeOf } from '@purser/ledger/account';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, makeMerchant, makeUser, takeFees, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { fiatWithdrawalRoutes } from '../fiat-withdrawal/routes.ts';
import { requestWithdrawal } from '../fiat-withdrawal/service.ts';
import { approveWithdrawals, makeWithdrawal } from '../fiat-withdrawal/testing/withdrawal.ts';
import { makeMethod } from '../payment-method/testing/method.ts';
import { closeAs } from '../privacy/testing/close.ts';
import { bankFileRoutes } from './routes.ts';
import { PAYOUT_ACCOUNT, setPayoutAccount } from './testing/payout-account.ts';
import { painProblems } from './testing/validate.ts';

let app: TestApp;
let finance: TestStaff;
let merchant: TestMerchant;
let method: string;
const NUMBER = '6222020012345678901';

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...bankFileRoutes(platform), ...fiatWithdrawalRoutes(platform)] });
  finance = await makeStaff(app, 'finance');
});
beforeEach(async () => {
  await app.sql('update review_order set status = $1 where status = $2', ['cancelled', 'approved']);
  await setPayoutAccount(app, finance.staffId);
  merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '10000.00');
  method = await makeMethod(app, merchant.merchant_id, { number: NUMBER, bank_code: 'ICBKCNBJ' });
});
afterAll(() => app.close());

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const withdraw = (amount = '500.00') => makeWithdrawal(app, { merchant, wish: { coin_name: 'USDP', amount, payment_method_id: method } });
const approved = async (...amounts: string[]) => {
  const orders: string[] = [];
  for (const amount of amounts) orders.push(await withdraw(amount));
  await approveWithdrawals(app, merchant.merchant_id, orders);
  return orders;
};
const tryMake = async (change: object = {}, by = finance) =>
  by.call(bankFileAdd, { market: 'USD', execution_date: TOMORROW, google_code: await by.code(), ...change });
const make = async () => dataOf(await tryMake());
const tryPay = async (file_no: string, by = finance) => by.call(bankFilePay, { file_no, google_code: await by.code() });
const giveBack = async (file_no: string, order_no: string, outcome: 'failed' | 'returned') =>
  finance.call(bankFileOrderReturn, { file_no, order_no, outcome, reason: 'Account closed', google_code: await finance.code() });
const ordersOf = async (file_no: string) => dataOf(await finance.call(bankFileOrderQuery, { file_no })).list;
const statusOf = async (order_no: string) => dataOf(await app.call(fiatWithdrawalDetail, { order_no }, { token: merchant.token })).status;
const balance = async () =>
  (
    await app.sql(`select available::int, frozen::int from ledger.account where owner_id = $1 and coin = 'USDP'`, [merchant.merchant_id])
  )[0];
const download = async (file_no: string, format: 'xml' | 'csv', by = finance) => {
  const body = JSON.stringify({ file_no, format });
  const { path: url } = bankFileDownload;
  return app.fastify.inject({ method: 'POST', url, body, headers: headersOf(bankFileDownload, body, { staffToken: by.token }) });
};

describe('making a bank file', () => {
  it('collects what is approved, and says what it holds before and after', async () => {
    const [first, second] = await approved('500.00', '200.50');
    await withdraw('300.00');
    const waiting = async () => dataOf(await finance.call(bankFileWaiting, {})).list.find(({ market }) => market === 'USD');
    expect(await waiting()).toMatchObject({ order_count: 2, total: '694.89', payout_account: PAYOUT_ACCOUNT });
    const file = await make();
    expect(file).toMatchObject({
      market: 'USD',
      status: 'made',
      order_count: 2,
      total: '694.89',
      made_by: finance.name,
      pays: { order_count: 2, total: '694.89' },
      failed: { order_count: 0, total: '0.00' },
      paid_time: null,
      paid_by: null,
    });
    expect(file.file_no).toMatch(/^BF/);
    expect(await waiting()).toMatchObject({ order_count: 0, total: '0.00', oldest_time: null });
    expect((await ordersOf(file.file_no)).map(({ order_no, amount, status }) => [order_no, amount, status])).toEqual([
      [second, '198.89', 'included'],
      [first, '496.00', 'included'],
    ]);
    expect(dataOf(await finance.call(bankFileQuery, { file_no: file.file_no })).list).toEqual([file]);
    // Nothing has moved yet.
    expect(await statusOf(first ?? '')).toBe('approved');
  });

  it('has a file of what the list of its withdrawals shows, for who may see the list', async () => {
    await app.sql(`update payment_method set holder_name = '=cmd()' where payment_method_id = $1`, [method]);
    const [first, second] = await approved('500.00', '200.50');
    const { file_no } = await make();
    dataOf(await giveBack(file_no, second ?? '', 'failed'));
    const fileOf = (filters: object) => exportedFile(app, bankFileOrderExport, { staffToken: finance.token }, filters);
    const whole = await fileOf({ file_no });
    expect(whole.map((row) => [row['Order number'], row.Status, row.Amount, row.Reason])).toEqual([
      [second, 'Failed', '198.89', 'Account closed'],
      [first, 'In a file', '496.00', ''],
    ]);
    const [{ account_number = '' } = {}] = await ordersOf(file_no);
    expect(whole[0]).toMatchObject({ 'Account holder': "'=cmd()", 'Account number': account_number, 'Decided by': finance.name });
    expect(JSON.stringify(whole)).not.toContain(NUMBER);
    expect((await fileOf({ file_no, status: 'included' })).map((row) => row['Order number'])).toEqual([first]);
    const support = await makeStaff(app, 'support');
    expect(await support.call(bankFileOrderExport, { format: 'csv' })).toMatchObject({ msg: 'staff_not_allowed' });
  });

  it('gives a message that is valid under the schema, the same each time, with its hash, and notes who took it', async () => {
    const [order] = await approved('500.00');
    const { file_no, xml_hash, csv_hash } = await make();
    const xml = await download(file_no, 'xml');
    expect(xml.headers['content-disposition']).toBe(`attachment; filename="${file_no}.xml"`);
    expect(painProblems(xml.body)).toEqual([]);
    expect(xml.body).toContain(NUMBER);
    expect(createHash('sha256').update(xml.body).digest('hex')).toBe(xml_hash);
    // What is said of the account later changes nothing.
    await app.sql(`update payment_method set holder_name = 'Other' where payment_method_id = $1`, [method]);
    expect((await download(file_no, 'xml')).body).toBe(xml.body);
    const csv = await download(file_no, 'csv');
    expect(createHash('sha256').update(csv.body).digest('hex')).toBe(csv_hash);
    expect(readCsv(csv.body.replace(/^\ufeff/, ''))[1]).toEqual([
      file_no,
      order,
      'Shop Ltd',
      NUMBER,
      'ICBKCNBJ',
      'First Bank',
      'USD',
      '496.00',
      TOMORROW,
    ]);
    const noted = await app.sql(
      `select details ->> 'format' as format from audit_log where action = 'bank_file.download' and details ->> 'file_no' = $1`,
      [file_no],
    );
    expect(noted.map(({ format }) => format).toSorted()).toEqual(['csv', 'xml', 'xml']);
    const kept = await app.sql('select * from bank_file f where file_no = $1', [file_no]);
    expect(JSON.stringify(kept)).not.toContain(NUMBER);
    expect((await download('BF0', 'xml')).json()).toMatchObject({ msg: 'bank_file_unknown' });
    const auditor = await makeStaff(app, 'auditor');
    expect((await download(file_no, 'xml', auditor)).json()).toMatchObject({ msg: 'staff_not_allowed' });
  });

  it('can be changed by nobody', async () => {
    await approved('500.00');
    const { file_no } = await make();
    for (const change of [`sealed_xml = '\\x00'`, `xml_hash = ''`, 'total = 1']) {
      const write = app.platform.operator.db.systemTransaction((tx) =>
        tx.query(`update bank_file set ${change} where file_no = $1`, [file_no]),
      );
      await expect(write, change).rejects.toThrow(/permission denied/);
    }
    const remove = app.platform.operator.db.systemTransaction((tx) => tx.query('delete from bank_file_order'));
    await expect(remove).rejects.toThrow(/permission denied/);
  });

  it.each([
    ['an unknown market', { market: 'XXX' }, 'market_unknown'],
    ['a market without an account to pay from', { market: 'VND', execution_date: '2020-01-01' }, 'payout_account_missing'],
    ['a day that is over', { execution_date: '2020-01-01' }, 'execution_date_past'],
    ['nothing that waits', {}, 'bank_file_empty'],
    ['a wrong code', { google_code: '000000' }, 'bank_file_empty'],
  ] as const)('is refused with %s', async (_, change, outcome) => expect(await tryMake(change)).toMatchObject({ msg: outcome }));

  it('is refused where it would hold others than were looked at, or be paid out from another account', async () => {
    await approved('500.00');
    const look = async () => {
      const row = dataOf(await finance.call(bankFileWaiting, {})).list.find(({ market }) => market === 'USD');
      if (!row?.next_file || !row.payout_account) throw new Error('nothing waits');
      const { next_file, payout_account } = row;
      return { orders_hash: next_file.orders_hash, payout_account };
    };
    const first = await look();
    // As many, of the same amount: another file has been made, and another order approved.
    await make();
    await approved('500.00');
    expect(await tryMake({ before: first })).toMatchObject({ msg: 'terms_changed' });
    const second = await look();
    const elsewhere = { ...second, payout_account: { ...second.payout_account, account_number: '1234567890' } };
    expect(await tryMake({ before: elsewhere })).toMatchObject({ msg: 'terms_changed' });
    expect(await tryMake({ before: second })).toMatchObject({ msg: 'ok', data: { order_count: 1 } });
  });

  it('says what the next file takes where more wait than one takes', async () => {
    await approved('500.00', '200.00');
    await app.sql(
      `insert into review_order select (jsonb_populate_record(o, jsonb_build_object('serial_number', 'WFMANY' || n, 'order_id', 'many-' || n))).*
       from review_order o, generate_series(1, 999) n where o.status = 'approved' and o.owner_id = $1 and o.amount = 20000`,
      [merchant.merchant_id],
    );
    const row = dataOf(await finance.call(bankFileWaiting, {})).list.find(({ market }) => market === 'USD');
    expect(row).toMatchObject({ order_count: 1001, next_file: { order_count: 1000 } });
    const before = { orders_hash: row?.next_file?.orders_hash, payout_account: row?.payout_account };
    expect(await tryMake({ before })).toMatchObject({ msg: 'ok', data: { order_count: 1000, total: row?.next_file?.total } });
  });

  it('puts no order into two files, when two are made at the same moment', async () => {
    await approved('500.00', '200.00');
    const other = await makeStaff(app, 'finance');
    const answers = await Promise.all([tryMake(), tryMake({}, other)]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['bank_file_empty', 'ok']);
    const twice = await app.sql('select serial_number from bank_file_order group by owner_id, serial_number having count(*) > 1');
    expect(twice).toEqual([]);
  });
});

describe('a bank file that the bank has carried out', () => {
  it('pays out all of its orders at once', async () => {
    const [first, second] = await approved('500.00', '200.00');
    const { file_no } = await make();
    const before = await balance();
    expect(dataOf(await tryPay(file_no))).toMatchObject({ status: 'paid', paid_time: expect.any(String), paid_by: finance.name });
    // Whoever comes second is told by whom.
    expect(dataOf(await finance.call(bankFileQuery, { file_no })).list).toMatchObject([{ paid_by: finance.name }]);
    for (const { decided_by } of await ordersOf(file_no)) expect(decided_by).toBe(finance.name);
    expect(await balance()).toEqual({ available: before?.['available'], frozen: 0 });
    expect([await statusOf(first ?? ''), await statusOf(second ?? '')]).toEqual(['paid_out', 'paid_out']);
    expect((await ordersOf(file_no)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await tryPay(file_no)).toMatchObject({ msg: 'bank_file_paid' });
    expect(await tryPay('BF0')).toMatchObject({ msg: 'bank_file_unknown' });
  });

  it('is paid once by two who mark it at the same moment', async () => {
    await approved('500.00');
    const { file_no } = await make();
    const other = await makeStaff(app, 'admin');
    const answers = await Promise.all([tryPay(file_no), tryPay(file_no, other)]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['bank_file_paid', 'ok']);
    const postings = await app.sql(`select from ledger.entry where owner_id = $1 and type = 'withdrawal_settled'`, [merchant.merchant_id]);
    expect(postings).toHaveLength(1);
  });

  it('leaves out what has failed, whose owner has the money again', async () => {
    const [first, second] = await approved('500.00', '200.00');
    const { file_no } = await make();
    expect(await giveBack(file_no, first ?? '', 'returned')).toMatchObject({ msg: 'bank_file_order_not_paid' });
    expect(await giveBack(file_no, first ?? '', 'failed')).toMatchObject({ msg: 'ok' });
    expect(await giveBack(file_no, first ?? '', 'failed')).toMatchObject({ msg: 'bank_file_order_ended' });
    expect(await tryPay(file_no)).toMatchObject({ msg: 'ok' });
    expect([await statusOf(first ?? ''), await statusOf(second ?? '')]).toEqual(['returned', 'paid_out']);
    expect(await balance()).toEqual({ available: 980000, frozen: 0 });
    const detail = dataOf(await app.call(fiatWithdrawalDetail, { order_no: first ?? '' }, { token: merchant.token }));
    expect(detail.remark).toBe('Account closed');
  });

  it('says what it pays, without what has failed, before and after; it is not marked by who has looked at another sum', async () => {
    const [first] = await approved('500.00', '200.00', '300.00');
    const { file_no, pays } = await make();
    const shown = async () => dataOf(await finance.call(bankFileQuery, { file_no })).list[0];
    expect(await shown()).toMatchObject({ order_count: 3, total: '992.00', pays: { order_count: 3, total: '992.00' } });
    expect(await giveBack(file_no, first ?? '', 'failed')).toMatchObject({ msg: 'ok' });
    const left = { order_count: 2, total: '496.00' };
    const sums = { order_count: 3, total: '992.00', pays: left, failed: { order_count: 1, total: '496.00' } };
    expect(await shown()).toMatchObject({ status: 'made', ...sums });
    const [row] = await exportedFile(app, bankFileExport, { staffToken: finance.token }, { file_no });
    const { xml_hash } = (await shown()) ?? {};
    expect(row).toMatchObject({ Status: 'To be carried out', Withdrawals: '3', Total: '992.00', 'SHA-256 (XML)': xml_hash });
    expect(row).toMatchObject({ 'To be paid out': '496.00', 'Failed withdrawals': '1', 'Failed total': '496.00', 'Made by': finance.name });
    const mark = async (before: object) => finance.call(bankFilePay, { file_no, before, google_code: await finance.code() } as never);
    expect(await mark(pays)).toMatchObject({ msg: 'terms_changed' });
    expect(await shown()).toMatchObject({ status: 'made' });
    expect(dataOf(await mark(left))).toMatchObject({ status: 'paid', ...sums });
    const [noted] = await app.sql(`select details from audit_log where action = 'bank_file.pay' and details ->> 'file_no' = $1`, [file_no]);
    expect(noted?.['details']).toMatchObject(left);
    // What comes back later was paid all the same.
    const [, second] = (await ordersOf(file_no)).map(({ order_no }) => order_no);
    expect(await giveBack(file_no, second ?? '', 'returned')).toMatchObject({ msg: 'ok' });
    expect(await shown()).toMatchObject({ status: 'paid', ...sums });
    expect(await mark(left)).toMatchObject({ msg: 'bank_file_paid' });
  });

  it('gives back what the bank returned, fee and all', async () => {
    const [order] = await approved('500.00');
    const { file_no } = await make();
    expect(await giveBack('BF0', order ?? '', 'returned')).toMatchObject({ msg: 'bank_file_order_unknown' });
    dataOf(await tryPay(file_no));
    expect(await giveBack(file_no, order ?? '', 'failed')).toMatchObject({ msg: 'bank_file_order_is_paid' });
    expect(await giveBack(file_no, order ?? '', 'returned')).toMatchObject({ msg: 'ok' });
    expect(await giveBack(file_no, order ?? '', 'returned')).toMatchObject({ msg: 'bank_file_order_ended' });
    expect(await balance()).toEqual({ available: 1000000, frozen: 0 });
    expect(await ordersOf(file_no)).toMatchObject([{ status: 'returned', reason: 'Account closed' }]);
    // In no other file, ever.
    expect(await tryMake()).toMatchObject({ msg: 'bank_file_empty' });
  });

  it('says of each withdrawal whether its owner has closed the account since; what then comes back stands there', async () => {
    const user = await makeUser(app);
    await fund(app, user.user_id, 'USDP', '100.00');
    const wish = {
      coin_name: 'USDP',
      amount: '100.00',
      payment_method_id: await makeMethod(app, user.user_id, { party: 'user' }),
      note: '',
    };
    const owner = { ownerId: user.user_id, kind: 'user', id: String(user.user_id), name: '' } as const;
    const { order_no } = await app.platform.db.systemTransaction((tx) => requestWithdrawal(tx, app.platform, owner, wish));
    await approveWithdrawals(app, user.user_id, [order_no]);
    await approved('500.00');
    const { file_no } = await make();
    dataOf(await tryPay(file_no));
    const closed = async () => (await ordersOf(file_no)).filter(({ owner_is_closed }) => owner_is_closed).map((order) => order.order_no);
    expect(await closed()).toEqual([]);
    await closeAs(app, user);
    expect(await closed()).toEqual([order_no]);
    expect(await giveBack(file_no, order_no, 'returned')).toMatchObject({ msg: 'ok' });
    expect(await app.sql(`select available::int from ledger.account where owner_id = $1 and purpose = 'main'`, [user.user_id])).toEqual([
      { available: 10000 },
    ]);
  });

  it('gives nothing back, and says that the provider has too little, once the fees were taken out', async () => {
    const [order] = await approved('500.00');
    const { file_no } = await make();
    dataOf(await tryPay(file_no));
    await takeFees(app, merchant.merchant_id, 'USDP');
    const before = await balance();
    expect(await giveBack(file_no, order ?? '', 'returned')).toMatchObject({ msg: 'provider_balance_short' });
    expect(await statusOf(order ?? '')).toBe('paid_out');
    expect(await ordersOf(file_no)).toMatchObject([{ status: 'paid', reason: '' }]);
    expect(await balance()).toEqual(before);
    // It is given back once the fee can be.
    await fund(app, stripeOf(merchant.merchant_id), 'USDP', '4.00', 'fees');
    expect(await giveBack(file_no, order ?? '', 'returned')).toMatchObject({ msg: 'ok' });
  });

  it('and an order that fails as it is marked are decided one after the other', async () => {
    const [order] = await approved('500.00');
    const { file_no } = await make();
    const other = await makeStaff(app, 'admin');
    const [paid, failed] = await Promise.all([tryPay(file_no, other), giveBack(file_no, order ?? '', 'failed')]);
    expect(paid.msg).toBe('ok');
    expect(['ok', 'bank_file_order_is_paid']).toContain(failed.msg);
    expect(await balance()).toEqual(failed.msg === 'ok' ? { available: 1000000, frozen: 0 } : { available: 950000, frozen: 0 });
  });
});

describe('the account that is paid out from', () => {
  const set = async (change: object = {}) =>
    finance.call(bankPayoutAccountSet, { market: 'USD', ...PAYOUT_ACCOUNT, ...change, google_code: await finance.code() });
  it('is set for each currency', async () => {
    expect(await set({ holder_name: 'New Ltd' })).toMatchObject({ msg: 'ok' });
    const usd = dataOf(await finance.call(bankFileWaiting, {})).list.find(({ market }) => market === 'USD');
    expect(usd?.payout_account).toEqual({ ...PAYOUT_ACCOUNT, holder_name: 'New Ltd' });
  });
  it('is not set by who has looked at another one: of two at once the second is told so', async () => {
    const other = await makeStaff(app, 'admin');
    const before = { ...PAYOUT_ACCOUNT, holder_name: 'Seen by both' };
    await set(before);
    const asked = await Promise.all(
      [finance, other].map(async (member, n) =>
        member.call(bankPayoutAccountSet, {
          market: 'USD',
          ...PAYOUT_ACCOUNT,
          holder_name: `Of member ${n}`,
          before,
          google_code: await member.code(),
        }),
      ),
    );
    expect(asked.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'terms_changed']);
    const held = async (which: string) =>
      dataOf(await finance.call(bankFileWaiting, {})).list.find(({ market }) => market === which)?.payout_account;
    expect(await held('USD')).toMatchObject({ holder_name: `Of member ${asked.findIndex(({ msg }) => msg === 'ok')}` });
    expect(await set({ holder_name: 'Upon none', before: null })).toMatchObject({ msg: 'terms_changed' });
    expect(await set({ holder_name: 'Upon the last', before: await held('USD') })).toMatchObject({ msg: 'ok' });
  });
  it.each([
    [{ market: 'XXX' }, 'market_unknown'],
    [{ account_number: 'x' }, 'account_number_invalid'],
    [{ account_number: '123456', bank_code: '' }, 'bank_code_invalid'],
  ] as const)('refuses %o', async (change, outcome) => expect(await set(change)).toMatchObject({ msg: outcome }));
});
