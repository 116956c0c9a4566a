import type { OutputOf } from '@purser/contract/call';
import { marketKindTerms } from '@purser/contract/features/kind-terms';
import { marketOverview, marketRateHistory } from '@purser/contract/features/market';
import { callQuery, toldQuery } from '@purser/console-kit/query';

type Overview = OutputOf<typeof marketOverview>;
export type CoinRow = Overview['coins'][number];
export type NetworkRow = Overview['networks'][number];
/** A coin on a network. */
export type TokenRow = NetworkRow['coins'][number] & { readonly network: string; readonly network_is_on: boolean };
export type Bounds = Overview['bounds'];

export type KindCoin = OutputOf<typeof marketKindTerms>['list'][number]['coins'][number];

export const kinds = callQuery(marketKindTerms, {}, ['coins', 'party', 'approval']);
export const overview = callQuery(marketOverview, {}, ['coins']);
export const rates = (coin: string) => toldQuery(marketRateHistory, { coin_name: coin }, ['coins']);

export function isOn({ coin_is_on, market_is_on }: CoinRow): boolean {
  return coin_is_on && market_is_on !== false;
}
