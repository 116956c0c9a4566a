import { refuse } from './refusal.ts';

/**
 * Nobody acts from an account that their page does not name: another tab of the browser may have signed somebody else in. Refuses with another_signed_in.
 *
 * @param shown the number of the wallet user whom the page names, as a call or a form has it; undefined for a caller that has no page
 * @param signedIn the wallet user whose session asks
 */
export function refuseOtherPayer(shown: number | string | undefined, signedIn: number): void {
  if (shown !== undefined && String(shown) !== String(signedIn)) throw refuse('another_signed_in');
}
