import { coinList } from '@purser/contract/features/coin';
import { callQuery } from '../query.ts';

/** The merchant's coins, for the lists that are narrowed by one. */
export const coins = callQuery(coinList, {}, []);
