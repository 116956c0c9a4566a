import { decidingCall, type Decision, type DecidingCall } from '@purser/console-kit/review-dialog';
import { staffIdentityDecide } from '@purser/contract/features/identity';
import { LONGEST_IDENTITY_REASON } from '@purser/contract/identity';
import { useMemo } from 'react';
import { decidingOf } from '../../shared/deciding.tsx';
import { LISTS_OF_KINDS } from '../../shared/lists-of-kinds.ts';
import type { Submission } from './identity-details.tsx';
import { useT } from './texts.ts';

/** Identities are decided one at a time: whoever decides has looked at this one's documents. */
export const { useDecide, WithDeciding } = decidingOf<Submission>(() => {
  const t = useT();
  return useMemo(
    () => ({
      orderOf: ({ submission_id, owner_name, owner_id, party, kind }) => ({
        key: submission_id,
        name: `${owner_name} (${owner_id})`,
        list: LISTS_OF_KINDS.identity,
        facts: [
          { label: t(`identity.party.${party}`), value: `${owner_name} (${owner_id})`, strong: true },
          { label: t('identity.kind'), value: t(`identity.kind.${kind}`) },
        ],
        figures: [],
      }),
      callsOf: ([row]) => ({ approve: callOf('approve', row), reject: callOf('reject', row) }),
      words: ([row]) => ({
        approve: {
          title: t('identity.approveTitle'),
          act: t('identity.approve'),
          done: t('identity.approved'),
          warning: t('identity.approveWarning'),
        },
        reject: {
          title: t('identity.rejectTitle'),
          act: t('identity.reject'),
          done: t('identity.rejected'),
          warning: t(row?.status === 'approved' ? 'identity.withdrawWarning' : 'identity.rejectWarning'),
        },
      }),
      longestReason: LONGEST_IDENTITY_REASON,
    }),
    [t],
  );
}, ['identity', 'overview', 'party']);

function callOf(decision: Decision, row: Submission | undefined): DecidingCall {
  return decidingCall(staffIdentityDecide, {
    contentsOf: ([submission_id = ''], reason) => ({
      owner_id: row?.owner_id ?? 0,
      submission_id,
      status: row?.status ?? 'pending',
      decision,
      reason,
    }),
    resultsOf: () => [],
  });
}
