import type { OutputOf } from '@purser/contract/call';
import { USER_KINDS } from '@purser/contract/features/account';
import type { partyUserQuery } from '@purser/contract/features/party';
import { partyKindSet } from '@purser/contract/features/party-detail';
import { ActWithReason } from './act-with-reason.tsx';
import { useT } from './texts.ts';

/** A button for each kind that a wallet user is not. */
export function KindActs({ row }: { readonly row: OutputOf<typeof partyUserQuery>['list'][number] }) {
  const t = useT();
  const { user_id, nick } = row;
  return USER_KINDS.filter((kind) => kind !== row.kind).map((kind) => (
    <ActWithReason
      key={kind}
      call={partyKindSet}
      contentsOf={(reason) => ({ user_id, kind, reason })}
      title={t(`party.makeKind.${kind}`)}
      name={nick}
      warning={t('party.makeKindWarning', { before: t(`party.kind.${row.kind}`) })}
    />
  ));
}
