import { approvalApprove, approvalList, approvalReject } from '@purser/contract/features/approval';
import { assetQuery } from '@purser/contract/features/asset';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { ledgerManualPostingEnter, ledgerPostingDetail } from '@purser/contract/features/ledger';
import { walletRecordQuery } from '@purser/contract/features/wallet';
import type { InputOf } from '@purser/contract/call';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { RECONCILE_CHECKS } from '../../platform/proof/reconcile.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { fund, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let merchant: TestMerchant;
let one: TestStaff;
let two: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [merchant, one, two] = [await makeMerchant(app), await makeStaff(app, 'finance'), await makeStaff(app, 'finance')];
});

type Asked = Omit<InputOf<typeof ledgerManualPostingEnter>, 'google_code'>;
type Approval = { readonly approval_id: string; readonly content_hash: string };

const usual = (): Asked => ({
  owner_id: merchant.merchant_id,
  direction: 'increase',
  coin_name: 'USDP',
  amount: '12.50',
  against: 'bank',
  reason: 'Came by wire',
});

async function ask(wishes: Partial<Asked> = {}, member = one) {
  return member.call(ledgerManualPostingEnter, { ...usual(), ...wishes, google_code: await member.code() });
}

/** Enters a manual posting, and answers with what others are shown. */
async function enter(wishes: Partial<Asked> = {}, member = one) {
  const { approval_id, serial_number } = dataOf(await ask(wishes, member));
  const found = await shown(approval_id);
  return { ...found, serial_number };
}

async function shown(approval_id: string, waiting = true) {
  const { list } = dataOf(await two.call(approvalList, { ...(waiting && { state: 'pending' as const }), page_size: 100 }));
  const found = list.find((approval) => approval.approval_id === approval_id);
  if (!found) throw new Error('it is not listed');
  return found;
}

