import { makeMerchant } from '../../../platform/testing/parties.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { makeStaff } from '../../../platform/testing/staff.ts';
import { identityInput, submitted } from './submission.ts';

/** A fresh world for each write of identities, by its path: who asks, and with what. */
export const identityWorlds = (app: () => TestApp) => ({
  '/v1/merchant/identity/submit': async () => {
    const merchant = await makeMerchant(app(), { authentication_status: 'not_authenticated' });
    const input = await identityInput(app(), merchant.merchant_id);
    return { merchant, options: { token: merchant.token }, input, other: { ...input, name: 'Lan' } };
  },
  '/v1/operator/identity/decide': async () => {
    const merchant = await makeMerchant(app(), { authentication_status: 'not_authenticated' });
    const submission_id = await submitted(app(), merchant);
    const member = await makeStaff(app(), 'support');
    const input = { owner_id: merchant.merchant_id, submission_id, status: 'pending', decision: 'approve' };
    return { member, options: { staffToken: member.token }, input, other: { ...input, decision: 'reject', reason: 'Blurred' } };
  },
});
