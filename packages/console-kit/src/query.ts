import type { InputOf, OutputOf, Sendable } from '@purser/contract/call';
import type { MerchantTopic } from '@purser/contract/features/events';
import type { Permission } from '@purser/contract/staff';
import { NoAnswer } from '@purser/client/transport';
import {
  type DefaultOptions,
  type FetchQueryOptions,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { client } from './client.ts';
import { isNotAllowed } from './why-failed.ts';

/** What changes: what merchants' events name, and for staff the areas of their permissions. */
export type Topic = MerchantTopic | (Permission extends `${infer Area}.${string}` ? Area : never);

const QUERIES: NonNullable<DefaultOptions['queries']> = {
  staleTime: 30_000,
  retry: (failures, error) => error instanceof NoAnswer && error.reason === 'network' && failures < 2,
  refetchOnWindowFocus: false,
};

export const queryClient = new QueryClient({ defaultOptions: { queries: QUERIES } });

/**
 * A read call as a query. `topics` names what a server event must say has changed for it to be fetched again.
 * The last answer stays on show while another page or filter of the same list is fetched.
 * Where nothing is on show yet, its place says that nothing came (`ErrorState`); that what is on show could not be renewed is told by a toast.
 */
export function callQuery<C extends Sendable>(call: C, input: InputOf<C>, topics: readonly Topic[]) {
  return queryOptions<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal, queryKey }) => client.request(call, input, { signal, quiet: queryClient.getQueryData(queryKey) === undefined }),
    placeholderData: keepPreviousData as never,
    meta: { topics },
  });
}

/**
 * What changes without an event, because programs go on by themselves, is fetched again every 15 s while the page is visible, and when somebody comes
 * back to it. What was refused to whoever asks is not asked again and again.
 */
export const RENEWED = {
  staleTime: 0,
  refetchInterval: ({ state }: { readonly state: { readonly error: unknown } }) => !isNotAllowed(state.error) && 15_000,
  refetchOnWindowFocus: true,
} as const;

/** The same for what has no place that says that nothing came: every failure is told by a toast. */
export function toldQuery<C extends Sendable>(call: C, input: InputOf<C>, topics: readonly Topic[]) {
  return queryOptions<OutputOf<C>>({
    ...callQuery(call, input, topics),
    queryFn: ({ signal }) => client.request(call, input, { signal }),
  });
}

/** The same for a page that says itself what a refusal means; one input's answer never stands for another's. */
export function quietQuery<C extends Sendable>(call: C, input: InputOf<C>, topics: readonly Topic[]) {
  return queryOptions<OutputOf<C>>({
    queryKey: [call.path, input],
    queryFn: ({ signal }) => client.request(call, input, { signal, quiet: true }),
    meta: { topics },
  });
}

/**
 * Takes what was answered where nothing was named as the answer by its name, too, unless there is one: what goes on by the name does not ask at once
 * for what has just come.
 */
export function answeredAs<Answer>(
  queryKey: QueryKey,
  { data, dataUpdatedAt }: { readonly data: Answer; readonly dataUpdatedAt: number },
): void {
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt });
}

/** Asks anew for what is about to be confirmed, as it is now: a query whose answer is on show, or a told one. Undefined where nothing came, which a toast has told. */
export function askAnew<Answer, Key extends QueryKey>(query: FetchQueryOptions<Answer, Error, Answer, Key>): Promise<Answer | undefined> {
  return queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
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

/** How long whoever logs out waits for the server to hear of it. */
const LOG_OUT_MS = 5_000;

/** Tells by `leave` that the session is about to be ended. */
export const leaving = new EventTarget();

interface Ending {
  /** The call that ends the session. */
  readonly logout: Sendable;
  /** Forgets who is signed in. */
  readonly forget: () => void;
  /** Goes to where one signs in. */
  readonly leave: () => Promise<void>;
}

/**
 * Ends the session here whatever the server says, and if it says nothing: nobody who logs out stays signed in on this screen. What is being asked or followed is given up first, and
 * nothing more is asked until its pages are left: it would be refused as somebody else's. What was asked is forgotten once nothing of it is on show: it
 * would be asked for again.
 */
export async function endSession({ logout, forget, leave }: Ending): Promise<void> {
  queryClient.setDefaultOptions({ queries: { ...QUERIES, enabled: false } });
  leaving.dispatchEvent(new Event('leave'));
  try {
    await queryClient.cancelQueries();
    await client.request(logout, {}, { quiet: true, signal: AbortSignal.timeout(LOG_OUT_MS) });
  } finally {
    forget();
    await leave().finally(() => {
      queryClient.clear();
      queryClient.setDefaultOptions({ queries: QUERIES });
    });
  }
}
