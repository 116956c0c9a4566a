import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant, nothing, paymentPassword } from '../fields.ts';
import { keptPasskey, newPasskey, passkeyAssertion, passkeyCreation, passkeyRequest } from '../passkey.ts';
import { orderToken, shownPayer } from './checkout.ts';

/** What a payment password may be refused with, wherever it confirms something. */
const ofThePassword = ['payment_password_not_set', 'payment_password_locked', 'payment_password_wrong'] as const;
const atThePassword = { payment_password_locked: 'payment_password', payment_password_wrong: 'payment_password' } as const;

export const walletPasskeyRequest = call({
  path: '/v1/wallet/passkey/request',
  caller: 'public',
  summary: 'What a browser is asked for so that a wallet user signs in by a passkey; the same for everybody',
  input: empty,
  output: passkeyRequest,
  errors: ['passkeys_unavailable'],
});

export const walletPasskeyLogin = call({
  path: '/v1/wallet/passkey/login',
  caller: 'public',
  write: true,
  summary: 'Signs a wallet user in by a passkey, in place of name, password and slider; the session travels in an HttpOnly cookie',
  input: z.strictObject({
    passkey: passkeyAssertion,
    /** Whose passkey it is, as the authenticator keeps it. */
    user_handle: z.base64url().min(1).max(88),
  }),
  output: z.strictObject({ user_id: z.number().int(), nick: z.string() }),
  errors: ['maintenance', 'forbidden', 'too_many_requests', 'passkey_refused', 'payer_suspended'],
});

export const walletPasskeyList = call({
  path: '/v1/wallet/passkey/list',
  caller: 'payer',
  summary: "The wallet user's own passkeys, the oldest first",
  input: empty,
  output: z.strictObject({ list: z.array(keptPasskey) }),
});

export const walletPasskeyCreation = call({
  path: '/v1/wallet/passkey/creation',
  caller: 'payer',
  write: true,
  keyed: false,
  summary: 'Checks the payment password, and says what a browser is asked for so that a passkey is made for the wallet user',
  input: z.strictObject({ payment_password: paymentPassword, user_id: shownPayer }),
  output: passkeyCreation,
  errors: ['another_signed_in', 'passkeys_full', 'passkeys_unavailable', ...ofThePassword],
  fields: atThePassword,
});

export const walletPasskeyAdd = call({
  path: '/v1/wallet/passkey/add',
  caller: 'payer',
  write: true,
  summary: 'Lets the wallet user sign in and confirm payments with a passkey that was just made as `passkey/creation` asked for',
  input: z.strictObject({ passkey: newPasskey }),
  output: z.strictObject({ passkey_id: idText }),
  errors: ['new_passkey_refused', 'passkey_taken', 'passkeys_full'],
  fields: { new_passkey_refused: 'passkey', passkey_taken: 'passkey', passkeys_full: 'passkey' },
});

export const walletPasskeyRemove = call({
  path: '/v1/wallet/passkey/remove',
  caller: 'payer',
  write: true,
  summary: "Removes one of the wallet user's own passkeys",
  input: z.strictObject({ passkey_id: z.uuid(), payment_password: paymentPassword }),
  output: nothing,
  errors: [...ofThePassword, 'not_found'],
  fields: atThePassword,
});

export const checkoutPasskeyRequest = call({
  path: '/v1/checkout/passkey_request',
  caller: 'payer',
  summary: 'What a browser is asked for so that the payer confirms the payment of this one order with a passkey',
  input: z.strictObject({ token: orderToken, user_id: shownPayer }),
  output: passkeyRequest,
  errors: ['another_signed_in', 'order_unknown', 'passkeys_unavailable'],
});

export const checkoutAuthorisePasskey = call({
  path: '/v1/checkout/authorise_passkey',
  caller: 'payer',
  write: true,
  summary: 'Takes a passkey in place of the payment password and grants the payment of the one order that it was asked for',
  input: z.strictObject({ token: orderToken, passkey: passkeyAssertion }),
  output: z.strictObject({ payment_grant: z.string(), expires_at: instant }),
  errors: ['order_unknown', 'verification_incomplete', 'payer_suspended', 'passkey_refused'],
  fields: { passkey_refused: 'passkey' },
});
