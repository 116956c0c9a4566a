import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { reviewDecide } from '@purser/contract/features/review';
import type { ReviewEvent, ReviewKind } from '@purser/contract/review';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveReviewOrders } from '../domain/review-order.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';
import { ask } from './testing/orders/ask.ts';
import { Corner } from './testing/orders/corner.ts';
import { balancesOf, expectNoDeadlock, judge } from './testing/orders/judge.ts';
import type { ModelOrder } from './testing/orders/model.ts';
import type { Of, Operation } from './testing/orders/operations.ts';
import { makeCorner, openMarkets } from './testing/orders/parties.ts';

/** Decisions on one order at the same moment, over connections of their own: one of them holds, and the money moves once. */

const ROUNDS = 12;

let app: TestApp;
let fang: TestStaff;
let ada: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openMarkets(app);
  [fang, ada] = [await makeStaff(app, 'finance', { name: 'Fang' }), await makeStaff(app, 'admin', { name: 'Ada' })];
});
afterAll(() => app.close());

/** Parties with money, and what becomes of it. */
async function corner(): Promise<{ of: Corner; proven: () => Promise<void> }> {
  const of = new Corner(app, await makeCorner(app), new Map());
  const before = await balancesOf(app, of);
  for (const [account, { available }] of before) of.floors.give(account, available);
  return { of, proven: () => judge(of, before) };
}

let numbers = 0;

/** A new order of the second merchant, for 5.00 of the first user. */
async function make(of: Corner, kind: ReviewKind): Promise<ModelOrder> {
  numbers += 1;
  const common = { owner: 1, user: 0, usdt: false, cents: 500, odd: 0, txid: numbers, pending: true };
  if (kind === 'user_withdrawal') await of.perform({ what: 'withdraw', asked: [{ merchant: 1, user: 0, cents: 500 }] });
  else await ask(of, { what: 'ask', kind, ...common });
  return [...of.orders.values()].at(-1) as ModelOrder;
}

const moveOf = (kind: ReviewKind, event: ReviewEvent, by: '1001' | '1002' = '1001'): Exclude<Operation, { what: 'ask' }> => ({
  what: 'move',
  kind,
  moves: [{ which: 0, event, stranger: false, by }],
});
const cancelOf = (kind: Exclude<ReviewKind, 'adjustment'>): Of<'cancel'> => ({ what: 'cancel', kind, owner: 1, which: [0] });

describe('two who decide at once', () => {
  it.each(['user_withdrawal', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] as const)(
    '%s: of two approvals, a rejection and its cancelling one holds',
    async (kind) => {
      const { of, proven } = await corner();
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = await make(of, kind);
        const all = [moveOf(kind, 'approve'), cancelOf(kind), moveOf(kind, 'reject'), moveOf(kind, 'approve', '1002')];
        await Promise.all([...all.slice(round % 4), ...all.slice(0, round % 4)].map((one) => of.perform(one)));
        expect(order.steps).toHaveLength(1);
      }
      await proven();
    },
  );

  it('adjustment: of releasing, taking back and an appeal one holds', async () => {
    const { of, proven } = await corner();
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await make(of, 'adjustment');
      const all = [moveOf('adjustment', 'release'), moveOf('adjustment', 'take_back'), { what: 'appeal', which: 0, user: 0 } as const];
      await Promise.all([...all.slice(round % 3), ...all.slice(0, round % 3)].map((one) => of.perform(one)));
      expect(order.steps).toHaveLength(1);
    }
    await proven();
  });

  it('an appeal is decided once', async () => {
    const { of, proven } = await corner();
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await make(of, 'adjustment');
      await of.perform({ what: 'appeal', which: 0, user: 0 });
      await Promise.all(['approve', 'reject', 'release', 'approve'].map((event) => of.perform(moveOf('adjustment', event as ReviewEvent))));
      expect(order.steps).toHaveLength(2);
    }
    await proven();
  });

  it('what was approved leaves once: sent, failed or returned', async () => {
    const { of, proven } = await corner();
    for (let round = 0; round < ROUNDS; round += 1) {
      await make(of, 'usdt_withdrawal');
      await make(of, 'fiat_withdrawal');
      for (const kind of ['usdt_withdrawal', 'fiat_withdrawal'] as const) await of.perform(moveOf(kind, 'approve'));
      await Promise.all([
        of.perform({ what: 'settle', which: 0, by: '1002', txid: 2 * round }),
        of.perform({ what: 'settle', which: 0, by: '1003', txid: 2 * round + 1 }),
        of.perform(moveOf('usdt_withdrawal', 'fail')),
        ...['pay_out', 'return', 'pay_out', 'return'].map((event) => of.perform(moveOf('fiat_withdrawal', event as ReviewEvent))),
      ]);
    }
    await proven();
  });

  it('never wait for each other in a circle', () => expectNoDeadlock(app));
});

