import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskey, passkeyCreation, passkeyRequest, PasskeyAssertion } from '@purser/contract/passkey';
import type { PasskeyTransport } from '@purser/contract/passkey-transport';
import type { Queryable } from '@purser/ledger/accounts';
import type { z } from 'zod';
import { refuse } from '../http/refusal.ts';
import type { Platform } from '../platform.ts';
import { useOnce } from './single-use.ts';

/**
 * Passkeys by WebAuthn Level 3. A challenge is a text that we sign: it says what it is for and expires by the database's clock, and its hash is
 * kept when it is used, so that it is good once. Nothing is kept of one that nobody answers.
 */

/** Where passkeys are used: pages at this address, whose name they are bound to. */
export interface PasskeySite extends Pick<Platform, 'secrets' | 'clock'> {
  readonly url: string;
}

export function ofOperators({ operatorUrl: url, secrets, clock }: Pick<Platform, 'operatorUrl' | 'secrets' | 'clock'>): PasskeySite {
  return { url, secrets, clock };
}

export function ofPayers({ settings, secrets, clock }: Pick<Platform, 'settings' | 'secrets' | 'clock'>): PasskeySite {
  return { url: settings.publicUrl, secrets, clock };
}

/** What a challenge is for; it is good for nothing else. */
export type ChallengeFor =
  | { readonly use: 'sign_in' }
  | { readonly use: 'confirm' | 'add'; readonly staff: number; readonly session: string }
  | { readonly use: 'set_up'; readonly invitation: string; readonly username: string }
  | { readonly use: 'payer_sign_in' }
  | { readonly use: 'payer_add'; readonly user: number; readonly session: string }
  | { readonly use: 'pay'; readonly user: number; readonly session: string; readonly order: string };

/** A passkey as it is kept; the public key in COSE's form. */
export interface Credential {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
}

/** Of a passkey that was just made. */
export interface MadePasskey extends Credential {
  readonly name: string;
  /** Kept by a service that brings it to several devices. */
  readonly synced: boolean;
}

/** An answer to a challenge that is right, and has not been taken yet. */
export interface Asserted {
  readonly credentialId: Buffer;
  readonly challenge: string;
  /** How often the authenticator says that the passkey was used. */
  readonly counter: bigint;
}

const PURPOSE = 'passkey';
/** A browser gives up after this time, and so do we. */
const LIFETIME_S = 5 * 60;
/** EdDSA, ECDSA with P-256, RSA (COSE's numbers), in the order in which they are wished for. */
const ALGORITHMS = [-8, -7, -257];

/** The library is large and of no use to a process that signs nobody in. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Loads what passkeys are checked by, which takes a busy machine longer than a transaction may wait. */
export async function readyForPasskeys(): Promise<void> {
  await Promise.all([library(), helpers()]);
}

/** The same ahead of an answer, which comes when somebody has found their passkey. */
function prepareForAnswer(): void {
  // Whoever needs it tries again, and is told.
  readyForPasskeys().catch(() => {});
}

/** The name that passkeys are bound to (the relying party's ID). Refuses where there is none: a browser takes no address in numbers. */
function relyingPartyId({ url }: Pick<PasskeySite, 'url'>): string {
  const { hostname } = new URL(url);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw refuse('passkeys_unavailable');
  return hostname;
}

/** What a browser is asked for so that somebody uses a passkey: one of `credentials`, or any that it has for this place. */
export function requestOf(
  site: PasskeySite,
  whatFor: ChallengeFor,
  credentials?: readonly Pick<Credential, 'credential_id' | 'transports'>[],
): z.infer<typeof passkeyRequest> {
  const rpId = relyingPartyId(site);
  prepareForAnswer();
  return {
    challenge: challengeOf(site, whatFor),
    rpId,
    ...(credentials && { allowCredentials: credentials.map(descriptorOf) }),
    timeout: LIFETIME_S * 1000,
    userVerification: 'required',
  };
}

