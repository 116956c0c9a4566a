import { feeAccount, mainAccount, providerAccount } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import { usdtWithdrawalMachine } from '@purser/contract/review';
import { posting } from '@purser/ledger/posting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../platform/database/tx.ts';
import { refuse, Refusal } from '../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant } from '../platform/testing/parties.ts';
import {
  type Move,
  moveReviewOrders,
  type NewReviewOrder,
  type ReviewOrder,
  reviewKind,
  reviewPosting,
  submitReviewOrder,
} from './review-order.ts';

/** A kind with every sort of event: what holds money, pays it out, gives it back, and moves nothing. */
const told: string[] = [];
const kind = reviewKind({
  kind: 'usdt_withdrawal',
  machine: usdtWithdrawalMachine,
  posting: (order, event) => {
    const { coin, amount, fee, settlement } = order;
    const main = mainAccount(Number(order.owner_id), coin);
    switch (event) {
      case 'submit':
        return posting(reviewPosting(order, event), 'transfer', [
          { account: main, available: -amount },
          { account: providerAccount(coin, 'reward_pool'), available: amount },
        ]);
      case 'settle':
        return posting(reviewPosting(order, event), 'transfer', [
          { account: providerAccount(coin, 'reward_pool'), available: -amount },
          { account: providerAccount(coin, 'bank'), available: settlement },
          { account: feeAccount(coin, Number(order.owner_id)), available: fee },
        ]);
      case 'reject':
      case 'cancel':
      case 'refund':
        return posting(reviewPosting(order, event), 'transfer', [
          { account: providerAccount(coin, 'reward_pool'), available: -amount },
          { account: main, available: amount },
        ]);
      default:
        return undefined;
    }
  },
  check: async (_, moved) => moved.map(({ order }) => (order.note === 'stopped' ? refuse('merchant_suspended') : undefined)),
  tells: async (_, __, moved) => told.push(...moved.map(({ order, event }) => `${event} ${order.status}`)),
});

let app: TestApp;
let owner: number;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  owner = (await makeMerchant(app)).merchant_id;
  await fund(app, owner, 'USDP', '100.00');
});
afterAll(() => app.close());

const BY = { kind: 'operator', id: '1001', name: 'Ada' } as const;

function draft(amount: bigint, more: Partial<NewReviewOrder> = {}): NewReviewOrder {
  const money = { coin: 'USDP', amount, fee: 1n, settlement: amount - 1n, fee_bp: 50 };
  return { owner_id: BigInt(owner), kind: 'usdt_withdrawal', status: 'pending_review', review_mode: 'manual', ...money, ...more };
}

function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return app.platform.db.systemTransaction(work);
}

function submit(amount: bigint, more?: Partial<NewReviewOrder>): Promise<ReviewOrder> {
  return inTransaction((tx) => submitReviewOrder(tx, app.platform, kind, draft(amount, more)));
}

async function move(...moves: Pick<Move, 'serialNumber' | 'event'>[]): Promise<string[]> {
  const asked = moves.map((one): Move => ({ ownerId: owner, by: BY, ...(one.event === 'reject' ? { remark: 'no' } : {}), ...one }));
  const results = await inTransaction((tx) => moveReviewOrders(tx, app.platform, kind, asked));
  return results.map((result) => (result instanceof Refusal ? result.outcome : result.status));
}

async function available(): Promise<bigint> {
  const [balance] = await balancesOf(app.platform.db.system, owner, ['USDP']);
  return balance?.available_minor ?? 0n;
}

