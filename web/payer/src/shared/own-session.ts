import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { PayerActions } from './actions.ts';

/**
 * Makes the page anew where the payer that it shows is not signed in any more, when somebody comes back to it: another tab or device may have logged them
 * out, or somebody else in.
 */
export function leaveWithSession(shown: number, { whoIsSignedIn }: Pick<PayerActions, 'whoIsSignedIn'>): void {
  const look = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const answer = await whoIsSignedIn();
    if (answer.ok ? answer.data.user_id !== shown : ENDS_PAYER_SESSION.has(answer.outcome)) location.reload();
  };
  for (const back of ['focus', 'visibilitychange']) addEventListener(back, () => void look());
}
