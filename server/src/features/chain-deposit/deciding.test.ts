import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import {
  chainDepositCredit,
  chainDepositDetail,
  chainDepositQuery,
  chainDepositSetAside,
  chargeArriving,
} from '@purser/contract/features/chain-deposit';
import { chargeQueryAddress, quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import type { TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { enterCredited } from '../usdt-recharge/testing/recharge.ts';
import { statusOf } from './command.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

let world: DepositWorld;
let finance: TestStaff;
let second: TestStaff;
beforeAll(async () => {
  world = await makeDepositWorld();
  [finance, second] = await Promise.all([
    makeStaff(world.app, 'finance', { name: 'Ada' }),
    makeStaff(world.app, 'finance', { name: 'Ben' }),
  ]);
});
afterAll(() => world.close());
beforeEach(async () => {
  const { app } = world;
  // What one person credits: 1,000.00 CNYT.
  await app.sql(`update review_bound set amount = 100000 where coin = 'CNYT' and kind = 'usdt_recharge'`);
  await app.sql('delete from blocked_address');
  await app.sql(`update coin set is_on = true where code in ('CNYT', 'USDT')`);
  await app.sql(`update coin_rate set coin = 'CNYT' where rate = 7.1`);
});

/** 60 USDT are below the minimum of 100: 426.00 − 0.86 in CNYT. */
const SMALL = 60_000_000n;
const CREDITED = 42_514n;

/** A merchant with one deposit that is held. */
async function held(amount = SMALL, before: (merchant: TestMerchant) => Promise<unknown> = async () => undefined) {
  const { anvil, token } = world;
  const { merchant, address } = await world.makeDepositor();
  await before(merchant);
  await anvil.mint(token, address, amount);
  await anvil.mine(4);
  await world.look();
  return { merchant, which: await whichOf(merchant) };
}
async function whichOf({ merchant_id: owner_id }: TestMerchant) {
  const { list } = dataOf(await finance.call(chainDepositQuery, { owner_id }));
  return { owner_id, deposit_id: list[0]?.deposit_id ?? '' };
}
const rowOf = async (merchant: TestMerchant) => dataOf(await finance.call(chainDepositQuery, { owner_id: merchant.merchant_id })).list[0];
type Which = Awaited<ReturnType<typeof whichOf>>;
const credit = async (which: Which, member = finance) =>
  member.call(chainDepositCredit, { ...which, reason: 'They asked for it', google_code: await member.code() });
const setAside = async (which: Which) =>
  finance.call(chainDepositSetAside, { ...which, reason: 'Stolen?', google_code: await finance.code() });
const waiting = async (which: Which) =>
  dataOf(await second.call(approvalList, { state: 'pending', page_size: 100 })).list.find(
    ({ owner_id, kind }) => owner_id === which.owner_id && kind === 'chain_deposit.credit',
  );
async function approve(which: Which, member = second) {
  const found = await waiting(which);
  const { approval_id = '', content_hash = '' } = found ?? {};
  return member.call(approvalApprove, { approval_id, content_hash, google_code: await member.code() });
}
/** As after the time in which a reason is not looked at again. */
const later = () => world.app.sql(`update chain_deposit set settled_at = now() - interval '1 hour' where state in ('held', 'set_aside')`);
const suspended = ({ merchant_id }: TestMerchant) =>
  world.app.sql(`update merchant set status = 'suspended' where merchant_id = $1`, [merchant_id]);
const actsOf = async ({ merchant_id }: TestMerchant) => {
  const rows = await world.app.sql<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log where owner_id = $1 and actor_kind = 'operator' order by sequence`,
    [merchant_id],
  );
  return rows;
};

describe('a deposit below the minimum', () => {
  it('is credited by one person as the watcher would, and by the watcher no more', async () => {
    const { merchant, which } = await held();
    expect(dataOf(await finance.call(chainDepositDetail, which))).toMatchObject({
      credit: {
        coin_name: 'CNYT',
        amount: '426.00',
        settlement_amount: '425.14',
        rate: '7.1',
        despite: ['below_minimum'],
        bound: '1000.00',
        needs_two: false,
      },
      refused: null,
      waits: null,
    });
    const { serial_number, approval_id } = dataOf(await credit(which));
    expect(approval_id).toBeNull();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    expect(await rowOf(merchant)).toMatchObject({
      state: 'credited',
      held: null,
      serial_number,
      decided_by: 'Ada',
      remark: 'They asked for it',
    });
    const { list } = dataOf(await world.app.call(quickRechargeQuery, {}, { token: merchant.token }));
    expect(list).toMatchObject([{ order_no: serial_number, status: 'approved', trade_count: '60.000000' }]);
    expect(await actsOf(merchant)).toMatchObject([
      {
        action: 'chain_deposit.credit',
        details: { serial_number, despite: ['below_minimum'], amount: '60.000000', reason: 'They asked for it' },
      },
    ]);
    await later();
    await world.look();
    expect(await credit(which)).toMatchObject({ msg: 'deposit_settled' });
    expect(await setAside(which)).toMatchObject({ msg: 'deposit_settled' });
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('is credited once by many who do so at once, the watcher among them', async () => {
    const { merchant, which } = await held();
    // Nothing holds it any more: the watcher credits it as well.
    await world.app.sql(`insert into merchant_terms (merchant_id, coin, usdt_recharge_minimum) values ($1, 'CNYT', 1)`, [which.owner_id]);
    const members = await Promise.all([1, 2, 3].map(() => makeStaff(world.app, 'finance')));
    await later();
    const answers = await Promise.all([...members.map((member) => credit(which, member)), world.look()]);
    expect(answers.filter((answer) => typeof answer === 'object' && answer.msg === 'ok')).toHaveLength(1);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    expect(await world.app.sql('select count(*)::int as n from review_order where owner_id = $1', [merchant.merchant_id])).toEqual([
      { n: 1 },
    ]);
  });

  it('is left to the watcher by whoever comes after it, and to who decides by the watcher', async () => {
    const { merchant, which } = await held(60_000_000n);
    const { anvil, token } = world;
    const { address } = (await rowOf(merchant)) ?? {};
    await credit(which);
    await anvil.mint(token, address as `0x${string}`, 60_000_000n);
    await anvil.mine(4);
    await world.look();
    // What was credited is not counted towards the minimum of what comes after.
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }, { state: 'held', reason: 'below_minimum' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('a deposit beyond what one person credits', () => {
  it('is entered, and credited as the second person approves it', async () => {
    await world.app.sql(`update review_bound set amount = 42599 where coin = 'CNYT' and kind = 'usdt_recharge'`);
    const { merchant, which } = await held();
    const { serial_number, approval_id } = dataOf(await credit(which));
    expect(serial_number).toBeNull();
    expect(await world.balanceOf(merchant)).toBe(0n);
    expect(dataOf(await second.call(chainDepositDetail, which))).toMatchObject({
      waits: { approval_id, entered_by: { name: 'Ada' } },
      credit: { needs_two: true },
    });
    expect(await credit(which, second)).toMatchObject({ msg: 'review_waits_for_second' });
    const facts = Object.fromEntries((await waiting(which))?.facts.map(({ name, value }) => [name, value]) ?? []);
    expect(facts).toMatchObject({
      usdt: '60.000000 USDT',
      foreseen: '425.14 CNYT',
      beyond_review: '426.00 CNYT > 425.99 CNYT',
      despite: 'below_minimum',
    });
    expect(await approve(which, finance)).toMatchObject({ msg: 'approval_own' });
    expect(await approve(which)).toMatchObject({ code: 200 });
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    expect(await rowOf(merchant)).toMatchObject({ state: 'credited', decided_by: 'Ben', remark: 'They asked for it' });
    expect((await actsOf(merchant)).map(({ action }) => action)).toEqual(['approval.enter', 'approval.approve']);
  });

  it('of a blocked sender always wants two, and not for another reason than was entered', async () => {
    const { app } = world;
    const block = (merchant: TestMerchant) =>
      app.sql(
        `insert into blocked_address (address, reason, blocked_by, blocked_by_name) select sender, 'Stolen', 1, 'Ada' from chain_deposit where owner_id = $1`,
        [merchant.merchant_id],
      );
    const { merchant, which } = await held(100_000_000n, suspended);
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant.merchant_id]);
    await block(merchant);
    const { approval_id } = dataOf(await credit(which));
    expect(approval_id).not.toBeNull();
    await app.sql(`update merchant set recharge_configuration = '{1}' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await approve(which)).toMatchObject({ msg: 'deposit_changed' });
    await app.sql(`update merchant set recharge_configuration = '{1,2}' where merchant_id = $1`, [merchant.merchant_id]);
    expect(await approve(which)).toMatchObject({ code: 200 });
    expect(await world.balanceOf(merchant)).toBe(70_858n);
  });

  it('is not credited by an approval once the watcher has credited it', async () => {
    const { app } = world;
    await app.sql(`update review_bound set amount = 1 where coin = 'CNYT' and kind = 'usdt_recharge'`);
    const { merchant, which } = await held(100_000_000n, suspended);
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant.merchant_id]);
    await credit(which);
    await later();
    await world.look();
    expect(await rowOf(merchant)).toMatchObject({ state: 'credited', decided_by: null });
    expect(await approve(which)).toMatchObject({ msg: 'deposit_settled' });
    expect(await world.balanceOf(merchant)).toBe(70_858n);
  });
});

