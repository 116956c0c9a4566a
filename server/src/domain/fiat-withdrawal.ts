import type { OutputOf } from '@purser/contract/call';
import { coinOfUsdt, isPaidOutIn, USDT } from '@purser/contract/exchange';
import type { fiatWithdrawalAdd } from '@purser/contract/features/fiat-withdrawal';
import { feeOf, formatRate } from '@purser/contract/money';
import { type FiatWithdrawalState, fiatWithdrawalMachine, type ReviewEvent } from '@purser/contract/review';
import type { RiskReason } from '@purser/contract/risk';
import { feeAccount, mainAccount, providerAccount } from '@purser/ledger/account';
import { type Leg, type Posting, posting } from '@purser/ledger/posting';
import { planHold, planRelease } from '@purser/ledger/review-postings';
import { z } from 'zod';
import type { Coins } from '../platform/database/coins.ts';
import { refuse, type Refusal } from '../platform/http/refusal.ts';
import type { CoinTerms } from './coin-terms.ts';
import { noteCommissions } from './commission.ts';
import { currencyAmount, payableMinor } from './payout-currency.ts';
import { findPaymentMethod, type PaymentMethod } from './payment-method.ts';
import { reviewHeld, reviewHold, reviewKind, type ReviewOrder, reviewPosting } from './review-order.ts';
import { ownerStatus } from './suspended-owners.ts';

/**
 * Withdrawals to bank accounts. The money waits in a hold of its owner's until the bank has paid it: approving moves nothing. A platform token is
 * paid out one to one in its currency; USDT is exchanged at the rate that it was asked for with.
 */
export const fiatWithdrawalKind = reviewKind({
  kind: 'fiat_withdrawal',
  machine: fiatWithdrawalMachine,
  posting: postingOf,
  check: async (_, moved) => moved.map(({ order, event }) => (event === 'approve' && !isOfPayout(order) ? refuseCoin(order) : undefined)),
  tells: (tx, _platform, moved) => noteCommissions(tx, moved),
  evidence: async (tx, order) => {
    const { payment_method_id, holder_name, bank_name, bank_code, account_number } = destinationOf(order);
    const method = await findPaymentMethod(tx, Number(order.owner_id), payment_method_id);
    const isSame = method?.holder_name === holder_name && method.bank_name === bank_name && method.bank_code === bank_code;
    return [
      { name: 'bank_account', value: `${bank_name} ${bank_code} ${account_number}`.replaceAll(/ +/g, ' ') },
      { name: 'account_holder', value: holder_name, agrees: isSame },
      {
        name: 'account_status',
        value: method?.status ?? 'unverified',
        agrees: method?.status === 'verified' && method.binding === 'bound',
      },
      await ownerStatus(tx, order),
    ];
  },
});

/** Whether an order's coin is paid out; those of other crypto coins were asked for before that was refused, and are neither approved nor put into files. */
function isOfPayout({ coin, other_coin }: ReviewOrder): boolean {
  return coin === USDT || coin === (other_coin ?? coin);
}

function refuseCoin(order: ReviewOrder): Refusal {
  return refuse('payout_currency_differs', { coin: order.coin, market: destinationOf(order).market });
}

function postingOf(order: ReviewOrder, event: ReviewEvent | 'submit'): Posting | undefined {
  const { coin, amount, fee, settlement } = order;
  const owner = Number(order.owner_id);
  const account = mainAccount(owner, coin);
  const hold = reviewHold(order);
  const identity = reviewPosting(order, event);
  const held = { ...identity, ...reviewHeld(order) };
  switch (event) {
    case 'submit':
      return planHold(held);
    case 'reject':
      return planRelease({ ...held, type: 'review_rejected' });
    case 'cancel':
      return planRelease({ ...held, type: 'review_cancelled' });
    case 'pay_out':
      return posting(identity, 'withdrawal_settled', [
        { account, frozen: -amount, hold, charge: fee },
        { account: feeAccount(coin, owner), available: fee, counterparty: owner },
        ...outside(order, settlement, 1n),
      ]);
    case 'return':
      if (order.status === 'approved') return planRelease({ ...held, type: 'withdrawal_returned' });
      // What the bank sent back is exchanged as it had been, and the fee of a payout that did not come about is given back.
      return posting(identity, 'withdrawal_returned', [
        { account, available: amount },
        { account: feeAccount(coin, owner), available: -fee, counterparty: owner },
        ...outside(order, settlement, -1n),
      ]);
    default:
      return undefined;
  }
}

