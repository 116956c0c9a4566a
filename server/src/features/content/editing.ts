import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { contentMachine, isStanding, standingSlug, type ContentEvent, type ContentState } from '@purser/contract/content';
import * as calls from '@purser/contract/features/content-editing';
import { FALLBACK_TEXT_LANGUAGE, type Language } from '@purser/contract/language';
import { next } from '@purser/contract/machine';
import { picturesOf } from '@purser/contract/rich-text';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';
import { uuidv7 } from 'uuidv7';
import { useFile } from '../../domain/file-use.ts';
import { publishDraft, type Draft, type DraftText } from '../../domain/publish-content.ts';
import { asStaff, readAsStaff } from '../../platform/commands/staff-acts.ts';
import { keyedWrite, type Noted, type StaffWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { cutPage, totalOf, windowOf } from '../../platform/lists/page.ts';
import { differs, draftOf, languagesOf, outdatedOf } from './drafts.ts';
import {
  countAcceptances,
  findItem,
  listAcceptances,
  listItems,
  listVersions,
  lockItem,
  staffName,
  textsOf,
  type ItemRow,
  type ListedItem,
} from './editing-queries.ts';
import { plannedOf, scheduledDiffers } from './scheduled.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

type Row = OutputOf<typeof calls.contentQuery>['list'][number];
type Saved = OutputOf<typeof calls.contentSave>;
type Which = ParsedInputOf<typeof calls.contentUnschedule>;
type WhichRevision = Pick<ParsedInputOf<typeof calls.contentSave>, 'content_id' | 'revision'>;

/** What staff do with announcements, help articles and legal texts. */
export class ContentEditing {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  list(language: Language): Promise<OutputOf<typeof calls.contentQuery>> {
    return readAsStaff(this.#platform, async (tx) => ({ list: (await listItems(tx)).map((item) => rowOf(item, language)) }));
  }

  detail({ content_id }: Which, language: Language): Promise<OutputOf<typeof calls.contentDetail>> {
    return readAsStaff(this.#platform, async (tx) => {
      const item = await findItem(tx, content_id);
      if (!item) throw refuse('content_unknown');
      const draft = Object.fromEntries(languagesOf(item.draft).map((one) => [one, wordsOf(item.draft[one] as DraftText)]));
      return { ...rowOf(item, language), draft, versions: (await listVersions(tx, content_id)).map(versionOf) };
    });
  }

  version({ content_id, version }: ParsedInputOf<typeof calls.contentVersionDetail>): Promise<OutputOf<typeof calls.contentVersionDetail>> {
    return readAsStaff(this.#platform, async (tx) => {
      const [found] = await listVersions(tx, content_id, version);
      if (!found) throw refuse('content_unknown');
      const texts = await textsOf(tx, content_id, version);
      return { ...versionOf(found), texts: texts.map(({ language, title, body }) => ({ language, title, body })) };
    });
  }

  acceptances(input: ParsedInputOf<typeof calls.contentAcceptances>): Promise<OutputOf<typeof calls.contentAcceptances>> {
    const window = windowOf(calls.contentAcceptances, input, 'accepted_at', ['instant', 'natural', 'natural']);
    return readAsStaff(this.#platform, async (tx) => {
      const page = cutPage(await listAcceptances(tx, input, window), window, ({ accepted_at, owner_id, version }) => [
        accepted_at.toISOString().replace('Z', '000Z'),
        String(owner_id),
        String(version),
      ]);
      const list = page.rows.map((row) => ({ ...row, owner_id: Number(row.owner_id), accepted_at: row.accepted_at.toISOString() }));
      return { list, ...totalOf(await countAcceptances(tx, input)), next_cursor: page.next_cursor };
    });
  }

  create(input: ParsedInputOf<typeof calls.contentCreate>, context: StaffWrite): Promise<Which | Answer<Which>> {
    const { kind, category = null, audience } = input;
    const slug = isStanding(kind) ? standingSlug(kind) : input.slug;
    if (slug === undefined) throw refuse('invalid_input', { field: 'slug' });
    if ((kind === 'help_article') !== (category !== null)) throw refuse('invalid_input', { field: 'category' });
    const content_id = uuidv7();
    return asStaff(this.#platform, context, { action: 'content.create', details: { content_id, kind, slug } }, async (tx) => {
      const { rowCount } = await tx.query(
        `insert into content_item (content_id, kind, slug, category, audience, saved_by) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [content_id, kind, slug, category, audience, await staffName(tx, context.staffId)],
      );
      if (rowCount === 0) throw refuse('content_slug_taken');
      return { content_id };
    });
  }

  /** Saves what is named and leaves the rest. A text that is empty in title and body is no text of that language. */
  save(input: ParsedInputOf<typeof calls.contentSave>, context: StaffWrite): Promise<Saved | Answer<Saved>> {
    const { content_id, texts, still_right, audience, category, must_accept } = input;
    const details = { content_id, languages: Object.keys(texts) };
    return asStaff(this.#platform, context, { action: 'content.save', details }, async (tx) => {
      const item = await lockRevision(tx, input);
      if (category !== undefined && item.kind !== 'help_article') throw refuse('invalid_input', { field: 'category' });
      const version = (item.published_version ?? 0) + 1;
      const draft = draftOf(item.draft, texts, still_right, version);
      await usePictures(tx, item.draft, draft);
      const changed = {
        ...item,
        draft,
        must_accept: must_accept ?? item.must_accept,
        next_audience: audience ?? item.next_audience,
        next_category: category ?? item.next_category,
      };
      return store(tx, changed, await staffName(tx, context.staffId));
    });
  }

  restore(input: ParsedInputOf<typeof calls.contentRestore>, context: StaffWrite): Promise<Saved | Answer<Saved>> {
    const { content_id, version } = input;
    return asStaff(this.#platform, context, { action: 'content.restore', details: { content_id, version } }, async (tx) => {
      const item = await lockRevision(tx, input);
      const texts = await textsOf(tx, content_id, version);
      if (texts.length === 0) throw refuse('content_unknown');
      const draft = Object.fromEntries(
        texts.map(({ language, title, body, changed_in }) => [language, { title, body, version: changed_in }]),
      );
      return store(tx, { ...item, draft }, await staffName(tx, context.staffId));
    });
  }

  publish(
    input: ParsedInputOf<typeof calls.contentPublish>,
    context: StaffWrite,
  ): Promise<{ version: number } | Answer<{ version: number }>> {
    const { content_id, note } = input;
    return keyedWrite(this.#platform, context, {
      whose: 'provider',
      act: async (tx) => {
        const item = await lockRevision(tx, input);
        const state = stateAfter(item, 'publish');
        refuseIncomplete(item.draft);
        if (state === item.state && !item.has_changes) throw refuse('content_unchanged');
        return { version: await publishDraft(tx, item, { by: await staffName(tx, context.staffId), note }) };
      },
      audit: ({ version }) => ({ action: 'content.publish', details: { content_id, version } }),
    });
  }

  schedule(input: ParsedInputOf<typeof calls.contentSchedule>, context: StaffWrite): Promise<null | Answer<null>> {
    const { content_id, publish_at } = input;
    return this.#move(context, { action: 'content.schedule', details: { content_id, publish_at } }, async (tx) => {
      const item = await lockRevision(tx, input);
      const state = stateAfter(item, 'schedule');
      const inMs = Date.parse(publish_at) - this.#platform.clock.now().getTime();
      if (inMs <= 0 || inMs > YEAR_MS) throw refuse('content_time_past');
      refuseIncomplete(item.draft);
      if (item.state === 'published' && !item.has_changes) throw refuse('content_unchanged');
      await tx.query(
        `update content_item set state = $2, publish_at = date_trunc('milliseconds', $3::timestamptz), scheduled_by = $4, scheduled = $5,
           scheduled_for = date_trunc('milliseconds', $3::timestamptz)
         where content_id = $1`,
        [content_id, state, publish_at, await staffName(tx, context.staffId), JSON.stringify(plannedOf(item))],
      );
    });
  }

  unschedule(input: Which, context: StaffWrite): Promise<null | Answer<null>> {
    const { content_id } = input;
    return this.#move(context, { action: 'content.unschedule', details: { content_id } }, async (tx) => {
      const item = await known(lockItem(tx, content_id));
      if (item.publish_at === null) throw refuse('content_state');
      const state = stateAfter(item, 'unschedule');
      await endSchedule(tx, content_id, state);
    });
  }

  withdraw(input: Which, context: StaffWrite): Promise<null | Answer<null>> {
    const { content_id } = input;
    return this.#move(context, { action: 'content.withdraw', details: { content_id } }, async (tx) => {
      const item = await known(lockItem(tx, content_id));
      if (isStanding(item.kind)) throw refuse('content_state');
      const state = stateAfter(item, 'withdraw');
      await endSchedule(tx, content_id, state);
    });
  }

  #move(context: StaffWrite, noted: Noted, work: (tx: Tx) => Promise<void>): Promise<null | Answer<null>> {
    return asStaff(this.#platform, context, noted, async (tx) => {
      await work(tx);
      return null;
    });
  }
}

/** Nothing is published by itself any more; the draft stays as it is. */
async function endSchedule(tx: Tx, contentId: string, state: ContentState): Promise<void> {
  await tx.query(
    'update content_item set state = $2, publish_at = null, scheduled_by = null, scheduled = null, scheduled_for = null where content_id = $1',
    [contentId, state],
  );
}

async function known(found: Promise<ItemRow | undefined>): Promise<ItemRow> {
  const item = await found;
  if (!item) throw refuse('content_unknown');
  return item;
}

/** The text as whoever asks has read it: a later save of somebody else's is named, and nothing is done. */
async function lockRevision(tx: Queryable, { content_id, revision }: WhichRevision): Promise<ItemRow> {
  const item = await known(lockItem(tx, content_id));
  if (item.revision !== revision) throw refuse('content_stale', { who: item.saved_by });
  return item;
}

function stateAfter(item: ItemRow, event: ContentEvent) {
  const state = next(contentMachine, item.state, event);
  if (state === undefined) throw refuse('content_state');
  return state;
}

/** Readers whose language is missing are shown the English text, so that there must be one. */
function refuseIncomplete(draft: Draft): void {
  if (!draft[FALLBACK_TEXT_LANGUAGE]) throw refuse('content_incomplete');
}

/** Shows readers the pictures that a draft has and had not. Refuses with file_not_usable, for what is no picture of a text. */
async function usePictures(tx: Tx, before: Draft, after: Draft): Promise<void> {
  const known = new Set(picturesIn(before));
  for (const fileId of new Set(picturesIn(after))) {
    if (!known.has(fileId)) await useFile(tx, { ownerId: PROVIDER_OWNER_ID, fileId, purpose: 'content_image' });
  }
}

function picturesIn(draft: Draft): string[] {
  return languagesOf(draft).flatMap((language) => picturesOf((draft[language] as DraftText).body));
}

async function store(tx: Tx, item: ItemRow, by: string): Promise<Saved> {
  const has_changes = await differs(tx, item);
  const { rows } = await tx.query<{ revision: number; saved_at: Date }>(
    `update content_item set draft = $2, must_accept = $3, next_audience = $4, next_category = $5, has_changes = $6, saved_by = $7,
       saved_at = date_trunc('milliseconds', now()), revision = revision + 1
     where content_id = $1 returning revision, saved_at`,
    [item.content_id, JSON.stringify(item.draft), item.must_accept, item.next_audience, item.next_category, has_changes, by],
  );
  const [{ revision, saved_at }] = rows as [{ revision: number; saved_at: Date }];
  return {
    revision,
    saved_at: saved_at.toISOString(),
    has_changes,
    scheduled_differs: scheduledDiffers(item),
    outdated: outdatedOf(item.draft),
  };
}

function wordsOf({ title, body }: DraftText) {
  return { title, body };
}

function versionOf<Version extends { readonly published_at: Date }>(version: Version) {
  return { ...version, published_at: version.published_at.toISOString() };
}

function rowOf(item: ListedItem, language: Language): Row {
  const { content_id, kind, slug, state, has_changes, must_accept, published_version, revision, saved_by, draft } = item;
  const languages = languagesOf(draft);
  const shown = [language, FALLBACK_TEXT_LANGUAGE, ...languages].find((one) => draft[one] !== undefined);
  return {
    content_id,
    kind,
    slug,
    category: item.next_category ?? item.category,
    audience: item.next_audience ?? item.audience,
    state,
    title: shown ? (draft[shown]?.title ?? '') : '',
    languages,
    outdated: outdatedOf(draft),
    has_changes,
    scheduled_differs: scheduledDiffers(item),
    must_accept,
    published_version,
    published_at: item.published_at?.toISOString() ?? null,
    publish_at: item.publish_at?.toISOString() ?? null,
    revision,
    saved_by,
    saved_at: item.saved_at.toISOString(),
  };
}