describe('a deposit that is set aside', () => {
  it('is not credited by itself, still shown to its owner, and credited when staff say so', async () => {
    const { app } = world;
    const { merchant, which } = await held(100_000_000n, suspended);
    expect(await setAside(which)).toMatchObject({ data: { state: 'set_aside' } });
    expect(await setAside(which)).toMatchObject({ msg: 'deposit_set_aside' });
    expect(await statusOf(app.platform)).toMatch(/ERC20: .*, [1-9]\d* set aside/);
    await app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant.merchant_id]);
    await later();
    await world.look();
    expect(await rowOf(merchant)).toMatchObject({ state: 'set_aside', held: 'suspended', decided_by: 'Ada', remark: 'Stolen?' });
    expect(dataOf(await app.call(chargeArriving, {}, { token: merchant.token })).list).toMatchObject([{ held: 'suspended' }]);
    expect(await world.balanceOf(merchant)).toBe(0n);
    expect(await credit(which)).toMatchObject({ code: 200 });
    expect(await world.balanceOf(merchant)).toBe(70_858n);
    expect((await actsOf(merchant)).map(({ action }) => action)).toEqual(['chain_deposit.set_aside', 'chain_deposit.credit']);
  });

  it('takes back what waits for a second person', async () => {
    await world.app.sql(`update review_bound set amount = 1 where coin = 'CNYT' and kind = 'usdt_recharge'`);
    const { merchant, which } = await held();
    await credit(which);
    const entered = await waiting(which);
    await setAside(which);
    expect(await waiting(which)).toBeUndefined();
    const { approval_id = '', content_hash = '' } = entered ?? {};
    expect(await second.call(approvalApprove, { approval_id, content_hash, google_code: await second.code() })).toMatchObject({
      msg: 'approval_decided',
    });
    expect(await world.balanceOf(merchant)).toBe(0n);
  });
});

