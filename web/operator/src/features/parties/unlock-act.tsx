import { partyUnlock } from '@purser/contract/features/party';
import { ActWithReason } from './act-with-reason.tsx';
import { useT } from './texts.ts';

/** Lets a party try again at once that entered wrong passwords or codes. */
export function UnlockAct({ ownerId: owner_id, name }: { readonly ownerId: number; readonly name: string }) {
  const t = useT();
  return (
    <ActWithReason
      call={partyUnlock}
      contentsOf={(reason) => ({ owner_id, reason })}
      title={t('party.unlock')}
      name={name}
      warning={t('party.unlockWarning')}
    />
  );
}
