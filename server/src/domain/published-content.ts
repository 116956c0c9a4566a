import { type Audience, type ContentKind, type HelpCategory, SLUG, STANDING_KINDS } from '@purser/contract/content';
import { FALLBACK_TEXT_LANGUAGE, type Language } from '@purser/contract/language';
import type { RichText } from '@purser/contract/rich-text';
import type { Queryable } from '@purser/ledger/accounts';

/** A published text as a list shows it, in the reader's language or in English where it was not written in theirs. */
export interface PublishedRow {
  readonly content_id: string;
  readonly kind: ContentKind;
  readonly slug: string;
  readonly category: HelpCategory | null;
  readonly version: number;
  readonly language: Language;
  readonly title: string;
  readonly summary: string;
  /** Of the first version: a correction does not make it news again. */
  readonly first_published_at: Date;
  /** Of this version. */
  readonly published_at: Date;
}

export interface PublishedText extends PublishedRow {
  readonly html: string;
  readonly body: RichText;
  readonly audience: Audience;
  /** The languages that it was written in. */
  readonly languages: Language[];
}

/** Who reads: in which language, and what is for them beside what is for everybody. */
export interface Reading {
  readonly language: Language;
  readonly audiences: readonly Audience[];
}

/** The columns of a list's row. */
export const PUBLISHED_COLUMNS = `i.content_id, i.kind, i.slug, i.category, i.published_version as version, t.language, t.title, t.summary,
  first.published_at as first_published_at, v.published_at`;

/** What is published, each text in the reader's language ($1), else in English. */
export const FROM_PUBLISHED = `content_item as i
  join content_version as v on (v.content_id, v.version) = (i.content_id, i.published_version)
  join content_version as first on (first.content_id, first.version) = (i.content_id, 1)
  join lateral (
    select * from content_text as t
    where (t.content_id, t.version) = (i.content_id, i.published_version) and t.language in ($1, '${FALLBACK_TEXT_LANGUAGE}')
    order by t.language = $1 desc limit 1
  ) as t on true`;

/** For whom it is published ($2). */
export const FOR_READER = `i.state = 'published' and i.audience = any ($2)`;

/** Texts of a kind: articles in the order in which they were written, anything else newest first. */
export async function publishedList(
  db: Queryable,
  kind: ContentKind,
  { language, audiences }: Reading,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<PublishedRow[]> {
  const order = kind === 'help_article' ? 'asc' : 'desc';
  const { rows } = await db.query<PublishedRow>(
    `select ${PUBLISHED_COLUMNS} from ${FROM_PUBLISHED} where ${FOR_READER} and i.kind = $3 order by first.published_at ${order}, i.content_id ${order} limit $4 offset $5`,
    [language, audiences, kind, limit, offset],
  );
  return rows;
}

export async function publishedText(
  db: Queryable,
  kind: ContentKind,
  slug: string,
  { language, audiences }: Reading,
): Promise<PublishedText | undefined> {
  // An address may hold what no text of the database can, such as a NUL.
  if (!SLUG.test(slug)) return undefined;
  const { rows } = await db.query<PublishedText>(
    `select ${PUBLISHED_COLUMNS}, t.html, t.body, i.audience,
       array(select language from content_text where (content_id, version) = (i.content_id, i.published_version) order by language) as languages
     from ${FROM_PUBLISHED} where ${FOR_READER} and i.kind = $3 and i.slug = $4`,
    [language, audiences, kind, slug],
  );
  return rows[0];
}

/** What a party's list of announcements holds; older ones are on the public page. */
export const MOST_ANNOUNCEMENTS = 30;

/** How many of the announcements that a party's list holds it has not read. */
export async function countUnreadAnnouncements(db: Queryable, ownerId: number, audiences: readonly Audience[]): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `select count(*)::integer as unread from (
       select i.content_id from content_item as i join content_version as first on (first.content_id, first.version) = (i.content_id, 1)
       where ${FOR_READER} and i.kind = 'announcement' order by first.published_at desc, i.content_id desc limit ${MOST_ANNOUNCEMENTS}
     ) as latest
     where not exists (select from content_read as r where (r.owner_id, r.content_id) = ($1, latest.content_id))`,
    [ownerId, audiences],
  );
  return rows[0]?.unread ?? 0;
}

/** The kinds of which something is published that everybody may read. */
export async function publicKinds(db: Queryable): Promise<ContentKind[]> {
  const { rows } = await db.query<{ kind: ContentKind }>(
    `select distinct kind from content_item where state = 'published' and (audience = 'everyone' or kind = any ($1)) order by kind`,
    [STANDING_KINDS],
  );
  return rows.map(({ kind }) => kind);
}

/** An earlier version of a text that is published. */
export async function publishedVersion(db: Queryable, contentId: string, version: number, language: Language) {
  const { rows } = await db.query<Pick<PublishedText, 'version' | 'language' | 'title' | 'html' | 'published_at'>>(
    `select t.version, t.language, t.title, t.html, v.published_at
     from content_text as t join content_version as v using (content_id, version)
     where t.content_id = $1 and t.version = $2 and t.language in ($3, '${FALLBACK_TEXT_LANGUAGE}')
     order by t.language = $3 desc limit 1`,
    [contentId, version, language],
  );
  return rows[0];
}

export interface VersionRow {
  readonly version: number;
  readonly published_at: Date;
}

/** Every version of a text, newest first. */
export async function versionsOf(db: Queryable, contentId: string): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    'select version, published_at from content_version where content_id = $1 order by version desc limit 200',
    [contentId],
  );
  return rows;
}
