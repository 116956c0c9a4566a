import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What sealing adds to a content, in bytes. */
export const SEAL_BYTES = 1 + IV_BYTES + TAG_BYTES;
/** What PKCS #8 puts in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Everything that is derived from the master key. Each use has a key of its own (HKDF-SHA256, RFC 5869), so that
 * a text sealed for one purpose opens for no other.
 */
export class Secrets {
  readonly #masterKey: Buffer;
  /** As KeyObjects: a Buffer is made one at every use, which takes longer than a MAC. */
  readonly #derived = new Map<string, KeyObject>();

  /** @param masterKey 32 random bytes */
  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new RangeError('the master key must have 32 bytes');
    this.#masterKey = masterKey;
  }

  /** Encrypts for storage: version, IV, AES-256-GCM ciphertext and tag. */
  seal(purpose: string, text: string): Buffer {
    return this.sealBytes(purpose, '', Buffer.from(text, 'utf8'));
  }

  /** Decrypts what `seal` made for the same purpose; throws when it was tampered with or sealed under another key. */
  open(purpose: string, sealed: Buffer): string {
    return this.openBytes(purpose, '', sealed).toString('utf8');
  }

  /** As `seal`, for bytes that belong to one thing: sealed for `whose`, they open for nothing else. */
  sealBytes(purpose: string, whose: string, bytes: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(`seal:${purpose}`), iv);
    cipher.setAAD(Buffer.from(whose, 'utf8'));
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  openBytes(purpose: string, whose: string, sealed: Buffer): Buffer {
    if (sealed[0] !== VERSION) throw new Error(`sealed content of unknown version ${sealed[0]}`);
    const decipher = createDecipheriv('aes-256-gcm', this.#key(`seal:${purpose}`), sealed.subarray(1, 1 + IV_BYTES));
    decipher.setAAD(Buffer.from(whose, 'utf8'));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  /** Signs a small JSON value into a URL-safe text that `verify` reads back until it expires. Both times are the database's. */
  sign(purpose: string, value: object, expiresAt: Date): string {
    const body = Buffer.from(JSON.stringify({ ...value, exp: Math.floor(expiresAt.getTime() / 1000) })).toString('base64url');
    return `${body}.${this.mac(purpose, body).toString('base64url')}`;
  }

  /** The value inside a signed text, or undefined when it is forged, broken or expired. */
  verify<Value extends object>(purpose: string, signed: string, now: Date): (Value & { exp: number }) | undefined {
    const [body = ''] = signed.split('.', 1);
    // Compared as text: base64 has many spellings of the same bytes, and what is good for one use must have one.
    const given = Buffer.from(signed);
    const expected = Buffer.from(`${body}.${this.mac(purpose, body).toString('base64url')}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const value = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Value & { exp: number };
    return value.exp * 1000 >= now.getTime() ? value : undefined;
  }

  mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key(`mac:${purpose}`))
      .update(text)
      .digest();
  }

  /** The key of the ledger's content MACs, which the ledger computes itself. */
  ledgerKey(): Buffer {
    return this.#key('ledger').export();
  }

  /** The key that proves to the database whose rows a connection may see. */
  scopeKey(): Buffer {
    return this.#key('scope').export();
  }

  /** Ed25519, to sign checkpoints of the ledger: whoever checks them needs the public half only. */
  checkpointKey(): KeyObject {
    return this.#signingKey('checkpoint');
  }

  /** Ed25519, to sign what is stated to be owed. */
  liabilityKey(): KeyObject {
    return this.#signingKey('liabilities');
  }

  #signingKey(purpose: string): KeyObject {
    const key = Buffer.concat([ED25519_PKCS8, this.#key(purpose).export()]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }

  #key(purpose: string): KeyObject {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#masterKey, Buffer.alloc(0), `purser:${purpose}`, 32)));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}
