import { faceEnrolSelfie, faceSettingQuery } from '@purser/contract/features/face';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { makeStaff } from '../../../platform/testing/staff.ts';
import { makeOrder } from '../../checkout/testing/order.ts';
import { enrol, identifiedUser, offerFace } from './enrolled.ts';
import { person } from './looks.ts';
import { FRONT, MovingPortrait } from './moving-portrait.ts';

/** A fresh world for each write about faces, by its path: who asks, and with what. */
export const faceWorlds = (app: () => TestApp) => {
  const asPayer = async (faces?: Parameters<typeof enrol>[2]) => {
    await offerFace(app());
    const user = await identifiedUser(app());
    if (faces) await enrol(app(), user.user_id, faces);
    return { user, options: { payerToken: user.token } };
  };
  return {
    '/v1/wallet/face/consent': async () => {
      const { user, options } = await asPayer();
      const input = { consent: true, payment_password: user.payment_password };
      return { options, input, other: { ...input, payment_password: '000000' } };
    },
    '/v1/wallet/face/withdraw': async () => ({ ...(await asPayer({ document: person(1), selfie: person(1) })), input: {} }),
    '/v1/wallet/face/enrol_document': async () => ({ ...(await asPayer({})), input: {} }),
    '/v1/wallet/face/enrol_selfie': async () => ({ ...(await asPayer({ document: person(1) })), input: {} }),
    '/v1/wallet/face/session': async () => {
      const { options } = await asPayer({ document: person(1), selfie: person(1) });
      const { merchant_id } = await makeMerchant(app());
      const [one, two] = [await makeOrder(app(), merchant_id), await makeOrder(app(), merchant_id)];
      return { options, input: { token: one.token }, other: { token: two.token } };
    },
    '/v1/wallet/face/frame': async () => {
      const { options } = await asPayer({ document: person(1) });
      const { session_id } = dataOf(await app().call(faceEnrolSelfie, {}, options));
      const portrait = await MovingPortrait.of('astronaut');
      const frame = async () => ({ session_id, frame: (await portrait.frame(FRONT)).toString('base64') });
      return { options, input: await frame(), other: await frame() };
    },
    '/v1/operator/face/change': async () => {
      const member = await makeStaff(app(), 'admin');
      const { revision } = dataOf(await member.call(faceSettingQuery, {}));
      const input = { revision, is_offered: true, limits: [{ coin_name: 'USDP', most: '20' }] };
      return { member, options: { staffToken: member.token }, input, other: { ...input, limits: [] } };
    },
  };
};
