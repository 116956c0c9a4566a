import { partyRestore, partySuspend, type PartyStatus } from '@purser/contract/features/party';
import { ActWithReason } from './act-with-reason.tsx';
import { useT } from './texts.ts';

interface StatusActProps {
  readonly ownerId: number;
  readonly name: string;
  readonly status: PartyStatus;
  /** What a suspension does to such a party. */
  readonly warning: string;
}

/** Suspends a party, or restores it. */
export function StatusAct({ ownerId: owner_id, name, status, warning }: StatusActProps) {
  const t = useT();
  const contentsOf = (reason: string) => ({ owner_id, reason });
  if (status === 'suspended')
    return (
      <ActWithReason
        key="restore"
        call={partyRestore}
        contentsOf={contentsOf}
        title={t('party.restore')}
        name={name}
        warning={t('party.restoreWarning')}
      />
    );
  return (
    <ActWithReason
      key="suspend"
      call={partySuspend}
      contentsOf={contentsOf}
      title={t('party.suspend')}
      name={name}
      warning={warning}
      danger
    />
  );
}
