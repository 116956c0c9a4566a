import type { OutputOf } from '@purser/contract/call';
import { assetQuery } from '@purser/contract/features/asset';
import { coinAddressList } from '@purser/contract/features/coin';
import { callQuery } from '@purser/console-kit/query';

export type Asset = OutputOf<typeof assetQuery>['list'][number];

export const assets = callQuery(assetQuery, {}, ['balances', 'coins']);
export const addresses = callQuery(coinAddressList, {}, ['coins']);
