import { describe, expect, it } from 'vitest';
import type { ReviewDetail } from './api.ts';
import { happenedTo } from './happened.ts';

const [made, decided, updated] = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-04T15:00:00.000Z'];

/** What happened to an order after it was submitted: each step's words, its time and its tone. */
function stepsOf(
  order: Partial<ReviewDetail['order']>,
  waits_for: ReviewDetail['waits_for'] = null,
  approvals: readonly Partial<ReviewDetail['approvals'][number]>[] = [],
) {
  const whole = { create_time: made, audit: 'Anna', audit_time: decided, update_time: updated, remark: '', submitted_by: '', ...order };
  const t = (key: string, said?: object): string => [key.replace(/^reviews\./, ''), ...Object.values(said ?? {})].join(' ');
  const [, ...steps] = happenedTo({ order: whole, approvals, waits_for } as unknown as ReviewDetail, t as never);
  return steps.map(({ text, time, tone, why }) => [text, time, tone, ...(why ? [why] : [])]);
}

const APPROVED = ['happened.decided status.approved Anna', decided, 'success'];

it.each([
  ['settled', 'success'],
  ['paid_out', 'success'],
  ['failed', 'danger'],
  ['refunded', undefined],
] as const)('one that is %s since was approved by whoever did, and went on by nobody that is named', (status, tone) => {
  expect(stepsOf({ status })).toEqual([APPROVED, [`status.${status}`, updated, tone]]);
});

it('why money came back stands with its return', () => {
  expect(stepsOf({ status: 'returned', remark: 'account closed' })).toEqual([
    APPROVED,
    ['status.returned', updated, 'warning', 'account closed'],
  ]);
});

it('one that a rule approved names nobody', () => {
  expect(stepsOf({ status: 'settled', audit: '' })).toEqual([
    ['status.approved', decided, 'success'],
    ['status.settled', updated, 'success'],
  ]);
});

it('a decision is of whoever made it, when they did', () => {
  expect(stepsOf({ status: 'approved' })).toEqual([APPROVED]);
  expect(stepsOf({ status: 'rejected', remark: 'unclear' })).toEqual([
    ['happened.decided status.rejected Anna', decided, 'danger', 'unclear'],
  ]);
  expect(stepsOf({ status: 'cancelled', audit: '', audit_time: null })).toEqual([['status.cancelled', updated, undefined]]);
});

it('one that waits has no end yet', () => {
  const undecided = { audit: '', audit_time: null };
  expect(stepsOf({ status: 'pending_review', ...undecided }, 'staff')).toEqual([['happened.waiting.staff', null, undefined]]);
  expect(stepsOf({ status: 'paid', ...undecided })).toEqual([['status.paid', null, undefined]]);
});

describe('an approval for a second person', () => {
  const UNDECIDED = { status: 'pending_review', audit: '', audit_time: null, update_time: made } as const;
  const [entered, over, expires] = ['2026-03-02T09:10:00.000Z', '2026-03-02T09:20:00.000Z', '2026-03-05T09:10:00.000Z'];
  const approval = (of: Partial<ReviewDetail['approvals'][number]>) => ({
    entered_by: { staff_id: 1, name: 'Fang' },
    reason: '',
    create_time: entered,
    expires_at: expires,
    decided_by: null,
    decided_time: null,
    remark: '',
    ...of,
  });
  const IN = ['happened.entered Fang', entered, undefined];

  it('that waits is what the order waits for', () => {
    expect(stepsOf(UNDECIDED, 'staff', [approval({ state: 'pending' })])).toEqual([IN, ['happened.waiting.second', null, undefined]]);
  });

  it.each([
    [
      'was rejected',
      { state: 'rejected', decided_by: { staff_id: 2, name: 'Ada' }, decided_time: over, remark: 'Call' },
      ['happened.secondRejected Ada', over, 'warning', 'Call'],
    ],
    ['was taken back', { state: 'withdrawn', decided_time: over }, ['happened.takenBack Fang', over, 'warning']],
    ['ran out', { state: 'expired' }, ['happened.ranOut Fang', expires, 'warning']],
  ] as const)('that %s says so, and the order waits for staff again', (_what, of, told) => {
    expect(stepsOf(UNDECIDED, 'staff', [approval(of)])).toEqual([IN, told, ['happened.waiting.staff', null, undefined]]);
  });

  it('is told with why it was entered', () => {
    const [told] = stepsOf(UNDECIDED, 'staff', [approval({ state: 'pending', reason: 'Called them' })]);
    expect(told).toEqual([...IN, 'Called them']);
  });

  it('that ended with the order ends with nothing of its own', () => {
    const rejected = ['happened.decided status.rejected Anna', decided, 'danger'];
    expect(stepsOf({ status: 'rejected' }, null, [approval({ state: 'withdrawn', decided_time: decided })])).toEqual([IN, rejected]);
    expect(stepsOf({ status: 'rejected' }, null, [approval({ state: 'expired' })])).toEqual([IN, rejected]);
    const before = approval({ state: 'withdrawn', decided_time: over });
    expect(stepsOf({ status: 'rejected' }, null, [before])).toEqual([IN, ['happened.takenBack Fang', over, 'warning'], rejected]);
  });
});
