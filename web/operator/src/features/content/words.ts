import { joined } from '@purser/console-kit/format';
import type { ContentState } from '@purser/contract/content';
import { LANGUAGE_NAMES, type Language } from '@purser/contract/language';
import type { Tone } from '@purser/ui/status-tag';
import type { useT } from './texts.ts';

export const STATE_TONES: Readonly<Record<ContentState, Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  published: 'success',
  withdrawn: 'warning',
};

/** The names of languages, one after another. */
export function namesOf(languages: readonly Language[], t: ReturnType<typeof useT>): string {
  return joined(
    languages.map((one) => LANGUAGE_NAMES[one]),
    t,
  );
}
