import { coinList } from '@purser/contract/features/coin';
import { callQuery } from '@purser/console-kit/query';

/** The merchant's coins with what holds of each, for every page that asks: fetched once, and again when an operator changes one. */
export const coins = callQuery(coinList, {}, ['coins']);
