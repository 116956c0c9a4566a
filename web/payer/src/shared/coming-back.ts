import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { PayerActions } from './actions.ts';

/** A tab that is turned to tells so by two events. */
const ONE_RETURN_MS = 50;

/** Calls back whenever somebody comes back to the page, from another tab, window or app, until the returned function is called. */
export function onComingBack(look: () => void): () => void {
  const over = new AbortController();
  let soon: ReturnType<typeof setTimeout> | undefined;
  const isBack = (): void => {
    clearTimeout(soon);
    if (document.visibilityState === 'visible') soon = setTimeout(look, ONE_RETURN_MS);
  };
  for (const back of ['focus', 'visibilitychange']) addEventListener(back, isBack, { signal: over.signal });
  return () => {
    over.abort();
    clearTimeout(soon);
  };
}

/**
 * Makes the page anew where the payer that it shows is not signed in any more, when somebody comes back to it: another tab or device may have logged them
 * out, or somebody else in.
 */
export function leaveWithSession(shown: number, { whoIsSignedIn }: Pick<PayerActions, 'whoIsSignedIn'>): void {
  const look = async (): Promise<void> => {
    const answer = await whoIsSignedIn();
    if (answer.ok ? answer.data.user_id !== shown : ENDS_PAYER_SESSION.has(answer.outcome)) location.reload();
  };
  onComingBack(() => void look());
}
