import { receiptExport } from '@purser/contract/features/receipt';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import {
  ADJUSTMENT_STATES,
  FIAT_WITHDRAWAL_STATES,
  REVIEWED_STATES,
  type ReviewKind,
  type ReviewState,
  USDT_WITHDRAWAL_STATES,
} from '@purser/contract/review';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeExportSlot } from '../../platform/export/export-slot.ts';
import { createTestApp, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { readPdf } from '../../platform/testing/read-pdf.ts';
import { receiptRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let other: TestMerchant;

const NAME = '海港书店 Cửa hàng sách Bến Cảng';
const AT = '2026-03-31T20:15:30Z';

beforeAll(async () => {
  app = await createTestApp({ routes: receiptRoutes });
  [merchant, other] = [await makeMerchant(app, { name: NAME }), await makeMerchant(app)];
});
afterAll(() => app.close());

async function ask(serial_number: string, { language = 'en' as Language, token = merchant.token, time_zone = 'UTC' } = {}) {
  const payload = JSON.stringify({ serial_number, time_zone });
  return app.fastify.inject({
    method: 'POST',
    url: receiptExport.path,
    payload,
    headers: headersOf(receiptExport, payload, { token, language }),
  });
}

async function textOf(serial: string, how: Parameters<typeof ask>[1] = {}): Promise<string> {
  const answer = await ask(serial, how);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt_${serial}.pdf"`);
  return (await readPdf(answer.rawPayload)).join(' ').normalize('NFC');
}

let count = 0;
const serial = (prefix: string): string => `${prefix}${(count += 1)}`;

async function payment(status: string): Promise<string> {
  const number = serial('PO');
  const paid = status === 'paid';
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, payer_nick,
       external_account, description, create_time, expire_time, paid_time, refunded, cancelled_by)
     values ($1, $2, 'A-' || $2, $2, 'USDP', 123456789, 1234568, 122222221, $3, $4, $5, 'shop-7', 'Row 7, seats 3 and 4', $6, $6, $7, $8, $9)`,
    [
      merchant.merchant_id,
      number,
      status,
      paid ? 50_000_001 : null,
      paid ? 'Nguyễn Ế' : null,
      AT,
      paid ? AT : null,
      paid ? 500 : 0,
      status === 'cancelled' ? 'payer' : null,
    ],
  );
  return number;
}

async function reviewed(kind: ReviewKind, status: ReviewState): Promise<string> {
  const PREFIXES = { user_withdrawal: 'WU', adjustment: 'AJ', usdt_recharge: 'RC', usdt_withdrawal: 'WC', fiat_withdrawal: 'WF' };
  const number = serial(PREFIXES[kind]);
  const usdt = kind === 'usdt_recharge' || kind === 'usdt_withdrawal';
  const destination = {
    payment_method_id: number,
    market: 'USD',
    holder_name: '王小明',
    bank_name: 'Techcombank',
    bank_code: '',
    account_number: '****4321',
  };
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, payee_id, payee_nick, order_id,
       network, address, txid, rate, other_amount, other_coin, destination, create_time, audit_time, update_time, note)
     values ($1, $2, $3, $4, 'manual', 'USDP', 1000000, 5000, 995000, 50, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $15, 'A word')`,
    [
      merchant.merchant_id,
      number,
      kind,
      status,
      usdt || kind === 'fiat_withdrawal' ? null : 50_000_002,
      usdt || kind === 'fiat_withdrawal' ? '' : 'Lan',
      kind === 'user_withdrawal' ? `W-${number}` : '',
      usdt ? 'TRC20' : null,
      usdt ? 'TXYZaddress' : '',
      usdt ? 'deadbeef' : '',
      usdt ? '1.25' : null,
      usdt ? 8_000_000_000 : kind === 'fiat_withdrawal' ? 995_000 : null,
      usdt ? 'USDT' : kind === 'fiat_withdrawal' ? 'USDP' : null,
      kind === 'fiat_withdrawal' ? JSON.stringify(destination) : null,
      AT,
    ],
  );
  return number;
}

