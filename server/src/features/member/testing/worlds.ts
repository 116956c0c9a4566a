import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { makeMember } from '../../../platform/testing/members.ts';
import { makeMerchant, type TestMerchant } from '../../../platform/testing/parties.ts';

interface MemberWorld {
  readonly merchant: TestMerchant;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

/** A fresh world for each write by which an owner manages the team, by its path. */
export const memberWorlds = (app: () => TestApp): Record<string, () => Promise<MemberWorld>> => {
  const world = async (input: object, other: object, status: 'normal' | 'suspended' = 'normal'): Promise<MemberWorld> => {
    const merchant = await makeMerchant(app());
    await makeMember(app(), merchant, { role: 'finance', status });
    await makeMember(app(), merchant, { role: 'viewer', status });
    return { merchant, options: { token: merchant.token }, input, other };
  };
  const [second, third] = [{ member_id: 2 }, { member_id: 3 }];
  const invited = { login_name: 'anna', name: 'Anna Nguyen', role: 'finance' };
  return {
    '/v1/merchant/member/invite': () => world(invited, { ...invited, role: 'viewer' }),
    '/v1/merchant/member/change_role': () => world({ ...second, role: 'developer' }, { ...second, role: 'viewer' }),
    '/v1/merchant/member/suspend': () => world(second, third),
    '/v1/merchant/member/restore': () => world(second, third, 'suspended'),
    '/v1/merchant/member/reset': () => world(second, third),
    '/v1/merchant/member/remove': () => world(second, third),
  };
};
