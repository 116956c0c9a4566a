import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';

/** What a fee in percent takes of one hundred coins; undefined while the fee is none. */
export function effectOf(percent: string, decimals: number, coin: string) {
  const basisPoints = parseAmount(percent, 2);
  if (typeof basisPoints === 'string' || basisPoints > 10_000n) return undefined;
  const amount = 100n * 10n ** BigInt(decimals);
  const fee = feeOf(amount, Number(basisPoints));
  const money = (minor: bigint): string => `${formatAmount(minor, decimals)} ${coin}`;
  return { amount: money(amount), fee: money(fee), settlement: money(amount - fee) };
}
