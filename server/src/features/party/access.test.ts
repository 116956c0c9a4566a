import { accountDetail } from '@purser/contract/features/account';
import { partyRestore, partySuspend } from '@purser/contract/features/party';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, signIn } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let support: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const act = async (call: typeof partySuspend | typeof partyRestore, owner_id: number, reason: string) =>
  support.call(call, { owner_id, reason, google_code: await support.code() });
const deeds = (ownerId: number) =>
  app.sql(`select action, details ->> 'reason' as reason from audit_log where owner_id = $1 and action like 'party.%' order by sequence`, [
    ownerId,
  ]);

describe('a party that staff suspend and restore', () => {
  it.each(['merchant', 'user'] as const)(
    'is a %s: who does it after somebody else is told so, and nothing is done twice',
    async (party) => {
      const owner = party === 'merchant' ? (await makeMerchant(app)).merchant_id : (await makeUser(app)).user_id;
      expect(await act(partyRestore, owner, 'Too early')).toMatchObject({ msg: 'party_status_same' });
      expect(await act(partySuspend, owner, 'First')).toMatchObject({ msg: 'ok' });
      expect(await act(partySuspend, owner, 'Second')).toMatchObject({ msg: 'party_status_same' });
      expect(await deeds(owner)).toEqual([{ action: 'party.suspend', reason: 'First' }]);
    },
  );

  it('keeps the sessions that have begun since somebody restored it, when another one does so again', async () => {
    const { merchant_id } = await makeMerchant(app);
    await act(partySuspend, merchant_id, 'First');
    expect(await act(partyRestore, merchant_id, 'First')).toMatchObject({ msg: 'ok' });
    const token = await signIn(app, 'merchant', merchant_id);
    expect(await act(partyRestore, merchant_id, 'Second')).toMatchObject({ msg: 'party_status_same' });
    expect(await app.call(accountDetail, {}, { token })).toMatchObject({ code: 200 });
  });

  it('is not suspended once its wallet user has closed the account', async () => {
    const { user_id } = await makeUser(app);
    await app.sql(`update wallet_user set closed_at = now(), status = 'suspended' where user_id = $1`, [user_id]);
    expect(await act(partySuspend, user_id, 'Too late')).toMatchObject({ msg: 'account_closed' });
  });
});
