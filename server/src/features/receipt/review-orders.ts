import { plainRate, USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import { isEffective, type ReviewKind } from '@purser/contract/review';
import type { DocumentIssuer } from '../../domain/document-issuer.ts';
import { destinationOf, paidOut } from '../../domain/fiat-withdrawal.ts';
import type { ReceiptContent, ReceiptState, ReceiptWords } from '../../domain/receipt-document.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import type { Coins } from '../../platform/database/coins.ts';

/** What it is called that the money of each kind has come or gone for good. */
const EFFECTS: Readonly<Record<ReviewKind, ReceiptState>> = {
  user_withdrawal: 'completed',
  adjustment: 'completed',
  usdt_recharge: 'credited',
  usdt_withdrawal: 'paidOut',
  fiat_withdrawal: 'paidOut',
};

/** What the receipt of an order under review says; undefined while, or as, it had no effect. Its coins are known. */
export function reviewReceipt(order: ReviewOrder, issuer: DocumentIssuer, words: ReceiptWords, coins: Coins): ReceiptContent | undefined {
  if (!isEffective(order.kind, order.status)) return undefined;
  const { t, time, money, party } = words;
  const amount = (minor: bigint) => money(coins.format(minor, order.coin), order.coin);
  const own = party(issuer.name, issuer.merchantId);
  const user: ReceiptContent['facts'][number] = [
    t('receipt.user'),
    order.payee_id === null ? null : party(order.payee_nick, order.payee_id),
  ];
  const amounts: ReceiptContent['facts'] = [
    [t('receipt.amount'), amount(order.amount)],
    [t('receipt.fee'), amount(order.fee)],
  ];
  const ends: ReceiptContent['facts'] = [
    [t('receipt.created'), time(order.create_time)],
    [t('receipt.decidedAt'), time(order.audit_time)],
    [t('receipt.completedAt'), time(order.update_time)],
    [t('receipt.orderNumber'), order.order_id],
    [t('receipt.serial'), order.serial_number],
  ];
  const content = (facts: ReceiptContent['facts']): ReceiptContent => ({
    kind: order.kind,
    state: EFFECTS[order.kind],
    serialNumber: order.serial_number,
    amount: amount(order.amount),
    facts: [[t('merchant'), own], ...facts],
  });
  const settlement: ReceiptContent['facts'][number] = [t('receipt.settlement'), amount(order.settlement)];
  switch (order.kind) {
    case 'user_withdrawal':
      return content([user, [t('receipt.externalAccount'), order.external_account], ...amounts, settlement, ...ends]);
    case 'adjustment':
      return content([user, ...amounts, settlement, ...ends, [t('receipt.remark'), order.note]]);
    case 'usdt_recharge':
      return content([
        [t('receipt.sent'), usdtOf(order, words)],
        rateOf(order, words, order.coin),
        ...amounts,
        settlement,
        ...onChain(order, words),
        ...ends,
      ]);
    case 'usdt_withdrawal':
      return content([
        ...amounts,
        [t('receipt.networkFee'), amount(order.network_fee)],
        rateOf(order, words, order.coin),
        [t('receipt.arrives'), usdtOf(order, words)],
        ...onChain(order, words),
        ...ends,
      ]);
    case 'fiat_withdrawal': {
      const { market, holder_name, bank_name, account_number } = destinationOf(order);
      return content([
        ...amounts,
        order.coin === USDT ? rateOf(order, words, market) : settlement,
        [t('receipt.arrives'), money(paidOut(order, coins), market)],
        [t('receipt.bank'), bank_name],
        [t('receipt.holder'), holder_name],
        [t('receipt.account'), account_number],
        ...ends,
      ]);
    }
  }
}

function usdtOf({ other_amount }: ReviewOrder, { money }: ReceiptWords): string {
  return money(formatAmount(BigInt(other_amount ?? 0), USDT_DECIMALS), USDT);
}

function rateOf({ rate }: ReviewOrder, { t }: ReceiptWords, coin: string): readonly [string, string | null] {
  return [t('receipt.rate'), rate === null ? null : t('receipt.rateOf', { crypto: USDT, rate: plainRate(String(rate)), coin })];
}

function onChain({ network, address, txid }: ReviewOrder, { t }: ReceiptWords): ReceiptContent['facts'] {
  return [
    [t('receipt.network'), network],
    [t('receipt.address'), address],
    [t('receipt.txid'), txid],
  ];
}
