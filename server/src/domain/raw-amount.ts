import type { NetworkKind } from './chain-address.ts';

/** Decimals of the own coin of every network of a kind. */
export const COIN_DECIMALS: Readonly<Record<NetworkKind, number>> = { evm: 18, tron: 6 };

/** A count of smallest units as a decimal, with two places at least and no more zeros than that at its end. */
export function decimal(raw: bigint, decimals: number): string {
  const [sign, size] = raw < 0n ? ['-', -raw] : ['', raw];
  const one = 10n ** BigInt(decimals);
  const fraction = String(size % one)
    .padStart(decimals, '0')
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${sign}${size / one}.${fraction}`;
}
