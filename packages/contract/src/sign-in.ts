import { LONGEST_USERNAME, SHORTEST_USERNAME } from './limits.ts';

/** What a payer may sign in with, in the order the form offers them. */
export const LOGIN_KINDS = ['username', 'phone', 'email'] as const;
export type LoginIdentity = (typeof LOGIN_KINDS)[number];

/** What somebody is reached by: they register with it, and get a new password by it. */
export const ADDRESS_KINDS = ['email', 'phone'] as const satisfies readonly LoginIdentity[];
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** What a wallet user may choose as a username: nothing that could be read as an email address or a phone number. */
export function isUsername(text: string): boolean {
  return text.length >= SHORTEST_USERNAME && text.length <= LONGEST_USERNAME && /^[a-z][a-z0-9._-]*$/i.test(text);
}
