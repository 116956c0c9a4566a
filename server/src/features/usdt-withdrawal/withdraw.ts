import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import type { usdtWithdrawalAdd, usdtWithdrawalQuote, usdtWithdrawalSetting } from '@purser/contract/features/usdt-withdrawal';
import { formatRate } from '@purser/contract/money';
import { type CoinTerms, coinTerms } from '../../domain/coin-terms.ts';
import { agreedRate, exchangeRate } from '../../domain/exchange-rate.ts';
import { ownerNames } from '../../domain/owners.ts';
import { refuseUnverifiedWithdrawal, withdrawalNeedsIdentity } from '../../domain/required-verification.ts';
import { type Mover, type ReviewOrder, type ReviewPlatform, submitReviewOrder, takeBack } from '../../domain/review-order.ts';
import { refuseOtherThanShown } from '../../domain/shown-amount.ts';
import { usdtWithdrawnToday } from '../../domain/usdt-withdrawal-day.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import { riskReasons } from '../../platform/security/risk-signs.ts';
import { payoutAddresses, payoutNetworks, shownAddress } from './address-book.ts';
import { blockedAmong } from './blocked-addresses.ts';
import { addToDay } from './day-total.ts';
import { usdtWithdrawal } from './kind.ts';
import { providerAddressesAmong } from './provider-addresses.ts';
import { type Withdrawal, withdrawalOf } from './order.ts';
import { checkLimits, reckon, usdtMoney } from './terms.ts';

/** Withdrawals of USDT, alike for merchants and wallet users: each function works within a transaction that sees the owner. */

type Setting = OutputOf<typeof usdtWithdrawalSetting>;
type Quote = OutputOf<typeof usdtWithdrawalQuote>;
type Asked = Omit<ParsedInputOf<typeof usdtWithdrawalAdd>, 'google_code'>;

/** The coins that an owner has money in, with what is available of each, in minor units. */
async function mainBalances(tx: Tx, ownerId: number): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await tx.query<{ coin: string; available: bigint }>(
    `select account.coin::text as coin, available from ledger.account join coin on coin.code = account.coin::text
     where owner_id = $1 and purpose = 'main' order by coin.position, coin.code`,
    [ownerId],
  );
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  return new Map(rows.map(({ coin, available }) => [coin, available]));
}

/** The rate that holds now; undefined while there is none. */
async function rateNow(tx: Tx, coin: string): Promise<string | undefined> {
  try {
    return (await exchangeRate(tx, coin, 'to_usdt')).rate;
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'rate_unavailable') return undefined;
    throw error;
  }
}

/** Everything that a form for withdrawals shows before anything is typed. */
export async function settingOf(tx: Tx, ownerId: number): Promise<Setting> {
  const balances = await mainBalances(tx, ownerId);
  const codes = [...balances.keys()];
  const terms = await coinTerms(
    tx,
    codes.map((coin) => ({ merchantId: ownerId, coin })),
  );
  const taken = await usdtWithdrawnToday(tx, ownerId, codes);
  const coins: Setting['coins'] = [];
  for (const [coin, available] of balances) {
    const of = terms.of({ merchantId: ownerId, coin });
    if (!of) continue;
    const { usdt_withdrawal_day_maximum: most } = of;
    const left = most - (taken.get(coin) ?? 0n);
    coins.push({
      coin_name: coin,
      decimals: of.decimals,
      available_asset: tx.coins.format(available, coin),
      is_on: of.is_on,
      minimum: usdtMoney(of.usdt_withdrawal_minimum),
      maximum: usdtMoney(of.usdt_withdrawal_maximum),
      day_maximum: usdtMoney(most),
      day_left: usdtMoney(left > 0n ? left : 0n),
      usdt_withdrawal_fee: formatRate(of.usdt_withdrawal_fee_bp),
      rate: (await rateNow(tx, coin)) ?? null,
    });
  }
  const addresses = await payoutAddresses(tx, ownerId);
  const networks = (await payoutNetworks(tx))
    .filter(({ is_on }) => is_on)
    .map(({ network, network_fee }) => ({ ...shownAddress(network, addresses.get(network)), network_fee: usdtMoney(network_fee) }));
  return { needs_identity: await withdrawalNeedsIdentity(tx, ownerId), abbreviation: USDT, decimals: USDT_DECIMALS, coins, networks };
}

/** What an amount comes to as the numbers stand now; nothing is checked but what it takes to count. */
export async function quoteOf(
  tx: Tx,
  ownerId: number,
  { coin_id: coin, network, withdrawal_count }: ParsedInputOf<typeof usdtWithdrawalQuote>,
): Promise<Quote> {
  const { terms, on } = await standing(tx, ownerId, coin, network);
  const amount = askedAmount(withdrawal_count, terms.decimals, 'withdrawal_count');
  const available = (await mainBalances(tx, ownerId)).get(coin) ?? 0n;
  const rate = await rateNow(tx, coin);
  const { decimals, usdt_withdrawal_fee_bp: feeBp } = terms;
  const reckoned = reckon({ amount, decimals, feeBp, rate: rate ?? '1', networkFee: on.network_fee });
  const money = (minor: bigint) => tx.coins.format(minor, coin);
  const known = rate !== undefined;
  return {
    coin_id: coin,
    available_asset: money(available),
    usdt_withdrawal_fee: formatRate(feeBp),
    transfer_out_commission: money(reckoned.fee),
    rate: rate ?? null,
    abbreviation: USDT,
    network_fee: known ? money(reckoned.networkFee) : null,
    exchange_out: known ? usdtMoney(reckoned.worth) : null,
    count: known && reckoned.count > 0n ? usdtMoney(reckoned.count) : null,
  };
}

