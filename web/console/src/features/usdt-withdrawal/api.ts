import { callQuery, quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import {
  payoutAddressList,
  type usdtWithdrawalQuery,
  usdtWithdrawalQuote,
  usdtWithdrawalSetting,
} from '@purser/contract/features/usdt-withdrawal';

export type Withdrawal = OutputOf<typeof usdtWithdrawalQuery>['list'][number];
export type Setting = OutputOf<typeof usdtWithdrawalSetting>;
export type CoinSetting = Setting['coins'][number];
export type NetworkSetting = Setting['networks'][number];
export type Quote = OutputOf<typeof usdtWithdrawalQuote>;
export type BookEntry = OutputOf<typeof payoutAddressList>['list'][number];

/** Limits, rates and the address book: they change with withdrawals, and when staff change a coin. */
export const setting = callQuery(usdtWithdrawalSetting, {}, ['reviews', 'balances', 'coins']);
export const addressBook = callQuery(payoutAddressList, {}, ['reviews', 'coins']);

/** What withdrawing an amount comes to. */
export const quote = (coin_id: string, network: string, withdrawal_count: string) =>
  quietQuery(usdtWithdrawalQuote, { coin_id, network, withdrawal_count }, ['balances', 'coins']);
