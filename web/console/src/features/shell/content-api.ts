import * as calls from '@purser/contract/features/content';
import type { OutputOf } from '@purser/contract/call';
import { contentPath, standingSlug, type ContentKind, type StandingKind } from '@purser/contract/content';
import type { Language } from '@purser/contract/language';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, queryClient, quietQuery } from '@purser/console-kit/query';
import { ownAccount } from '../../shared/account.ts';

/** Like the events beside them, asked afresh each time the bell is opened. */
export const announcementList = { ...callQuery(calls.merchantAnnouncementList, {}, []), staleTime: 0, gcTime: 0 };

export const announcementText = (slug: string) => quietQuery(calls.merchantAnnouncementDetail, { slug }, []);

export const contentPages = callQuery(calls.merchantContentPages, {}, []);

export const pendingAgreements = { ...callQuery(calls.merchantAgreementPending, {}, []), staleTime: 0, gcTime: 0 };
type PendingAgreement = OutputOf<typeof calls.merchantAgreementPending>['list'][number];

export async function markAnnouncementsRead(slugs: string[]): Promise<void> {
  await client.request(calls.merchantAnnouncementRead, { slugs }, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: ownAccount.queryKey });
}

/** Accepts the versions that were shown. Whatever became of it, what is still to be accepted is asked again. */
export async function acceptAgreements(shown: readonly PendingAgreement[]): Promise<void> {
  const agreements = shown.map(({ kind, version }) => ({ kind, version }));
  try {
    await keysOf(calls.merchantAgreementAccept).attempt(JSON.stringify(agreements), (idempotencyKey) =>
      client.request(calls.merchantAgreementAccept, { agreements }, { idempotencyKey }),
    );
  } finally {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: pendingAgreements.queryKey }),
      queryClient.invalidateQueries({ queryKey: ownAccount.queryKey }),
    ]);
  }
}

/** The public page of a text, in the console's language. */
export function pageAddress(kind: ContentKind, slug: string, language: Language): string {
  return `${contentPath(kind, slug)}?lang=${language}`;
}

export function standingAddress(kind: StandingKind, language: Language): string {
  return pageAddress(kind, standingSlug(kind), language);
}