describe('the receipt of a payment', () => {
  it.each([
    ['en', ['Payment receipt', 'Paid', 'Payer', 'Settlement amount', 'Given back since']],
    ['zh_Hans', ['付款收据', '已支付', '付款人', '结算金额', '其后已退款']],
    ['zh_Hant', ['付款收據', '已支付', '付款人', '結算金額', '其後已退款']],
    ['vi', ['Biên nhận thanh toán', 'Đã thanh toán', 'Người thanh toán', 'Số tiền quyết toán', 'Đã hoàn sau đó']],
  ] as const)('says parties, amounts, fee, times and numbers, in %s', async (language, words) => {
    const number = await payment('paid');
    const text = await textOf(number, { language, time_zone: 'Asia/Saigon' });
    const packed = text.replaceAll(' ', '');
    for (const word of [...words, NAME, 'Nguyễn Ế', 'Row 7, seats 3 and 4', `A-${number}`, number]) {
      expect(packed).toContain(word.normalize('NFC').replaceAll(' ', ''));
    }
    for (const figure of ['1,234,567.89 USDP', '12,345.68 USDP', '1,222,222.21 USDP', '5.00 USDP', String(merchant.merchant_id)]) {
      expect(text).toContain(figure);
    }
    expect(text).toContain('2026-04-01 03:15:30 (Asia/Ho_Chi_Minh)');
  });

  it('is there of no order that was not paid', async () => {
    for (const status of PAYMENT_ORDER_STATES.filter((state) => state !== 'paid')) {
      expect((await ask(await payment(status))).json()).toMatchObject({ msg: 'receipt_without_effect' });
    }
  });

  it("shows times by the merchant's own zone where it has one", async () => {
    await app.sql(`update merchant set time_zone = 'America/New_York' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await textOf(await payment('paid'), { time_zone: 'Asia/Tokyo' })).toContain('2026-03-31 16:15:30 (America/New_York)');
    await app.sql('update merchant set time_zone = null where merchant_id = $1', [merchant.merchant_id]);
  });
});

const KINDS = [
  ['user_withdrawal', REVIEWED_STATES, 'approved', ['User withdrawal receipt', 'Completed', 'Lan (50000002)', 'W-WU', '9,950.00 USDP']],
  ['adjustment', ADJUSTMENT_STATES, 'completed', ['Adjustment receipt', 'Lan (50000002)', '50.00 USDP', 'A word']],
  [
    'usdt_recharge',
    REVIEWED_STATES,
    'approved',
    ['USDT recharge receipt', 'Credited', '8,000.000000 USDT', '1 USDT = 1.25 USDP', 'TRC20', 'deadbeef'],
  ],
  [
    'usdt_withdrawal',
    USDT_WITHDRAWAL_STATES,
    'settled',
    ['USDT withdrawal receipt', 'Paid out', '8,000.000000 USDT', 'TXYZaddress', 'Network fee'],
  ],
  [
    'fiat_withdrawal',
    FIAT_WITHDRAWAL_STATES,
    'paid_out',
    ['Fiat withdrawal receipt', 'Paid out', 'Techcombank', '王小明', '****4321', '9,950.00'],
  ],
] as const;

describe.each(KINDS)('the receipt of an order under review: %s', (kind, states, effective, words) => {
  it('says what was moved and where to', async () => {
    const number = await reviewed(kind, effective);
    const text = await textOf(number);
    for (const word of [...words, '10,000.00 USDP', number, '2026-03-31 20:15:30']) expect(text).toContain(word);
  });

  it('is written in every language', async () => {
    const number = await reviewed(kind, effective);
    const texts = new Set<string>();
    for (const language of LANGUAGES) texts.add(await textOf(number, { language }));
    expect(texts.size).toBe(LANGUAGES.length);
  });

  it('is there in no other state', async () => {
    for (const state of states.filter((each) => each !== effective)) {
      expect((await ask(await reviewed(kind, state))).json()).toMatchObject({ msg: 'receipt_without_effect' });
    }
  });
});

describe('the receipts of transfers and refunds', () => {
  it('name who sent and who received, from either side', async () => {
    const number = serial('TR');
    for (const [own, counterparty, type, ownName, otherName] of [
      [merchant, other, 'transfer', 'Sender Ltd', 'Receiver Ltd'],
      [other, merchant, 'receive', 'Receiver Ltd', 'Sender Ltd'],
    ] as const) {
      await app.sql(
        `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
           transfer_fee, settlement_amount, remark, create_time)
         values ($1, $2, $3, $4, $5, $6, 'USDP', 100000, 100, 99900, 'For the books', $7)`,
        [own.merchant_id, number, type, counterparty.merchant_id, ownName, otherName, AT],
      );
    }
    for (const token of [merchant.token, other.token]) {
      const text = await textOf(number, { token });
      expect(text).toContain(`From Sender Ltd (${merchant.merchant_id}) To Receiver Ltd (${other.merchant_id})`);
      for (const word of ['Transfer receipt', '1,000.00 USDP', '1.00 USDP', '999.00 USDP', 'For the books']) expect(text).toContain(word);
    }
  });

  it('say what went back of which order', async () => {
    const order = await payment('paid');
    const number = serial('RF');
    await app.sql(
      `insert into refund (merchant_id, serial_number, order_serial_number, order_id, refund_id, coin, amount, to_reward, fee_returned, payer_id, payer_nick,
         refund_from, create_time)
       values ($1, $2, $3, 'A-1', 'R-1', 'USDP', 2500, 500, 25, 50000001, 'An', 'api', $4)`,
      [merchant.merchant_id, number, order, AT],
    );
    const text = await textOf(number);
    for (const word of ['Refund receipt', 'Given back', '25.00 USDP', '5.00 USDP', '0.25 USDP', 'An (50000001)', 'R-1', order]) {
      expect(text).toContain(word);
    }
  });
});

describe('refusals', () => {
  it.each(['PO999999', 'TR0', 'RF0', 'WU0', 'XX1', 'IS1', 'PL1', '', '../..', "PO' or true --"])('knows no record %j', async (number) => {
    expect((await ask(number)).json()).toMatchObject({ msg: 'record_unknown' });
  });

  it("knows nothing of another merchant's records", async () => {
    for (const number of [
      await payment('paid'),
      await reviewed('adjustment', 'completed'),
      await reviewed('fiat_withdrawal', 'paid_out'),
    ]) {
      expect((await ask(number, { token: other.token })).json()).toMatchObject({ msg: 'record_unknown' });
    }
  });

  it('answers nobody without a session, no zone that is none, and no more at a time than exports', async () => {
    const number = await payment('paid');
    expect((await ask(number, { token: 'none' })).statusCode).toBe(401);
    expect((await ask(number, { time_zone: 'Mars/Olympus' })).json()).toMatchObject({ msg: 'invalid_input' });
    const owners = { merchantId: merchant.merchant_id, session: { member: undefined } };
    const slots = [takeExportSlot(app.platform, owners), takeExportSlot(app.platform, owners)];
    expect((await ask(number)).json()).toMatchObject({ msg: 'busy' });
    for (const giveBack of slots) giveBack();
    for (let time = 0; time < 3; time += 1) expect((await ask(number)).statusCode).toBe(200);
  });
});
