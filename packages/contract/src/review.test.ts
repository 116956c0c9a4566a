import { describe, expect, it } from 'vitest';
import type { Machine } from './machine.ts';
import { isFinal, next } from './machine.ts';
import {
  adjustmentMachine,
  fiatWithdrawalMachine,
  HOLDING_STATES,
  REVIEW_KINDS,
  REVIEW_STATES,
  type ReviewKind,
  usdtRechargeMachine,
  usdtWithdrawalMachine,
  userWithdrawalMachine,
} from './review.ts';

/** Each table once more, by hand: a change of a machine must be meant twice. */
const CELLS: Record<ReviewKind, [unknown, readonly string[], Record<string, Record<string, string>>]> = {
  user_withdrawal: [
    userWithdrawalMachine,
    ['approve', 'reject', 'cancel'],
    { pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' }, approved: {}, rejected: {}, cancelled: {} },
  ],
  usdt_recharge: [
    usdtRechargeMachine,
    ['approve', 'reject', 'cancel'],
    { pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' }, approved: {}, rejected: {}, cancelled: {} },
  ],
  usdt_withdrawal: [
    usdtWithdrawalMachine,
    ['approve', 'reject', 'cancel', 'settle', 'fail', 'retry', 'refund'],
    {
      pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
      approved: { settle: 'settled', fail: 'failed' },
      failed: { retry: 'approved', refund: 'refunded' },
      settled: {},
      refunded: {},
      rejected: {},
      cancelled: {},
    },
  ],
  fiat_withdrawal: [
    fiatWithdrawalMachine,
    ['approve', 'reject', 'cancel', 'pay_out', 'return'],
    {
      pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
      approved: { pay_out: 'paid_out', return: 'returned' },
      paid_out: { return: 'returned' },
      returned: {},
      rejected: {},
      cancelled: {},
    },
  ],
  adjustment: [
    adjustmentMachine,
    ['pay', 'release', 'take_back', 'appeal', 'approve', 'reject'],
    {
      created: { pay: 'paid', release: 'completed', take_back: 'cancelled' },
      paid: { release: 'completed', take_back: 'cancelled', appeal: 'appeal' },
      appeal: { approve: 'completed', reject: 'cancelled' },
      completed: {},
      cancelled: {},
    },
  ],
};

const cells = Object.entries(CELLS).flatMap(([kind, [machine, events, table]]) =>
  Object.entries(table).flatMap(([state, row]) => events.map((event) => ({ kind, machine, state, event, after: row[event] }))),
);

describe('orders under review', () => {
  it.each(cells)('$kind: $state, $event: $after', ({ machine, state, event, after }) => {
    expect(next(machine as Machine<string, string>, state, event)).toBe(after);
  });

  it('has a table for each kind, of the states that there are', () => {
    expect(Object.keys(CELLS).toSorted()).toEqual([...REVIEW_KINDS].toSorted());
    for (const [machine, , table] of Object.values(CELLS)) {
      expect(Object.keys((machine as Machine<string, string>).transitions).toSorted()).toEqual(Object.keys(table).toSorted());
    }
    const used = new Set(Object.values(CELLS).flatMap(([, , table]) => Object.keys(table)));
    expect([...used].toSorted()).toEqual([...REVIEW_STATES].toSorted());
  });

  it('ends with a rejection, and a rejection ends it', () => {
    for (const [machine] of Object.values(CELLS).filter(([, events]) => events.includes('cancel'))) {
      expect(isFinal(machine as Machine<string, string>, 'rejected')).toBe(true);
    }
  });
});

it('money is held only in states that somebody can move an order out of', () => {
  for (const kind of REVIEW_KINDS) {
    const machine = CELLS[kind][0] as Machine<string, string>;
    for (const state of HOLDING_STATES[kind]) expect(isFinal(machine, state), `${kind} ${state}`).toBe(false);
  }
});
