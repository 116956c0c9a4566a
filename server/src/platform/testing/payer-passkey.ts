import { checkoutPasskeyRequest, walletPasskeyAdd, walletPasskeyCreation } from '@purser/contract/features/wallet-passkey';
import type { PasskeyAssertion } from '@purser/contract/passkey';
import { dataOf, type TestApp } from './app.ts';
import { SoftwareAuthenticator } from './passkey.ts';
import type { TestUser } from './parties.ts';

/** Adds a passkey of a new authenticator to a wallet user. */
export async function addPayerPasskey(
  app: TestApp,
  { token, payment_password }: TestUser,
  name = 'My phone',
): Promise<{ authenticator: SoftwareAuthenticator; passkey_id: string; user_handle: string }> {
  const authenticator = new SoftwareAuthenticator();
  const asked = dataOf(await app.call(walletPasskeyCreation, { payment_password }, { payerToken: token }));
  const { passkey_id } = dataOf(
    await app.call(walletPasskeyAdd, { passkey: authenticator.create(asked, {}, name) }, { payerToken: token }),
  );
  return { authenticator, passkey_id, user_handle: asked.user.id };
}

/** The answer by which a payer confirms the payment of an order. */
export async function orderConfirmation(
  app: TestApp,
  { token: payerToken }: Pick<TestUser, 'token'>,
  order: string,
  authenticator: SoftwareAuthenticator,
  wishes: Parameters<SoftwareAuthenticator['answer']>[1] = {},
): Promise<PasskeyAssertion> {
  return authenticator.answer(dataOf(await app.call(checkoutPasskeyRequest, { token: order }, { payerToken })), wishes);
}