/** What leaves through the bank, in the currency's token; with `-1n`, what comes back. */
function outside({ coin, owner_id, other_coin, other_amount }: ReviewOrder, settlement: bigint, direction: 1n | -1n): Leg[] {
  const counterparty = Number(owner_id);
  const token = other_coin ?? coin;
  if (token === coin) return [{ account: providerAccount(coin, 'bank'), available: direction * settlement, counterparty }];
  const paid = BigInt(other_amount ?? 0);
  return [
    { account: providerAccount(coin, 'exchange'), available: direction * settlement, counterparty },
    { account: providerAccount(token, 'exchange'), available: -direction * paid, counterparty },
    { account: providerAccount(token, 'bank'), available: direction * paid, counterparty },
  ];
}

/** Amounts in minor units of the coin; `other_amount` in those of the currency's token. */
interface Quote {
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly other_coin: string;
  readonly other_amount: bigint;
}

/**
 * What a withdrawal of a platform token or USDT costs and what arrives. The fee is rounded up, and what arrives down to what a bank can pay: of a token, what a bank cannot pay
 * is part of the fee. Undefined where nothing would be left.
 *
 * @param market whose currency is paid out
 * @param rate units of it for one USDT
 */
export function quoteFiatWithdrawal(
  coins: Coins,
  terms: CoinTerms,
  amount: bigint,
  { market, rate }: { market: string; rate: string },
): Quote | undefined {
  const token = coins.ofMarket(market);
  if (!token) return undefined;
  const net = amount - feeOf(amount, terms.fiat_withdrawal_fee_bp);
  const settlement = token.code === terms.code ? payableMinor(coins, market, net) : net;
  const other_amount = token.code === terms.code ? settlement : payableMinor(coins, market, coinOfUsdt(net, rate, token.decimals));
  if (settlement <= 0n || other_amount <= 0n) return undefined;
  return { fee: amount - settlement, settlement, other_coin: token.code, other_amount };
}

/** Refuses a coin that is not paid out in a market's currency. */
export function mustBePaidIn(terms: CoinTerms, market: string): void {
  if (!isPaidOutIn({ coin_name: terms.code, market: terms.market }, market))
    throw refuse('payout_currency_differs', { coin: terms.code, market });
}

/** The bank account as it was when the withdrawal was asked for. Its number is read from the account itself, where it never changes. */
const destination = z.object({
  payment_method_id: z.string(),
  market: z.string(),
  holder_name: z.string(),
  bank_name: z.string(),
  bank_code: z.string(),
  account_number: z.string(),
});
export type Destination = z.infer<typeof destination>;

export function destinationTo(method: PaymentMethod): Destination {
  const { payment_method_id, market, holder_name, bank_name, bank_code, shown_number } = method;
  return { payment_method_id, market, holder_name, bank_name, bank_code, account_number: shown_number };
}

export function destinationOf({ destination: kept }: Pick<ReviewOrder, 'destination'>): Destination {
  return destination.parse(kept);
}

type Shown = OutputOf<typeof fiatWithdrawalAdd>;

/** A withdrawal as the wire shows it. The coins are known. */
export function shownFiatWithdrawal(order: ReviewOrder, name: string, coins: Coins): Shown {
  const { market, holder_name, bank_name, account_number } = destinationOf(order);
  return {
    order_no: order.serial_number,
    merchant_id: Number(order.owner_id),
    name,
    abbreviation: market,
    out_abbreviation: order.coin,
    trade_count: coins.format(order.amount, order.coin),
    rate: shownRate(order),
    fee: coins.format(order.fee, order.coin),
    currency_withdrawal_fee: formatRate(order.fee_bp),
    count: paidOut(order, coins),
    status: order.status as FiatWithdrawalState,
    holder_name,
    bank_name,
    account_number,
    manual_because: order.manual_because as RiskReason[],
    remark: order.remark,
    create_time: order.create_time.toISOString(),
    audit_time: order.audit_time?.toISOString() ?? null,
    update_time: order.update_time.toISOString(),
  };
}

/** Without the zeros at its end. */
export function shownRate({ rate }: Pick<ReviewOrder, 'rate'>): string {
  const text = String(rate ?? '1');
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** What arrives, in the currency. */
export function paidOut(order: Pick<ReviewOrder, 'other_amount' | 'destination'>, coins: Coins): string {
  return currencyAmount(coins, destinationOf(order).market, BigInt(order.other_amount ?? 0));
}
