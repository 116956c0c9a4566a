import { getGoogleSecret, getPubKey, login } from '@purser/contract/features/auth';
import { type Called, type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import type { TestMerchant } from '../../../platform/testing/parties.ts';
import { totpOf } from '../../../platform/security/totp.ts';

/** Encrypts a password as a browser does it: WebCrypto, with what get_pub_key answers. */
export async function encryptedPassword(app: TestApp, password: string): Promise<{ key_id: string; password: string }> {
  const { key_id, public_key, nonce } = dataOf(await app.call(getPubKey, {}));
  return { key_id, password: await encrypt(public_key, { password, nonce }) };
}

export async function encrypt(publicKey: string, content: unknown): Promise<string> {
  const key = await crypto.subtle.importKey('spki', Buffer.from(publicKey, 'base64'), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ]);
  const message = new TextEncoder().encode(JSON.stringify(content));
  return Buffer.from(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, message)).toString('base64');
}

interface SignInWishes extends CallOptions {
  readonly username?: string;
  readonly password?: string;
  /** The authenticator's own code unless given; null sends none. */
  readonly code?: string | null;
}

/** Signs a merchant in through the calls; what the wishes name is done otherwise. */
export async function signInAs(
  app: TestApp,
  merchant: TestMerchant,
  wishes: SignInWishes = {},
): Promise<Called<{ token?: string; step?: string }>> {
  const { username = merchant.username, password = merchant.password, code = totpOf(merchant.totpSecret).generate(), ...options } = wishes;
  const message = await encryptedPassword(app, password);
  const input = { username, ...message, ...(code !== null && { google_code: code }) };
  return (await app.call(login, input, options)) as Called<{ token?: string; step?: string }>;
}

export async function askForSecret(app: TestApp, merchant: TestMerchant, wishes: SignInWishes = {}) {
  const { username = merchant.username, password = merchant.password, ...options } = wishes;
  return app.call(getGoogleSecret, { username, ...(await encryptedPassword(app, password)) }, options);
}
