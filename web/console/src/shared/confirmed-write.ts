import { CallRefused } from '@purser/client/transport';
import type { Call, InputOf, OutputOf } from '@purser/contract/call';
import { toast } from '@purser/ui/toast';
import { useRef, useState } from 'react';
import { ActKeys, mayHaveBeenDone } from './act-key.ts';
import { client } from './client.ts';
import { useT } from './i18n.tsx';

/** Refusals that concern the authenticator's code: they are told at its field. */
const ABOUT_THE_CODE: readonly string[] = ['wrong_google_code', 'google_code_used', 'too_many_requests'];

type Contents<C extends Call> = Omit<InputOf<C>, 'google_code'>;

export interface ConfirmedWrite<C extends Call> {
  /**
   * Does it. Why it failed is told at the code's field, by `place`, or else by a toast; then it rejects. The same
   * contents tried again after a lost answer are done once.
   */
  readonly send: (contents: Contents<C>, googleCode: string) => Promise<OutputOf<C>>;
  /** For the confirmation: what is wrong with the code. */
  readonly codeProblem: string | undefined;
  /** For the confirmation: no answer came, so the act may have been done. */
  readonly open: boolean;
  /** Whether an earlier attempt at exactly these contents may have been done. */
  readonly isOpen: (contents: Contents<C>) => boolean;
  /** Forgets what was said about an earlier attempt, when another confirmation is opened. */
  readonly clear: () => void;
}

/**
 * A write that the user confirms with the authenticator's code. `place` shows a refusal where it belongs, at a
 * field of a form say, and answers whether it did.
 */
export function useConfirmedWrite<C extends Call>(call: C, place: (refusal: CallRefused) => boolean = () => false): ConfirmedWrite<C> {
  const t = useT();
  const [keys] = useState(() => new ActKeys());
  const [codeProblem, setCodeProblem] = useState<string>();
  const [open, setOpen] = useState(false);
  // The place where a refusal is shown may have changed while the answer was awaited.
  const latestPlace = useRef(place);
  latestPlace.current = place;

  const tell = (error: unknown): void => {
    if (mayHaveBeenDone(error)) {
      keys.leaveOpen();
      setOpen(true);
    } else if (!(error instanceof CallRefused)) toast.error(t('failure.unreadable'));
    else if (ABOUT_THE_CODE.includes(error.outcome)) setCodeProblem(error.message);
    else if (!latestPlace.current(error) && error.message !== '') toast.error(error.message);
  };

  return {
    codeProblem,
    open,
    isOpen: (contents) => keys.isOpen(JSON.stringify(contents)),
    clear: () => {
      setCodeProblem(undefined);
      setOpen(false);
    },
    async send(contents, googleCode) {
      const idempotencyKey = keys.keyFor(JSON.stringify(contents));
      setCodeProblem(undefined);
      try {
        const data = await client.request(call, { ...contents, google_code: googleCode } as InputOf<C>, { quiet: true, idempotencyKey });
        keys.done();
        setOpen(false);
        return data;
      } catch (error) {
        tell(error);
        throw error;
      }
    },
  };
}
