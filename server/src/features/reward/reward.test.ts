import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { rewardFunds, rewardGrant } from '@purser/contract/features/reward';
import { walletOverview, walletRecordQuery } from '@purser/contract/features/wallet';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app);
});

const fill = (amount: string) => fund(app, PROVIDER_OWNER_ID, 'USDP', amount, 'reward_pool');
const held = async () => dataOf(await one.call(rewardFunds, {})).list.find(({ coin_name }) => coin_name === 'USDP')?.available_asset;
const wish = (amount: string, change = {}) => ({ user_id: user.user_id, coin_name: 'USDP', amount, reason: 'A late refund', ...change });
const ask = async (amount: string, change = {}) => one.call(rewardGrant, { ...wish(amount, change), google_code: await one.code() });

async function enter(amount: string) {
  const { approval_id } = dataOf(await ask(amount));
  const { list } = dataOf(await two.call(approvalList, { state: 'pending', page_size: 100 }));
  const found = list.find((approval) => approval.approval_id === approval_id);
  if (!found) throw new Error('it is not listed');
  return found;
}
const approve = async ({ approval_id, content_hash }: { approval_id: string; content_hash: string }, by = two) =>
  by.call(approvalApprove, { approval_id, content_hash, google_code: await by.code() });
const rewardOf = async ({ token }: TestUser) =>
  dataOf(await app.call(walletOverview, {}, { payerToken: token })).balances.map(({ reward_asset }) => reward_asset);

describe('a grant of reward funds', () => {
  it('moves money from the pool when a second person has approved it, and the user sees it', async () => {
    await fill('100.00');
    const before = Number(await held());
    const approval = await enter('12.5');
    expect(approval).toMatchObject({ kind: 'reward.grant', owner_id: user.user_id, reason: 'A late refund', decidable: true });
    expect(approval.facts).toEqual([
      { name: 'user_id', value: String(user.user_id) },
      { name: 'nick', value: user.nick },
      { name: 'reward', value: '12.50 USDP' },
      { name: 'serial_number', value: expect.stringMatching(/^RW/) },
    ]);
    expect(await rewardOf(user)).toEqual(['0.00']);
    expect(await approve(approval, one)).toMatchObject({ msg: 'approval_own' });

    expect(await approve(approval)).toMatchObject({ code: 200 });
    expect(await rewardOf(user)).toEqual(['12.50']);
    expect(Number(await held())).toBeCloseTo(before - 12.5);
    const records = dataOf(await app.call(walletRecordQuery, {}, { payerToken: user.token }));
    expect(records.list).toMatchObject([{ transaction_type: 'reward_grant', purpose: 'reward', transaction_number: '12.50' }]);
    expect(await approve(approval)).toMatchObject({ msg: 'approval_decided' });
    expect(await rewardOf(user)).toEqual(['12.50']);
    const acts = await app.sql('select action, actor from audit_log where owner_id = $1 order by sequence', [user.user_id]);
    expect(acts).toEqual([
      { action: 'approval.enter', actor: String(one.staffId) },
      { action: 'approval.approve', actor: String(two.staffId) },
    ]);
  });

  it('asked for twice under one key is entered once; approved by two at once is made once', async () => {
    await fill('100.00');
    const input = { ...wish('7.00'), google_code: await one.code() };
    const answers = [
      await one.call(rewardGrant, input, { idempotencyKey: 'g' }),
      await one.call(rewardGrant, input, { idempotencyKey: 'g' }),
    ];
    expect(answers.map(({ msg }) => msg)).toEqual(['ok', 'already_done']);
    const { list } = dataOf(await two.call(approvalList, { state: 'pending', page_size: 100 }));
    const mine = list.filter(({ owner_id }) => owner_id === user.user_id);
    expect(mine).toHaveLength(1);
    const third = await makeStaff(app, 'finance');
    const decided = await Promise.all([approve(mine[0] as (typeof mine)[0]), approve(mine[0] as (typeof mine)[0], third)]);
    expect(decided.map(({ msg }) => msg).toSorted()).toEqual(['approval_decided', 'ok']);
    expect(await rewardOf(user)).toEqual(['7.00']);
  });

  it('is refused when the pool holds less, also when it was enough at first, and may be approved once it is filled', async () => {
    await fill('50.00');
    const all = (await held()) ?? '';
    expect(await ask((Number(all) + 0.01).toFixed(2))).toMatchObject({ msg: 'provider_balance_short' });
    const [first, second] = [await enter(all), await enter('0.01')];
    expect(await approve(first)).toMatchObject({ code: 200 });
    expect(await held()).toBe('0.00');
    expect(await approve(second)).toMatchObject({ msg: 'provider_balance_short' });
    expect(await rewardOf(user)).toEqual([all]);
    await fill('0.01');
    expect(await approve(second)).toMatchObject({ code: 200 });
    expect(await rewardOf(user)).toEqual([(Number(all) + 0.01).toFixed(2)]);
  });

  it('names the field that is wrong, and enters nothing', async () => {
    await fill('10.00');
    const { merchant_id } = await makeMerchant(app);
    const count = async () => (await app.sql('select count(*)::int as n from approval'))[0];
    const before = await count();
    expect(await ask('1.00', { user_id: 99_999_999 })).toMatchObject({ msg: 'not_found' });
    expect(await ask('1.00', { user_id: merchant_id })).toMatchObject({ msg: 'not_found' });
    expect(await ask('1.00', { coin_name: 'NONE' })).toMatchObject({ msg: 'coin_unknown' });
    expect(await ask('1.00', { coin_name: 'CNYT' })).toMatchObject({ msg: 'market_not_enabled' });
    for (const amount of ['0', '0.00', '1.001', '-1'])
      expect(await ask(amount)).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'amount' }] } });
    expect(await ask('1.00', { reason: ' ' })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'reason' }] } });
    expect(await count()).toEqual(before);
  });
});
