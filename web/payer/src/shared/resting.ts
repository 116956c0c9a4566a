/** What the script of a page that rests and React, which takes it over, have in common. */

/** Told to the window when React has taken a page over. */
export const REACT_IS_THERE = 'purser:react';

/** How often the time left is looked at. */
export const TICK_MS = 250;

/** Whether this browser knows passkeys, on this address. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}
