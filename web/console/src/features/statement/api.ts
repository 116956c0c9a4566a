import { client } from '@purser/console-kit/client';
import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { type StatementBalance, statementDetail, statementMonths } from '@purser/contract/features/statement';
import { formatAmount, minorOf, placesOf } from '@purser/contract/money';
import { timeZoneName } from '@purser/ui/time-zone';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

type Months = OutputOf<typeof statementMonths>;
export type StatementMonth = Months['list'][number];

/** The months of a coin, or of the one with most entries, answer by answer. */
export const monthsOf = (coin: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [statementMonths.path, coin, timeZoneName()],
    queryFn: ({ pageParam, signal }) =>
      client.request(statementMonths, { coin_name: coin, time_zone: timeZoneName(), before: pageParam }, { signal, quiet: true }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Months) => (last.has_more ? last.list.at(-1)?.month : undefined),
    // While another coin's months come, the choice of coins stays where it is.
    placeholderData: keepPreviousData,
    meta: { topics: ['balances'] },
  });

export const detailOf = ({ coin_name, month }: Pick<StatementMonth, 'coin_name' | 'month'>) => ({
  ...callQuery(statementDetail, { coin_name, month, time_zone: timeZoneName() }, ['balances']),
  placeholderData: undefined,
});

/** What an account holds in all its buckets. */
export function whole({ available, frozen, pending }: StatementBalance): string {
  return formatAmount(minorOf(available) + minorOf(frozen) + minorOf(pending), placesOf(available));
}
