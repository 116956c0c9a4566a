import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { english, random, validate } from 'ox/Mnemonic';
import { z } from 'zod';

/**
 * The mnemonic in a file of its own, encrypted with AES-256-GCM under a key that scrypt makes of a passphrase. It is nowhere else: not in the
 * database, not in a variable, not on the api's machine.
 */

/** 128 MiB and a third of a second for each guess of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
/** 24 words. */
const MNEMONIC_BITS = 256;
const ONLY_ITS_OWNER = 0o600;
/** What an attacker with the file must not be able to try out. */
const SHORTEST_PASSPHRASE = 16;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const keyFile = z.strictObject({
  version: z.literal(1),
  scrypt: z.strictObject({
    N: z
      .int()
      .min(2)
      .max(2 ** 20),
    r: z.int().min(1).max(32),
    p: z.int().min(1).max(16),
    salt: base64,
  }),
  aes_256_gcm: z.strictObject({ iv: base64, tag: base64, ciphertext: base64 }),
});

/** A new mnemonic of 24 words. */
export function newMnemonic(): string {
  return random(english, { strength: MNEMONIC_BITS });
}

/** Writes a key file that was not there. Throws for a mnemonic that is none, a short passphrase, and a file that exists. */
export async function writeKeyFile(file: string, mnemonic: string, passphrase: string): Promise<void> {
  if (!validate(mnemonic, english)) throw new Error('These words are no mnemonic: a word is misspelt, missing or in another place.');
  if (passphrase.length < SHORTEST_PASSPHRASE) throw new Error(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
  const salt = randomBytes(KEY_BYTES);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, { ...COST, salt }), iv);
  const ciphertext = Buffer.concat([cipher.update(mnemonic, 'utf8'), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  const sealed = {
    version: 1,
    scrypt: { ...COST, salt: text(salt) },
    aes_256_gcm: { iv: text(iv), tag: text(cipher.getAuthTag()), ciphertext: text(ciphertext) },
  };
  await writeFile(file, `${JSON.stringify(sealed, null, 2)}\n`, { flag: 'wx', mode: ONLY_ITS_OWNER });
}

/** The mnemonic in a key file. Throws when the file is none, was changed, or the passphrase is another. */
export async function readKeyFile(file: string, passphrase: string): Promise<string> {
  const parsed = keyFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is no key file.`);
  const { scrypt: cost, aes_256_gcm: sealed } = parsed.data;
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, cost), sealed.iv, { authTagLength: 16 });
  decipher.setAuthTag(sealed.tag);
  try {
    return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new Error(`${file} does not open: the passphrase is another, or the file was changed.`);
  }
}

/** A passphrase as a file or a credential of systemd has it: without the end of its line. */
export async function readPassphrase(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
}

type Cost = z.output<typeof keyFile>['scrypt'];

function keyOf(passphrase: string, { N, r, p, salt }: Cost): Promise<Buffer> {
  const derive = promisify(scrypt) as (text: string, salt: Buffer, length: number, cost: object) => Promise<Buffer>;
  // Twice what these numbers take: Node refuses to use more.
  return derive(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
}
