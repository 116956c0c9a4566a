import { walletPasskeyCreation } from '@purser/contract/features/wallet-passkey';
import { makeOrder } from '../../checkout/testing/order.ts';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../../platform/testing/parties.ts';
import { SoftwareAuthenticator } from '../../../platform/testing/passkey.ts';
import { addPayerPasskey, orderConfirmation } from '../../../platform/testing/payer-passkey.ts';

/** A fresh world for each write of wallet users about their wallet and their passkeys, by its path. */
export const walletWorlds = (app: () => TestApp) => ({
  '/v1/wallet/market/enable': async () => ({
    options: { payerToken: (await makeUser(app())).token },
    input: { market: 'CNY' },
    other: { market: 'VND' },
  }),
  '/v1/checkout/authorise_passkey': async () => {
    const [merchant, user] = [await makeMerchant(app()), await makeUser(app())];
    const { authenticator } = await addPayerPasskey(app(), user);
    const { token } = await makeOrder(app(), merchant.merchant_id);
    const made = async () => ({ token, passkey: await orderConfirmation(app(), user, token, authenticator) });
    return { options: { payerToken: user.token }, input: await made(), other: await made() };
  },
  '/v1/wallet/passkey/add': async () => {
    const user = await makeUser(app());
    const options = { payerToken: user.token };
    const made = async (name: string) => {
      const asked = dataOf(await app().call(walletPasskeyCreation, { payment_password: user.payment_password }, options));
      return { passkey: new SoftwareAuthenticator().create(asked, {}, name) };
    };
    return { options, input: await made('One'), other: await made('Two') };
  },
  '/v1/wallet/passkey/remove': async () => {
    const user = await makeUser(app());
    const [one, two] = [await addPayerPasskey(app(), user, 'One'), await addPayerPasskey(app(), user, 'Two')];
    const { payment_password } = user;
    return {
      options: { payerToken: user.token },
      input: { passkey_id: one.passkey_id, payment_password },
      other: { passkey_id: two.passkey_id, payment_password },
    };
  },
});
