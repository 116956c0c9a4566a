import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { fiatWithdrawalAdd, fiatWithdrawalDetail, fiatWithdrawalSetting } from '@purser/contract/features/fiat-withdrawal';
import { formatRate, parseAmount } from '@purser/contract/money';
import type { WithdrawalCosts } from '@purser/contract/wallet-bank';
import { mainAccount } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import { type CoinTerms, coinTerms } from '../../domain/coin-terms.ts';
import { agreedRate, exchangeRate } from '../../domain/exchange-rate.ts';
import { destinationTo, fiatWithdrawalKind, mustBePaidIn, quoteFiatWithdrawal, shownFiatWithdrawal } from '../../domain/fiat-withdrawal.ts';
import { ownerName } from '../../domain/owners.ts';
import { payableMethod } from '../../domain/payment-method.ts';
import { currencyAmount } from '../../domain/payout-currency.ts';
import { refuseUnverifiedWithdrawal, withdrawalNeedsIdentity } from '../../domain/required-verification.ts';
import { type Mover, type ReviewOrder, submitReviewOrder, takeBack } from '../../domain/review-order.ts';
import { refuseOtherThanShown } from '../../domain/shown-amount.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { riskReasons } from '../../platform/security/risk-signs.ts';

export type ShownWithdrawal = OutputOf<typeof fiatWithdrawalAdd>;
type Wish = Omit<ParsedInputOf<typeof fiatWithdrawalAdd>, 'google_code'>;
type Setting = OutputOf<typeof fiatWithdrawalSetting>;

/** What is asked for, without a rate as it is now. */
type Costed = Pick<Wish, 'coin_name' | 'payment_method_id' | 'amount'> & { readonly rate?: string };

/** What a withdrawal takes and brings, in minor units. Refuses in the order of `fiatWithdrawalAdd`, up to what the balance decides. */
async function costsOf(tx: Tx, ownerId: number, wish: Costed) {
  await refuseUnverifiedWithdrawal(tx, ownerId);
  const terms = await termsOf(tx, ownerId, wish.coin_name);
  if (!terms.is_on) throw refuse('coin_off', { coin: terms.code });
  const method = await payableMethod(tx, ownerId, wish.payment_method_id);
  mustBePaidIn(terms, method.market);
  await mustBeOn(tx, ownerId, terms, method.market);
  const rate = await rateOf(tx, terms, method.market, wish.rate);
  const amount = askedAmount(wish.amount, terms.decimals);
  if (amount < terms.fiat_withdrawal_minimum) {
    throw refuse('amount_below_minimum', { minimum: `${tx.coins.format(terms.fiat_withdrawal_minimum, terms.code)} ${terms.code}` });
  }
  const quote = quoteFiatWithdrawal(tx.coins, terms, amount, { market: method.market, rate });
  if (!quote) throw refuse('fee_exceeds_amount');
  return { terms, method, rate, amount, quote };
}

/** Asks for a withdrawal of a merchant's or a wallet user's, who is locked. Refuses in the order of `fiatWithdrawalAdd`. */
export async function requestWithdrawal(
  tx: Tx,
  platform: Platform,
  owner: Mover & { readonly ownerId: number; readonly orderId?: string },
  wish: Wish,
): Promise<ShownWithdrawal> {
  const { ownerId } = owner;
  const { terms, method, rate, amount, quote } = await costsOf(tx, ownerId, wish);
  refuseOtherThanShown(wish.count, quote.other_amount, tx.coins.decimalsOf(quote.other_coin));
  const [manual_because = []] = await riskReasons(tx, [{ ownerId }]);
  const order = await submitReviewOrder(tx, platform, fiatWithdrawalKind, {
    owner_id: BigInt(ownerId),
    kind: 'fiat_withdrawal',
    status: fiatWithdrawalKind.machine.initial,
    review_mode: 'manual',
    manual_because,
    coin: terms.code,
    amount,
    fee: quote.fee,
    settlement: quote.settlement,
    fee_bp: terms.fiat_withdrawal_fee_bp,
    other_coin: quote.other_coin,
    other_amount: String(quote.other_amount),
    rate,
    destination: destinationTo(method),
    note: wish.note,
    ...(owner.orderId !== undefined && { order_id: owner.orderId }),
    submitted_by: owner.name,
  });
  return shownFiatWithdrawal(order, await ownerName(tx, ownerId), tx.coins);
}

/**
 * Takes a withdrawal back that nobody has decided yet; one that is taken back stays so, and the answer says so. Refuses with order_unknown and
 * review_decided.
 */
export function cancelWithdrawal(
  tx: Tx,
  platform: Platform,
  { ownerId, ...by }: Mover & { readonly ownerId: number },
  orderNo: string,
): Promise<ShownWithdrawal | Answer<ShownWithdrawal>> {
  return takeBack(tx, platform, fiatWithdrawalKind, { ownerId, serialNumber: orderNo, by }, (order) => shown(tx, order));
}

