import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { reviewDecide, reviewDetail, reviewExport, reviewQuery } from '@purser/contract/features/review';
import type { InputOf } from '@purser/contract/call';
import { balancesOf } from '@purser/ledger/accounts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { untilWaiting } from '../../platform/testing/lock-waits.ts';
import { fund, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { reviewAndApprovalRoutes, submitOrder } from './testing/kinds.ts';

/** Orders under review, decided by staff. In these tests one person approves up to 100.00 USDP. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let owner: number;

beforeAll(async () => {
  app = await createTestApp({
    routes: reviewAndApprovalRoutes,
  });
  [one, two] = [await makeStaff(app, 'finance', { name: 'Fang' }), await makeStaff(app, 'admin', { name: 'Ada' })];
  owner = (await makeMerchant(app, { name: 'Harbour' })).merchant_id;
  await fund(app, owner, 'USDP', '100000.00');
  await app.sql(`update review_bound set amount = 10000 where coin = 'USDP'`);
});
afterAll(() => app.close());

type Decide = Omit<InputOf<typeof reviewDecide>, 'google_code' | 'orders'>;
const whichOf = ({ owner_id, serial_number }: ReviewOrder) => ({ owner_id: Number(owner_id), serial_number });
async function decide(orders: readonly ReviewOrder[], input: Decide, member = one) {
  const answer = await member.call(reviewDecide, { orders: orders.map(whichOf), ...input, google_code: await member.code() });
  return dataOf(answer).results;
}
const approve = (...orders: ReviewOrder[]) => decide(orders, { decision: 'approve' });
const reject = (...orders: ReviewOrder[]) => decide(orders, { decision: 'reject', reason: 'No such account' });
const detail = async (order: ReviewOrder, member = one) => dataOf(await member.call(reviewDetail, whichOf(order)));
const statusOf = async (order: ReviewOrder) => (await detail(order)).order.status;
const available = async () => (await balancesOf(app.platform.db.system, owner, ['USDP']))[0]?.available_minor ?? 0n;
const waiting = async () => dataOf(await two.call(approvalList, { state: 'pending', page_size: 100 })).list;
async function approveSecond(approval_id: string | null | undefined, member = two) {
  const content_hash = (await waiting()).find((approval) => approval.approval_id === approval_id)?.content_hash ?? '0'.repeat(64);
  return member.call(approvalApprove, { approval_id: approval_id ?? '', content_hash, google_code: await member.code() });
}

describe('an order that waits for staff', () => {
  it('is listed with whose it is, the oldest first where that is asked for, and is gone from there once it is decided', async () => {
    const [first, second] = [await submitOrder(app, owner, 1_000n), await submitOrder(app, owner, 2_000n, { kind: 'usdt_recharge' })];
    const asked = { waits_for: 'staff', sort_order: 'asc', page_size: 100 } as const;
    const listed = async () => dataOf(await one.call(reviewQuery, asked)).list.map(({ serial_number }) => serial_number);
    expect((await listed()).slice(-2)).toEqual([first.serial_number, second.serial_number]);
    const { list } = dataOf(await one.call(reviewQuery, { serial_number: first.serial_number }));
    expect(list).toMatchObject([
      {
        owner_id: owner,
        owner_type: 'merchant',
        owner_name: 'Harbour',
        kind: 'fiat_withdrawal',
        amount: '10.00',
        settlement_amount: '9.99',
      },
    ]);
    expect(await approve(first)).toMatchObject([{ code: 200, status: 'approved', approval_id: null }]);
    expect(await reject(second)).toMatchObject([{ code: 200, status: 'rejected' }]);
    expect(await listed()).not.toContain(first.serial_number);
    const decided = dataOf(await one.call(reviewQuery, { owner_id: owner, status: 'rejected', kind: 'usdt_recharge' })).list;
    expect(decided).toMatchObject([{ serial_number: second.serial_number, audit: 'Fang', remark: 'No such account' }]);
  });

  it('of a wallet user is named by their nickname, and found by its transaction', async () => {
    const { user_id } = await makeUser(app, { nick: 'Bình' });
    await submitOrder(app, user_id, 300n, { kind: 'usdt_recharge', txid: 'abc', network: 'TRC20' });
    expect(dataOf(await one.call(reviewQuery, { txid: 'abc' })).list).toMatchObject([
      { owner_id: user_id, owner_type: 'user', owner_name: 'Bình', network: 'TRC20' },
    ]);
    expect(dataOf(await one.call(reviewQuery, { order_id: 'nothing' })).list).toEqual([]);
  });

  it('is shown with who owns it, what it moved and whether one person approves it', async () => {
    const order = await submitOrder(app, owner, 10_001n, { order_id: 'W-1', note: 'Rent' });
    const shown = await detail(order);
    expect(shown).toMatchObject({
      order: { serial_number: order.serial_number, note: 'Rent', submitted_by: 'shop', fee_rate: '0.80', order_id: 'W-1' },
      waits_for: 'staff',
      bound: '100.00',
      needs_two: true,
      approvals: [],
      evidence: [],
    });
    expect(shown.postings).toMatchObject([{ transaction_type: 'review_submitted' }]);
    expect(await one.call(reviewDetail, { ...whichOf(order), serial_number: 'WF0' })).toMatchObject({ msg: 'order_unknown' });
  });
});

describe('deciding', () => {
  it('moves the money once, and gives it back with a reason', async () => {
    const before = await available();
    const [kept, returned] = [await submitOrder(app, owner, 500n), await submitOrder(app, owner, 700n)];
    expect(before - (await available())).toBe(1_200n);
    await approve(kept);
    expect(await approve(kept)).toMatchObject([{ msg: 'review_decided', status: null }]);
    expect(await reject(kept)).toMatchObject([{ msg: 'review_decided' }]);
    await reject(returned);
    expect(before - (await available())).toBe(500n);
    expect((await detail(kept)).postings.map(({ transaction_type }) => transaction_type)).toEqual(['review_submitted', 'review_approved']);
  });

  it('wants a reason for a rejection, and changes nothing without one', async () => {
    const order = await submitOrder(app, owner, 500n);
    const answer = await one.call(reviewDecide, {
      orders: [whichOf(order)],
      decision: 'reject',
      reason: ' ',
      google_code: await one.code(),
    });
    expect(answer).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'reason' }] } });
    expect(await statusOf(order)).toBe('pending_review');
  });

  it('decides each order on its own: what is refused disturbs no neighbour', async () => {
    const order = await submitOrder(app, owner, 500n);
    const [settled] = [await submitOrder(app, owner, 500n)];
    await approve(settled);
    const ofMerchant = await submitOrder(app, owner, 500n);
    await app.sql(`update review_order set kind = 'user_withdrawal' where serial_number = $1`, [ofMerchant.serial_number]);
    const unknown = { ...order, serial_number: 'WF0' };
    expect((await decide([settled, order, unknown, ofMerchant, order], { decision: 'approve' })).map(({ msg }) => msg)).toEqual([
      'review_decided',
      'ok',
      'order_unknown',
      'review_of_merchant',
      'review_decided',
    ]);
    expect(await statusOf(ofMerchant)).toBe('pending_review');
  });

  it('tells of an order whose posting the ledger refuses that it was not done, beside one that was', async () => {
    const order = await submitOrder(app, owner, 500n);
    const other = (await makeMerchant(app, { markets: ['CNY'] })).merchant_id;
    // Its money was never set aside, and nobody else's of its coin was.
    await app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
       values ($1, 'WFEMPTY', 'fiat_withdrawal', 'pending_review', 'manual', 'CNYT', 100, 1, 99, 80)`,
      [other],
    );
    const empty = { ...order, owner_id: BigInt(other), serial_number: 'WFEMPTY' };
    expect(await approve(empty, order)).toMatchObject([
      { serial_number: 'WFEMPTY', msg: 'insufficient_balance', status: null, approval_id: null },
      { serial_number: order.serial_number, msg: 'ok', status: 'approved' },
    ]);
    expect(await statusOf(empty)).toBe('pending_review');
    expect(await app.sql(`select from audit_log where owner_id = $1 and action = 'review.approve'`, [other])).toEqual([]);
  });

  it('is asked of two at once and done by one of them', async () => {
    const order = await submitOrder(app, owner, 500n);
    const before = await available();
    const both = await Promise.all([approve(order), decide([order], { decision: 'reject', reason: 'No' }, two)]);
    expect(
      both
        .flat()
        .map(({ msg }) => msg)
        .toSorted(),
    ).toEqual(['ok', 'review_decided']);
    const after = await statusOf(order);
    expect((await available()) - before).toBe(after === 'rejected' ? 500n : 0n);
  });

  it('stands in the audit log of each owner and of the provider, with who did it and why', async () => {
    const other = (await makeMerchant(app)).merchant_id;
    await fund(app, other, 'USDP', '10.00');
    const orders = [await submitOrder(app, owner, 500n), await submitOrder(app, owner, 500n), await submitOrder(app, other, 500n)];
    await reject(...orders);
    const entries = await app.sql<{ owner_id: string; actor: string; details: { done: string[]; reason: string } }>(
      `select distinct on (owner_id) owner_id, actor, action, details from audit_log where action = 'review.reject' order by owner_id, sequence desc`,
    );
    const done = (ownerId: number) => entries.find(({ owner_id }) => Number(owner_id) === ownerId)?.details.done.toSorted();
    const numbers = orders.map(({ serial_number }) => serial_number);
    expect(done(owner)).toEqual(numbers.slice(0, 2).toSorted());
    expect(done(other)).toEqual(numbers.slice(2));
    expect(done(1)).toEqual(numbers.toSorted());
    expect(entries.every(({ actor, details }) => actor === String(one.staffId) && details.reason === 'No such account')).toBe(true);
  });

  // Nodes lock one owner's orders at a time.
  it.skipIf(onCluster)('takes as few statements for a thousand orders as for one', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, () => submitOrder(app, owner, 100n)));
    const others = await submitMany(1_000 - orders.length);
    const [order, recharge] = [await submitOrder(app, owner, 100n), await submitOrder(app, owner, 100n, { kind: 'usdt_recharge' })];
    const few = await statementsOf(() => approve(order, recharge));
    const many = await statementsOf(() => approve(...orders, ...others));
    expect(many.result.map(({ msg }) => msg)).toEqual(Array.from({ length: 1_000 }, () => 'ok'));
    expect(few.count).toBeGreaterThan(8);
    expect(many.count).toBe(few.count);
  });
});

/** Orders of many owners, put straight into the table: their money waits nowhere, so they are recharges. */
async function submitMany(count: number): Promise<ReviewOrder[]> {
  const owners = await Promise.all(Array.from({ length: 5 }, () => makeMerchant(app)));
  const ids = owners.map(({ merchant_id }) => merchant_id);
  return app.sql<ReviewOrder & Record<string, unknown>>(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
     select ($1::bigint[])[1 + n % 5], 'RCMANY' || n, 'usdt_recharge', 'pending_review', 'manual', 'USDP', 100, 1, 99, 100
     from generate_series(1, $2) as n returning *`,
    [ids, count],
  );
}

/** How many statements about orders, money and their decisions are sent while something is done. */
async function statementsOf<Result>(work: () => Promise<Result>): Promise<{ count: number; result: Result }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const texts = spy.mock.calls.map(([asked]) => (typeof asked === 'string' ? asked : String((asked as { text?: string }).text)));
    return { count: texts.filter((text) => /review_|ledger\.|audit_|approval/.test(text)).length, result };
  } finally {
    spy.mockRestore();
  }
}

describe('beyond what one person approves', () => {
  it('waits for a second person, who is shown all of it, and is then done once', async () => {
    const order = await submitOrder(app, owner, 10_001n, { address: 'IBAN 1', note: 'Rent' });
    const [entered] = await decide([order], { decision: 'approve', reason: 'Called them' });
    expect(entered).toMatchObject({ code: 6032, msg: 'step_required', status: null });
    expect(await statusOf(order)).toBe('pending_review');
    const approval = (await waiting()).find(({ approval_id }) => approval_id === entered?.approval_id);
    expect(approval).toMatchObject({ kind: 'review.approve', owner_id: owner, reason: 'Called them', decidable: true });
    expect(approval?.facts).toEqual(
      expect.arrayContaining([
        { name: 'name', value: 'Harbour' },
        { name: 'serial_number', value: order.serial_number },
        { name: 'amount', value: '100.01 USDP' },
        { name: 'to_address', value: 'IBAN 1' },
        { name: 'beyond_review', value: '100.01 > 100.00' },
      ]),
    );
    const [noted] = await app.sql<{ details: { entered: string[] } }>(
      `select details from audit_log where owner_id = $1 and action = 'approval.enter' order by sequence desc limit 1`,
      [owner],
    );
    expect(noted?.details.entered).toEqual([order.serial_number]);
    expect(await decide([order], { decision: 'approve' }, two)).toMatchObject([{ msg: 'review_waits_for_second' }]);
    expect(await approveSecond(entered?.approval_id, one)).toMatchObject({ msg: 'approval_own' });
    expect(await statusOf(order)).toBe('pending_review');
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ code: 200 });
    const shown = await detail(order);
    expect(shown).toMatchObject({ order: { status: 'approved', audit: 'Ada' }, waits_for: null });
    expect(shown.approvals).toMatchObject([{ state: 'approved', entered_by: { name: 'Fang' }, decided_by: { name: 'Ada' } }]);
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'approval_decided' });
  });

  it('is approved by one person up to the bound itself, and by two where there is none', async () => {
    expect(await approve(await submitOrder(app, owner, 10_000n))).toMatchObject([{ msg: 'ok' }]);
    await app.sql(`delete from review_bound where coin = 'USDP' and kind = 'fiat_withdrawal'`);
    expect(await approve(await submitOrder(app, owner, 100n))).toMatchObject([{ msg: 'step_required' }]);
    await app.sql(`insert into review_bound (coin, kind, sequence, amount) values ('USDP', 'fiat_withdrawal', 1, 10000)`);
  });

  it('is rejected by one person, and what waited for a second waits no more', async () => {
    const order = await submitOrder(app, owner, 20_000n);
    const [entered] = await approve(order);
    expect(await reject(order)).toMatchObject([{ msg: 'ok', status: 'rejected' }]);
    expect((await waiting()).map(({ approval_id }) => approval_id)).not.toContain(entered?.approval_id);
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'approval_decided' });
    expect((await detail(order)).approvals).toMatchObject([{ state: 'withdrawn' }]);
  });

  it.each([
    ['the amount', 'amount = amount + 1, settlement = settlement + 1'],
    ['where it goes', `address = 'IBAN 2'`],
    ['the bank account', `destination = '{"iban": "2"}'`],
    ['who is given it', 'payee_id = 50000001'],
    ['the rate', 'rate = 2'],
  ])('is refused when %s has changed since it was entered', async (_what, change) => {
    const order = await submitOrder(app, owner, 20_000n, { address: 'IBAN 1', destination: { iban: '1' } });
    const [entered] = await approve(order);
    const before = await available();
    await app.sql(`update review_order set ${change} where serial_number = $1`, [order.serial_number]);
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'review_changed' });
    expect(await statusOf(order)).toBe('pending_review');
    expect(await available()).toBe(before);
  });

  it('is refused when it was cancelled since', async () => {
    const order = await submitOrder(app, owner, 20_000n);
    const [entered] = await approve(order);
    await app.sql(`update review_order set status = 'cancelled' where serial_number = $1`, [order.serial_number]);
    expect(await approveSecond(entered?.approval_id)).toMatchObject({ msg: 'review_decided' });
  });

  // Whoever waits does so on a node.
  it.skipIf(onCluster)('is entered by two at once and waits once', async () => {
    const order = await submitOrder(app, owner, 20_000n);
    // Nobody can enter anything until both have come as far as they can.
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table approval in share mode');
    const asked = Promise.all([approve(order), decide([order], { decision: 'approve' }, two)]);
    await untilWaiting(app, 2);
    await holder.end();
    const messages = (await asked).flat().map(({ msg }) => msg);
    expect(messages.toSorted()).toEqual(['review_waits_for_second', 'step_required']);
    expect((await detail(order)).approvals).toMatchObject([{ state: 'pending' }]);
  });

  it('is entered anew once its time is over', async () => {
    const order = await submitOrder(app, owner, 20_000n);
    const [entered] = await approve(order);
    await app.sql('update approval set expires_at = now() where approval_id = $1', [entered?.approval_id]);
    const [again] = await approve(order);
    expect(again).toMatchObject({ msg: 'step_required' });
    expect(await approveSecond(again?.approval_id)).toMatchObject({ code: 200 });
  });

  it('is entered for many orders at once, each on its own', async () => {
    const orders = [await submitOrder(app, owner, 20_000n), await submitOrder(app, owner, 100n), await submitOrder(app, owner, 30_000n)];
    const results = await approve(...orders);
    expect(results.map(({ msg }) => msg)).toEqual(['step_required', 'ok', 'step_required']);
    expect(new Set(results.map(({ approval_id }) => approval_id)).size).toBe(3);
    expect(await approveSecond(results[2]?.approval_id)).toMatchObject({ code: 200 });
    expect(await Promise.all(orders.map(statusOf))).toEqual(['pending_review', 'approved', 'approved']);
  });
});

describe('what is known of an order from elsewhere', () => {
  const recharge = (note: string) => submitOrder(app, owner, 500n, { kind: 'usdt_recharge', note });

  it('is shown beside the claim, and bears it out or not', async () => {
    expect((await detail(await recharge('not_found'))).evidence).toEqual([{ name: 'account_holder', value: 'not_found', agrees: false }]);
    expect(await approve(await recharge('found'))).toMatchObject([{ msg: 'ok' }]);
  });

  it('is overridden by an admin with a reason and a second person only', async () => {
    const order = await recharge('not_found');
    expect(await detail(order)).toMatchObject({ needs_two: true });
    expect(await approve(order)).toMatchObject([{ msg: 'review_against_evidence' }]);
    expect(await decide([order], { decision: 'approve', reason: 'They called' })).toMatchObject([{ msg: 'review_against_evidence' }]);
    expect(await decide([order], { decision: 'approve' }, two)).toMatchObject([{ msg: 'review_against_evidence' }]);
    const [entered] = await decide([order], { decision: 'approve', reason: 'Seen at the explorer' }, two);
    expect(entered).toMatchObject({ msg: 'step_required' });
    const approval = (await waiting()).find(({ approval_id }) => approval_id === entered?.approval_id);
    expect(approval?.facts).toContainEqual({ name: 'against_evidence', value: 'account_holder' });
    expect(await approveSecond(entered?.approval_id, one)).toMatchObject({ code: 200 });
    expect(await statusOf(order)).toBe('approved');
    // It is rejected by one person, as any other.
    expect(await reject(await recharge('not_found'))).toMatchObject([{ msg: 'ok' }]);
  });
});

describe('who may', () => {
  it.each(['support', 'auditor'] as const)('%s reads and does not decide', async (role) => {
    const member = await makeStaff(app, role);
    const order = await submitOrder(app, owner, 100n);
    expect((await detail(order, member)).order.serial_number).toBe(order.serial_number);
    const input = { orders: [whichOf(order)], decision: 'approve' as const, google_code: await member.code() };
    expect(await member.call(reviewDecide, input)).toMatchObject({ msg: 'staff_not_allowed' });
  });

  it('nobody decides without the code, which leaves everything as it was', async () => {
    const order = await submitOrder(app, owner, 100n);
    const input = { orders: [whichOf(order)], decision: 'approve' as const, google_code: '000000' };
    expect(await one.call(reviewDecide, input)).toMatchObject({ msg: 'wrong_google_code' });
    expect(await statusOf(order)).toBe('pending_review');
  });

  it('decides at most a thousand at once', async () => {
    const orders = Array.from({ length: 1_001 }, (_, n) => ({ owner_id: owner, serial_number: `WF${n}` }));
    const answer = await one.call(reviewDecide, { orders, decision: 'approve', google_code: '000000' });
    expect(answer).toMatchObject({ msg: 'invalid_input' });
  });
});

it('is written as a file, in the words of its reader', async () => {
  const body = JSON.stringify({ format: 'csv', owner_id: owner, status: 'rejected' });
  const headers = headersOf(reviewExport, body, { staffToken: one.token, language: 'vi' });
  const { payload, statusCode } = await app.fastify.inject({ method: 'POST', url: reviewExport.path, headers, payload: body });
  expect(statusCode).toBe(200);
  expect(payload).toContain('từ chối');
  expect(payload).toContain('No such account');
});