describe('an approval and a suspension at once', () => {
  it.each([
    ['user_withdrawal', 'payee_suspended', `update wallet_user set status = $2 where user_id = $1`],
    ['usdt_recharge', 'recharge_owner_suspended', `update merchant set status = $2 where merchant_id = $1`],
  ] as const)('%s: it is approved before, or refused after', async (name, outcome, update) => {
    const { of } = await corner();
    const kind = REVIEW_ORDER_KINDS.find((one) => one.kind === name);
    if (!kind) throw new Error(`there is no kind ${name}`);
    const whom = name === 'user_withdrawal' ? of.users[0]?.id : of.merchants[1]?.id;
    const suspend = (status: 'suspended' | 'normal') => app.sql(update, [whom, status]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await make(of, name);
      const move = {
        ownerId: order.owner,
        serialNumber: order.serial,
        event: 'approve',
        by: { kind: 'operator', id: '1', name: 'Ada' },
      } as const;
      const approve = async () => {
        const [result] = await app.platform.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, kind, [move]));
        return result instanceof Refusal ? result.outcome : result?.status;
      };
      const [first] = round % 2 === 0 ? await Promise.all([approve(), suspend('suspended')]) : await suspendedFirst(approve, suspend);
      expect(['approved', outcome]).toContain(first);
      // Whoever asks once the suspension is through is refused.
      expect(await approve()).toBe(first === 'approved' ? 'review_decided' : outcome);
      const [{ made } = { made: '' }] = await app.sql<{ made: string }>(
        `select count(*)::text as made from ledger.posting where owner_id = $1 and serial_number = $2 and type = 'review_approved'`,
        [order.owner, order.serial],
      );
      expect(made).toBe(first === 'approved' ? '1' : '0');
      await suspend('normal');
    }
  });
});

async function suspendedFirst<Result>(
  approve: () => Promise<Result>,
  suspend: (status: 'suspended') => Promise<unknown>,
): Promise<[Result]> {
  const suspended = suspend('suspended');
  const result = await approve();
  await suspended;
  return [result];
}

describe('the bound above which two people approve', () => {
  const KIND = 'fiat_withdrawal';
  const setBound = (amount: number) =>
    app.sql(
      `insert into review_bound (coin, kind, sequence, amount)
       select 'USDP', $1, max(sequence) + 1, $2 from review_bound where coin = 'USDP' and kind = $1`,
      [KIND, amount],
    );
  const approveAs = async (member: TestStaff, { owner: owner_id, serial: serial_number }: ModelOrder) => {
    const orders = [{ owner_id, serial_number }];
    const asked = { orders, decision: 'approve', reason: 'Called them', google_code: await member.code() } as const;
    return dataOf(await member.call(reviewDecide, asked)).results[0];
  };
  const statusOf = async ({ owner, serial }: ModelOrder) =>
    (await app.sql<{ status: string }>('select status from review_order where owner_id = $1 and serial_number = $2', [owner, serial]))[0]
      ?.status;

  it('is lowered while an order is approved: it holds for it, or it does not', async () => {
    const { of } = await corner();
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      await setBound(10_000);
      const order = await make(of, KIND);
      const [result] = await Promise.all([approveAs(fang, order), setBound(100)]);
      expect(['ok', 'step_required']).toContain(result?.msg);
      expect(await statusOf(order)).toBe(result?.msg === 'ok' ? 'approved' : 'pending_review');
      expect(await approveAs(fang, await make(of, KIND))).toMatchObject({ msg: 'step_required' });
    }
  });

  it('is kept by two who approve at once, and by a second person while the owner cancels', async () => {
    const { of } = await corner();
    await setBound(100);
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const order = await make(of, KIND);
      const both = await Promise.all([approveAs(fang, order), approveAs(ada, order)]);
      expect(both.map((result) => result?.msg).toSorted()).toEqual(['review_waits_for_second', 'step_required']);
      const [entered, second] = both[0]?.approval_id != null ? [both[0], ada] : [both[1], fang];
      const { list } = dataOf(await second.call(approvalList, { state: 'pending', page_size: 100 }));
      const { approval_id = '', content_hash = '' } = list.find((one) => one.approval_id === entered?.approval_id) ?? {};
      const google_code = await second.code();
      const [approved] = await Promise.all([
        second.call(approvalApprove, { approval_id, content_hash, google_code }),
        of.perform(cancelOf(KIND)),
      ]);
      const cancelled = order.steps.length === 1;
      expect(approved.msg).toBe(cancelled ? 'review_decided' : 'ok');
      expect(await statusOf(order)).toBe(cancelled ? 'cancelled' : 'approved');
    }
  });
});
