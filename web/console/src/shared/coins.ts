import { coinList } from '@purser/contract/features/coin';
import { callQuery, toldQuery } from '@purser/console-kit/query';

/** The merchant's coins with what holds of each, for every page that asks: fetched once, and again when an operator changes one. */
export const coins = callQuery(coinList, {}, ['coins']);

/** The same as they are now, for what is about to be confirmed (`askAnew`). */
export const coinsNow = toldQuery(coinList, {}, ['coins']);
