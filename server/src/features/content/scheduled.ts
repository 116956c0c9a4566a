import { LANGUAGES, type Language } from '@purser/contract/language';
import { type Draft, publishDraft } from '../../domain/publish-content.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { differs, saysTheSame } from './drafts.ts';
import type { ItemRow, Planned } from './editing-queries.ts';

/** What is scheduled is what was read: later saves are the draft of the version after it. */

export function plannedOf({ draft, must_accept, next_audience, next_category }: Planned): Planned {
  return { draft, must_accept, next_audience, next_category };
}

/** Whether the draft is something else by now than what is scheduled. */
export function scheduledDiffers({ scheduled, ...item }: ItemRow): boolean {
  return (
    scheduled !== null &&
    (scheduled.must_accept !== item.must_accept ||
      scheduled.next_audience !== item.next_audience ||
      scheduled.next_category !== item.next_category ||
      LANGUAGES.some((language) => !isAsScheduled(scheduled.draft, item.draft, language)))
  );
}

/** Publishes what was scheduled, and keeps what was saved since as the draft of the next version. Returns the version. */
export async function publishScheduled(tx: Tx, item: ItemRow, by: string): Promise<number> {
  const scheduled = item.scheduled ?? plannedOf(item);
  const version = await publishDraft(tx, { ...item, ...scheduled }, { by, note: '' });
  if (!scheduledDiffers(item)) return version;
  const published = {
    ...item,
    published_version: version,
    audience: scheduled.next_audience ?? item.audience,
    category: scheduled.next_category ?? item.category,
  };
  const later = {
    ...published,
    draft: draftAfter(scheduled.draft, item.draft, version),
    next_audience: scheduled.next_audience === item.next_audience ? null : item.next_audience,
    next_category: scheduled.next_category === item.next_category ? null : item.next_category,
  };
  await tx.query(`update content_item set draft = $2, next_audience = $3, next_category = $4, has_changes = $5 where content_id = $1`, [
    item.content_id,
    JSON.stringify(later.draft),
    later.next_audience,
    later.next_category,
    await differs(tx, later),
  ]);
  return version;
}

/** What was written since changes in the version after the one that is published. */
function draftAfter(scheduled: Draft, draft: Draft, version: number): Draft {
  return Object.fromEntries(
    Object.entries(draft).map(([language, text]) => [
      language,
      isAsScheduled(scheduled, draft, language as Language) ? text : { ...text, version: version + 1 },
    ]),
  );
}

function isAsScheduled(scheduled: Draft, draft: Draft, language: Language): boolean {
  const [before, now] = [scheduled[language], draft[language]];
  if (!before || !now) return before === now;
  return before.version === now.version && saysTheSame(before, now);
}
