import type { Audience, ContentKind, ContentState, HelpCategory } from '@purser/contract/content';
import { LANGUAGES, type Language } from '@purser/contract/language';
import type { RichText } from '@purser/contract/rich-text';
import type { Queryable } from '@purser/ledger/accounts';
import type { Draft } from '../../domain/publish-content.ts';
import { MOST_COUNTED, type Window } from '../../platform/lists/page.ts';

/** What the next version is to be. */
export interface Planned {
  readonly draft: Draft;
  readonly must_accept: boolean;
  readonly next_category: HelpCategory | null;
  readonly next_audience: Audience | null;
}

/** A text with its draft, as staff work on it. */
export interface ItemRow extends Planned {
  readonly content_id: string;
  readonly kind: ContentKind;
  readonly slug: string;
  readonly category: HelpCategory | null;
  readonly audience: Audience;
  readonly state: ContentState;
  readonly published_version: number | null;
  readonly publish_at: Date | null;
  /** What is published then: the draft as it was when it was scheduled. */
  readonly scheduled: Planned | null;
  readonly has_changes: boolean;
  readonly revision: number;
  readonly saved_by: string;
  readonly saved_at: Date;
}

// An earlier release beside this one changes the time alone: what was scheduled for another is not what it has scheduled.
const COLUMNS = `i.content_id, i.kind, i.slug, i.category, i.audience, i.next_category, i.next_audience, i.state, i.published_version,
  i.publish_at, case when i.scheduled_for = i.publish_at then i.scheduled end as scheduled, i.draft, i.must_accept, i.has_changes, i.revision, i.saved_by, i.saved_at`;
/** More texts than a provider has. */
const MOST_ITEMS = 2_000;

export interface ListedItem extends ItemRow {
  readonly published_at: Date | null;
}

export async function listItems(db: Queryable): Promise<ListedItem[]> {
  const { rows } = await db.query<ListedItem>(
    `select ${COLUMNS}, v.published_at from content_item as i
     left join content_version as v on (v.content_id, v.version) = (i.content_id, i.published_version)
     order by i.saved_at desc, i.content_id limit ${MOST_ITEMS}`,
  );
  return rows;
}

export async function findItem(db: Queryable, contentId: string): Promise<ListedItem | undefined> {
  const { rows } = await db.query<ListedItem>(
    `select ${COLUMNS}, v.published_at from content_item as i
     left join content_version as v on (v.content_id, v.version) = (i.content_id, i.published_version)
     where i.content_id = $1`,
    [contentId],
  );
  return rows[0];
}

/** The text, which nobody else changes until the transaction is over. */
export async function lockItem(db: Queryable, contentId: string): Promise<ItemRow | undefined> {
  const { rows } = await db.query<ItemRow>(`select ${COLUMNS} from content_item as i where i.content_id = $1 for update`, [contentId]);
  return rows[0];
}

/** Texts that are to be published by now; those that another worker is at are left to it. */
export async function lockDue(db: Queryable, limit: number): Promise<(ItemRow & { readonly scheduled_by: string | null })[]> {
  const { rows } = await db.query<ItemRow & { readonly scheduled_by: string | null }>(
    `select ${COLUMNS}, i.scheduled_by from content_item as i where i.publish_at <= now() order by i.publish_at limit $1 for update skip locked`,
    [limit],
  );
  return rows;
}

interface VersionText {
  readonly language: Language;
  readonly title: string;
  readonly body: RichText;
  readonly html: string;
  readonly changed_in: number;
}

export async function textsOf(db: Queryable, contentId: string, version: number): Promise<VersionText[]> {
  const { rows } = await db.query<VersionText>(
    `select language, title, body, html, changed_in from content_text where (content_id, version) = ($1, $2) order by array_position($3, language)`,
    [contentId, version, LANGUAGES],
  );
  return rows;
}

interface VersionRow {
  readonly version: number;
  readonly published_at: Date;
  readonly published_by: string;
  readonly note: string;
  readonly must_accept: boolean;
  readonly languages: Language[];
}

/** Every version, newest first; or one. */
export async function listVersions(db: Queryable, contentId: string, version: number | null = null): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `select v.version, v.published_at, v.published_by, v.note, v.must_accept,
       array(select t.language from content_text as t where (t.content_id, t.version) = (v.content_id, v.version)
             order by array_position($3, t.language)) as languages
     from content_version as v where v.content_id = $1 and ($2::integer is null or v.version = $2) order by v.version desc limit 200`,
    [contentId, version, LANGUAGES],
  );
  return rows;
}

/** The name under which a member of staff is told to others. */
export async function staffName(db: Queryable, staffId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`select coalesce(nullif(name, ''), username) as name from staff where staff_id = $1`, [
    staffId,
  ]);
  return rows[0]?.name ?? String(staffId);
}

export interface AcceptanceRow {
  readonly owner_id: bigint;
  readonly party: 'merchant' | 'user';
  readonly version: number;
  readonly language: Language;
  readonly ip: string;
  readonly user_agent: string;
  readonly accepted_at: Date;
}

/** The acceptances of a text that a page takes, of all parties or of one. */
export async function listAcceptances(
  db: Queryable,
  { content_id, owner_id, time_from, time_to }: Wanted,
  { direction, after, offset, limit }: Window,
): Promise<AcceptanceRow[]> {
  const { rows } = await db.query<AcceptanceRow>(
    `select owner_id, party, version, language, ip, user_agent, accepted_at from content_acceptance
     where ${WANTED} and ($5::timestamptz is null or (accepted_at, owner_id, version) ${direction === 'asc' ? '>' : '<'} ($5, $6::bigint, $7::bigint))
     order by accepted_at ${direction}, owner_id ${direction}, version ${direction} limit $8 offset $9`,
    [content_id, owner_id, time_from, time_to, ...(after ?? [null, null, null]), limit, offset],
  );
  return rows;
}

/** How many there are in all, counted no further than lists are. */
export async function countAcceptances(db: Queryable, { content_id, owner_id, time_from, time_to }: Wanted): Promise<number> {
  const { rows } = await db.query<{ counted: bigint }>(
    `select count(*) as counted from (select 1 from content_acceptance where ${WANTED} limit ${MOST_COUNTED}) as wanted`,
    [content_id, owner_id, time_from, time_to],
  );
  return Number(rows[0]?.counted ?? 0);
}

interface Wanted {
  readonly content_id: string;
  readonly owner_id?: number | undefined;
  readonly time_from?: string | undefined;
  readonly time_to?: string | undefined;
}

const WANTED = `content_id = $1 and ($2::bigint is null or owner_id = $2)
  and ($3::timestamptz is null or accepted_at >= $3) and ($4::timestamptz is null or accepted_at < $4)`;