interface Account {
  /** What authenticators know the account by: the same each time, as they replace a passkey of the same account. It tells nobody a name. */
  readonly handle: Buffer;
  readonly username: string;
  readonly name: string;
  readonly credentials: readonly Pick<Credential, 'credential_id' | 'transports'>[];
}

/** What a browser is asked for so that a passkey is made for an account. */
export function creationOf(
  site: PasskeySite,
  whatFor: ChallengeFor,
  { handle, username, name, credentials }: Account,
): z.infer<typeof passkeyCreation> {
  return {
    challenge: challengeOf(site, whatFor),
    rp: { id: relyingPartyId(site), name: 'Purser' },
    user: { id: handle.toString('base64url'), name: username, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: credentials.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: LIFETIME_S * 1000,
  };
}

/** Checks what a browser made. Refuses with new_passkey_refused. */
export async function readNewPasskey(site: PasskeySite, whatFor: ChallengeFor, made: NewPasskey): Promise<MadePasskey & Asserted> {
  const { id, name, response } = made;
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const { verifyRegistrationResponse } = await library();
  let challenge = '';
  try {
    // Who made the authenticator is not asked for; to check such a statement could mean asking servers that the statement names.
    if (decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('fmt') !== 'none') throw new Error('an attestation');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { ...response } },
      expectedChallenge: (given) => {
        challenge = given;
        return isChallengeFor(site, whatFor, given);
      },
      expectedOrigin: new URL(site.url).origin,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== id) throw new Error('not verified');
    const { credential, credentialBackedUp } = registrationInfo;
    const credentialId = Buffer.from(id, 'base64url');
    return {
      name,
      credential_id: credentialId,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: response.transports,
      synced: credentialBackedUp,
      credentialId,
      challenge,
    };
  } catch {
    throw refuse('new_passkey_refused');
  }
}

/** Checks an answer to a challenge against the passkey that it names; undefined when anything about it is wrong. */
export async function readAssertion(
  site: PasskeySite,
  whatFor: ChallengeFor,
  { id, response }: PasskeyAssertion,
  credential: Credential,
): Promise<Asserted | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { decodeClientDataJSON } = await helpers();
  let challenge = '';
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: (given) => {
        challenge = given;
        return isChallengeFor(site, whatFor, given);
      },
      expectedOrigin: new URL(site.url).origin,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      // A counter that did not grow is refused by the library: the passkey was copied (section 6.1.1).
      credential: {
        id: credential.credential_id.toString('base64url'),
        publicKey: new Uint8Array(credential.public_key),
        counter: Number(credential.counter),
      },
    });
    if (!verified || decodeClientDataJSON(response.clientDataJSON).crossOrigin === true) return undefined;
    return { credentialId: credential.credential_id, challenge, counter: BigInt(authenticationInfo.newCounter) };
  } catch {
    return undefined;
  }
}

/** Uses a challenge up, in the transaction of what it is answered for; false when it was used before. */
export function useChallenge(db: Queryable, { challenge }: Pick<Asserted, 'challenge'>): Promise<boolean> {
  return useOnce(db, PURPOSE, challenge, LIFETIME_S * 2);
}

function challengeOf({ secrets, clock }: PasskeySite, whatFor: ChallengeFor): string {
  const signed = secrets.sign(PURPOSE, { ...whatFor, nonce: randomBytes(16).toString('base64url') }, clock.inS(LIFETIME_S));
  return Buffer.from(signed).toString('base64url');
}

function isChallengeFor({ secrets, clock }: PasskeySite, whatFor: ChallengeFor, challenge: string): boolean {
  const signed = Buffer.from(challenge, 'base64url').toString();
  // One text has one spelling, as what is good once must have.
  if (Buffer.from(signed).toString('base64url') !== challenge) return false;
  const said = secrets.verify<Record<string, unknown>>(PURPOSE, signed, clock.now());
  return said !== undefined && Object.entries(whatFor).every(([name, value]) => said[name] === value);
}

function descriptorOf({ credential_id, transports }: Pick<Credential, 'credential_id' | 'transports'>) {
  return { id: credential_id.toString('base64url'), type: 'public-key' as const, transports: transports as PasskeyTransport[] };
}
