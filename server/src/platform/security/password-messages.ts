import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { refuse } from '../http/refusal.ts';
import type { Secrets } from './secrets.ts';
import { useOnce } from './single-use.ts';

/** Room for the longest password, every character of it escaped in JSON, and the nonce: OAEP with SHA-256 takes 66 of 384 bytes. */
const RSA_BITS = 3072;
const NONCE_LIFETIME_S = 300;
/** A nonce is random bytes, when it expires (Unix seconds) and what proves that we made it: 32 characters in all. */
const RANDOM_BYTES = 8;
const EXPIRY_BYTES = 4;
const MAC_BYTES = 12;
const NONCE = /^[\w-]{32}$/;

interface ServerKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

/**
 * Passwords come encrypted with RSA-OAEP (SHA-256, RFC 8017) on top of TLS. The nonce inside is signed by us,
 * expires, and is accepted once, so that a recorded message is worth nothing.
 */
export class PasswordMessages {
  readonly #db: Database;
  readonly #secrets: Secrets;
  readonly #clock: DatabaseClock;
  #key: Promise<ServerKey> | undefined;

  constructor(db: Database, secrets: Secrets, clock: DatabaseClock) {
    this.#db = db;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  async publicKey(): Promise<{ key_id: string; public_key: string; nonce: string; server_time: string; expires_in_s: number }> {
    const { keyId, publicKey } = await this.#serverKey();
    return {
      key_id: keyId,
      public_key: publicKey,
      nonce: this.#newNonce(),
      server_time: this.#clock.now().toISOString(),
      expires_in_s: NONCE_LIFETIME_S,
    };
  }

  /** The password inside a message; refuses a message that is broken, late or seen before. */
  async read(message: { key_id: string; password: string }): Promise<string> {
    const { keyId, privateKey } = await this.#serverKey();
    if (message.key_id !== keyId) throw refuse('password_message_refused');
    const content = decrypt(privateKey, message.password);
    if (!content || !this.#isLive(content.nonce)) throw refuse('password_message_refused');
    if (!(await useOnce(this.#db.system, 'password-nonce', content.nonce, NONCE_LIFETIME_S * 2))) throw refuse('password_message_refused');
    return content.password;
  }

  #newNonce(): string {
    const content = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(EXPIRY_BYTES)]);
    content.writeUInt32BE(Math.floor(this.#clock.nowMs() / 1000) + NONCE_LIFETIME_S, RANDOM_BYTES);
    return Buffer.concat([content, this.#macOf(content)]).toString('base64url');
  }

  #isLive(nonce: string): boolean {
    if (!NONCE.test(nonce)) return false;
    const bytes = Buffer.from(nonce, 'base64url');
    const content = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(content.length), this.#macOf(content));
    return isOurs && content.readUInt32BE(RANDOM_BYTES) >= this.#clock.nowMs() / 1000;
  }

  #macOf(content: Buffer): Buffer {
    return this.#secrets.mac('password-nonce', content.toString('hex')).subarray(0, MAC_BYTES);
  }

  #serverKey(): Promise<ServerKey> {
    this.#key ??= this.#loadOrMake().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  /** Every process uses the one key in the database; of two that make it at once, the first to store it wins. */
  async #loadOrMake(): Promise<ServerKey> {
    const stored = await this.#stored();
    if (stored) return stored;
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    await this.#db.system.query('select store_server_key($1, $2)', ['password-1', this.#secrets.seal('server-key', pem)]);
    return (await this.#stored()) as ServerKey;
  }

  async #stored(): Promise<ServerKey | undefined> {
    const { rows } = await this.#db.system.query<{ key_id: string; private_key: Buffer }>('select * from server_key_in_use()');
    const [row] = rows;
    if (!row) return undefined;
    const privateKey = createPrivateKey(this.#secrets.open('server-key', row.private_key));
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
    return { keyId: row.key_id, privateKey, publicKey };
  }
}

function decrypt(privateKey: KeyObject, cipher: string): { password: string; nonce: string } | undefined {
  try {
    const text = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(cipher, 'base64'),
    ).toString('utf8');
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || !('password' in content) || !('nonce' in content)) return undefined;
    const { password, nonce } = content;
    return typeof password === 'string' && typeof nonce === 'string' ? { password, nonce } : undefined;
  } catch {
    return undefined;
  }
}
