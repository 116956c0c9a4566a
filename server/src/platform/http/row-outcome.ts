import { OUTCOMES, outcomeText, type OutcomeName } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { CONSOLE_READER, valuesWritten } from './values-written.ts';

/** What became of one of several things that a call was asked for, as it is kept: its text is made in the language of whoever asks. */
export interface RowOutcome {
  readonly outcome: OutcomeName;
  readonly values: Readonly<Record<string, string | number>>;
}

/** It as a call of a console answers it: with its code, its stable name, and its text. */
export function shownOutcome({ outcome, values }: RowOutcome, language: Language): { code: number; msg: string; detail: string } {
  return { code: OUTCOMES[outcome].code, msg: outcome, detail: outcomeText(outcome, language, valuesWritten(values, CONSOLE_READER)) };
}
