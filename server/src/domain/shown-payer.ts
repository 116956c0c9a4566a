import { refuse } from '../platform/http/refusal.ts';

/**
 * Nobody acts from an account that their page does not name: another tab of the browser may have signed somebody else in. Refuses with another_signed_in.
 *
 * @param shown the wallet user whom the page names; undefined for a caller that has no page
 * @param signedIn the wallet user whose session asks
 */
export function refuseOtherPayer(shown: number | undefined, signedIn: number): void {
  if (shown !== undefined && shown !== signedIn) throw refuse('another_signed_in');
}
