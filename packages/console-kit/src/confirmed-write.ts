import { CallRefused, NotSent } from '@purser/client/transport';
import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import type { Confirmation } from '@purser/contract/passkey';
import { UNANSWERED, UNANSWERED_APART } from '@purser/i18n/console/unanswered';
import { toast } from '@purser/ui/toast';
import { useReducer, useState } from 'react';
import { keysOf, mayHaveBeenDone } from './act-key.ts';
import { client } from './client.ts';
import { useI18n } from './i18n.tsx';
import { refusedField } from './refused-field.ts';

/** What a call is asked for, without the code that confirms it. */
export type Contents<C extends Call> = Omit<InputOf<C>, 'google_code'>;

export interface ConfirmedWrite<C extends Call> {
  /**
   * Does it. Why it failed is told at the code's field, by `place`, or else by a toast; then it rejects. The same
   * contents tried again after a lost answer are done once. Once it is done, attempts that differ in `moving` alone are no longer told of.
   */
  readonly send: (contents: Contents<C>, confirmation: Confirmation, moving?: readonly string[]) => Promise<OutputOf<C>>;
  /** For the confirmation: what is wrong with the code. */
  readonly codeProblem: string | undefined;
  /** For the confirmation: that an earlier attempt at exactly these contents got no answer, so that it may have been done. */
  readonly unanswered: (contents: Contents<C>) => string | undefined;
  /** For the confirmation: that an attempt at other contents, which differ in `fields` alone, got no answer: doing this as well may do it twice. */
  readonly unansweredApart: (fields: readonly string[], contents: Contents<C>) => string | undefined;
  /**
   * When another confirmation is opened: forgets what was said about an earlier code, and of a call that sets a state the attempts without an
   * answer, as something else may have been set since.
   */
  readonly clear: () => void;
}

/**
 * A write that the user confirms with the authenticator's code, or with a passkey in its place. `place` shows a refusal where it belongs, at a
 * field of a form say, and answers whether it did. Where the confirmation is not on show any more, nothing is told there.
 */
export function useConfirmedWrite<C extends Call>(
  call: C,
  place: (refusal: CallRefused) => boolean = () => false,
  isOnShow: () => boolean = () => true,
): ConfirmedWrite<C> {
  const { t, language } = useI18n();
  const keys = keysOf(call);
  const [codeProblem, setCodeProblem] = useState<string>();
  const [, showAgain] = useReducer((count: number) => count + 1, 0);

  const tell = (error: unknown): void => {
    if (mayHaveBeenDone(error)) {
      if (isOnShow()) showAgain();
      else toast.error(UNANSWERED[language]);
    } else if (!(error instanceof CallRefused)) toast.error(error instanceof NotSent ? error.message : t('failure.unreadable'));
    // Refusals of the code are told at its field.
    else if (isOnShow() && refusedField(call, error)?.field === call.confirm) setCodeProblem(error.message);
    // Of maintenance the client has told.
    else if (!place(error) && error.outcome !== 'maintenance' && error.message !== '') toast.error(error.message);
  };

  return {
    codeProblem,
    unanswered: (contents) => (keys.isOpen(JSON.stringify(contents)) ? UNANSWERED[language] : undefined),
    unansweredApart: (fields, contents) =>
      keys.isOpenApartFrom(fields, JSON.stringify(contents)) ? UNANSWERED_APART[language] : undefined,
    clear: () => {
      setCodeProblem(undefined);
      if (call.sets) keys.forget();
    },
    async send(contents, confirmation, moving = []) {
      const input = { ...contents, google_code: confirmation } as InputOf<C>;
      setCodeProblem(undefined);
      try {
        const answer = await keys.attempt(JSON.stringify(contents), (idempotencyKey) =>
          client.request(call, input, { quiet: true, idempotencyKey }),
        );
        if (moving.length > 0) keys.endApartFrom(moving, JSON.stringify(contents));
        return answer;
      } catch (error) {
        tell(error);
        throw error;
      }
    },
  };
}
