import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CALLS } from './calls.ts';
import { FILE_PURPOSES } from './file-purpose.ts';
import { DEFAULT_REQUEST_LANGUAGE, FALLBACK_TEXT_LANGUAGE, STORED_LANGUAGES } from './language.ts';
import { PAYMENT_PASSWORD_DIGITS } from './payment-password.ts';
import { linkAddress } from './rich-text.ts';
import { REQUEST_TIMEOUT_MS } from './wire.ts';

/** The fields of section 3 of the specification, by the call that answers them; what a record has beyond them is its own. */
const ANSWERED: Readonly<Record<string, string>> = {
  '/v1/merchant/asset/query': 'coin_name available_asset freeze_asset total_asset',
  '/v1/merchant/transfer/query':
    'serial_number payment_merchant_id receipt_merchant_id payment_address receipt_address coin_name transfer_amount transfer_fee internal_transfer_fee settlement_amount transfer_type transfer_status',
  '/v1/merchant/charge_record/query':
    'create_time order_id serial_number payment_id nick external_account coin_name amount handling_fee settlement_amount order_type order_from order_status update_time',
  '/v1/merchant/pay_record/query':
    'serial_number order_type receipt_user_id receipt_nickname balance_type coin_name pay_amount handling_fee settlement_amount remark create_time update_time',
  '/v1/merchant/withdrawal_record/query':
    'order_id serial_number order_type payment_id nick coin_name amount handling_fee settlement_amount order_status audit remark create_time update_time',
  '/v1/merchant/asset_flow/query':
    'serial_number merchant_name merchant_id coin_name available_before_number available_after_number frozen_before_number frozen_after_number transaction_number charge transaction_type time',
  '/v1/merchant/usdt_trade/charge/query':
    'order_no status merchant_id name abbreviation trade_count in_abbreviation rate exchange_count usdt_recharge_fee fee count network address txid create_time audit_time',
  '/v1/merchant/usdt_trade/extract/query':
    'order_no status merchant_id name out_abbreviation trade_count abbreviation usdt_withdrawal_fee fee rate count network address txid create_time audit_time',
  '/v1/merchant/currency_trade/extract/query':
    'order_no merchant_id name abbreviation out_abbreviation trade_count rate fee currency_withdrawal_fee count status create_time audit_time',
  '/v1/merchant/usdt_trade/extract/quote': 'transfer_out_commission exchange_out',
  '/v1/merchant/login_ip_white/list': 'ip create_time',
  '/v1/merchant/login_log/list': 'create_time ip',
  '/v1/merchant/access_key/add': 'secret ip_permission',
  '/v1/merchant/account/detail': 'recharge_configuration',
};

/** What a merchant fills in. */
const ASKED: Readonly<Record<string, string>> = {
  '/v1/merchant/usdt_trade/charge/add': 'coin address apply_txid network count fee rate trade_count',
  '/v1/merchant/usdt_trade/extract/add': 'coin_id withdrawal_count network address',
};

interface Schema {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly def: { readonly innerType?: Schema; readonly element?: Schema; readonly in?: Schema };
}

/** The fields of an object, of what a list holds, or of what a schema is made from. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  let now = schema as unknown as Schema | undefined;
  while (now && !now.shape) now = now.def.innerType ?? now.def.element ?? now.def.in;
  const shape = now?.shape ?? {};
  return 'list' in shape ? fieldsOf(shape['list']) : Object.keys(shape);
}

const callAt = (path: string) => CALLS.find((call) => call.path === path);

describe('the fields of the specification', () => {
  it.each(Object.entries(ANSWERED))('%s answers them', (path, fields) => {
    expect(fieldsOf(callAt(path)?.output)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it.each(Object.entries(ASKED))('%s asks for them', (path, fields) => {
    expect(fieldsOf(callAt(path)?.input)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  it('a fiat withdrawal has no network and no TXID', () => {
    const fields = fieldsOf(callAt('/v1/merchant/currency_trade/extract/query')?.output);
    expect(fields.filter((field) => field === 'network' || field === 'txid')).toEqual([]);
  });
});

it('the constants of the specification that every client knows', () => {
  expect(REQUEST_TIMEOUT_MS).toBe(60_000);
  expect(STORED_LANGUAGES).toEqual({ 'zh-cn': 'zh_Hans', 'zh-hant-cn': 'zh_Hant', us: 'en', vi: 'vi' });
  expect([DEFAULT_REQUEST_LANGUAGE, FALLBACK_TEXT_LANGUAGE]).toEqual(['zh_Hans', 'en']);
  expect(PAYMENT_PASSWORD_DIGITS).toBe(6);
});

describe('what rich text may hold', () => {
  it.each(['http://example.com/', 'https://example.com/', 'mailto:help@example.com', 'tel:+8412345'])('links to %s', (address) => {
    expect(linkAddress(address)).toBe(address);
  });

  it.each(['ftp://example.com/', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'sms:+8412345', '//example.com/'])(
    'no link to %s',
    (address) => {
      expect(linkAddress(address)).toBeUndefined();
    },
  );

  it('pictures of five kinds', () => {
    expect(FILE_PURPOSES.content_image.types).toEqual(['image/png', 'image/gif', 'image/jpeg', 'image/bmp', 'image/x-icon']);
  });
});
