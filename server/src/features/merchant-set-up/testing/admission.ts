import { merchantAdmit, merchantSetUp, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import type { InputOf } from '@purser/contract/call';
import { uuidv7 } from 'uuidv7';
import { totpOf } from '../../../platform/security/totp.ts';
import { dataOf, type CallOptions, type TestApp } from '../../../platform/testing/app.ts';
import type { TestStaff } from '../../../platform/testing/staff.ts';
import { encryptedPassword } from '../../auth/testing/sign-in.ts';

export const CHOSEN_PASSWORD = 'A-long-password-1';

type Wishes = Partial<InputOf<typeof merchantAdmit>>;

/** What a merchant is admitted with, under a login name that nobody has. */
export function newMerchant(wishes: Wishes = {}): Omit<InputOf<typeof merchantAdmit>, 'google_code'> {
  return { name: 'Corner Shop', username: `corner-${uuidv7().slice(-12)}`, markets: ['USD'], ...wishes };
}

/** Admits a merchant and answers the call's data with the link's token. */
export async function admitted(member: TestStaff, wishes: Wishes = {}) {
  const input = newMerchant(wishes);
  const answer = dataOf(await member.call(merchantAdmit, { ...input, google_code: await member.code() }));
  return { ...answer, username: input.username, token: tokenOf(answer.link) };
}

export function tokenOf(link: string | null): string {
  return link?.split('#')[1] ?? '';
}

interface SettingUp extends CallOptions {
  readonly password?: string;
  readonly code?: string;
  readonly secretToken?: string;
}

/** Sets an account up by a link, as its page does; answers the authenticator's secret and the code that proved it too. */
export async function setUpBy(app: TestApp, token: string, wishes: SettingUp = {}) {
  const { password = CHOSEN_PASSWORD, code: wanted, secretToken, ...options } = wishes;
  const looked = await app.call(merchantSetUpLook, { token });
  const secret = looked.data?.secret ?? 'AAAAAAAAAAAAAAAA';
  const code = wanted ?? totpOf(secret).generate();
  const message = await encryptedPassword(app, password);
  const secret_token = secretToken ?? looked.data?.secret_token ?? 'x';
  return { secret, code, answer: await app.call(merchantSetUp, { token, ...message, secret_token, google_code: code }, options) };
}
