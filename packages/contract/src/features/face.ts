import { z } from 'zod';
import { call } from '../call.ts';
import {
  FACE_ATTEMPTS,
  FACE_FAILURES,
  FACE_FRAME_BYTES,
  FACE_HINTS,
  FACE_MOVE_COUNT,
  FACE_PROMPTS,
  FACE_STANDINGS,
  FACE_STATES,
} from '../face.ts';
import { amount, coinName, decimals, empty, instant, money, nothing, paymentPassword } from '../fields.ts';
import { orderToken, shownPayer } from './checkout.ts';

/**
 * Confirming payments by face: a wallet user agrees, shows their face, which must be that of their approved document, and then confirms payments
 * up to an amount that the provider's staff have set. It deters a photograph held to the camera, and is no strong authentication.
 */

/** The largest payment that a face confirms in a coin. */
const limit = z.strictObject({ coin_name: coinName, most: money });

export const faceView = call({
  path: '/v1/wallet/face/view',
  caller: 'payer',
  summary: 'Whether payments may be confirmed by face, up to which amounts, and what the wallet user has done for it',
  input: empty,
  output: z.strictObject({
    is_offered: z.boolean(),
    limits: z.array(limit),
    standing: z.enum(FACE_STANDINGS),
    identity_approved: z.boolean(),
    has_payment_password: z.boolean(),
    consent_time: instant.nullable(),
    enrol_time: instant.nullable(),
    /** Until when no face is taken, after too many failed attempts; null when it is not locked. */
    locked_until: instant.nullable(),
  }),
});

export const faceConsent = call({
  path: '/v1/wallet/face/consent',
  caller: 'payer',
  write: true,
  summary: 'Agrees to have one’s face described and compared, confirmed by the payment password',
  input: z.strictObject({ consent: z.literal(true), payment_password: paymentPassword }),
  output: nothing,
  errors: [
    'payer_suspended',
    'face_not_offered',
    'face_needs_identity',
    'payment_password_not_set',
    'payment_password_locked',
    'payment_password_wrong',
  ],
  fields: { payment_password_locked: 'payment_password', payment_password_wrong: 'payment_password' },
});

export const faceWithdraw = call({
  path: '/v1/wallet/face/withdraw',
  caller: 'payer',
  write: true,
  summary: 'Withdraws the agreement: what describes the face is erased at once',
  input: empty,
  output: nothing,
});

/** Whose face is to be set up, by the page that asks. */
const ofShownPayer = z.strictObject({ user_id: shownPayer });

export const faceEnrolDocument = call({
  path: '/v1/wallet/face/enrol_document',
  caller: 'payer',
  write: true,
  summary: 'Describes the face on the approved identity document, which the face before the camera must match',
  input: ofShownPayer,
  output: nothing,
  errors: [
    'payer_suspended',
    'another_signed_in',
    'face_not_offered',
    'face_needs_identity',
    'face_not_consented',
    'face_enrolled',
    'face_document_missing',
    'face_document_unfit',
    'face_busy',
  ],
});

/** A confirmation that has begun. */
const begun = z.strictObject({
  session_id: z.uuid(),
  prompt: z.enum(FACE_PROMPTS),
  moves: z.number().int().min(FACE_MOVE_COUNT).max(FACE_MOVE_COUNT),
  expires_at: instant,
});

export const faceEnrolSelfie = call({
  path: '/v1/wallet/face/enrol_selfie',
  caller: 'payer',
  write: true,
  summary: 'Begins to enrol the face before the camera; one that was begun before is over',
  input: ofShownPayer,
  output: begun,
  errors: [
    'payer_suspended',
    'another_signed_in',
    'face_not_offered',
    'face_needs_identity',
    'face_not_consented',
    'face_enrolled',
    'face_locked',
  ],
});

export const faceSession = call({
  path: '/v1/wallet/face/session',
  caller: 'payer',
  write: true,
  summary: 'Begins to confirm the payment of one order by face; good once, and one that was begun before is over',
  input: z.strictObject({ token: orderToken, user_id: shownPayer }),
  output: begun,
  errors: [
    'payer_suspended',
    'another_signed_in',
    'order_unknown',
    'face_not_offered',
    'order_already_paid',
    'order_cancelled',
    'order_expired',
    'verification_incomplete',
    'face_needs_identity',
    'face_not_enrolled',
    'face_amount_above',
    'face_locked',
  ],
});

/** What a frame takes as base64. */
const LONGEST_FRAME = Math.ceil(FACE_FRAME_BYTES / 3) * 4;

export const faceFrame = call({
  path: '/v1/wallet/face/frame',
  caller: 'payer',
  write: true,
  bodyLimit: LONGEST_FRAME + 1_024,
  summary:
    'Shows one frame of the camera, one after the other, and answers what is asked for next; the last one grants the payment of the order',
  input: z.strictObject({
    session_id: z.uuid(),
    frame: z
      .string()
      .max(LONGEST_FRAME)
      .regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/)
      .meta({ description: 'A JPEG of at most 400 kB as base64' }),
  }),
  output: z.strictObject({
    state: z.enum(FACE_STATES),
    /** What is asked for now; null once it is over. */
    prompt: z.enum(FACE_PROMPTS).nullable(),
    hint: z.enum(FACE_HINTS).nullable(),
    moves_made: z.number().int().min(0).max(FACE_MOVE_COUNT),
    failure: z.enum(FACE_FAILURES).nullable(),
    attempts_left: z.number().int().min(0).max(FACE_ATTEMPTS),
    /** Pays this one order, once. */
    payment_grant: z.string().nullable(),
  }),
  errors: ['request_in_progress', 'face_session_over', 'face_busy'],
});

/** Grows with each change: what is changed is what was looked at. */
const setting = z.strictObject({ revision: z.number().int().positive(), is_offered: z.boolean() });

export const faceSettingQuery = call({
  path: '/v1/operator/face/query',
  caller: 'staff',
  permission: 'system.read',
  summary: 'Whether payments may be confirmed by face, up to which amounts, and how many wallet users have enrolled theirs',
  input: empty,
  output: z.strictObject({
    ...setting.shape,
    /** Of every coin that orders are in; null where no payment in it is confirmed by face. */
    limits: z.array(z.strictObject({ coin_name: coinName, decimals, most: money.nullable() })),
    enrolled: z.number().int(),
    locked: z.number().int(),
  }),
});

export const faceSettingChange = call({
  path: '/v1/operator/face/change',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Offers payments confirmed by face up to an amount in each coin, or does so no more',
  input: z.strictObject({ ...setting.shape, limits: z.array(z.strictObject({ coin_name: coinName, most: amount })).max(100) }),
  output: nothing,
  errors: ['face_setting_changed', 'coin_unknown'],
});
