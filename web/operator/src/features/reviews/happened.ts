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
export function happenedTo({ order, approvals, waits_for }: ReviewDetail, t: T): Happened[] {
  const submitted: Happened = { key: 'submitted', text: t('reviews.happened.submitted'), time: order.create_time, why: order.submitted_by };
  const entered = approvals.flatMap((one): Happened[] => [
    { key: `${one.approval_id} in`, text: t('reviews.happened.entered', { name: one.entered_by.name }), time: one.create_time },
    ...(one.state === 'rejected' && one.decided_by
      ? [
          {
            key: `${one.approval_id} out`,
            text: t('reviews.happened.secondRejected', { name: one.decided_by.name }),
            time: one.decided_time,
            tone: 'warning' as const,
            why: one.remark,
          },
        ]
      : []),
  ]);
  return [
    submitted,
    ...entered,
    ...(waits_for === null ? endOf(order, t) : [{ key: 'waiting', text: t(`reviews.happened.waiting.${waits_for}`), time: null }]),
  ];
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
