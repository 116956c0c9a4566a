import { CALLS } from '@purser/contract/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headersOf, createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant } from '../platform/testing/parties.ts';
import { readCsv } from '../platform/testing/read-csv.ts';
import { allRoutes } from './features.ts';

/** What a merchant exports has every field that section 3 of the specification gives to the record, as its list on the screen does. */

const MONEY = 'Coin, Amount, Handling fee, Settlement amount';
const USDT_RECHARGE = `Order number, Status, Merchant ID, Merchant name, Received in, Amount, Coin sent, Exchange rate, Amount exchanged, Recharge fee (%), Fee,
  Amount received, Network, Deposit address, TXID, Created (UTC), Decided (UTC)`;

const FILES: Readonly<Record<string, string>> = {
  '/v1/merchant/transfer/export': `Serial number, Paying merchant ID, Receiving merchant ID, Payment address, Receiving address, Coin, Amount, Transfer fee,
    Internal transfer fee, Settlement amount, Direction, Status`,
  '/v1/merchant/charge_record/export': `Created (UTC), Merchant order number, Serial number, Payer ID, Payer nickname, External account, ${MONEY}, Order type,
    Source, Status, Updated (UTC)`,
  '/v1/merchant/pay_record/export': `Serial number, Order type, User ID, User nickname, Balance type, ${MONEY}, Reason, Created (UTC), Updated (UTC)`,
  '/v1/merchant/withdrawal_record/export': `Merchant order number, Serial number, Order type, User ID, User nickname, ${MONEY}, Status, Reviewer,
    Reason for rejection, Created (UTC), Updated (UTC)`,
  '/v1/merchant/asset_flow/export': `Serial number, Merchant name, Merchant ID, Coin, Available before, Available after, Frozen before, Frozen after, Change, Fee,
    Type, Time (UTC)`,
  '/v1/merchant/usdt_trade/charge/export': USDT_RECHARGE,
  '/v1/merchant/charge_record/quick_export': USDT_RECHARGE,
  '/v1/merchant/usdt_trade/extract/export': `Order number, Status, Merchant ID, Merchant name, Withdrawn coin, Amount, Received in, Fee rate (%), Fee, Exchange rate,
    Amount received, Network, Address, TXID, Created (UTC), Decided (UTC)`,
  '/v1/merchant/currency_trade/extract/export': `Order number, Merchant ID, Merchant name, Received in, Withdrawn coin, Requested amount, Exchange rate, Fee,
    Fee rate (%), Amount received, Status, Created (UTC), Decided (UTC)`,
  '/v1/merchant/login_log/export': 'Time (UTC), IP',
};

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  ({ token } = await makeMerchant(app, { recharge_configuration: [1, 2] }));
});
afterAll(() => app.close());

it.each(Object.entries(FILES))('%s has every field', async (path, fields) => {
  const call = CALLS.find((one) => one.path === path);
  if (!call) throw new Error(`${path} is no call`);
  const payload = JSON.stringify({ format: 'csv' });
  const answer = await app.fastify.inject({ method: 'POST', url: path, payload, headers: headersOf(call, payload, { token }) });
  const [titles] = readCsv(answer.body.replace(/^\ufeff/, ''));
  expect(titles).toEqual(expect.arrayContaining(fields.split(/,\s+/)));
});
