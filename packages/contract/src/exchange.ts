/**
 * Exchange between USDT and another coin, in exact integers. A rate says how many coins one USDT is worth, as a decimal text with at most 18
 * places. What somebody is paid is rounded down to the minor unit, so that nobody is ever paid more than was brought.
 */

/** The coin that every rate starts from. */
export const USDT = 'USDT';
export const USDT_DECIMALS = 6;

/** Of USDT itself. */
export const RATE_OF_USDT = '1';

interface CoinOfMarket {
  readonly coin_name: string;
  readonly market: string | null;
}

/** Whether banks are paid from a coin: from platform tokens and USDT, and no other crypto coin. */
export function isPaidOut({ coin_name, market }: CoinOfMarket): boolean {
  return market !== null || coin_name === USDT;
}

/** Whether they are paid from it in a market's currency: a platform token is paid out in that of its own market, USDT in any. */
export function isPaidOutIn(coin: CoinOfMarket, currency: string): boolean {
  return isPaidOut(coin) && (coin.market ?? currency) === currency;
}

/** For how long a rate that was shown still holds after another one took its place. */
export const RATE_HELD_S = 60;

const RATE_PLACES = 18;
const ONE = 10n ** BigInt(RATE_PLACES);

/** What an amount of USDT is worth in a coin with `decimals` places, both in minor units; rounded down. */
export function coinOfUsdt(usdtMinor: bigint, rate: string, decimals: number): bigint {
  return (usdtMinor * rateOf(rate) * 10n ** BigInt(decimals)) / (ONE * 10n ** BigInt(USDT_DECIMALS));
}

/** What an amount of a coin with `decimals` places is worth in USDT, both in minor units; rounded down. */
export function usdtOfCoin(coinMinor: bigint, rate: string, decimals: number): bigint {
  return (coinMinor * ONE * 10n ** BigInt(USDT_DECIMALS)) / (rateOf(rate) * 10n ** BigInt(decimals));
}

/** A rate, or another decimal text, without the zeros at its end: 7.10 and 7.1 are one. */
export function plainRate(rate: string): string {
  return rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;
}

/** A rate as an integer with 18 places. */
function rateOf(rate: string): bigint {
  const match = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(rate);
  if (!match) throw new RangeError(`"${rate}" is no rate`);
  const scaled = BigInt(match[1] + (match[2] ?? '').padEnd(RATE_PLACES, '0'));
  if (scaled === 0n) throw new RangeError('a rate is above zero');
  return scaled;
}
