import { askAll } from '@purser/console-kit/palette/ask-all';
import type { LookUp } from '@purser/console-kit/palette/entry';
import { type Question, questionsOn } from '@purser/console-kit/palette/question';
import { partyMerchantQuery, partyUserQuery } from '@purser/contract/features/party';
import { reviewQuery } from '@purser/contract/features/review';
import { staffOrderQuery, staffTransferQuery } from '@purser/contract/features/staff-order';
import { SERIAL_PREFIXES } from '@purser/contract/serial';
import type { Permission } from '@purser/contract/staff';
import { groupDigits } from '@purser/ui/money-text';

/** The kinds of records that have a number, as the operator's texts name them (`numbers.…`). */
export const NUMBER_KINDS = ['merchant', 'user', 'order', 'transfer', 'review'] as const;
type NumberKind = (typeof NUMBER_KINDS)[number];

const question = questionsOn<NumberKind>();
const money = (amount: string, coin: string): string => `${groupDigits(amount)} ${coin}`;
const open = (to: string, key: string) => ({ to, search: { open: key } });

const partiesBy = (id: number): readonly Question<NumberKind>[] => [
  question('merchant', partyMerchantQuery, { merchant_id: id }, ({ merchant_id, name }) => ({
    number: String(merchant_id),
    beside: name,
    place: open('/merchants', String(merchant_id)),
  })),
  question('user', partyUserQuery, { user_id: id }, ({ user_id, nick }) => ({
    number: String(user_id),
    beside: nick,
    place: open('/wallet-users', String(user_id)),
  })),
];

const ordersBy = (filter: { serial_number: string } | { order_id: string }): Question<NumberKind> =>
  question('order', staffOrderQuery, filter, (row) => ({
    number: row.serial_number,
    beside: `${row.merchant_name} · ${money(row.amount, row.coin_name)}`,
    place: open('/orders', row.serial_number),
  }));

const transfersBy = (serial_number: string): Question<NumberKind> =>
  question('transfer', staffTransferQuery, { serial_number }, (row) => ({
    number: row.serial_number,
    beside: money(row.transfer_amount, row.coin_name),
    place: open('/transfers', row.serial_number),
  }));

const reviewsBy = (serial_number: string): Question<NumberKind> =>
  question('review', reviewQuery, { serial_number }, (row) => ({
    number: row.serial_number,
    beside: `${row.owner_name} · ${money(row.amount, row.coin_name)}`,
    place: open('/reviews', `${row.owner_id}.${row.serial_number}`),
  }));

const SERIAL = /^[A-Z]{2}[0-9A-HJKMNP-TV-Z]{14}$/;
const OWN_NUMBER = /^[\w.:-]{1,64}$/;
const PARTY = /^\d{1,15}$/;

/** What a text may be the number of, as far as the role may see it. */
export function questionsOf(text: string, allows: (permission: Permission) => boolean): readonly Question<NumberKind>[] {
  if (!OWN_NUMBER.test(text)) return [];
  const serial = text.toUpperCase();
  const id = PARTY.test(text) ? Number(text) : 0;
  return [
    ...(id > 0 && allows('party.read') ? partiesBy(id) : []),
    ...(SERIAL.test(serial) ? bySerial(serial, allows) : []),
    ...(allows('order.read') ? [ordersBy({ order_id: text })] : []),
  ];
}

function bySerial(serial: string, allows: (permission: Permission) => boolean): readonly Question<NumberKind>[] {
  switch (serial.slice(0, 2)) {
    case SERIAL_PREFIXES.payment:
      return allows('order.read') ? [ordersBy({ serial_number: serial })] : [];
    case SERIAL_PREFIXES.transfer:
      return allows('order.read') ? [transfersBy(serial)] : [];
    default:
      return allows('review.read') ? [reviewsBy(serial)] : [];
  }
}

export function lookUpNumber(text: string, allows: (permission: Permission) => boolean): LookUp | undefined {
  return askAll(questionsOf(text, allows).map(({ ask }) => ask));
}
