import type { Audience, ContentKind } from '@purser/contract/content';
import type { Queryable } from '@purser/ledger/accounts';
import { FOR_READER, FROM_PUBLISHED, PUBLISHED_COLUMNS, type PublishedRow, type Reading } from '../../domain/published-content.ts';

/**
 * Texts of every kind in which at least half of the terms stand, the best first: a term in the title counts four times. `position` takes a term as it
 * is, so that no sign in it has a meaning. The first line of `search_text` is the title.
 */
export async function searchTexts(
  db: Queryable,
  terms: readonly string[],
  { language, audiences }: Reading,
  limit: number,
): Promise<PublishedRow[]> {
  const { rows } = await db.query<PublishedRow>(
    `select ${PUBLISHED_COLUMNS} from ${FROM_PUBLISHED}
     cross join lateral (
       select count(*) as found, sum(case when position(term in split_part(t.search_text, E'\\n', 1)) > 0 then 4 else 1 end) as score
       from unnest($3::text[]) as term where position(term in t.search_text) > 0
     ) as hits
     where ${FOR_READER} and 2 * hits.found >= $4
     order by hits.score desc, first.published_at, i.content_id limit $5`,
    [language, audiences, terms, terms.length, limit],
  );
  return rows;
}

/** Which of these announcements a party has marked as read. */
export async function readMarks(db: Queryable, ownerId: number, contentIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ content_id: string }>(
    'select content_id from content_read where owner_id = $1 and content_id = any ($2)',
    [ownerId, contentIds],
  );
  return new Set(rows.map(({ content_id }) => content_id));
}

export async function markRead(db: Queryable, ownerId: number, contentIds: readonly string[]): Promise<void> {
  await db.query('insert into content_read (owner_id, content_id) select $1, unnest($2::uuid[]) on conflict do nothing', [
    ownerId,
    contentIds,
  ]);
}

/** The ids of published texts by their names. */
export async function idsOf(db: Queryable, kind: ContentKind, slugs: readonly string[], audiences: readonly Audience[]): Promise<string[]> {
  const { rows } = await db.query<{ content_id: string }>(
    `select content_id from content_item where kind = $1 and slug = any ($2) and state = 'published' and audience = any ($3)`,
    [kind, slugs, audiences],
  );
  return rows.map(({ content_id }) => content_id);
}
