import { decidingCall, resultOf, type Decision, type DecidingCall, type ReviewedOrder } from '@purser/console-kit/review-dialog';
import { reviewDecide, WAITS_FOR_STAFF } from '@purser/contract/features/review';
import { useMemo } from 'react';
import { decidingOf } from '../../shared/deciding.tsx';
import { LISTS_OF_KINDS } from '../../shared/lists-of-kinds.ts';
import { keyOf, type ReviewRow, whichOf } from './api.ts';
import { useT, type T } from './texts.ts';

/** Staff decide what waits for them. */
export function isWaiting({ kind, status }: Pick<ReviewRow, 'kind' | 'status'>): boolean {
  return kind !== 'user_withdrawal' && WAITS_FOR_STAFF[kind] === status;
}

/** Reasons that come up again and again. */
const REASONS = ['notArrived', 'amountDiffers', 'accountDiffers', 'unclear', 'duplicate'] as const;

/** Deciding may change anything of a party's money. */
export const { useDecide, WithDeciding } = decidingOf<ReviewRow>(() => {
  const t = useT();
  return useMemo(
    () => ({
      orderOf: (row, decision) => orderOf(row, decision, t),
      callsOf: (_, why) => callsOf(why, t),
      words: () => ({ approve: { warning: t('reviews.approveWarning') }, reject: { warning: t('reviews.rejectWarning') } }),
      reasons: REASONS.map((reasonKey) => t(`reviews.reason.${reasonKey}`)),
    }),
    [t],
  );
}, ['review', 'approval', 'party', 'ledger', 'overview']);

/** @param approving why something is approved that wants two people */
function callsOf(approving: string, t: T): Record<Decision, DecidingCall> {
  const call = (decision: Decision): DecidingCall =>
    decidingCall(reviewDecide, {
      contentsOf: (keys, reason) => ({ orders: keys.map(whichOf), decision, reason: decision === 'reject' ? reason : approving }),
      resultsOf: ({ results }) =>
        results.map((result) => ({
          ...resultOf(keyOf(result), result),
          note: result.approval_id === null ? undefined : t('reviews.entered'),
        })),
    });
  return { approve: call('approve'), reject: call('reject') };
}

function orderOf(row: ReviewRow, decision: Decision, t: T): ReviewedOrder {
  const figure = (label: string, amount: string, coin: string, strong = false) => ({ label, amount, coin, strong });
  const exchanged =
    row.other_coin !== null && row.other_amount !== null ? [figure(t('reviews.exchanged'), row.other_amount, row.other_coin)] : [];
  return {
    key: keyOf(row),
    name: `${row.serial_number} · ${row.owner_name}`,
    list: LISTS_OF_KINDS[row.kind],
    facts: [
      { label: t('reviews.kindTitle'), value: t(`reviews.kind.${row.kind}`) },
      { label: t('reviews.owner'), value: `${row.owner_name} (${row.owner_id})` },
      { label: t('field.serialNumber'), value: row.serial_number },
    ],
    figures:
      decision === 'approve'
        ? [
            figure(t('field.amount'), row.amount, row.coin_name, true),
            figure(t('field.handlingFee'), row.handling_fee, row.coin_name),
            figure(t('field.settlementAmount'), row.settlement_amount, row.coin_name),
            ...exchanged,
          ]
        : [figure(t('field.amount'), row.amount, row.coin_name, true)],
  };
}
