import { coinOfUsdt, USDT_DECIMALS } from './exchange.ts';
import type { RechargeCoin } from './features/usdt-recharge.ts';
import { feeOf, formatAmount, minorOf, parseAmount } from './money.ts';

export type RechargeAmountProblem = 'required' | 'wrong' | 'below';

/** What a recharge comes to, as the server will reckon it; money as decimal texts. */
export interface ReckonedRecharge {
  /** The USDT, with all of its places. */
  readonly sent: string;
  readonly exchanged: string;
  readonly fee: string;
  readonly count: string;
}

/** Reckons the typed amount of USDT in a coin, or says what is wrong with it; undefined while the coin has no rate. */
export function reckonRecharge(
  typed: string,
  { rate, decimals, usdt_recharge_fee, usdt_recharge_minimum }: RechargeCoin,
): ReckonedRecharge | RechargeAmountProblem | undefined {
  if (typed.trim() === '') return 'required';
  const sent = parseAmount(typed.trim(), USDT_DECIMALS);
  if (typeof sent === 'string') return 'wrong';
  if (sent < minorOf(usdt_recharge_minimum, USDT_DECIMALS)) return 'below';
  if (rate === null) return undefined;
  const exchanged = coinOfUsdt(sent, rate, decimals);
  const fee = rechargeFee(exchanged, usdt_recharge_fee);
  const money = (minor: bigint) => formatAmount(minor, decimals);
  return { sent: formatAmount(sent, USDT_DECIMALS), exchanged: money(exchanged), fee: money(fee), count: money(exchanged - fee) };
}

/** The fee on what was exchanged, in the coin's minor units; the rate is a percentage with two decimals. */
export function rechargeFee(exchangedMinor: bigint, feePercent: string): bigint {
  return feeOf(exchangedMinor, Number(minorOf(feePercent, 2)));
}
