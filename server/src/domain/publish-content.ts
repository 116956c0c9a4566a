import { type Audience, type HelpCategory, SUMMARY_CHARACTERS } from '@purser/contract/content';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { plainTextOf, type RichText } from '@purser/contract/rich-text';
import type { Queryable } from '@purser/ledger/accounts';
import { richTextHtml } from './rich-text-html.ts';
import { foldText } from './search-text.ts';

/** One language of a draft. `version` is the one in which this language last changed: the next, once it was written to. */
export interface DraftText {
  readonly title: string;
  readonly body: RichText;
  readonly version: number;
}
export type Draft = Readonly<Partial<Record<Language, DraftText>>>;

export interface Publishing {
  readonly content_id: string;
  readonly draft: Draft;
  readonly must_accept: boolean;
  /** For whom, and where in the help center, from this version on; none: as it was. */
  readonly next_audience?: Audience | null;
  readonly next_category?: HelpCategory | null;
  /** The version before; null when this is the first. */
  readonly published_version: number | null;
}

/**
 * Publishes a draft as the next version: its texts in every language that it has, which are never changed again. What was
 * scheduled is so no longer. The caller has locked the item and has checked the state. Returns the version.
 */
export async function publishDraft(
  db: Queryable,
  item: Publishing,
  { by, note }: { readonly by: string; readonly note: string },
): Promise<number> {
  const version = (item.published_version ?? 0) + 1;
  await db.query('insert into content_version (content_id, version, must_accept, published_by, note) values ($1, $2, $3, $4, $5)', [
    item.content_id,
    version,
    item.must_accept,
    by,
    note,
  ]);
  for (const language of LANGUAGES) {
    const text = item.draft[language];
    if (!text) continue;
    const plain = plainTextOf(text.body);
    await db.query(
      `insert into content_text (content_id, version, language, title, body, html, summary, search_text, changed_in)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        item.content_id,
        version,
        language,
        text.title,
        JSON.stringify(text.body),
        richTextHtml(text.body),
        summaryOf(plain.split('\n', 1)[0] ?? ''),
        `${foldText(text.title)}\n${foldText(plain)}`,
        text.version,
      ],
    );
  }
  await db.query(
    `update content_item set state = 'published', published_version = $2, publish_at = null, scheduled_by = null, scheduled = null,
       scheduled_for = null,
       has_changes = false, audience = coalesce($3, audience), category = coalesce($4, category), next_audience = null, next_category = null
     where content_id = $1`,
    [item.content_id, version, item.next_audience ?? null, item.next_category ?? null],
  );
  return version;
}

/** A text's first paragraph, cut between two words. */
function summaryOf(paragraph: string): string {
  const line = paragraph.replaceAll(/\s+/g, ' ').trim();
  const signs = [...line];
  if (signs.length <= SUMMARY_CHARACTERS) return line;
  const cut = signs.slice(0, SUMMARY_CHARACTERS).join('');
  // Chinese has no spaces to cut at.
  return `${cut.replace(/\s+\S{0,20}$/, '')}…`;
}
