import { getGoogleSecret, getPubKey, login } from '@purser/contract/first-pages';
import { client } from '@purser/console-kit/client';
import { encryptPassword } from '@purser/console-kit/encrypt-password';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A message is good once, so each call asks for a nonce of its own. */
async function seal({ username, password }: Credentials) {
  const { key_id, public_key, nonce } = await client.request(getPubKey, {});
  return { username, key_id, password: await encryptPassword(public_key, password, nonce) };
}

export async function logIn(credentials: Credentials, googleCode: string | undefined) {
  return client.request(login, { ...(await seal(credentials)), google_code: googleCode }, { quiet: true });
}

export async function askForGoogleSecret(credentials: Credentials) {
  return client.request(getGoogleSecret, await seal(credentials));
}
