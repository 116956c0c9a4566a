import { newGoogleSecret } from '@purser/contract/features/account-security';
import { uuidv7 } from 'uuidv7';
import { type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant, signIn, type TestMerchant } from '../../../platform/testing/parties.ts';
import { totpOf } from '../../../platform/security/totp.ts';
import { encryptedPassword } from '../../auth/testing/sign-in.ts';

interface MerchantWorld {
  readonly merchant: TestMerchant;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
  readonly again?: () => Promise<object>;
}

/** Another session of a merchant; answers what it is listed by. */
export async function anotherSession(app: TestApp, { merchant_id }: TestMerchant): Promise<{ token: string; session_id: string }> {
  const token = await signIn(app, 'merchant', merchant_id);
  const [row] = await app.sql<{ session_id: string }>(
    'select session_id from session where owner_id = $1 order by created_at desc limit 1',
    [merchant_id],
  );
  return { token, session_id: row?.session_id ?? '' };
}

/** What reset_self_password is asked, but for the code. */
export async function passwordChange(app: TestApp, old: string, wanted: string) {
  const [one, two] = [await encryptedPassword(app, old), await encryptedPassword(app, wanted)];
  return { key_id: one.key_id, old_password: one.password, new_password: two.password };
}

/** What update_google_secret is asked, but for the code, with the secret that it is about. */
export async function newAuthenticatorOf(app: TestApp, { token }: Pick<TestMerchant, 'token'>) {
  const { secret, secret_token } = dataOf(await app.call(newGoogleSecret, {}, { token }));
  return { secret, secret_token, new_code: totpOf(secret).generate() };
}

/** A code as it was mailed to prove an address. */
export async function mailedCode(app: TestApp, mail: string, code = '271828'): Promise<string> {
  const { secrets } = app.platform;
  const address = `mail ${mail.toLowerCase()}`;
  await app.sql(
    `insert into verification_code (purpose, subject, code_mac, expires_at) values ('change', $1, $2, now() + interval '10 minutes')
     on conflict (purpose, subject) do update set code_mac = excluded.code_mac`,
    [secrets.mac('verification-code-subject', address), secrets.mac('verification-code', `change ${address} ${code}`)],
  );
  return code;
}

/** A fresh world for each write by which a merchant changes how it signs in, by its path. */
export const accountSecurityWorlds = (app: () => TestApp): Record<string, () => Promise<MerchantWorld>> => {
  const world = async (): Promise<MerchantWorld> => {
    const merchant = await makeMerchant(app());
    return { merchant, options: { token: merchant.token }, input: {} };
  };
  return {
    '/v1/merchant/account/reset_self_password': async () => {
      const made = await world();
      const again = (to = 'another-horse-1') => passwordChange(app(), made.merchant.password, to);
      return { ...made, again, input: await again(), other: await again('another-horse-2') };
    },
    '/v1/merchant/account/update_google_secret': async () => {
      const made = await world();
      const wanted = async () => {
        const { secret_token, new_code } = await newAuthenticatorOf(app(), made.merchant);
        return { secret_token, new_code };
      };
      return { ...made, input: await wanted(), other: await wanted() };
    },
    '/v1/merchant/account/recovery_code/make': world,
    '/v1/merchant/account/notice_mail/code': async () => ({
      ...(await world()),
      input: { mail: `${uuidv7()}@example.com` },
      other: { mail: 'another@example.com' },
    }),
    '/v1/merchant/account/notice_mail/update': async () => {
      const mail = `${uuidv7()}@example.com`;
      const input = { mail, code: await mailedCode(app(), mail), language: 'vi' };
      return { ...(await world()), input, other: { ...input, language: 'en' } };
    },
    '/v1/merchant/account/time_zone/update': async () => ({ ...(await world()), input: { time_zone: 'UTC' }, other: { time_zone: null } }),
    '/v1/merchant/account/session/end': async () => {
      const made = await world();
      const [one, two] = [await anotherSession(app(), made.merchant), await anotherSession(app(), made.merchant)];
      return { ...made, input: { session_id: one.session_id }, other: { session_id: two.session_id } };
    },
    '/v1/merchant/account/session/end_others': async () => {
      const made = await world();
      await anotherSession(app(), made.merchant);
      return made;
    },
  };
};
