import { askAll } from '@purser/console-kit/palette/ask-all';
import type { LookUp } from '@purser/console-kit/palette/entry';
import { type Question, questionsOn } from '@purser/console-kit/palette/question';
import { adjustmentQuery } from '@purser/contract/features/adjustment';
import { fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { orderQuery } from '@purser/contract/features/order';
import { paymentLinkQuery } from '@purser/contract/features/payment-link';
import { refundQuery } from '@purser/contract/features/refund';
import { transferQuery } from '@purser/contract/features/transfer';
import { quickRechargeQuery, usdtRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { usdtWithdrawalQuery } from '@purser/contract/features/usdt-withdrawal';
import { userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { SERIAL_PREFIXES } from '@purser/contract/serial';
import { groupDigits } from '@purser/ui/money-text';
import { PATHS } from '../../shared/paths.ts';
import { recordPlace } from '../../shared/record-link.tsx';

/** The kinds of records that have a number, as the merchant's texts name them (`numbers.…`). */
export const NUMBER_KINDS = [
  'order',
  'transfer',
  'adjustment',
  'userWithdrawal',
  'usdtWithdrawal',
  'usdtRecharge',
  'quickRecharge',
  'fiatWithdrawal',
  'paymentLink',
  'refund',
  'entry',
] as const;
type NumberKind = (typeof NUMBER_KINDS)[number];

const question = questionsOn<NumberKind>();

const money = (amount: string, coin: string): string => `${groupDigits(amount)} ${coin}`;
const placed = (number: string) => ({ number, place: recordPlace(number) });

/** What a serial number is asked for at, by what it begins with. */
const BY_SERIAL: Readonly<Record<string, (serial: string) => readonly Question<NumberKind>[]>> = {
  [SERIAL_PREFIXES.payment]: (serial_number) => [
    question('order', orderQuery, { serial_number }, (row) => ({
      ...placed(row.serial_number),
      beside: money(row.amount, row.coin_name),
    })),
  ],
  [SERIAL_PREFIXES.transfer]: (serial_number) => [
    question('transfer', transferQuery, { serial_number }, (row) => ({
      ...placed(row.serial_number),
      beside: money(row.transfer_amount, row.coin_name),
    })),
  ],
  [SERIAL_PREFIXES.user_adjustment]: (serial_number) => [
    question('adjustment', adjustmentQuery, { serial_number }, (row) => ({
      ...placed(row.serial_number),
      beside: money(row.pay_amount, row.coin_name),
    })),
  ],
  [SERIAL_PREFIXES.user_withdrawal]: (serial_number) => [
    question('userWithdrawal', userWithdrawalQuery, { serial_number }, (row) => ({
      ...placed(row.serial_number),
      beside: money(row.amount, row.coin_name),
    })),
  ],
  [SERIAL_PREFIXES.usdt_withdrawal]: (order_no) => [
    question('usdtWithdrawal', usdtWithdrawalQuery, { order_no }, (row) => ({
      ...placed(row.order_no),
      beside: money(row.trade_count, row.out_abbreviation),
    })),
  ],
  [SERIAL_PREFIXES.usdt_recharge]: (order_no) => [
    question('usdtRecharge', usdtRechargeQuery, { order_no }, (row) => ({
      ...placed(row.order_no),
      beside: money(row.count, row.abbreviation),
    })),
    question('quickRecharge', quickRechargeQuery, { order_no }, (row) => ({
      number: row.order_no,
      beside: money(row.count, row.abbreviation),
      place: { to: PATHS.quickRecharge, search: { open: row.order_no } },
    })),
  ],
  [SERIAL_PREFIXES.fiat_withdrawal]: (order_no) => [
    question('fiatWithdrawal', fiatWithdrawalQuery, { order_no }, (row) => ({
      ...placed(row.order_no),
      beside: money(row.trade_count, row.out_abbreviation),
    })),
  ],
  [SERIAL_PREFIXES.payment_link]: (serial_number) => [
    question('paymentLink', paymentLinkQuery, { serial_number }, (row) => placed(row.serial_number)),
  ],
  [SERIAL_PREFIXES.refund]: (serial_number) => [
    question('refund', refundQuery, { serial_number }, (row) => ({
      ...placed(row.serial_number),
      beside: money(row.amount, row.coin_name),
    })),
  ],
};

/** What moved a balance and is shown nowhere else. */
const inFundFlow = (serial_number: string): readonly Question<NumberKind>[] => [
  question('entry', assetFlowQuery, { serial_number }, (row) => ({
    number: row.serial_number,
    beside: money(row.transaction_number, row.coin_name),
    place: { to: PATHS.fundFlow, search: { serial_number: row.serial_number } },
  })),
];

/** The merchant's own number: of an order, or of a withdrawal to a user. */
const byOwnNumber = (order_id: string): readonly Question<NumberKind>[] => [
  question('order', orderQuery, { order_id }, (row) => ({
    number: row.order_id,
    beside: money(row.amount, row.coin_name),
    place: recordPlace(row.serial_number),
  })),
  question('userWithdrawal', userWithdrawalQuery, { order_id }, (row) => ({
    number: row.order_id,
    beside: money(row.amount, row.coin_name),
    place: recordPlace(row.serial_number),
  })),
];

const SERIAL = /^[A-Z]{2}[0-9A-HJKMNP-TV-Z]{14}$/;
const OWN_NUMBER = /^[\w.:-]{1,64}$/;
const PREFIXES: readonly string[] = Object.values(SERIAL_PREFIXES);

/** What a text may be the number of. What looks like a serial number may still be one that the merchant made. */
export function questionsOf(text: string): readonly Question<NumberKind>[] {
  if (!OWN_NUMBER.test(text)) return [];
  const serial = text.toUpperCase();
  const prefix = serial.slice(0, 2);
  const isSerial = SERIAL.test(serial) && PREFIXES.includes(prefix);
  return [...(isSerial ? (BY_SERIAL[prefix]?.(serial) ?? inFundFlow(serial)) : []), ...byOwnNumber(text)];
}

export function lookUpNumber(text: string): LookUp | undefined {
  return askAll(questionsOf(text).map(({ ask }) => ask));
}