describe('an order under review', () => {
  it('is made with its posting, and both are gone when there is not enough', async () => {
    const before = await available();
    const order = await submit(1_000n);
    expect(order).toMatchObject({ status: 'pending_review', amount: 1_000n, serial_number: expect.stringMatching(/^WC/) });
    expect(before - (await available())).toBe(1_000n);
    await expect(submit(1_000_000n, { order_id: 'too much' })).rejects.toMatchObject({ outcome: 'insufficient_balance' });
    const { rows } = await app.platform.db.system.query(`select from review_order where order_id = 'too much'`);
    expect(rows).toHaveLength(0);
  });

  it('goes its way, with who decided, and no step twice', async () => {
    const before = await available();
    const { serial_number: serialNumber } = await submit(500n);
    told.length = 0;
    expect(await move({ serialNumber, event: 'settle' })).toEqual(['review_decided']);
    expect(await move({ serialNumber, event: 'approve' })).toEqual(['approved']);
    expect(await move({ serialNumber, event: 'approve' })).toEqual(['review_decided']);
    expect(await move({ serialNumber, event: 'reject' })).toEqual(['review_decided']);
    expect(await move({ serialNumber, event: 'fail' }, { serialNumber, event: 'fail' })).toEqual(['failed', 'review_decided']);
    expect(await move({ serialNumber, event: 'refund' })).toEqual(['refunded']);
    expect(await available()).toBe(before);
    expect(told).toEqual(['approve approved', 'fail failed', 'refund refunded']);
    const { rows } = await app.platform.db.system.query<ReviewOrder>('select * from review_order where serial_number = $1', [serialNumber]);
    expect(rows[0]).toMatchObject({ audit: 'Ada', reviewer_kind: 'operator', reviewer_id: '1001', remark: '' });
    expect(rows[0]?.audit_time).toBeInstanceOf(Date);
  });

  it('is told to the consoles of its owner, once for all that was moved', async () => {
    const orders = [await submit(100n), await submit(200n)];
    const [last] = await app.sql<{ sequence: string }>('select coalesce(max(sequence), 0) as sequence from change');
    await move(...orders.map(({ serial_number: serialNumber }) => ({ serialNumber, event: 'approve' as const })));
    const notes = await app.sql<{ note: string }>('select note from change where sequence > $1', [last?.sequence]);
    expect(notes.map(({ note }) => (JSON.parse(note) as { merchants: unknown }).merchants)).toEqual([[[owner, ['reviews', 'balances']]]]);
  });

  it('is decided on its own: what is refused disturbs no neighbour', async () => {
    const before = await available();
    const good = await submit(100n);
    const stopped = await submit(200n, { note: 'stopped' });
    const other = await submit(300n);
    const results = await move(
      { serialNumber: stopped.serial_number, event: 'reject' },
      { serialNumber: 'WC00000000000000', event: 'reject' },
      { serialNumber: good.serial_number, event: 'reject' },
      { serialNumber: other.serial_number, event: 'cancel' },
    );
    expect(results).toEqual(['merchant_suspended', 'order_unknown', 'rejected', 'cancelled']);
    expect(before - (await available())).toBe(200n);
  });

  it('belongs to its owner and its kind', async () => {
    const { serial_number: serialNumber } = await submit(100n);
    const stranger: Move = { ownerId: owner + 1, serialNumber, event: 'approve', by: BY };
    const results = await inTransaction((tx) => moveReviewOrders(tx, app.platform, kind, [stranger]));
    expect(results).toEqual([expect.objectContaining({ outcome: 'order_unknown' })]);
    const ofAnother = { ...kind, kind: 'fiat_withdrawal' } as const;
    const again = await inTransaction((tx) => moveReviewOrders(tx, app.platform, ofAnother, [{ ...stranger, ownerId: owner }]));
    expect(again).toEqual([expect.objectContaining({ outcome: 'order_unknown' })]);
  });

  it('is decided once by two who decide at the same moment', async () => {
    const before = await available();
    const { serial_number: serialNumber } = await submit(100n);
    const results = await Promise.all([move({ serialNumber, event: 'cancel' }), move({ serialNumber, event: 'reject' })]);
    expect(results.flat().toSorted()).toEqual([expect.stringMatching(/^(cancelled|rejected)$/), 'review_decided']);
    expect(await available()).toBe(before);
  });
});
