import { client } from '@purser/console-kit/client';
import { encryptPassword } from '@purser/console-kit/encrypt-password';
import { staffGetPubKey } from '@purser/contract/staff-first-pages';

/** A password as the calls take it. The message is good once, so each call asks for a nonce of its own. */
export async function sealPassword(password: string): Promise<{ key_id: string; password: string }> {
  const { key_id, public_key, nonce } = await client.request(staffGetPubKey, {}, { quiet: true });
  return { key_id, password: await encryptPassword(public_key, password, nonce) };
}
