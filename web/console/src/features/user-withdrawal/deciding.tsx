import { decidingCall, resultOf, ReviewDialog, type Decision, type Review, type ReviewedOrder } from '@purser/console-kit/review-dialog';
import { refresh } from '@purser/console-kit/query';
import { userWithdrawalApproval, userWithdrawalReject } from '@purser/contract/features/user-withdrawal';
import { next } from '@purser/contract/machine';
import { userWithdrawalMachine } from '@purser/contract/review';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import type { WithdrawalRecord } from './api.ts';
import { PATHS } from '../../shared/paths.ts';
import { useT, type T } from './texts.ts';

type Decide = (decision: Decision, withdrawals: readonly WithdrawalRecord[]) => void;

const Deciding = createContext<Decide>(() => {});

/** Opens the dialog that decides withdrawals. */
export const useDecide = (): Decide => use(Deciding);

/** Nothing is offered that a withdrawal's state does not allow. */
export function isWaiting({ order_status }: Pick<WithdrawalRecord, 'order_status'>): boolean {
  return next(userWithdrawalMachine, order_status, 'approve') !== undefined;
}

interface Result {
  readonly serial_number: string;
  readonly code: number;
  readonly msg: string;
  readonly detail: string;
}

const resultsOf = ({ list }: { readonly list: readonly Result[] }) => list.map((result) => resultOf(result.serial_number, result));

const CALLS = {
  approve: decidingCall(userWithdrawalApproval, { contentsOf: (keys) => ({ serial_numbers: [...keys] }), resultsOf }),
  reject: decidingCall(userWithdrawalReject, { contentsOf: (keys, remark) => ({ serial_numbers: [...keys], remark }), resultsOf }),
};

/** What is below can have withdrawals decided: by row, by drawer and by selection, in one dialog that outlives the rows. */
export function WithDeciding({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const [review, setReview] = useState<Review>();
  const decide = useCallback<Decide>(
    (decision, withdrawals) => setReview({ decision, orders: withdrawals.map((row) => orderOf(row, decision, t)) }),
    [t],
  );
  return (
    <Deciding value={decide}>
      {children}
      <ReviewDialog
        review={review}
        calls={CALLS}
        words={{ approve: { warning: t('withdrawal.approveWarning') }, reject: { warning: t('withdrawal.rejectWarning') } }}
        onDecided={() => refresh(['reviews', 'balances'])}
        onClose={() => setReview(undefined)}
      />
    </Deciding>
  );
}

function orderOf(row: WithdrawalRecord, decision: Decision, t: T): ReviewedOrder {
  const figure = (label: string, amount: string, strong = false) => ({ label, amount, coin: row.coin_name, strong });
  return {
    key: row.serial_number,
    name: `${row.order_id} · ${row.nick}`,
    list: PATHS.userWithdrawals,
    facts: [
      { label: t('field.orderId'), value: row.order_id },
      { label: t('withdrawal.user'), value: `${row.nick} (${row.payment_id})` },
    ],
    figures:
      decision === 'approve'
        ? [
            figure(t('withdrawal.leaves'), row.amount),
            figure(t('field.handlingFee'), row.handling_fee),
            figure(t('withdrawal.arrives'), row.settlement_amount, true),
          ]
        : [figure(t('withdrawal.comesBack'), row.amount, true)],
  };
}
