import { z } from 'zod';
import { call } from '../call.ts';
import { AGREEMENT_KINDS } from '../content.ts';
import { empty, market, nothing, shownLine } from '../fields.ts';
import { LONGEST_NICK, LONGEST_PASSWORD } from '../limits.ts';
import { CODE_DIGITS } from '../message-kinds.ts';
import { LONGEST_TYPED_REFERRAL_CODE } from '../referral.ts';
import { ADDRESS_KINDS } from '../sign-in.ts';
import { sliderAnswer } from './wallet.ts';

/** Where somebody is reached: what they register with, and get a new password by. */
const address = {
  identity_kind: z.enum(ADDRESS_KINDS),
  /** Email address, or national phone number. */
  identity: z.string().trim().min(1).max(254),
  /** Country calling code without "+", for a phone. */
  area_code: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
};
/** Any text: what is no username is refused with username_unfit. */
const username = z.string().trim().max(254).meta({ description: 'The name to log in with, besides the address', example: 'lan.nguyen' });
const code = z
  .string()
  .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`))
  .meta({ description: 'The code that was sent to the address' });
const passwords = { password: z.string().min(1).max(LONGEST_PASSWORD), password_again: z.string().min(1).max(LONGEST_PASSWORD) };
const shownVersion = z.strictObject({ kind: z.enum(AGREEMENT_KINDS), version: z.number().int().positive() });

const ofCodes = ['slider_required', 'slider_failed', 'slider_too_early', 'message_address_wrong', 'too_many_requests'] as const;

export const walletRegisterCode = call({
  path: '/v1/wallet/register/code',
  caller: 'public',
  write: true,
  summary:
    'Sends a code to an address that somebody registers with; of one that has an account its owner is told, and the answer is the same',
  input: z.strictObject({ username, ...address, slider: sliderAnswer.optional() }),
  output: nothing,
  errors: ['maintenance', 'forbidden', 'registration_closed', 'username_unfit', ...ofCodes],
  fields: { username_unfit: 'username', message_address_wrong: 'identity' },
});

export const walletRegister = call({
  path: '/v1/wallet/register',
  caller: 'public',
  write: true,
  summary: 'Makes a wallet for whoever has the code that was sent to the address, and signs them in',
  input: z.strictObject({
    username,
    ...address,
    code,
    /** The name that the wallet and receipts show. */
    nick: shownLine.trim().min(1).max(LONGEST_NICK),
    /** The first market of the wallet; without one it holds nothing yet. */
    market: market.optional(),
    /** Of the agent who referred them; it is kept for good. */
    referral_code: z.string().max(LONGEST_TYPED_REFERRAL_CODE).optional(),
    ...passwords,
    /** The versions that were shown, of every agreement in force. */
    agreements: z.array(shownVersion).max(AGREEMENT_KINDS.length),
  }),
  output: z.strictObject({ user_id: z.number().int(), nick: z.string() }),
  errors: [
    'maintenance',
    'forbidden',
    'registration_closed',
    'username_unfit',
    'message_address_wrong',
    'password_unfit',
    'passwords_differ',
    'agreement_required',
    'agreement_changed',
    'too_many_requests',
    'verification_code_wrong',
    'address_registered',
    'username_taken',
    'referral_code_unknown',
    'market_unknown',
    'coin_off',
  ],
  fields: {
    username_unfit: 'username',
    username_taken: 'username',
    message_address_wrong: 'identity',
    password_unfit: 'password',
    passwords_differ: 'password_again',
    agreement_required: 'agreements',
    agreement_changed: 'agreements',
    verification_code_wrong: 'code',
    address_registered: 'identity',
    referral_code_unknown: 'referral_code',
    market_unknown: 'market',
    coin_off: 'market',
  },
});

export const walletRecoverCode = call({
  path: '/v1/wallet/recover/code',
  caller: 'public',
  write: true,
  summary: 'Sends a code for a new login password to the address of an account; where there is none the answer is the same',
  input: z.strictObject({ ...address, slider: sliderAnswer.optional() }),
  output: nothing,
  errors: ['maintenance', 'forbidden', ...ofCodes],
  fields: { message_address_wrong: 'identity' },
});

export const walletRecover = call({
  path: '/v1/wallet/recover',
  caller: 'public',
  write: true,
  summary: 'Sets a new login password for whoever has the code that was sent to the address; every session of the account ends',
  input: z.strictObject({ ...address, code, ...passwords }),
  output: nothing,
  errors: [
    'maintenance',
    'forbidden',
    'message_address_wrong',
    'password_unfit',
    'passwords_differ',
    'too_many_requests',
    'verification_code_wrong',
  ],
  fields: {
    message_address_wrong: 'identity',
    password_unfit: 'password',
    passwords_differ: 'password_again',
    verification_code_wrong: 'code',
  },
});

export const registrationGet = call({
  path: '/v1/operator/registration/get',
  caller: 'staff',
  permission: 'system.read',
  summary: 'Whether people may register at the wallet by themselves',
  input: empty,
  output: z.strictObject({ is_open: z.boolean() }),
});

export const registrationSet = call({
  path: '/v1/operator/registration/set',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Lets people register at the wallet by themselves, or no longer',
  input: z.strictObject({ is_open: z.boolean() }),
  output: nothing,
});
