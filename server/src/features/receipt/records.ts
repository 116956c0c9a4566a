import { SERIAL_PREFIXES } from '@purser/contract/serial';
import type { DocumentIssuer } from '../../domain/document-issuer.ts';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import type { ReceiptContent, ReceiptWords } from '../../domain/receipt-document.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { reviewReceipt } from './review-orders.ts';

interface Asked {
  readonly issuer: DocumentIssuer;
  readonly serialNumber: string;
}

type Read = (tx: Tx, asked: Asked, words: ReceiptWords) => Promise<ReceiptContent>;

/** Which records have a receipt, by the prefix of their serial numbers. */
const READERS: Readonly<Record<string, Read>> = {
  [SERIAL_PREFIXES.payment]: payment,
  [SERIAL_PREFIXES.refund]: refund,
  [SERIAL_PREFIXES.transfer]: transfer,
  [SERIAL_PREFIXES.user_withdrawal]: reviewed,
  [SERIAL_PREFIXES.user_adjustment]: reviewed,
  [SERIAL_PREFIXES.usdt_recharge]: reviewed,
  [SERIAL_PREFIXES.usdt_withdrawal]: reviewed,
  [SERIAL_PREFIXES.fiat_withdrawal]: reviewed,
};

/** What the receipt of one of the merchant's records says. Refuses with record_unknown and with receipt_without_effect. */
export async function readReceipt(tx: Tx, asked: Asked, words: ReceiptWords): Promise<ReceiptContent> {
  const read = READERS[asked.serialNumber.slice(0, 2)];
  if (!read) throw refuse('record_unknown');
  return read(tx, asked, words);
}

async function payment(tx: Tx, { issuer, serialNumber }: Asked, { t, time, money, party }: ReceiptWords): Promise<ReceiptContent> {
  const order = await one<PaymentOrder>(
    tx,
    'select * from payment_order where merchant_id = $1 and serial_number = $2',
    issuer,
    serialNumber,
  );
  if (order.status !== 'paid') throw refuse('receipt_without_effect');
  const amount = (minor: bigint) => money(tx.coins.format(minor, order.coin), order.coin);
  return {
    kind: 'payment',
    state: 'paid',
    serialNumber,
    amount: amount(order.amount),
    facts: [
      [t('receipt.paidTo'), party(issuer.name, issuer.merchantId)],
      [t('receipt.payer'), order.payer_id === null ? null : party(order.payer_nick ?? '', order.payer_id)],
      [t('receipt.externalAccount'), order.external_account],
      [t('receipt.description'), order.description],
      [t('receipt.amount'), amount(order.amount)],
      [t('receipt.fee'), amount(order.handling_fee)],
      [t('receipt.settlement'), amount(order.settlement_amount)],
      [t('receipt.refundedSince'), order.refunded > 0n ? amount(order.refunded) : null],
      [t('receipt.paidAt'), time(order.paid_time)],
      [t('receipt.created'), time(order.create_time)],
      [t('receipt.orderNumber'), order.order_id],
      [t('receipt.serial'), serialNumber],
    ],
  };
}

interface Refund {
  readonly order_serial_number: string;
  readonly order_id: string;
  readonly refund_id: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly to_reward: bigint;
  readonly fee_returned: bigint;
  readonly payer_id: bigint;
  readonly payer_nick: string;
  readonly remark: string;
  readonly create_time: Date;
}

async function refund(tx: Tx, { issuer, serialNumber }: Asked, { t, time, money, party }: ReceiptWords): Promise<ReceiptContent> {
  const refund = await one<Refund>(tx, 'select * from refund where merchant_id = $1 and serial_number = $2', issuer, serialNumber);
  const amount = (minor: bigint) => money(tx.coins.format(minor, refund.coin), refund.coin);
  return {
    kind: 'refund',
    state: 'refunded',
    serialNumber,
    amount: amount(refund.amount),
    facts: [
      [t('receipt.from'), party(issuer.name, issuer.merchantId)],
      [t('receipt.to'), party(refund.payer_nick, refund.payer_id)],
      [t('receipt.amount'), amount(refund.amount)],
      [t('receipt.toReward'), refund.to_reward > 0n ? amount(refund.to_reward) : null],
      [t('receipt.feeReturned'), amount(refund.fee_returned)],
      [t('receipt.completedAt'), time(refund.create_time)],
      [t('receipt.refundNumber'), refund.refund_id],
      [t('receipt.orderNumber'), refund.order_id],
      [t('receipt.orderSerial'), refund.order_serial_number],
      [t('receipt.serial'), serialNumber],
      [t('receipt.remark'), refund.remark],
    ],
  };
}

interface Transfer {
  readonly transfer_type: 'transfer' | 'receive';
  readonly counterparty_id: bigint;
  readonly own_name: string;
  readonly counterparty_name: string;
  readonly coin: string;
  readonly transfer_amount: bigint;
  readonly transfer_fee: bigint;
  readonly settlement_amount: bigint;
  readonly remark: string;
  readonly create_time: Date;
}

async function transfer(tx: Tx, { issuer, serialNumber }: Asked, { t, time, money, party }: ReceiptWords): Promise<ReceiptContent> {
  const transfer = await one<Transfer>(
    tx,
    'select * from merchant_transfer where merchant_id = $1 and serial_number = $2',
    issuer,
    serialNumber,
  );
  const amount = (minor: bigint) => money(tx.coins.format(minor, transfer.coin), transfer.coin);
  const own = party(transfer.own_name, issuer.merchantId);
  const other = party(transfer.counterparty_name, transfer.counterparty_id);
  const isSent = transfer.transfer_type === 'transfer';
  return {
    kind: 'transfer',
    state: 'completed',
    serialNumber,
    amount: amount(transfer.transfer_amount),
    facts: [
      [t('receipt.from'), isSent ? own : other],
      [t('receipt.to'), isSent ? other : own],
      [t('receipt.amount'), amount(transfer.transfer_amount)],
      [t('receipt.fee'), amount(transfer.transfer_fee)],
      [t('receipt.settlement'), amount(transfer.settlement_amount)],
      [t('receipt.completedAt'), time(transfer.create_time)],
      [t('receipt.serial'), serialNumber],
      [t('receipt.remark'), transfer.remark],
    ],
  };
}

async function reviewed(tx: Tx, { issuer, serialNumber }: Asked, words: ReceiptWords): Promise<ReceiptContent> {
  const order = await one<ReviewOrder>(tx, 'select * from review_order where owner_id = $1 and serial_number = $2', issuer, serialNumber);
  if (order.other_coin !== null) await tx.coins.know([order.other_coin], tx);
  const content = reviewReceipt(order, issuer, words, tx.coins);
  if (!content) throw refuse('receipt_without_effect');
  return content;
}

/** One row of the merchant's own, its coin known. */
async function one<Row extends { readonly coin: string }>(
  tx: Tx,
  sql: string,
  { merchantId }: DocumentIssuer,
  serialNumber: string,
): Promise<Row> {
  const { rows } = await tx.query<Row & Record<string, unknown>>(sql, [merchantId, serialNumber]);
  const [row] = rows;
  if (!row) throw refuse('record_unknown');
  await tx.coins.know([row.coin], tx);
  return row;
}
