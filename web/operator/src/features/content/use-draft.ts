import { CallRefused, NoAnswer } from '@purser/client/transport';
import type { Audience, HelpCategory } from '@purser/contract/content';
import { contentSave } from '@purser/contract/features/content-editing';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { isBlank, type RichText } from '@purser/contract/rich-text';
import { useCallback, useEffect, useRef, useState } from 'react';
import { actOn, type ContentItem } from './api.ts';

/** A draft is saved this long after the last key. */
const SAVED_AFTER_MS = 2_000;
/** A save that had no answer is made again by itself. */
const RETRIED_AFTER_MS = 10_000;

export interface Words {
  readonly title: string;
  readonly body: RichText;
}

/** How much there is of one language: nothing, a title without words or words without a title, or both. */
type Extent = 'none' | 'half' | 'whole';

function extentOf(words: Words | undefined): Extent {
  if (words === undefined) return 'none';
  const hasTitle = words.title.trim() !== '';
  const hasWords = !isBlank(words.body);
  return hasTitle && hasWords ? 'whole' : hasTitle || hasWords ? 'half' : 'none';
}

/** What was changed since the last save. */
interface Changes {
  readonly texts: Readonly<Partial<Record<Language, Words>>>;
  readonly audience?: Audience;
  readonly category?: HelpCategory;
  readonly must_accept?: boolean;
  readonly still_right?: readonly Language[];
}

type Saving = 'saved' | 'changed' | 'saving' | 'failed';

const NOTHING: Changes = { texts: {} };

/**
 * The draft of one text while it is written: every change is saved by itself, one save after the other, each on top of the revision that the
 * one before it made. Somebody else's save in between stops it, and says whose it was.
 */
export function useDraft(item: ContentItem) {
  const [known, setKnown] = useState({
    revision: item.revision,
    saved_at: item.saved_at,
    has_changes: item.has_changes,
    scheduled_differs: item.scheduled_differs,
    outdated: item.outdated,
  });
  /** What stands in each language, saved or not. */
  const [words, setWords] = useState<Partial<Record<Language, Words>>>(item.draft);
  const [saving, setSaving] = useState<Saving>('saved');
  /** Why it was not saved; what is refused is tried again with the next change. */
  const [problem, setProblem] = useState<unknown>();
  const changes = useRef<Changes>(NOTHING);
  /** What was sent and has no answer, or not yet. */
  const unanswered = useRef<Changes>(undefined);
  const revision = useRef(item.revision);
  const underWay = useRef<Promise<boolean>>(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const now = unanswered.current ?? changes.current;
    if (now === NOTHING) return true;
    if (now === changes.current) changes.current = NOTHING;
    unanswered.current = now;
    setSaving('saving');
    try {
      const input = { content_id: item.content_id, revision: revision.current, ...now, still_right: [...(now.still_right ?? [])] };
      const saved = await actOn(contentSave, input, { quiet: true });
      unanswered.current = undefined;
      revision.current = saved.revision;
      setKnown(saved);
      setProblem(undefined);
      setSaving(changes.current === NOTHING ? 'saved' : 'changed');
      return true;
    } catch (error) {
      // It may have been saved: it is sent again as it was before what was typed meanwhile, which is on top of it.
      if (!(error instanceof NoAnswer)) {
        unanswered.current = undefined;
        changes.current = merged(now, changes.current);
      }
      setSaving('failed');
      setProblem(error);
      return false;
    }
  }, [item.content_id]);

  /** Saves what is not saved yet; true when everything is. */
  const save = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current);
    // What was repeated has what was typed since behind it.
    underWay.current = underWay.current.then(saveOnce).then(async (isSaved) => isSaved && saveOnce());
    return underWay.current;
  }, [saveOnce]);

  const change = useCallback(
    (more: Partial<Changes>): void => {
      changes.current = merged(changes.current, more);
      setSaving('changed');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVED_AFTER_MS);
    },
    [save],
  );

  const write = useCallback(
    (language: Language, next: Words): void => {
      setWords((before) => ({ ...before, [language]: next }));
      // Half of a text is saved once the other half is there.
      if (extentOf(next) !== 'half') change({ texts: { [language]: next } });
    },
    [change],
  );

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!(problem instanceof NoAnswer)) return undefined;
    const again = setTimeout(() => void save(), RETRIED_AFTER_MS);
    return () => clearTimeout(again);
  }, [problem, save]);
  const isUnsaved = useCallback(() => changes.current !== NOTHING || unanswered.current !== undefined, []);

  /** The revision that the last save made: an act takes it after `save`, not from an earlier drawing. */
  const currentRevision = useCallback(() => revision.current, []);

  const stale = problem instanceof CallRefused && problem.outcome === 'content_stale';

  const languagesThatAre = (extent: Extent) => LANGUAGES.filter((one) => extentOf(words[one]) === extent);

  return {
    ...known,
    words,
    written: languagesThatAre('whole'),
    half: languagesThatAre('half'),
    missing: languagesThatAre('none'),
    currentRevision,
    saving,
    problem,
    stale,
    change,
    write,
    save,
    isUnsaved,
  };
}

export type DraftState = ReturnType<typeof useDraft>;

function merged(before: Changes, more: Partial<Changes>): Changes {
  const still_right = [...(before.still_right ?? []), ...(more.still_right ?? [])];
  return { ...before, ...more, texts: { ...before.texts, ...more.texts }, still_right: [...new Set(still_right)] };
}
