import { followEvents, type StreamSettings } from '@purser/client/sse';
import type { Sendable } from '@purser/contract/call';
import { useEffect, useState } from 'react';
import { client } from './client.ts';
import { leaving, queryClient, refresh } from './query.ts';
import { isNotAllowed } from './why-failed.ts';

/** How long a lost connection goes unmentioned: short breaks heal themselves. */
const UNMENTIONED_MS = 4_000;

/** Resolves when somebody may have logged in again: another tab has stored something, or one comes back to this one; or once aborted. */
function mayBeLoggedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const end = (): void => {
      heard.abort();
      resolve();
    };
    for (const event of ['storage', 'focus']) addEventListener(event, end, { signal: heard.signal });
    signal.addEventListener('abort', end, { signal: heard.signal });
    if (signal.aborted) end();
  });
}

/**
 * Keeps what is on show current: an event names what changed and that is fetched again, the first one what changed shortly before the stream stood; after
 * a lost connection everything is, as nobody knows what was missed. Whoever stays on a page after the session has ended logs in elsewhere: it is followed again then. `events` is the call that answers the stream. Answers whether the connection has been lost for a while.
 */
export function useLiveUpdates(events: Sendable): { readonly lost: boolean } {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    // The server ends the stream with the session, and to open it again would be refused.
    leaving.addEventListener('leave', () => ended.abort(), { signal: ended.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let firstTime = true;
    const settings: StreamSettings = {
      open: (signal) => client.events(events, { signal }),
      signal: ended.signal,
      onConnected: () => {
        clearTimeout(timer);
        timer = undefined;
        setLost(false);
        if (!firstTime) void queryClient.invalidateQueries();
        // What failed while the stream was being opened is asked again as well.
        else
          void queryClient.refetchQueries({
            type: 'active',
            predicate: ({ state }) => state.status === 'error' && !isNotAllowed(state.error),
          });
        firstTime = false;
      },
      onLost: () => {
        firstTime = false;
        timer ??= setTimeout(() => setLost(true), UNMENTIONED_MS);
      },
      onEvent: ({ event, data }) => {
        if (event === 'changed') refresh(topicsOf(data));
      },
    };
    const follow = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        await followEvents(settings);
        // It is not the connection that is missing.
        clearTimeout(timer);
        timer = undefined;
        setLost(false);
        await mayBeLoggedIn(ended.signal);
      }
    };
    void follow();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [events]);
  return { lost };
}

function topicsOf(data: string): string[] {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown };
    return Array.isArray(topics) ? topics.filter((topic): topic is string => typeof topic === 'string') : [];
  } catch {
    return [];
  }
}
