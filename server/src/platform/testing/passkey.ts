import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, passkeyCreation, passkeyRequest, PasskeyAssertion } from '@purser/contract/passkey';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';

/** What a test wants the browser or the authenticator to do otherwise than right. */
interface Wishes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: 'webauthn.get' | 'webauthn.create';
  readonly crossOrigin?: boolean;
  readonly userVerified?: boolean;
  readonly counter?: number;
}

/** Flags of authenticator data (WebAuthn Level 3, section 6.1). */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const ORIGIN = 'http://localhost:8080';

/**
 * An authenticator with one passkey, and the browser in front of it, in software: real keys, real signatures, the bytes of WebAuthn. It does what
 * it is wished to, as an attacker's would.
 */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #privateKey: KeyObject;
  readonly #cosePublicKey: Uint8Array;
  counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1) with its coordinates (-2, -3).
    this.#cosePublicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]),
    );
  }

  /** Makes the passkey that is asked for. */
  create(asked: z.infer<typeof passkeyCreation>, wishes: Wishes = {}, name = 'My key'): NewPasskey {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#cosePublicKey]);
    const authData = Buffer.concat([this.#head(wishes.rpId ?? asked.rp.id, ATTESTED, wishes), attested]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      name,
      id: this.id,
      response: {
        clientDataJSON: clientData('webauthn.create', asked.challenge, wishes).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers a challenge. */
  answer(asked: z.infer<typeof passkeyRequest>, wishes: Wishes = {}): PasskeyAssertion {
    const data = clientData('webauthn.get', asked.challenge, wishes);
    const authenticatorData = this.#head(wishes.rpId ?? asked.rpId, 0, wishes);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()]);
    return {
      id: this.id,
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      },
    };
  }

  #head(rpId: string, flags: number, { userVerified = true, counter }: Wishes): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags | PRESENT | (userVerified ? VERIFIED : 0)), counted]);
  }
}

function clientData(
  usual: string,
  asked: string,
  { type = usual as 'webauthn.get', origin = ORIGIN, challenge = asked, crossOrigin }: Wishes,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: crossOrigin ?? false }));
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
