import { callQuery, quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { chargeArriving } from '@purser/contract/features/chain-deposit';
import {
  chargeBlockchainList,
  chargeQueryAddress,
  type usdtRechargeQuery,
  usdtTradeSetting,
} from '@purser/contract/features/usdt-recharge';

export type RechargeRecord = OutputOf<typeof usdtRechargeQuery>['list'][number];
export type Setting = OutputOf<typeof usdtTradeSetting>;
export type CoinSetting = Setting['coins'][number];

export const setting = callQuery(usdtTradeSetting, {}, ['coins']);
export const blockchains = callQuery(chargeBlockchainList, {}, ['reviews', 'coins']);
export const ownAddress = (network: string) => quietQuery(chargeQueryAddress, { network }, ['reviews', 'coins']);
export const arriving = callQuery(chargeArriving, {}, ['reviews']);
