import { AGREEMENT_KINDS, type AgreementKind, type Audience } from '@purser/contract/content';
import type { Language } from '@purser/contract/language';
import type { Queryable } from '@purser/ledger/accounts';
import { FOR_READER, FROM_PUBLISHED, PUBLISHED_COLUMNS, type PublishedRow } from './published-content.ts';

/** What a party that signed in is shown beside what is for everybody. */
export const AUDIENCES_OF = {
  merchant: ['everyone', 'merchants'],
  user: ['everyone', 'wallet_users'],
} as const satisfies Record<string, readonly Audience[]>;
export type AgreeingParty = keyof typeof AUDIENCES_OF;

export interface PendingAgreement extends PublishedRow {
  readonly kind: AgreementKind;
  readonly html: string;
  /** An earlier version was accepted. */
  readonly is_update: boolean;
}

/**
 * What a party has to accept before it goes on: each agreement of which a version that asks for it was published since the party
 * last accepted one. It is asked to accept the version that is shown now.
 */
export async function pendingAgreements(
  db: Queryable,
  { party, ownerId, language }: { readonly party: AgreeingParty; readonly ownerId: number; readonly language: Language },
): Promise<PendingAgreement[]> {
  const { rows } = await db.query<PendingAgreement>(
    `select ${PUBLISHED_COLUMNS}, i.kind, t.html,
       exists (select from content_acceptance as a where (a.owner_id, a.content_id) = ($3, i.content_id)) as is_update
     from ${FROM_PUBLISHED}
     join lateral (
       select max(asked.version) as version from content_version as asked
       where asked.content_id = i.content_id and asked.must_accept and asked.version <= i.published_version
     ) as due on due.version is not null
     where ${FOR_READER} and i.kind = any ($4)
       and not exists (
         select from content_acceptance as a where (a.owner_id, a.content_id) = ($3, i.content_id) and a.version >= due.version)
     order by i.kind desc`,
    [language, AUDIENCES_OF[party], ownerId, AGREEMENT_KINDS],
  );
  return rows;
}

export interface Acceptance {
  readonly ownerId: number;
  readonly party: AgreeingParty;
  readonly ip: string;
  readonly userAgent: string;
}

/** Keeps who accepted which versions in which language, when and from where; a version that was accepted before stays as it was. */
export async function keepAcceptance(
  db: Queryable,
  shown: readonly Pick<PublishedRow, 'content_id' | 'version' | 'language'>[],
  { ownerId, party, ip, userAgent }: Acceptance,
): Promise<void> {
  await db.query(
    `insert into content_acceptance (owner_id, party, ip, user_agent, content_id, version, language)
     select $1, $2, $3, $4, shown.* from unnest($5::uuid[], $6::integer[], $7::text[]) as shown
     on conflict do nothing`,
    [
      ownerId,
      party,
      ip,
      userAgent,
      shown.map(({ content_id }) => content_id),
      shown.map(({ version }) => version),
      shown.map(({ language }) => language),
    ],
  );
}
