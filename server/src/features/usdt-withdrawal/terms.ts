import { coinOfUsdt, USDT, USDT_DECIMALS, usdtOfCoin } from '@purser/contract/exchange';
import { feeOf, formatAmount } from '@purser/contract/money';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** What a withdrawal comes to. All but the last two in minor units of the coin that it is taken from; those in minor units of USDT. */
export interface Reckoning {
  readonly amount: bigint;
  /** Rounded up. */
  readonly fee: bigint;
  /** What the transfer on the network costs, in the coin; rounded up. */
  readonly networkFee: bigint;
  /** What is exchanged; zero or less where the fees leave nothing. */
  readonly settlement: bigint;
  /** What arrives on the chain; rounded down. */
  readonly count: bigint;
  /** What the amount is worth before fees: what limits are about. */
  readonly worth: bigint;
}

interface Given {
  readonly amount: bigint;
  /** Of the coin. */
  readonly decimals: number;
  readonly feeBp: number;
  /** Coins for one USDT. */
  readonly rate: string;
  /** In minor units of USDT. */
  readonly networkFee: bigint;
}

/** Works a withdrawal out, exactly: fees are rounded up and what arrives is rounded down, so that nobody gets more than was taken. */
export function reckon({ amount, decimals, feeBp, rate, networkFee: networkFeeUsdt }: Given): Reckoning {
  const fee = feeOf(amount, feeBp);
  const networkFee = coinOfUsdtUp(networkFeeUsdt, rate, decimals);
  const settlement = amount - fee - networkFee;
  const count = settlement > 0n ? usdtOfCoin(settlement, rate, decimals) : 0n;
  return { amount, fee, networkFee, settlement, count, worth: usdtOfCoin(amount, rate, decimals) };
}

/** What so much USDT costs in a coin; rounded up. */
function coinOfUsdtUp(usdt: bigint, rate: string, decimals: number): bigint {
  const down = coinOfUsdt(usdt, rate, decimals);
  return usdtOfCoin(down, rate, decimals) < usdt ? down + 1n : down;
}

/** Refuses an amount outside the limits of one withdrawal, and one that the fees use up. */
export function checkLimits(
  { worth, count }: Pick<Reckoning, 'worth' | 'count'>,
  {
    usdt_withdrawal_minimum: minimum,
    usdt_withdrawal_maximum: maximum,
  }: Pick<CoinTerms, 'usdt_withdrawal_minimum' | 'usdt_withdrawal_maximum'>,
): void {
  if (worth < minimum) throw refuse('amount_below_minimum', { minimum: usdtText(minimum) });
  if (worth > maximum) throw refuse('withdrawal_above_maximum', { maximum: usdtText(maximum) });
  if (count <= 0n) throw refuse('fee_exceeds_amount');
}

/** "100.000000 USDT" */
export function usdtText(minor: bigint): string {
  return `${usdtMoney(minor)} ${USDT}`;
}

export function usdtMoney(minor: bigint): string {
  return formatAmount(minor, USDT_DECIMALS);
}
