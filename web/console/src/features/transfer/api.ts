import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import { accountDetail } from '@purser/contract/features/account';
import { coinList } from '@purser/contract/features/coin';
import type { MerchantTopic } from '@purser/contract/features/events';
import { type transferQuery, transferQueryBalance } from '@purser/contract/features/transfer';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../shared/client.ts';
import { callQuery } from '../../shared/query.ts';

export type TransferRecord = OutputOf<typeof transferQuery>['list'][number];
export type CoinTerms = OutputOf<typeof coinList>['list'][number];
export type Quote = OutputOf<typeof transferQueryBalance>;
export type Recipient = OutputOf<typeof accountDetail>;

export const coins = callQuery(coinList, {}, []);

/** The form says itself what a refusal means for the field it concerns. */
function quietQuery<C extends Call>(call: C, input: InputOf<C>, topics: readonly MerchantTopic[]) {
  return queryOptions<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => client.request(call, input, { signal, quiet: true }),
    meta: { topics },
  });
}

/** Who a merchant id belongs to. */
export const recipient = (merchantId: number) => quietQuery(accountDetail, { merchant_id: merchantId }, []);

/** What may be sent of a coin and, with an amount, what sending it costs. */
export const quote = (coin: CoinTerms['coin_name'], amount?: string) =>
  quietQuery(transferQueryBalance, amount === undefined ? { coin_name: coin } : { coin_name: coin, amount }, ['balances']);
