import { z } from 'zod';
import { googleCode, idText, instant, shownLine } from './fields.ts';
import { TRANSPORTS } from './passkey-transport.ts';

/**
 * What a browser and the server say to each other about passkeys: the JSON of WebAuthn Level 3 (section 5.1), without what nobody reads. All
 * bytes are base64url.
 */

const bytes = (most: number) => z.base64url().min(1).max(most);

/** Names a passkey among all: chosen by the authenticator, 1,023 bytes at the most. */
const credentialId = bytes(1364);
const clientData = bytes(8192).meta({ description: 'clientDataJSON: what was asked for, by which page' });

const transports = z.array(z.enum(TRANSPORTS)).max(TRANSPORTS.length);

const descriptor = z.strictObject({ id: idText, type: z.literal('public-key'), transports });

/** What `navigator.credentials.get` is asked for. */
export const passkeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  /** Of a member who is known; left out, the browser offers every passkey that it has for this place. */
  allowCredentials: z.array(descriptor).optional(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
});

/** What `navigator.credentials.create` is asked for. */
export const passkeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number().int(), type: z.literal('public-key') })),
  /** The member's own: no authenticator holds two of one account. */
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number().int(),
});

/** Proof that somebody holds a passkey and has shown the authenticator who they are, by finger, face or PIN. */
export const passkeyAssertion = z
  .strictObject({
    id: credentialId,
    response: z.strictObject({ clientDataJSON: clientData, authenticatorData: bytes(4096), signature: bytes(8192) }),
  })
  .meta({ description: "A passkey's answer to a challenge" });
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** A passkey that was just made. */
export const newPasskey = z.strictObject({
  /** What its owner calls it. */
  name: shownLine.min(1).max(64),
  id: credentialId,
  response: z.strictObject({ clientDataJSON: clientData, attestationObject: bytes(16_384), transports }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** What a member of staff confirms an act with: a code of the authenticator app, or a passkey in its place. */
export const staffConfirmation = z.union([googleCode, passkeyAssertion]);
export type Confirmation = z.infer<typeof staffConfirmation>;

/** A passkey in a list. */
export const keptPasskey = z.strictObject({
  passkey_id: idText,
  name: z.string(),
  /** Kept by a service that brings it to several devices. */
  synced: z.boolean(),
  create_time: instant,
  last_used_time: instant.nullable(),
});
