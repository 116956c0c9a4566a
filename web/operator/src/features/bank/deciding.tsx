import { decidingCall, resultOf, type DecidingCall } from '@purser/console-kit/review-dialog';
import { staffPaymentMethodDecide } from '@purser/contract/features/payment-method';
import { useMemo } from 'react';
import { decidingOf } from '../../shared/deciding.tsx';
import { LISTS_OF_KINDS } from '../../shared/lists-of-kinds.ts';
import type { Account } from './account-details.tsx';
import { useT } from './texts.ts';

/** Accounts are verified, or rejected, as they are shown. */
export const { useDecide, WithDeciding } = decidingOf<Account>(() => {
  const t = useT();
  return useMemo(
    () => ({
      orderOf: ({ payment_method_id, owner_name, owner_id, holder_name, bank_name, bank_code, account_number }) => ({
        key: payment_method_id,
        name: `${bank_name} ${account_number} · ${owner_name}`,
        list: LISTS_OF_KINDS.bank_account,
        facts: [
          { label: t('bank.owner'), value: `${owner_name} (${owner_id})` },
          { label: t('bank.holder'), value: holder_name, strong: true },
          { label: t('bank.bank'), value: `${bank_name} ${bank_code}`.trim() },
          { label: t('bank.number'), value: account_number },
        ],
        figures: [],
      }),
      callsOf: (rows) => ({ approve: callOf('verify', rows), reject: callOf('reject', rows) }),
      words: ({ length: count }) => ({
        approve: {
          title: count > 1 ? t('bank.verifyMany', { count }) : t('bank.verifyTitle'),
          act: t('bank.verify'),
          done: t('bank.verified'),
          several: t('bank.several'),
          doneMany: (done) => t('bank.verifiedMany', { count: done }),
          partly: (done, left) => t('bank.verifiedPartly', { done, left }),
          warning: t('bank.verifyWarning'),
        },
        reject: {
          title: count > 1 ? t('bank.rejectMany', { count }) : t('bank.rejectTitle'),
          act: t('bank.reject'),
          done: t('bank.rejected'),
          several: t('bank.several'),
          doneMany: (done) => t('bank.rejectedMany', { count: done }),
          partly: (done, left) => t('bank.rejectedPartly', { done, left }),
          warning: t('bank.rejectWarning'),
        },
      }),
    }),
    [t],
  );
}, ['review', 'overview']);

function callOf(decision: 'verify' | 'reject', rows: readonly Account[]): DecidingCall {
  return decidingCall(staffPaymentMethodDecide, {
    contentsOf: (keys, reason) => ({
      accounts: rows
        .filter(({ payment_method_id }) => keys.includes(payment_method_id))
        .map(({ owner_id, payment_method_id, version, status }) => ({ owner_id, payment_method_id, version, status })),
      decision,
      reason,
    }),
    resultsOf: ({ results }) => results.map((result) => resultOf(result.payment_method_id, result)),
  });
}
