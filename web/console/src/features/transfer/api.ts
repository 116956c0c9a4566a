import type { OutputOf } from '@purser/contract/call';
import { accountDetail } from '@purser/contract/features/account';
import type { coinList } from '@purser/contract/features/coin';
import { type transferQuery, transferQueryBalance } from '@purser/contract/features/transfer';
import { quietQuery } from '@purser/console-kit/query';

export type TransferRecord = OutputOf<typeof transferQuery>['list'][number];
export type CoinTerms = OutputOf<typeof coinList>['list'][number];
export type Quote = OutputOf<typeof transferQueryBalance>;
export type Recipient = OutputOf<typeof accountDetail>;

/** Who a merchant id belongs to. */
export const recipient = (merchantId: number) => quietQuery(accountDetail, { merchant_id: merchantId }, []);

/** What may be sent of a coin and, with an amount, what sending it costs. */
export const quote = (coin: CoinTerms['coin_name'], amount?: string) =>
  quietQuery(transferQueryBalance, amount === undefined ? { coin_name: coin } : { coin_name: coin, amount }, ['balances', 'coins']);