describe('a coin that is off', () => {
  it('is passed over: what is sent comes in the first of the owner’s coins that is on, as they are told', async () => {
    const { merchant, which } = await held(100_000_000n, () => world.app.sql(`update coin set is_on = false where code = 'CNYT'`));
    expect(await rowOf(merchant)).toMatchObject({ ...which, state: 'credited', held: null });
    const address = await world.app.call(chargeQueryAddress, { network: 'ERC20' }, { token: merchant.token });
    expect(dataOf(address).coin_name).toBe('USDT');
    const { list } = dataOf(await world.app.call(quickRechargeQuery, {}, { token: merchant.token }));
    expect(list).toMatchObject([{ abbreviation: 'USDT', trade_count: '100.000000' }]);
  });

  it('has whoever was shown it look again: nothing is credited in another coin unseen', async () => {
    const { merchant, which } = await held();
    const shown = async () => dataOf(await finance.call(chainDepositDetail, which)).credit?.coin_name;
    const creditIn = async (coin_name: string) =>
      finance.call(chainDepositCredit, { ...which, coin_name, reason: 'They asked for it', google_code: await finance.code() });
    expect(await shown()).toBe('CNYT');
    await world.app.sql(`update coin set is_on = false where code = 'CNYT'`);
    expect(await creditIn('CNYT')).toMatchObject({ msg: 'deposit_changed' });
    expect(await rowOf(merchant)).toMatchObject({ state: 'held', held: 'below_minimum' });
    expect(await world.app.sql('select from review_order where owner_id = $1', [merchant.merchant_id])).toEqual([]);
    expect(await shown()).toBe('USDT');
    expect(await creditIn('USDT')).toMatchObject({ code: 200 });
  });
});

