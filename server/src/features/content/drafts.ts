import type { ParsedInputOf } from '@purser/contract/call';
import type { contentSave } from '@purser/contract/features/content-editing';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { isBlank } from '@purser/contract/rich-text';
import type { Queryable } from '@purser/ledger/accounts';
import type { Draft, DraftText } from '../../domain/publish-content.ts';
import { richTextHtml } from '../../domain/rich-text-html.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { listVersions, textsOf, type ItemRow } from './editing-queries.ts';

/** The draft with what was written. A text that says what it said keeps the version in which it last changed, unless it is called right still. */
export function draftOf(
  before: Draft,
  texts: ParsedInputOf<typeof contentSave>['texts'],
  stillRight: readonly Language[],
  version: number,
): Draft {
  const draft: Partial<Record<Language, DraftText>> = { ...before };
  for (const language of LANGUAGES) {
    const text = texts[language];
    const old = draft[language];
    if (text) {
      const isEmpty = text.title.trim() === '' && isBlank(text.body);
      if (!isEmpty && (text.title.trim() === '' || isBlank(text.body))) throw refuse('content_half_written', { language });
      if (isEmpty) delete draft[language];
      else draft[language] = { ...text, version: old && saysTheSame(old, text) ? old.version : version };
    }
    const now = draft[language];
    if (now && stillRight.includes(language)) draft[language] = { ...now, version };
  }
  return draft;
}

/** PostgreSQL keeps no order of an object's fields: what is compared is what readers see. */
export function saysTheSame(one: Pick<DraftText, 'title' | 'body'>, other: Pick<DraftText, 'title' | 'body'>): boolean {
  return one.title === other.title && richTextHtml(one.body) === richTextHtml(other.body);
}

/** Whether readers would see anything else than they do now. */
export async function differs(tx: Queryable, item: ItemRow): Promise<boolean> {
  if (item.published_version === null) return languagesOf(item.draft).length > 0;
  if ((item.next_audience ?? item.audience) !== item.audience || (item.next_category ?? item.category) !== item.category) return true;
  const [shown] = await listVersions(tx, item.content_id, item.published_version);
  if (shown?.must_accept !== item.must_accept) return true;
  const texts = await textsOf(tx, item.content_id, item.published_version);
  if (texts.length !== languagesOf(item.draft).length) return true;
  return !texts.every((text) => {
    const draft = item.draft[text.language];
    return draft !== undefined && draft.version === text.changed_in && saysTheSame(draft, text);
  });
}

export function languagesOf(draft: Draft): Language[] {
  return LANGUAGES.filter((language) => draft[language] !== undefined);
}

/** Languages whose text is older than the last change of another. */
export function outdatedOf(draft: Draft): Language[] {
  const latest = Math.max(0, ...languagesOf(draft).map((language) => draft[language]?.version ?? 0));
  return languagesOf(draft).filter((language) => (draft[language]?.version ?? 0) < latest);
}
