import type { CallRefused } from '@purser/client/transport';
import type { Call, OutputOf } from '@purser/contract/call';
import type { Confirmation } from '@purser/contract/passkey';
import { useRef, useState } from 'react';
import { useConfirmedWrite, type Contents } from './confirmed-write.ts';

/** What an act does with what was reviewed. `Reviewed` is what the confirmation shows. */
export interface ActSteps<C extends Call, Reviewed> {
  readonly contentsOf: (reviewed: Reviewed) => Contents<C>;
  /** Fields of the contents that move by themselves, such as a rate: contents that differ in them alone mean the same to the user. */
  readonly moving?: readonly (keyof Contents<C> & string)[];
  /** It is done. `triedAgain`: an earlier attempt had got no answer. */
  readonly onDone: (answer: OutputOf<C>, reviewed: Reviewed, triedAgain: boolean) => void;
  /** It was refused for something that no field is about, and the user is told. True: there is nothing left to confirm. */
  readonly onRefused?: (outcome: string) => boolean;
  /** Shows a refusal at a field before the confirmation, and answers whether it did. */
  readonly place?: (refusal: CallRefused) => boolean;
}

/** An act that the merchant reviews and confirms with the authenticator's code: `begin` opens the confirmation. */
export function useConfirmedAct<C extends Call, Reviewed>(
  call: C,
  { contentsOf, moving = [], onDone, onRefused, place }: ActSteps<C, Reviewed>,
) {
  // What is confirmed stays readable while its dialog closes.
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [confirming, setConfirming] = useState(false);
  const onShow = useRef(false);
  const show = (isOpen: boolean): void => {
    onShow.current = isOpen;
    setConfirming(isOpen);
  };
  const write = useConfirmedWrite(
    call,
    (refusal) => {
      const isPlaced = onShow.current && place?.(refusal) === true;
      if (isPlaced || onRefused?.(refusal.outcome) === true) show(false);
      return isPlaced;
    },
    () => onShow.current,
  );
  const cancel = (): void => show(false);

  const confirm = async (confirmation: Confirmation): Promise<void> => {
    if (reviewed === undefined) return;
    const contents = contentsOf(reviewed);
    const triedAgain = write.unanswered(contents) !== undefined;
    const answer = await write.send(contents, confirmation, moving);
    show(false);
    onDone(answer, reviewed, triedAgain);
  };

  return {
    reviewed,
    begin: (next: Reviewed): void => {
      write.clear();
      setReviewed(next);
      show(true);
    },
    cancel,
    /** For the dialog that asks for the code. */
    confirmation: {
      open: confirming,
      unanswered: reviewed === undefined ? undefined : write.unanswered(contentsOf(reviewed)),
      unansweredApart: reviewed === undefined ? undefined : write.unansweredApart(moving, contentsOf(reviewed)),
      codeProblem: write.codeProblem,
      onConfirm: confirm,
      onCancel: cancel,
    },
  };
}
