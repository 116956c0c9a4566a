import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPassword } from './encrypt-password.ts';

test("the server's private key opens the message, and twice the same password gives other messages", async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const first = await encryptPassword(spki, 'S3cret!', 'nonce-1');
  const second = await encryptPassword(spki, 'S3cret!', 'nonce-1');
  expect(first).not.toBe(second);
  const opened = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(first, 'base64'),
  );
  expect(JSON.parse(opened.toString('utf8'))).toEqual({ password: 'S3cret!', nonce: 'nonce-1' });
});
