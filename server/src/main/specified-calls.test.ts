import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { assetFlowExport } from '@purser/contract/features/fund-flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';
import { exportedRows } from './testing/exported-rows.ts';

/** Every call that the specification names, by its outcome: with input that it takes, with input that is none, and without a session. */

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8');
const NAMED = [...PAGE.matchAll(/^\| (?:GET|POST) `([^`]+)` \| `[^`]+` \|$/gm)].map(([, path]) => path ?? '');
const UNKNOWN = '019aae00-0000-7000-8000-000000000000';
const CODE = { google_code: '000000' };
const PASSWORDS = { key_id: 'none', old_password: 'x', new_password: 'x' };
const UNKNOWN_FILE = 'x'.repeat(30);
const SERIAL = 'UW1';

/** What is asked of calls that want something, and what a merchant is answered who has no funds, no orders and not this code. */
const ASKED: Readonly<Record<string, readonly [input: object, outcome: string]>> = {
  '/v1/merchant/auth/get_google_secret': [{ username: 'nobody', key_id: 'none', password: 'x' }, 'password_message_refused'],
  '/v1/merchant/auth/login': [{ username: 'nobody', key_id: 'none', password: 'x', ...CODE }, 'password_message_refused'],
  '/v2/merchant/common/check_update_mch': [{ version: '0.0.0' }, 'ok'],
  '/v1/merchant/account/reset_self_password': [{ ...PASSWORDS, ...CODE }, 'password_message_refused'],
  '/v1/merchant/account/update_google_secret': [{ secret_token: 'x', new_code: '000000', ...CODE }, 'authenticator_secret_expired'],
  '/v1/merchant/account/address_check': [{ network: 'TRC20', address: 'x' }, 'address_malformed'],
  '/v1/merchant/usdt_trade/extract/add': [
    { coin_id: 'USDP', withdrawal_count: '100.00', network: 'TRC20', address: 'x', rate: '1', ...CODE },
    'payout_network_off',
  ],
  '/v1/merchant/usdt_trade/charge/add': [
    { coin: 'USDP', network: 'TRC20', address: 'x', trade_count: '100.00', rate: '1', fee: '0.00', apply_txid: 'abc' },
    'deposit_network_missing',
  ],
  '/v1/merchant/transfer/add': [{ coin_name: 'USDP', receipt_merchant_id: 1, amount: '5.00', ...CODE }, 'recipient_unknown'],
  '/v1/merchant/transfer/query_balance': [{ coin_name: 'USDP' }, 'ok'],
  '/v1/merchant/asset_flow/export': [{ format: 'csv' }, 'ok'],
  '/v1/merchant/access_key/add': [{ ip_permission: [], ...CODE }, 'wrong_google_code'],
  '/v1/merchant/access_key/delete': [{ access_key: 'pk_1', ...CODE }, 'not_found'],
  '/v1/merchant/access_key/update': [{ access_key: 'pk_1', ip_permission: [], ...CODE }, 'not_found'],
  '/v1/merchant/charge_record/edit_address': [{ network: 'TRC20', address: 'x', ...CODE }, 'network_unknown'],
  '/v1/merchant/charge_record/blockchain_list': [{}, 'quick_recharge_off'],
  '/v1/merchant/charge_record/query_address': [{ network: 'TRC20' }, 'quick_recharge_off'],
  '/v1/merchant/login_ip_white/delete': [{ ip: '203.0.113.7', ...CODE }, 'not_found'],
  '/v1/merchant/login_ip_white/add': [{ ip: '127.0.0.1', ...CODE }, 'wrong_google_code'],
  '/v1/merchant/withdrawal_record/approval': [{ serial_numbers: [SERIAL], ...CODE }, 'order_unknown'],
  '/v1/merchant/withdrawal_record/reject': [{ serial_numbers: [SERIAL], remark: 'No', ...CODE }, 'order_unknown'],
  '/v1/merchant/withdrawal_limit/update': [
    { coin_name: 'USDP', is_on: false, single_limit: '0.00', day_limit: '0.00', ...CODE },
    'wrong_google_code',
  ],
  '/v1/merchant/currency_trade/extract/add': [
    { coin_name: 'USDP', amount: '100.00', payment_method_id: UNKNOWN, rate: '1', ...CODE },
    'payment_method_unknown',
  ],
  '/v1/merchant/pay_record/user/get': [{ receipt_user_id: 1 }, 'payee_unknown'],
  '/v1/merchant/pay_record/plus': [
    { receipt_user_id: 1, coin_name: 'USDP', balance_type: 'available', amount: '1.00', remark: 'Thanks', ...CODE },
    'payee_unknown',
  ],
  '/v1/system/file/upload': [{ purpose: 'logo', file: new File(['no picture'], 'a.png', { type: 'image/png' }) }, 'file_type_refused'],
  '/v1/system/file/download': [{ file_id: UNKNOWN_FILE }, 'not_found'],
  '/v1/system/file/preview': [{ file_id: UNKNOWN_FILE }, 'not_found'],
};

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());

const calls = NAMED.map((path): [string, Call] => {
  const found = CALLS.find((call) => call.path === path);
  if (!found) throw new Error(`${path} is no call`);
  return [path, found];
});

it('is every call of the specification', () => expect(calls).toHaveLength(52));

describe.each(calls)('%s', (path, call) => {
  const [input, outcome] = ASKED[path] ?? [{}, 'ok'];
  // One of its own for each call: logging out is one of them.
  beforeAll(async () => {
    token = (await makeMerchant(app)).token;
  });

  it('refuses a field that it does not know', async () => {
    const answer = await app.send(call, { ...input, no_such_field: 'x' }, { token });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'no_such_field' }] } });
  });

  it('answers what it takes', async () => {
    expect(call.input.safeParse(input).success).toBe(true);
    if (call.path === assetFlowExport.path) expect(await exportedRows(app, assetFlowExport, token)).toBe(0);
    else expect((await app.send(call, input, { token })).msg).toBe(outcome);
  });

  it.runIf(call.caller !== 'public')('is for nobody without a session', async () => {
    expect(await app.send(call, input)).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });
});

it('the exemption quotas are asked for without a payload', async () => {
  const { token: own } = await makeMerchant(app);
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/v1/merchant/withdrawal_limit/query',
    headers: { authorization: own },
  });
  expect(answer.json<object>()).toMatchObject({ code: 200, data: { list: expect.any(Array) } });
});
