import type { ReviewState } from '@purser/contract/review';
import { REVIEW_TONES } from '../../shared/order-tones.ts';
import { isPastDecision, type ReviewDetail } from './api.ts';
import type { T } from './texts.ts';

interface Happened {
  readonly key: string;
  readonly text: string;
  /** Null for what is yet to come. */
  readonly time: string | null;
  readonly tone?: 'success' | 'danger' | 'warning' | undefined;
  readonly why?: string;
}

/** Which colour a state gives its step; what is neither good nor bad has none. */
function toneOf(status: ReviewState): Happened['tone'] {
  const tone = REVIEW_TONES[status];
  return tone === 'neutral' || tone === 'info' ? undefined : tone;
}

/** What happened to an order, in order, and what it waits for. */
export function happenedTo(detail: ReviewDetail, t: T): Happened[] {
  const { order, approvals, waits_for } = detail;
  const submitted: Happened = { key: 'submitted', text: t('reviews.happened.submitted'), time: order.create_time, why: order.submitted_by };
  const entered = approvals.flatMap((one): Happened[] => {
    const out = outcomeOf(one, detail, t);
    return [
      {
        key: `${one.approval_id} in`,
        text: t('reviews.happened.entered', { name: one.entered_by.name }),
        time: one.create_time,
        why: one.reason,
      },
      ...(out ? [{ key: `${one.approval_id} out`, tone: 'warning' as const, ...out }] : []),
    ];
  });
  const waits = waits_for === 'staff' && approvals.some(({ state }) => state === 'pending') ? 'second' : waits_for;
  return [
    submitted,
    ...entered,
    ...(waits === null ? endOf(order, t) : [{ key: 'waiting', text: t(`reviews.happened.waiting.${waits}`), time: null }]),
  ];
}

/** How an approval came to nothing. With the order's decision it is over as well, which is no step of its own. */
function outcomeOf(
  { state, entered_by, decided_by, decided_time, expires_at, remark }: ReviewDetail['approvals'][number],
  { order, waits_for }: Pick<ReviewDetail, 'order' | 'waits_for'>,
  t: T,
): Pick<Happened, 'text' | 'time' | 'why'> | undefined {
  if (state === 'rejected')
    return { text: t('reviews.happened.secondRejected', { name: decided_by?.name ?? '' }), time: decided_time, why: remark };
  if (state !== 'withdrawn' && state !== 'expired') return undefined;
  const time = state === 'expired' ? expires_at : (decided_time ?? expires_at);
  if (waits_for === null && time >= (order.audit_time ?? order.update_time)) return undefined;
  return { text: t(state === 'expired' ? 'reviews.happened.ranOut' : 'reviews.happened.takenBack', { name: entered_by.name }), time };
}

/** The decision on an order that waits for nobody, and what became of it since, which nobody is named for. */
function endOf({ status, audit, audit_time, update_time, remark }: ReviewDetail['order'], t: T): Happened[] {
  const text = t(`reviews.status.${status}`);
  // Of an adjustment that is paid, the user has nothing yet.
  if (status === 'paid') return [{ key: 'waiting', text, time: null }];
  const decided = (to: ReviewState): Happened => {
    const state = t(`reviews.status.${to}`);
    return {
      key: 'decided',
      text: audit === '' ? state : t('reviews.happened.decided', { status: state, name: audit }),
      time: audit_time ?? update_time,
      tone: toneOf(to),
    };
  };
  if (!isPastDecision(status)) return [{ ...decided(status), why: remark }];
  return [decided('approved'), { key: status, text, time: update_time, tone: toneOf(status), why: remark }];
}
