import { client } from '@purser/console-kit/client';
import { quietQuery } from '@purser/console-kit/query';
import { merchantSetUp, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { sealPassword } from '../../shared/seal-password.ts';

export const linkOf = (token: string) => quietQuery(merchantSetUpLook, { token }, []);

/** Keeps what was chosen and logs in; answers the session's token. */
export async function setUp(token: string, password: string, googleCode: string): Promise<string> {
  const sealed = await sealPassword(password);
  const session = await client.request(merchantSetUp, { token, ...sealed, google_code: googleCode }, { quiet: true });
  return session.token;
}
