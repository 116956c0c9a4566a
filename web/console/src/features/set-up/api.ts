import { client } from '@purser/console-kit/client';
import { quietQuery } from '@purser/console-kit/query';
import { merchantSetUp, merchantSetUpLook } from '@purser/contract/features/merchant-set-up';
import { sealPassword } from '../../shared/seal-password.ts';

/** Each look offers another authenticator: while the page is there, what it shows stays. */
export const linkOf = (token: string) => ({ ...quietQuery(merchantSetUpLook, { token }, []), staleTime: Infinity });

interface Chosen {
  readonly password: string;
  /** What came with the secret that the page shows. */
  readonly secret_token: string;
  readonly google_code: string;
}

/** Keeps what was chosen and logs in; answers the session's token. */
export async function setUp(token: string, { password, ...authenticator }: Chosen): Promise<string> {
  const sealed = await sealPassword(password);
  const session = await client.request(merchantSetUp, { token, ...sealed, ...authenticator }, { quiet: true });
  return session.token;
}
