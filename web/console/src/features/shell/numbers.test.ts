import { newSerialNumber, SERIAL_PREFIXES, type SerialKind } from '@purser/contract/serial';
import { expect, test } from 'vitest';
import { questionsOf } from './numbers.ts';

const asked = (text: string) => questionsOf(text).map(({ kind, path }) => `${kind} ${path.replace('/v1/merchant/', '')}`);
const OWN = ['order charge_record/query', 'userWithdrawal withdrawal_record/query'];

/** The list that each kind of serial number is looked for in; what only moved a balance is looked for in the fund flow. */
const LISTS: Record<SerialKind, string[]> = {
  payment: ['order charge_record/query'],
  transfer: ['transfer transfer/query'],
  user_adjustment: ['adjustment pay_record/query'],
  user_withdrawal: ['userWithdrawal withdrawal_record/query'],
  usdt_recharge: ['usdtRecharge usdt_trade/charge/query', 'quickRecharge charge_record/quick_query'],
  usdt_withdrawal: ['usdtWithdrawal usdt_trade/extract/query'],
  fiat_withdrawal: ['fiatWithdrawal currency_trade/extract/query'],
  refund: ['refund refund/query'],
  payment_link: ['paymentLink payment_link/query'],
  adjustment: ['entry asset_flow/query'],
  issuance: ['entry asset_flow/query'],
  reward: ['entry asset_flow/query'],
  bank_file: ['entry asset_flow/query'],
  chain_return: ['entry asset_flow/query'],
  commission: ['entry asset_flow/query'],
  fee_gathering: ['entry asset_flow/query'],
};

test.each(Object.keys(SERIAL_PREFIXES) as SerialKind[])(
  'a serial number of %s is looked for where it stands, and as an own number',
  (kind) => {
    const serial = newSerialNumber(kind);
    expect(asked(serial)).toEqual([...LISTS[kind], ...OWN]);
    expect(asked(serial.toLowerCase())).toEqual([...LISTS[kind], ...OWN]);
  },
);

test('any other number may be one that the merchant made', () => {
  for (const text of ['A-1001', '42', 'shop_7:b.c', 'PO123', 'ZZ0123456789ABCD', `${newSerialNumber('payment')}0`])
    expect(asked(text), text).toEqual(OWN);
});

test('what no number is made of is not looked up', () => {
  for (const text of ['', 'A 1001', 'mã 7', '7€', 'x'.repeat(65)]) expect(asked(text), text).toEqual([]);
});
