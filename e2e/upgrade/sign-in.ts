import { getPubKey, login } from '@purser/contract/features/auth';
import { walletChallenge, walletLogin } from '@purser/contract/features/wallet';
import { encrypt } from '../../server/src/features/auth/testing/sign-in.ts';
import { answerOf } from '../../server/src/features/wallet/testing/slider.ts';
import { Secrets } from '../../server/src/platform/security/secrets.ts';
import { post, type Told } from './acts.ts';
import type { FirstUser } from './first-release.ts';
import type { Merchant, Trade } from './trade.ts';

/** Signs a merchant in by password and code. Both releases are asked alike. */
export async function signInMerchant(trade: Trade, merchant: Merchant, password = merchant.password): Promise<Told | undefined> {
  const asked = await post(trade.baseUrl + getPubKey.path, {});
  const { key_id, public_key, nonce } = (asked?.data ?? {}) as { key_id: string; public_key: string; nonce: string };
  if (public_key === undefined) return asked;
  return post(trade.baseUrl + login.path, {
    username: merchant.username,
    key_id,
    password: await encrypt(public_key, { password, nonce }),
    google_code: await trade.googleCode(merchant),
  });
}

/** Signs a payer in by e-mail and password. The first release's slider says where it belongs; today's shows it in a picture, and seals it. */
export async function signInPayer(trade: Trade, user: FirstUser, masterKey: Buffer): Promise<Told | undefined> {
  const asked = await post(trade.baseUrl + walletChallenge.path, {});
  const { challenge, target } = (asked?.data ?? {}) as { challenge: string; target?: number };
  const slider = target === undefined ? answerOf({ secrets: new Secrets(masterKey) }, challenge) : { challenge, position: target };
  return post(trade.baseUrl + walletLogin.path, { identity_kind: 'username', identity: user.username, password: user.password, slider });
}
