import { coinOfMarket, MARKETS } from '@purser/contract/coin';

/** Whether whoever has enabled these markets deals in the coin: a market stands for its platform token. */
export function dealsIn(markets: readonly string[], coin: string): boolean {
  return MARKETS.some((market) => markets.includes(market) && coinOfMarket(market) === coin);
}
