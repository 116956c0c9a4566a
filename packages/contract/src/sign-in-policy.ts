import { z } from 'zod';

/** By what staff sign in and confirm, beside the password: an authenticator or a passkey, or a passkey alone. */
export const STAFF_FACTORS = ['any', 'passkey'] as const;

/** The bounds of each number of the policy: nobody sets what locks everybody out, or lets anybody in. The database has them too. */
export const POLICY_BOUNDS = {
  staff_idle_min: [5, 240],
  staff_absolute_min: [30, 1440],
  merchant_idle_min: [5, 720],
  merchant_absolute_min: [30, 10_080],
  user_idle_min: [5, 1440],
  user_absolute_min: [30, 43_200],
  attempts: [3, 10],
  staff_password_minimum: [8, 64],
} as const satisfies Record<string, readonly [number, number]>;

export type PolicyNumber = keyof typeof POLICY_BOUNDS;

/** What is asked of a party before an act: each is on or off. */
export const POLICY_VERIFICATIONS = [
  'key_needs_identity',
  'payment_needs_identity',
  'payment_needs_bank_account',
  'withdrawal_needs_identity',
] as const;
export type PolicyVerification = (typeof POLICY_VERIFICATIONS)[number];

/** What a wallet user may have to verify before they pay, in the order in which they are told. */
export const PAYER_VERIFICATIONS = ['identity', 'bank_account', 'payment_password'] as const;
export type PayerVerification = (typeof PAYER_VERIFICATIONS)[number];

const number = (name: PolicyNumber) => z.number().int().min(POLICY_BOUNDS[name][0]).max(POLICY_BOUNDS[name][1]);

/** How people sign in. Lengths of sessions are in minutes: without a request (`idle`) and at the most (`absolute`). */
export const signInPolicy = z.strictObject({
  staff_idle_min: number('staff_idle_min'),
  staff_absolute_min: number('staff_absolute_min'),
  merchant_idle_min: number('merchant_idle_min'),
  merchant_absolute_min: number('merchant_absolute_min'),
  user_idle_min: number('user_idle_min'),
  user_absolute_min: number('user_absolute_min'),
  /** Failed sign-ins and wrong codes that are borne before one must wait. */
  attempts: number('attempts'),
  /** Characters of a password that a member of staff sets from now on. */
  staff_password_minimum: number('staff_password_minimum'),
  staff_factor: z.enum(STAFF_FACTORS),
  /** A merchant makes an access key only when their identity is approved. */
  key_needs_identity: z.boolean(),
  /** A wallet user pays only when their identity is approved. */
  payment_needs_identity: z.boolean(),
  /** A wallet user pays only with a verified bank account linked. */
  payment_needs_bank_account: z.boolean(),
  /** Merchants and wallet users withdraw, to a bank or on a chain, only when their identity is approved. */
  withdrawal_needs_identity: z.boolean(),
});
export type SignInPolicy = z.infer<typeof signInPolicy>;
