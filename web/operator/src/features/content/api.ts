import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, quietQuery, refresh } from '@purser/console-kit/query';
import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import { contentDetail, contentQuery } from '@purser/contract/features/content-editing';

export type ContentRow = OutputOf<typeof contentQuery>['list'][number];
export type ContentItem = OutputOf<typeof contentDetail>;

export const contentList = callQuery(contentQuery, {}, ['content']);

/** One text as it was when it was opened: what is typed must not be overwritten by what is fetched. */
export function contentItem(content_id: string) {
  return { ...quietQuery(contentDetail, { content_id }, []), staleTime: Infinity, gcTime: 0 };
}

/** An act that says how a text is to be begins: something else may have been set since an attempt without an answer. */
export function beginAct(call: Call): void {
  if (call.sets) keysOf(call).forget();
}

/** An act on a text, done once however often it is tried; what is on show is fetched again. `quiet`: the caller tells why it failed. */
export async function actOn<C extends Call>(call: C, input: InputOf<C>, { quiet = false } = {}): Promise<OutputOf<C>> {
  try {
    return await keysOf(call).attempt(JSON.stringify(input), (idempotencyKey) => client.request(call, input, { idempotencyKey, quiet }));
  } finally {
    refresh(['content']);
  }
}
