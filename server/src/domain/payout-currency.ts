import type { Coins } from '../platform/database/coins.ts';

/**
 * Currencies of ISO 4217 whose smallest unit is not a hundredth, by its decimal places. They are not taken from Intl: CLDR tells what is usual in cash (a
 * forint without decimals), and changes with Node.js, while what a withdrawal that was asked for pays must not.
 */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((one) => [
    one,
    0,
  ]),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((one) => [one, 3]),
  ...['CLF', 'UYW'].map((one) => [one, 4]),
]);

/** Decimal places of a currency at banks (ISO 4217), no more than its platform token has. A market that is no such currency has the token's. */
function currencyDigits(market: string, decimals: number): number {
  return /^[A-Z]{3}$/.test(market) ? Math.min(decimals, DIGITS[market] ?? 2) : decimals;
}

/** The largest amount that a bank can pay out of a token's minor units: whole units of the currency's smallest. */
export function payableMinor(coins: Coins, market: string, minor: bigint): bigint {
  const unit = unitOf(market, decimalsOf(coins, market));
  return minor - (minor % unit);
}

/** A token's minor units in the currency, as banks write it: "1200.00", and "129000" where there is no smaller unit. */
export function currencyAmount(coins: Coins, market: string, minor: bigint): string {
  return currencyText(market, decimalsOf(coins, market), minor);
}

/** The same where the places of the market's token are known. */
export function currencyText(market: string, decimals: number, minor: bigint): string {
  const digits = currencyDigits(market, decimals);
  const units = (minor / unitOf(market, decimals)).toString().padStart(digits + 1, '0');
  return digits === 0 ? units : `${units.slice(0, -digits)}.${units.slice(-digits)}`;
}

/** The smallest amount that a bank can pay, in the token's minor units. */
function unitOf(market: string, decimals: number): bigint {
  return 10n ** BigInt(decimals - currencyDigits(market, decimals));
}

function decimalsOf(coins: Coins, market: string): number {
  return coins.ofMarket(market)?.decimals ?? 0;
}