const approve = async ({ approval_id, content_hash }: Approval, member = two, idempotencyKey?: string) =>
  member.call(
    approvalApprove,
    { approval_id, content_hash, google_code: await member.code() },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

async function available(ownerId = merchant.merchant_id, coin = 'USDP', purpose = 'main'): Promise<bigint> {
  const rows = await app.sql<{ available: string }>(
    'select available from ledger.account where owner_id = $1 and coin = $2 and purpose = $3',
    [ownerId, coin, purpose],
  );
  return BigInt(rows[0]?.available ?? 0);
}

const postingsOf = (approval_id: string) => app.sql('select type, serial_number from ledger.posting where posting_id = $1', [approval_id]);
const sums = () => app.sql('select coin, sum(available + frozen + pending)::text as sum from ledger.account group by coin');

describe('a manual posting', () => {
  it('increases a balance when a second person approves it, and is seen by the party', async () => {
    const entered = await enter();
    expect(entered).toMatchObject({
      kind: 'ledger.manual_posting',
      owner_id: merchant.merchant_id,
      reason: 'Came by wire',
      state: 'pending',
    });
    expect(Object.fromEntries(entered.facts.map(({ name, value }) => [name, value]))).toEqual({
      owner_id: String(merchant.merchant_id),
      name: merchant.name,
      amount: '+12.50 USDP',
      against: 'bank',
      serial_number: entered.serial_number,
    });
    expect(await available()).toBe(0n);
    const bank = await available(1, 'USDP', 'bank');
    await app.sql('delete from change');

    expect(await approve(entered)).toMatchObject({ code: 200 });

    expect(await available()).toBe(1250n);
    expect(await available(1, 'USDP', 'bank')).toBe(bank - 1250n);
    expect(await shown(entered.approval_id, false)).toMatchObject({ state: 'approved', decided_by: { staff_id: two.staffId } });
    const { list } = dataOf(await app.call(assetFlowQuery, {}, { token: merchant.token }));
    expect(list).toMatchObject([
      {
        serial_number: entered.serial_number,
        transaction_type: 'adjustment_increase',
        transaction_number: '12.50',
        available_before_number: '0.00',
        available_after_number: '12.50',
        charge: '0.00',
      },
    ]);
    expect(dataOf(await app.call(assetQuery, {}, { token: merchant.token })).list).toMatchObject([
      { coin_name: 'USDP', available_asset: '12.50' },
    ]);
    const [noted] = await app.sql<{ note: string }>(`select note::text as note from change where note not like '%own_audit%'`);
    expect(JSON.parse(noted?.note ?? '')).toMatchObject({ merchants: [[merchant.merchant_id, ['balances']]] });
    const detail = { posting_owner_id: merchant.merchant_id, posting_id: entered.approval_id };
    const posting = dataOf(await two.call(ledgerPostingDetail, detail));
    expect(posting).toMatchObject({
      mac_state: 'valid',
      transaction_type: 'adjustment_increase',
      entries: [{ owner_id: 1 }, { owner_id: merchant.merchant_id }],
    });
    expect(JSON.parse(posting.note ?? '')).toEqual({ reason: 'Came by wire', entered_by: one.staffId, approved_by: two.staffId });
    const log = await app.sql(`select action, actor from audit_log where owner_id = $1 and actor_kind = 'operator' order by sequence`, [
      merchant.merchant_id,
    ]);
    expect(log).toEqual([
      { action: 'approval.enter', actor: String(one.staffId) },
      { action: 'approval.approve', actor: String(two.staffId) },
    ]);
  });

  it('decreases a balance, of a wallet user as of a merchant', async () => {
    const user = await makeUser(app);
    await fund(app, user.user_id, 'USDP', '20.00');
    const issued = await available(1, 'USDP', 'issuance');
    const entered = await enter({ owner_id: user.user_id, direction: 'decrease', amount: '20', against: 'issuance' });
    expect(entered.facts).toContainEqual({ name: 'amount', value: '-20.00 USDP' });
    expect(await approve(entered)).toMatchObject({ code: 200 });
    expect(await available(user.user_id)).toBe(0n);
    expect(await available(1, 'USDP', 'issuance')).toBe(issued + 2000n);
    expect(await postingsOf(entered.approval_id)).toEqual([{ type: 'adjustment_decrease', serial_number: entered.serial_number }]);
  });

  it("gives back collected fees from the party's own stripe, which verification takes for what it is", async () => {
    const stripe = 1 + (merchant.merchant_id % 16);
    await fund(app, stripe, 'USDP', '3.00', 'fees');
    const before = await breaksOf(app);
    expect(await approve(await enter({ against: 'fees', amount: '3' }))).toMatchObject({ code: 200 });
    expect(await available(stripe, 'USDP', 'fees')).toBe(0n);
    expect(await breaksOf(app)).toEqual(before);
  });

  it('opens the account of a crypto coin, which no market stands for', async () => {
    await fund(app, (await makeUser(app)).user_id, 'USDT', '1');
    const entered = await enter({ coin_name: 'USDT', amount: '0.000001' });
    expect(await available(merchant.merchant_id, 'USDT')).toBe(0n);
    expect(await approve(entered)).toMatchObject({ code: 200 });
    expect(await available(merchant.merchant_id, 'USDT')).toBe(1n);
  });

  it('enters no crypto coin for a wallet user, whose wallet would not show it, and takes away what is there', async () => {
    const { user_id: owner_id } = await makeUser(app);
    expect(await ask({ owner_id, coin_name: 'USDT', amount: '1' })).toMatchObject({ msg: 'market_not_enabled' });
    await fund(app, owner_id, 'USDT', '1');
    expect(await ask({ owner_id, coin_name: 'USDT', amount: '1' })).toMatchObject({ msg: 'market_not_enabled' });
    expect(await approve(await enter({ owner_id, coin_name: 'USDT', amount: '1', direction: 'decrease' }))).toMatchObject({ code: 200 });
    expect(await available(owner_id, 'USDT')).toBe(0n);
  });

  it.each<[string, Partial<Asked>, string, string | undefined]>([
    ['a party that is not there', { owner_id: 39_999_999 }, 'not_found', undefined],
    ['the provider', { owner_id: 1 }, 'not_found', undefined],
    ['a coin that is not there', { coin_name: 'NONE' }, 'coin_unknown', undefined],
    ['an amount finer than the coin', { amount: '0.001' }, 'invalid_input', 'may have at most 2 decimal places'],
    ['an amount beyond what one posting carries', { amount: '1000000000000001' }, 'invalid_input', 'is too large'],
    ['nothing', { amount: '0.00' }, 'amount_below_minimum', undefined],
    ['a market that the party has not enabled', { coin_name: 'VNDT' }, 'market_not_enabled', undefined],
    ['more than there is', { direction: 'decrease', amount: '0.01' }, 'insufficient_balance', undefined],
    ['more than the reward pool holds', { against: 'reward_pool', amount: '900000' }, 'provider_balance_short', undefined],
  ])('is not entered for %s', async (_, wishes, msg, problem) => {
    const before = await app.sql('select count(*)::int as n from approval');
    const answer = await ask(wishes);
    expect(answer).toMatchObject({ msg });
    if (problem !== undefined) expect(answer.data).toMatchObject({ fields: [{ field: 'amount', problem }] });
    expect(await app.sql('select count(*)::int as n from approval')).toEqual(before);
  });

  it('wants a reason, and a role that may enter or approve it', async () => {
    expect(await ask({ reason: '  ' })).toMatchObject({ msg: 'invalid_input' });
    const [support, auditor] = [await makeStaff(app, 'support'), await makeStaff(app, 'auditor')];
    for (const member of [support, auditor]) expect(await ask({}, member)).toMatchObject({ msg: 'staff_not_allowed' });
    const entered = await enter();
    for (const member of [support, auditor]) expect(await approve(entered, member)).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await available()).toBe(0n);
  });

  it('is not approved by who entered it, as something else than was shown, or by a member who was suspended', async () => {
    const entered = await enter();
    expect(await approve(entered, one)).toMatchObject({ msg: 'approval_own' });
    expect(await approve({ ...entered, content_hash: 'f'.repeat(64) })).toMatchObject({ msg: 'approval_changed' });
    const changed = await enter();
    await app.sql(`update approval set content = replace(content, '12.50', '99.50') where approval_id = $1`, [changed.approval_id]);
    expect(await approve(changed)).toMatchObject({ msg: 'approval_changed' });
    expect(await approve(await shown(changed.approval_id))).toMatchObject({ msg: 'approval_changed' });
    const moved = await enter();
    await app.sql('update approval set owner_id = $2 where approval_id = $1', [moved.approval_id, (await makeMerchant(app)).merchant_id]);
    expect(await approve(moved)).toMatchObject({ msg: 'approval_changed' });
    await app.sql(`update staff set status = 'suspended' where staff_id = $1`, [two.staffId]);
    expect(await approve(entered)).toMatchObject({ msg: 'unauthenticated' });
    expect(await available()).toBe(0n);
    for (const { approval_id } of [entered, changed, moved]) expect(await postingsOf(approval_id)).toEqual([]);
  });

  it('is made once, however often it is approved, and never once it was rejected', async () => {
    const entered = await enter();
    const key = 'approve-once-0123456789';
    expect(await approve(entered, two, key)).toMatchObject({ code: 200 });
    expect(await approve(entered, two, key)).toMatchObject({ code: 42110 });
    expect(await approve(entered)).toMatchObject({ msg: 'approval_decided' });
    expect(await available()).toBe(1250n);
    const rejected = await enter();
    expect(await two.call(approvalReject, { approval_id: rejected.approval_id, remark: 'No such wire' })).toMatchObject({ code: 200 });
    expect(await approve(rejected)).toMatchObject({ msg: 'approval_decided' });
    expect(await available()).toBe(1250n);
  });

  it('takes reward funds of a wallet user back into the pool, so that the account can be closed', async () => {
    const user = await makeUser(app);
    await fund(app, user.user_id, 'USDP', '3.70', 'reward');
    const back: Partial<Asked> = { owner_id: user.user_id, direction: 'take_reward_back', amount: '3.70', against: 'reward_pool' };
    for (const against of ['bank', 'fees'] as const)
      expect(await ask({ ...back, against })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'against' }] } });
    expect(await ask({ ...back, owner_id: merchant.merchant_id })).toMatchObject({ msg: 'not_found' });
    expect(await ask({ ...back, amount: '3.71' })).toMatchObject({ msg: 'insufficient_balance' });
    expect(await ask({ ...back, coin_name: 'VNDT' })).toMatchObject({ msg: 'market_not_enabled' });
    const [pool, before] = [await available(1, 'USDP', 'reward_pool'), await breaksOf(app)];
    const [first, second] = [await enter(back), await enter(back)];
    expect(first.facts).toContainEqual({ name: 'reward', value: '-3.70 USDP' });
    expect(first.facts).toContainEqual({ name: 'against', value: 'reward_pool' });
    expect(await approve(first)).toMatchObject({ code: 200 });
    expect(await approve(second)).toMatchObject({ msg: 'insufficient_balance' });
    expect(await available(user.user_id, 'USDP', 'reward')).toBe(0n);
    expect(await available(1, 'USDP', 'reward_pool')).toBe(pool + 370n);
    const { list } = dataOf(await app.call(walletRecordQuery, {}, { payerToken: user.token }));
    expect(list[0]).toMatchObject({ transaction_type: 'adjustment_decrease', purpose: 'reward', transaction_number: '-3.70' });
    expect(await breaksOf(app)).toEqual(before);
  });

  it('is refused when there is too little as it is approved, stays pending, and is made when there is enough', async () => {
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    const [first, second] = [await enter({ direction: 'decrease', amount: '6' }), await enter({ direction: 'decrease', amount: '6' })];
    expect(await approve(first)).toMatchObject({ code: 200 });
    expect(await approve(second)).toMatchObject({ msg: 'insufficient_balance' });
    expect(await shown(second.approval_id)).toMatchObject({ state: 'pending', decidable: true });
    expect(await postingsOf(second.approval_id)).toEqual([]);
    expect(await available()).toBe(400n);
    await fund(app, merchant.merchant_id, 'USDP', '2.00');
    expect(await approve(second)).toMatchObject({ code: 200 });
    expect(await available()).toBe(0n);
  });

  it("is refused when the provider's account holds too little as it is approved", async () => {
    await fund(app, 1, 'USDP', '5.00', 'reward_pool');
    const pool = Number(await available(1, 'USDP', 'reward_pool')) / 100;
    const all = { against: 'reward_pool', amount: pool.toFixed(2) } as const;
    const [first, second] = [await enter(all), await enter(all)];
    expect(await approve(first)).toMatchObject({ code: 200 });
    expect(await approve(second)).toMatchObject({ msg: 'provider_balance_short' });
    expect(await available(1, 'USDP', 'reward_pool')).toBe(0n);
  });

  it('takes no more than there is when many are approved at once', async () => {
    await fund(app, merchant.merchant_id, 'USDP', '10.00');
    const entered = [];
    for (let n = 0; n < 4; n += 1) entered.push(await enter({ direction: 'decrease', amount: '4' }));
    const approvers = await Promise.all(entered.map(() => makeStaff(app, 'finance')));
    const answers = await Promise.all(entered.map((approval, n) => approve(approval, approvers[n])));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['insufficient_balance', 'insufficient_balance', 'ok', 'ok']);
    expect(await available()).toBe(200n);
  });

  it.skipIf(onCluster)('is lost and doubled by no crash: whatever ends the transaction leaves neither approval nor posting', async () => {
    const entered = await enter();
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from ledger.account where owner_id = $1 and purpose = 'main' for update`, [merchant.merchant_id]);
    const asked = approve(entered);
    // It has locked the approval and waits for the account.
    await eventually(async () => {
      const ended = await app.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'purser operator' and datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(ended).toHaveLength(1);
    });
    expect((await asked).code).not.toBe(200);
    await holder.end();
    expect(await shown(entered.approval_id)).toMatchObject({ state: 'pending' });
    expect(await postingsOf(entered.approval_id)).toEqual([]);
    expect(await available()).toBe(0n);
    expect(await approve(entered)).toMatchObject({ code: 200 });
    expect(await postingsOf(entered.approval_id)).toHaveLength(1);
    expect(await available()).toBe(1250n);
  });
});

describe('many manual postings', () => {
  it('leave every coin at zero and each balance where a plain sum has it, whatever is entered and approved', async () => {
    const user = await makeUser(app, { markets: ['USD', 'CNY'] });
    const step = fc.record({
      of: fc.constantFrom<'merchant' | 'user'>('merchant', 'user'),
      coin: fc.constantFrom('USDP', 'CNYT'),
      // Most of them can be done: the reward pool and the fees have little to give.
      direction: fc.constantFrom('increase', 'increase', 'decrease'),
      against: fc.constantFrom('issuance', 'bank', 'issuance', 'bank', 'reward_pool', 'fees'),
      cents: fc.integer({ min: 0, max: 400 }),
      again: fc.boolean(),
    });
    const held = new Map<string, number>();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 14 }), async (steps) => {
        for (const { of, coin, cents, again, direction, against } of steps) {
          const owner_id = of === 'merchant' ? merchant.merchant_id : user.user_id;
          const amount = (cents / 100).toFixed(2);
          const entered = await ask({ owner_id, coin_name: coin, direction: direction as 'increase', against: against as 'bank', amount });
          if (entered.code !== 200) continue;
          const approval = await shown(entered.data.approval_id);
          expect(await approve(approval)).toMatchObject({ code: 200 });
          if (again) expect(await approve(approval)).toMatchObject({ msg: 'approval_decided' });
          const key = `${owner_id} ${coin}`;
          held.set(key, (held.get(key) ?? 0) + (direction === 'increase' ? cents : -cents));
          made += 1;
        }
        for (const { sum } of await sums()) expect(sum).toBe('0');
        for (const [key, cents] of held) {
          const [owner = '', coin = ''] = key.split(' ');
          expect(await available(Number(owner), coin)).toBe(BigInt(cents));
        }
      }),
      { numRuns: 6 },
    );
    expect(made).toBeGreaterThan(10);
  }, 120_000);

  it('are proven against what was approved, by verification', async () => {
    const [kept, forged, undone] = [await enter(), await enter(), await enter()];
    for (const approval of [kept, forged, undone]) expect(await approve(approval)).toMatchObject({ code: 200 });
    const found = async () =>
      (await breaksOf(app)).filter(({ check }) => check === RECONCILE_CHECKS.adjustment).map(({ where }) => where.split(' ').at(-1));
    expect(await found()).toEqual([]);
    // Somebody with every right in the database says that another approved it, and lets one be as if it had never been approved.
    await app.sql('update approval set decided_by = $2 where approval_id = $1', [
      forged.approval_id,
      (await makeStaff(app, 'admin')).staffId,
    ]);
    await app.sql('delete from approval where approval_id = $1', [undone.approval_id]);
    expect(new Set(await found())).toEqual(new Set([forged.approval_id, undone.approval_id]));
    await app.sql(`update approval set content = replace(content, '12.50', '99.50') where approval_id = $1`, [kept.approval_id]);
    expect(await found()).toContain(kept.approval_id);
  });
});
