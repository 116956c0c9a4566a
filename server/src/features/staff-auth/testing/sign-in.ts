import { staffGetPubKey, staffLogin, staffSetUpLook } from '@purser/contract/features/staff-auth';
import { type Called, type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { totpOf } from '../../../platform/security/totp.ts';
import { encrypt } from '../../auth/testing/sign-in.ts';

/** A password as the operator console sends it. */
export async function encryptedForStaff(app: TestApp, password: string): Promise<{ key_id: string; password: string }> {
  const { key_id, public_key, nonce } = dataOf(await app.call(staffGetPubKey, {}));
  return { key_id, password: await encrypt(public_key, { password, nonce }) };
}

interface Wishes extends CallOptions {
  readonly password?: string;
  readonly code?: string;
}

/** Signs a member in through the calls; what the wishes name is done otherwise. */
export async function signInStaff(
  app: TestApp,
  member: { readonly username: string; readonly password: string; readonly totpSecret: string },
  wishes: Wishes = {},
): Promise<Called<unknown>> {
  const { password = member.password, code = totpOf(member.totpSecret).generate(), ...options } = wishes;
  const message = await encryptedForStaff(app, password);
  return app.call(staffLogin, { username: member.username, ...message, google_code: code }, options);
}

/** The authenticator that a look at a one-time link offers, and what proves that it was taken on. */
export async function authenticatorOf(app: TestApp, token: string) {
  const { secret, secret_token } = dataOf(await app.call(staffSetUpLook, { token }));
  return { secret, proof: () => ({ secret_token, google_code: totpOf(secret).generate() }) };
}

/** The session that an answer's cookie brings. */
export function sessionIn({ headers }: Called<unknown>): string | undefined {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  return cookies.flatMap((cookie) => /^(?:__Host-)?purser_operator=([^;]+)/.exec(cookie)?.[1] ?? [])[0];
}
