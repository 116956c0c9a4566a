/** The coins Purser knows at first start. The running system reads them from the `coin` table; this list seeds it. */
export interface Coin {
  readonly code: string;
  /** The fiat currency area whose platform token this is; null for a crypto coin. */
  readonly market: string | null;
  readonly decimals: number;
}

export const COINS = [
  { code: 'CNYT', market: 'CNY', decimals: 2 },
  { code: 'VNDT', market: 'VND', decimals: 2 },
  { code: 'USDP', market: 'USD', decimals: 2 },
  { code: 'USDT', market: null, decimals: 6 },
] as const satisfies readonly Coin[];

export type CoinCode = (typeof COINS)[number]['code'];
export const COIN_CODES = COINS.map((coin) => coin.code) as [CoinCode, ...CoinCode[]];

export const MARKETS = ['CNY', 'VND', 'USD'] as const;
export type Market = (typeof MARKETS)[number];

const byCode: ReadonlyMap<string, Coin> = new Map(COINS.map((coin) => [coin.code, coin]));

export function isCoinCode(code: string): code is CoinCode {
  return byCode.has(code);
}

/** Decimal places of a coin that is known to exist; an unknown code is a programming error. */
export function decimalsOf(code: string): number {
  const coin = byCode.get(code);
  if (!coin) throw new Error(`unknown coin ${code}`);
  return coin.decimals;
}

/** The platform token of a market. */
export function coinOfMarket(market: Market): CoinCode {
  const coin = COINS.find((candidate) => candidate.market === market);
  if (!coin) throw new Error(`market ${market} has no coin`);
  return coin.code;
}