async function standing(tx: Tx, ownerId: number, coin: string, network: string) {
  const key = { merchantId: ownerId, coin };
  const terms: CoinTerms | undefined = (await coinTerms(tx, [key])).of(key);
  if (!terms) throw refuse('coin_unknown');
  await tx.coins.know([coin], tx);
  const on = (await payoutNetworks(tx)).find((candidate) => candidate.network === network);
  if (!on) throw refuse('network_unknown');
  return { terms, on };
}

/**
 * Makes a withdrawal and holds its money. Refuses in the contract's order of precedence. The caller holds the owner's row, which says that they
 * are not suspended.
 */
export async function askForWithdrawal(
  tx: Tx,
  platform: ReviewPlatform,
  ownerId: number,
  submittedBy: string,
  { coin_id: coin, network, withdrawal_count, address: seen, rate: shown, count: seenCount }: Asked,
): Promise<ReviewOrder> {
  await refuseUnverifiedWithdrawal(tx, ownerId);
  const { terms, on } = await standing(tx, ownerId, coin, network);
  const amount = askedAmount(withdrawal_count, terms.decimals, 'withdrawal_count');
  if (!terms.is_on) throw refuse('coin_off', { coin });
  if (!on.is_on) throw refuse('payout_network_off', { network });
  if (!(await mainBalances(tx, ownerId)).has(coin)) throw refuse('market_not_enabled');
  const { rate } = await agreedRate(tx, coin, shown, 'to_usdt');
  const { decimals, usdt_withdrawal_fee_bp: feeBp } = terms;
  const reckoned = reckon({ amount, decimals, feeBp, rate, networkFee: on.network_fee });
  checkLimits(reckoned, terms);
  refuseOtherThanShown(seenCount, reckoned.count, USDT_DECIMALS);
  await checkAddress(tx, ownerId, network, seen);
  const [manual_because = []] = await riskReasons(tx, [{ ownerId }]);
  await addToDay(tx, ownerId, coin, { worth: reckoned.worth, maximum: terms.usdt_withdrawal_day_maximum });
  return submitReviewOrder(tx, platform, usdtWithdrawal, {
    owner_id: BigInt(ownerId),
    kind: 'usdt_withdrawal',
    status: 'pending_review',
    review_mode: 'manual',
    manual_because,
    coin,
    amount,
    fee: reckoned.fee,
    network_fee: reckoned.networkFee,
    settlement: reckoned.settlement,
    fee_bp: feeBp,
    other_coin: USDT,
    other_amount: String(reckoned.count),
    rate,
    network,
    address: seen,
    submitted_by: submittedBy,
  });
}

/** Refuses an address that is not the one in the book, one that rests, and one that was blocked, or became the provider's, since it was written there. */
async function checkAddress(tx: Tx, ownerId: number, network: string, seen: string): Promise<void> {
  const held = (await payoutAddresses(tx, ownerId)).get(network);
  if (!held) throw refuse('payout_address_missing', { network });
  if (held.address !== seen) throw refuse('payout_address_other');
  if (held.is_resting) {
    const time = held.usable_at.toISOString();
    throw refuse('payout_address_resting', { time }, { usable_time: time });
  }
  if ((await blockedAmong(tx, [seen])).size > 0) throw refuse('payout_address_blocked');
  if ((await providerAddressesAmong(tx, [{ network, address: seen }])).size > 0) throw refuse('payout_address_refused');
}

/** Cancels an order that nobody has decided on; one that is cancelled stays so, and the answer says so. */
export function cancelWithdrawal(
  tx: Tx,
  platform: ReviewPlatform,
  ownerId: number,
  by: Mover,
  serialNumber: string,
): Promise<Withdrawal | Answer<Withdrawal>> {
  return takeBack(tx, platform, usdtWithdrawal, { ownerId, serialNumber, by }, (order) => shown(tx, order));
}

/** One of the owner's withdrawals; refuses with order_unknown. */
export async function findWithdrawal(tx: Tx, ownerId: number, serialNumber: string): Promise<ReviewOrder> {
  const order = await tx
    .selectFrom('review_order')
    .selectAll()
    .where('owner_id', '=', BigInt(ownerId))
    .where('serial_number', '=', serialNumber)
    .where('kind', '=', 'usdt_withdrawal')
    .executeTakeFirst();
  if (!order) throw refuse('order_unknown');
  return order;
}

/** The order on the wire. */
export async function shown(tx: Tx, order: ReviewOrder): Promise<Withdrawal> {
  await tx.coins.know([order.coin], tx);
  return withdrawalOf(order, await ownerNames(tx, [order]), tx.coins);
}
