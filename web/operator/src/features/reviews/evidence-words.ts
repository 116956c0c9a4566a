import { EVIDENCE_WORDS } from '@purser/contract/review';
import type { ReviewDetail } from './api.ts';
import type { T } from './texts.ts';

type Evidence = Pick<ReviewDetail['evidence'][number], 'name' | 'value'>;

/** What a fact from elsewhere says: in our words where it is one of them, else as somebody wrote it. */
export function evidenceValue({ name, value }: Evidence, t: T): string {
  if (!(name in EVIDENCE_WORDS)) return value;
  const words: readonly Word[] = EVIDENCE_WORDS[name as keyof typeof EVIDENCE_WORDS];
  const word = words.find((one) => one === value);
  return word === undefined ? value : t(`reviews.found.${word}`);
}

type Word = (typeof EVIDENCE_WORDS)[keyof typeof EVIDENCE_WORDS][number];
