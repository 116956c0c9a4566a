import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { PayerActions } from './actions.ts';

/** Calls back whenever somebody comes back to the page, from another tab, window or app, until the returned function is called. */
export function onComingBack(look: () => void): () => void {
  const over = new AbortController();
  for (const back of ['focus', 'visibilitychange'])
    addEventListener(back, () => document.visibilityState === 'visible' && look(), { signal: over.signal });
  return () => over.abort();
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