/** One withdrawal as it is now. */
export async function findWithdrawal(
  tx: Tx,
  ownerId: number,
  { order_no }: ParsedInputOf<typeof fiatWithdrawalDetail>,
): Promise<ShownWithdrawal> {
  const order = await tx
    .selectFrom('review_order')
    .selectAll()
    .where('owner_id', '=', BigInt(ownerId))
    .where('serial_number', '=', order_no)
    .executeTakeFirst();
  if (order?.kind !== 'fiat_withdrawal') throw refuse('order_unknown');
  return shown(tx, order);
}

async function shown(tx: Tx, order: ReviewOrder): Promise<ShownWithdrawal> {
  await tx.coins.know([order.coin, order.other_coin ?? order.coin], tx);
  return shownFiatWithdrawal(order, await ownerName(tx, order.owner_id), tx.coins);
}

/** What a withdrawal costs, and what would arrive of an amount. Refuses in the order of `fiatWithdrawalSetting`. */
export async function settingOf(
  tx: Tx,
  ownerId: number,
  { coin_name, market, amount }: ParsedInputOf<typeof fiatWithdrawalSetting>,
): Promise<Setting> {
  const terms = await termsOf(tx, ownerId, coin_name);
  const known = await tx.selectFrom('market').select('market').where('market', '=', market).executeTakeFirst();
  if (!known) throw refuse('market_unknown');
  mustBePaidIn(terms, market);
  await mustBeOn(tx, ownerId, terms, market);
  const rate = await rateOf(tx, terms, market);
  const minor = amount === undefined ? undefined : parseAmount(amount, terms.decimals);
  const quote = typeof minor === 'bigint' && minor > 0n ? quoteFiatWithdrawal(tx.coins, terms, minor, { market, rate }) : undefined;
  const money = (value: bigint) => tx.coins.format(value, terms.code);
  return {
    needs_identity: await withdrawalNeedsIdentity(tx, ownerId),
    coin_name: terms.code,
    abbreviation: market,
    available_asset: money(await availableOf(tx, ownerId, terms.code)),
    withdrawal_minimum: money(terms.fiat_withdrawal_minimum),
    currency_withdrawal_fee: formatRate(terms.fiat_withdrawal_fee_bp),
    rate,
    fee: quote ? money(quote.fee) : null,
    count: quote ? currencyAmount(tx.coins, market, quote.other_amount) : null,
  };
}

/** What a withdrawal would cost as things are now, to be shown before it is asked for. Refuses what `requestWithdrawal` would. */
export async function quoteWithdrawal(tx: Tx, ownerId: number, wish: Costed): Promise<WithdrawalCosts> {
  const { terms, method, rate, amount, quote } = await costsOf(tx, ownerId, wish);
  if (amount > (await availableOf(tx, ownerId, terms.code))) throw refuse('insufficient_balance');
  return {
    bank_name: method.bank_name,
    account_number: method.shown_number,
    coin_name: terms.code,
    abbreviation: method.market,
    currency_withdrawal_fee: formatRate(terms.fiat_withdrawal_fee_bp),
    rate,
    fee: tx.coins.format(quote.fee, terms.code),
    count: currencyAmount(tx.coins, method.market, quote.other_amount),
  };
}

/** In minor units. */
async function availableOf(tx: Tx, ownerId: number, coin: string): Promise<bigint> {
  const main = mainAccount(ownerId, coin);
  const balance = (await balancesOf(tx, ownerId, [coin])).find(({ purpose }) => purpose === main.purpose);
  return balance?.available_minor ?? 0n;
}

async function termsOf(tx: Tx, ownerId: number, coin: string): Promise<CoinTerms> {
  const terms = (await coinTerms(tx, [{ merchantId: ownerId, coin }])).of({ merchantId: ownerId, coin });
  if (!terms) throw refuse('coin_unknown');
  await tx.coins.know([coin], tx);
  return terms;
}

/** Refuses a coin, or a market that is paid out in, that is switched off. */
async function mustBeOn(tx: Tx, ownerId: number, terms: CoinTerms, market: string): Promise<void> {
  const token = tx.coins.ofMarket(market)?.code ?? terms.code;
  const paidOut = token === terms.code ? terms : await termsOf(tx, ownerId, token);
  const off = [terms, paidOut].find(({ is_on }) => !is_on);
  if (off) throw refuse('coin_off', { coin: off.code });
}

/** Units of a market's currency for one of the coin: a platform token is worth one. */
async function rateOf(tx: Tx, terms: CoinTerms, market: string, asked?: string): Promise<string> {
  const token = tx.coins.ofMarket(market);
  if (!token) throw refuse('market_unknown');
  if (terms.code === token.code) return '1';
  return (await (asked === undefined ? exchangeRate(tx, token.code) : agreedRate(tx, token.code, asked))).rate;
}
