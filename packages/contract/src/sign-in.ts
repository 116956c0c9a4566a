/** What a payer may sign in with, in the order the form offers them. */
export const LOGIN_KINDS = ['username', 'phone', 'email'] as const;
export type LoginIdentity = (typeof LOGIN_KINDS)[number];
