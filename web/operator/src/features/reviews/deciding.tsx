import {
  decidingCall,
  ReviewDialog,
  type Decision,
  type DecidingCall,
  type Review,
  type ReviewedOrder,
} from '@purser/console-kit/review-dialog';
import { refresh } from '@purser/console-kit/query';
import { reviewDecide, WAITS_FOR_STAFF } from '@purser/contract/features/review';
import { SUCCESS_CODES } from '@purser/contract/success-codes';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { keyOf, type ReviewRow, whichOf } from './api.ts';
import { useT, type T } from './texts.ts';

type Decide = (decision: Decision, rows: readonly ReviewRow[], reason?: string) => void;

/** Orders that are on show to be decided, by a drawer or a selection: the keys decide what was offered last. */
interface Offered {
  readonly rows: readonly ReviewRow[];
  readonly reason: string | undefined;
}

interface Shared {
  readonly decide: Decide;
  /** Offers orders to the keys until what it gives is called. */
  readonly offer: (own: Offered) => () => void;
  readonly lastOffered: () => Offered | undefined;
}

const Deciding = createContext<Shared>({ decide: () => {}, offer: () => () => {}, lastOffered: () => undefined });

/** Opens the dialog that decides orders. */
export function useDecide(): Decide {
  return use(Deciding).decide;
}

/** Decides what is on show to be decided, if anything is. */
export function useDecideOffered(): (decision: Decision) => void {
  const { decide, lastOffered } = use(Deciding);
  return (decision) => {
    const last = lastOffered();
    if (last) decide(decision, last.rows, last.reason);
  };
}

/** Offers orders to the keys for as long as they are on show. */
export function useOffered(rows: readonly ReviewRow[], reason: string | undefined): void {
  const { offer } = use(Deciding);
  useEffect(() => (rows.length === 0 ? undefined : offer({ rows, reason })), [offer, rows, reason]);
}

/** Staff decide what waits for them. */
export function isWaiting({ kind, status }: Pick<ReviewRow, 'kind' | 'status'>): boolean {
  return kind !== 'user_withdrawal' && WAITS_FOR_STAFF[kind] === status;
}

/** Deciding may change anything of a party's money; what is on show and has to do with it is fetched again. */
const AFTER = ['review', 'approval', 'party', 'ledger', 'overview'];

/** What is below can have orders decided: by drawer, by selection and by keys, in one dialog that outlives the rows. */
export function WithDeciding({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const [review, setReview] = useState<Review>();
  const [reason, setReason] = useState('');
  const decide = useCallback<Decide>(
    (decision, rows, why = '') => {
      setReason(why);
      setReview({ decision, orders: rows.map((row) => orderOf(row, decision, t)) });
    },
    [t],
  );
  const calls = useMemo(() => callsOf(reason, t), [reason, t]);
  const shared = useMemo<Shared>(() => ({ decide, ...offers() }), [decide]);
  return (
    <Deciding value={shared}>
      {children}
      <ReviewDialog
        review={review}
        calls={calls}
        warnings={{ approve: t('reviews.approveWarning'), reject: t('reviews.rejectWarning') }}
        reasons={REASONS.map((reasonKey) => t(`reviews.reason.${reasonKey}`))}
        onDecided={() => refresh(AFTER)}
        onClose={() => setReview(undefined)}
      />
    </Deciding>
  );
}

/** What is offered to the keys, the latest last. */
function offers(): Pick<Shared, 'offer' | 'lastOffered'> {
  let offered: readonly Offered[] = [];
  return {
    offer: (own) => {
      offered = [...offered, own];
      return () => {
        offered = offered.filter((one) => one !== own);
      };
    },
    lastOffered: () => offered.at(-1),
  };
}

/** Reasons that come up again and again. */
const REASONS = ['notArrived', 'amountDiffers', 'accountDiffers', 'unclear', 'duplicate'] as const;

/** @param approving why something is approved that wants two people */
function callsOf(approving: string, t: T): Record<Decision, DecidingCall> {
  const call = (decision: Decision): DecidingCall =>
    decidingCall(reviewDecide, {
      contentsOf: (keys, reason) => ({ orders: keys.map(whichOf), decision, reason: decision === 'reject' ? reason : approving }),
      resultsOf: ({ results }) =>
        results.map((result) => ({
          key: keyOf(result),
          problem: SUCCESS_CODES.includes(result.code) ? undefined : result.detail,
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
