import { resetSelfPassword, updateGoogleSecret } from '@purser/contract/features/account-security';
import * as calls from '@purser/contract/features/member';
import type { MemberRole } from '@purser/contract/member';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMember, type TestMember } from '../../platform/testing/members.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { newAuthenticatorOf, passwordChange } from '../account-security/testing/worlds.ts';
import { setUpBy, tokenOf } from '../merchant-set-up/testing/admission.ts';

let app: TestApp;
let shop: TestMerchant;
let leaver: TestMember;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
beforeEach(async () => {
  shop = await makeMerchant(app);
  leaver = await makeMember(app, shop, { role: 'owner' });
});
afterAll(() => app.close());

const asShop = async <Input extends object>(input: Input) => ({ ...input, google_code: await googleCode(app, shop) });
const byShop = {
  call: async (login_name: string) => app.call(calls.memberInvite, await asShop(newcomer(login_name)), { token: shop.token }),
};
const newcomer = (login_name: string) => ({ login_name, name: 'Anna Nguyen', role: 'owner' as MemberRole });
const team = async () => dataOf(await app.call(calls.memberList, {}, { token: shop.token })).list;

describe.each([
  ['suspended', calls.memberSuspend],
  ['removed', calls.memberRemove],
  ['reset', calls.memberReset],
] as const)('once an owner is %s', (_what, call) => {
  it('nobody comes in by a link that they made, and those of others go on', () =>
    linksEnd(async ({ member_id }) => app.call(call, await asShop({ member_id }), { token: shop.token })));
});

it('nobody comes in by a link that an owner made who has another role now', () =>
  linksEnd(async ({ member_id }) =>
    app.call(calls.memberChangeRole, await asShop({ member_id, role: 'viewer' as const }), { token: shop.token }),
  ));

it.each([
  ['password', resetSelfPassword, (owner: TestMember) => passwordChange(app, owner.password, 'another-horse-1')],
  [
    'authenticator',
    updateGoogleSecret,
    async (owner: TestMember) => {
      const { secret_token, new_code } = await newAuthenticatorOf(app, owner);
      return { secret_token, new_code };
    },
  ],
] as const)('nobody comes in by a link that was made in the name of an owner who has replaced the %s since', (_what, call, input) =>
  linksEnd(async (owner) => app.call(call, { ...(await input(owner)), google_code: await owner.code() } as never, { token: owner.token })),
);

async function linksEnd(act: (member: TestMember) => Promise<unknown>): Promise<void> {
  const theirs = dataOf(await leaver.call(calls.memberInvite, { ...newcomer('anna'), google_code: await leaver.code() }));
  const anothers = dataOf(await byShop.call('ben'));
  expect(await act(leaver)).toMatchObject({ code: 200 });
  const [entry] = await app.sql('select details from audit_log where owner_id = $1 order by sequence desc limit 1', [shop.merchant_id]);
  expect(entry).toMatchObject({ details: { links_ended: [theirs.username] } });
  expect((await setUpBy(app, tokenOf(theirs.link))).answer).toMatchObject({ msg: 'set_up_link_refused', data: null });
  const listed = (await team()).filter(({ member_id }) => [theirs.member_id, anothers.member_id].includes(member_id));
  expect(listed).toMatchObject([
    { is_set_up: false, link_expires_at: null },
    { is_set_up: false, link_expires_at: anothers.expires_at },
  ]);
  expect((await setUpBy(app, tokenOf(anothers.link))).answer).toMatchObject({ code: 200 });
  // Whoever was to come is let in by a link that somebody else makes.
  const again = dataOf(await app.call(calls.memberReset, await asShop({ member_id: theirs.member_id }), { token: shop.token }));
  expect((await setUpBy(app, tokenOf(again.link))).answer).toMatchObject({ code: 200 });
}
