import { z } from 'zod';
import { call } from '../call.ts';
import { googleCode, instant, market, merchantId, nothing, shownLine } from '../fields.ts';
import { LANGUAGES } from '../language.ts';
import { LONGEST_USERNAME } from '../limits.ts';
import { encryptedPassword } from './auth.ts';
import { authenticatorSecret, secretToken } from './own-account.ts';
import { staffId } from './staff.ts';

/** Letters of either case; the name is kept, and compared, in lower case. One that ends as those of teams' members do is nobody's to have. */
const loginName = z
  .string()
  .min(3)
  .max(LONGEST_USERNAME)
  .regex(/^(?!.*@\d{8,}$)[a-z0-9][a-z0-9._@-]*$/i);

const admits = { caller: 'staff', permission: 'party.admit', write: true, confirm: 'google_code' } as const;

/** To whom the link is sent; without an address it is shown in the first answer. */
const sentTo = {
  mail: z.email().max(254).optional(),
  /** Of the mail; that of the request unless given. */
  language: z.enum(LANGUAGES).optional(),
};

const newLink = z.strictObject({
  merchant_id: merchantId,
  /** Null in the answer to a repeated request, as it was shown once, and where it is sent by mail. */
  link: z.string().nullable(),
  expires_at: instant,
});

export const merchantAdmit = call({
  ...admits,
  path: '/v1/operator/merchant/admit',
  summary:
    'Admits a merchant to markets, at the usual terms, and makes a one-time link by which they choose password and authenticator: mailed, or else in the first answer and never again',
  input: z.strictObject({
    name: shownLine.trim().min(1).max(100),
    username: loginName,
    markets: z.array(market).min(1).max(50),
    ...sentTo,
  }),
  output: newLink,
  errors: ['market_unknown', 'coin_off', 'merchant_username_taken'],
  fields: { market_unknown: 'markets', coin_off: 'markets', merchant_username_taken: 'username' },
});

export const merchantSetUpLink = call({
  path: '/v1/operator/merchant/set_up_link/query',
  caller: 'staff',
  permission: 'party.read',
  summary: "A merchant's one-time link that may still be used, without what lets anybody in",
  input: z.strictObject({ merchant_id: merchantId }),
  output: z.strictObject({ link: z.strictObject({ made_by: staffId, create_time: instant, expires_at: instant }).nullable() }),
});

export const merchantSetUpLinkMake = call({
  ...admits,
  path: '/v1/operator/merchant/set_up_link/make',
  summary: 'Makes another one-time link for a merchant who is not set up; the one before it ends',
  input: z.strictObject({
    merchant_id: merchantId,
    ...sentTo,
    /** When the link was made that worked when this was looked at, null where none did; refused with `terms_changed` where another works now. */
    before: instant.nullable().optional(),
  }),
  output: newLink,
  errors: ['not_found', 'merchant_set_up_already', 'terms_changed'],
  fields: { not_found: 'merchant_id', merchant_set_up_already: 'merchant_id' },
});

export const merchantSetUpLinkWithdraw = call({
  ...admits,
  path: '/v1/operator/merchant/set_up_link/withdraw',
  summary: "Withdraws a merchant's one-time link that was not used",
  input: z.strictObject({
    merchant_id: merchantId,
    /** When the link was made that is meant; refused with `terms_changed` where another works now. */
    before: instant.optional(),
  }),
  output: nothing,
  errors: ['not_found', 'terms_changed'],
  fields: { not_found: 'merchant_id' },
});

const token = z.string().min(1).max(128).meta({ description: 'What stands behind the # of the one-time link' });
/** Whoever has the token may know what became of its link. */
const LINK_REFUSALS = ['set_up_link_refused', 'set_up_link_used', 'set_up_link_expired'] as const;

export const merchantSetUpLook = call({
  path: '/v1/merchant/auth/set_up/look',
  caller: 'public',
  summary: 'Whom a one-time link is for, and a secret for an authenticator, another at each look; looking does not use the link up',
  input: z.strictObject({ token }),
  output: z.strictObject({
    username: z.string(),
    name: z.string(),
    expires_at: instant,
    ...authenticatorSecret.shape,
  }),
  errors: ['maintenance', ...LINK_REFUSALS],
});

export const merchantSetUp = call({
  path: '/v1/merchant/auth/set_up',
  caller: 'public',
  write: true,
  summary: 'Chooses password and authenticator by a one-time link, uses the link up and logs the merchant in',
  input: z.strictObject({ token, ...encryptedPassword, secret_token: secretToken, google_code: googleCode }),
  output: z.strictObject({ token: z.string(), expires_at: instant }),
  errors: [
    'maintenance',
    ...LINK_REFUSALS,
    'password_message_refused',
    'password_unfit',
    'login_ip_refused',
    'authenticator_secret_expired',
    'wrong_google_code',
  ],
  fields: { password_unfit: 'password', wrong_google_code: 'google_code' },
});
