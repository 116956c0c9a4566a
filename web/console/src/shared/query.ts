import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import type { MerchantTopic } from '@purser/contract/features/events';
import { NoAnswer } from '@purser/client/transport';
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof NoAnswer && error.reason === 'network' && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
});

/**
 * A read call as a query. `topics` names what a server event must say has changed for it to be fetched again.
 * The last answer stays on show while another page or filter of the same list is fetched.
 */
export function callQuery<C extends Call>(call: C, input: InputOf<C>, topics: readonly MerchantTopic[]) {
  return queryOptions<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => client.request(call, input, { signal }),
    placeholderData: keepPreviousData as never,
    meta: { topics },
  });
}

/** The same for a page that says itself what a refusal means; one input's answer never stands for another's. */
export function quietQuery<C extends Call>(call: C, input: InputOf<C>, topics: readonly MerchantTopic[]) {
  return queryOptions<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => client.request(call, input, { signal, quiet: true }),
    meta: { topics },
  });
}

/** Fetches again whatever depends on one of the topics and is on show; the rest is fetched when next looked at. */
export function refresh(topics: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: (query) => {
      const own = query.meta?.['topics'];
      return Array.isArray(own) && own.some((topic) => topics.includes(topic));
    },
  });
}