describe('what stands against it', () => {
  it.each<[string, string, (merchant: TestMerchant) => Promise<unknown>]>([
    ['deposit_owner_suspended', 'suspended', suspended],
    ['deposit_without_coin', 'no_coin', () => world.app.sql(`update coin set is_on = false where code in ('CNYT', 'USDT')`)],
    ['deposit_without_rate', 'no_rate', () => world.app.sql(`update coin_rate set coin = 'USDP' where coin = 'CNYT'`)],
    [
      'deposit_not_creditable',
      'amount',
      ({ merchant_id }) =>
        world.app.sql(
          `insert into merchant_terms (merchant_id, coin, usdt_recharge_fee_bp) values ($1, 'CNYT', 10000)
           on conflict (merchant_id, coin) do update set usdt_recharge_fee_bp = 10000`,
          [merchant_id],
        ),
    ],
  ])('is refused as %s, and changes nothing', async (outcome, reason, before) => {
    const { merchant, which } = await held(100_000_000n, before);
    expect(await rowOf(merchant)).toMatchObject({ state: 'held', held: reason });
    expect(dataOf(await finance.call(chainDepositDetail, which))).toMatchObject({ credit: null, refused: reason });
    expect(await credit(which)).toMatchObject({ msg: outcome });
    expect(await rowOf(merchant)).toMatchObject({ state: 'held', held: reason });
    expect(await world.balanceOf(merchant)).toBe(0n);
  });

  it('is that its TXID was entered by hand and credited', async () => {
    const { merchant, which } = await held(100_000_000n, suspended);
    const [{ txid } = { txid: '' }] = [await rowOf(merchant)].flatMap((row) => (row ? [{ txid: row.txid }] : []));
    await world.app.sql(`update merchant set status = 'normal' where merchant_id = $1`, [merchant.merchant_id]);
    await enterCredited(world.app, merchant.merchant_id, txid);
    expect(dataOf(await finance.call(chainDepositDetail, which))).toMatchObject({ credit: null, refused: 'told_by_hand' });
    expect(await credit(which)).toMatchObject({ msg: 'deposit_told_by_hand' });
    expect(await world.balanceOf(merchant)).toBe(0n);
  });

  it('is that there is no such deposit, also of another owner', async () => {
    const [{ which }, { merchant }] = [await held(), await held()];
    const foreign = { ...which, owner_id: merchant.merchant_id };
    expect(await credit(foreign)).toMatchObject({ msg: 'deposit_unknown' });
    expect(await setAside({ ...which, deposit_id: 'none' })).toMatchObject({ msg: 'deposit_unknown' });
    expect(await finance.call(chainDepositDetail, foreign)).toMatchObject({ msg: 'deposit_unknown' });
  });

  it('is a wrong code, a missing reason, or a role that decides nothing', async () => {
    const { merchant, which } = await held();
    const right = await finance.code();
    const google_code = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect(await finance.call(chainDepositCredit, { ...which, reason: 'x', google_code })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await finance.call(chainDepositCredit, { ...which, reason: ' ', google_code: right })).toMatchObject({ msg: 'invalid_input' });
    expect(await credit(which, await makeStaff(world.app, 'support'))).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await world.balanceOf(merchant)).toBe(0n);
  });
});
