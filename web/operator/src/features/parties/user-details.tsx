import type { OutputOf } from '@purser/contract/call';
import type { partyUserQuery } from '@purser/contract/features/party';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { useAllowed } from '../../shared/session.ts';
import styles from './parties.module.css';
import { KindActs } from './kind-acts.tsx';
import { OwnerLink } from './owner-link.tsx';
import { RewardGrant } from './reward-grant.tsx';
import { StatusAct } from './status-act.tsx';
import { useT } from './texts.ts';
import { IDENTITY_TONES, STATUS_TONES } from './tones.ts';
import { UnlockAct } from './unlock-act.tsx';
import { UserParts } from './user-parts.tsx';

interface UserDetailsProps {
  readonly row: OutputOf<typeof partyUserQuery>['list'][number];
}

/** One wallet user, and what staff can do about them. */
export function UserDetails({ row }: UserDetailsProps) {
  const t = useT();
  const isAllowed = useAllowed();
  return (
    <Details>
      <DetailsHead>
        <strong>{row.nick || row.user_id}</strong>
        <StatusTag tone={STATUS_TONES[row.status]}>{t(`party.status.${row.status}`)}</StatusTag>
      </DetailsHead>
      <Facts>
        <Fact label={t('party.userId')}>{row.user_id}</Fact>
        <Fact label={t('party.username')}>{row.username ?? '–'}</Fact>
        <Fact label={t('party.phone')}>{row.phone ?? '–'}</Fact>
        <Fact label={t('party.email')}>{row.email ?? '–'}</Fact>
        <Fact label={t('party.kindTitle')}>{t(`party.kind.${row.kind}`)}</Fact>
        <Fact label={t('party.identityTitle')}>
          <StatusTag tone={IDENTITY_TONES[row.authentication_status]}>{t(`party.identity.${row.authentication_status}`)}</StatusTag>
          {isAllowed('identity.read') && <OwnerLink to="/identities" ownerId={row.user_id} text={t('party.identityShow')} />}
        </Fact>
        {isAllowed('review.read') && (
          <Fact label={t('menu.bankAccounts')}>
            <OwnerLink to="/bank-accounts" ownerId={row.user_id} text={t('party.bankAccountsShow')} />
          </Fact>
        )}
        <Fact label={t('party.markets')}>{row.markets.join(', ') || '–'}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
        {row.close_time !== null && <Fact label={t('party.closeTime')}>{formatInstant(row.close_time)}</Fact>}
      </Facts>
      {row.status === 'closed' ? <p className={styles.closed}>{t('party.closedHint')}</p> : <Acts row={row} />}
      <UserParts userId={row.user_id} nick={row.nick} />
    </Details>
  );
}

function Acts({ row }: UserDetailsProps) {
  const t = useT();
  const isAllowed = useAllowed();
  return (
    <div className={styles.acts}>
      {isAllowed('reward.grant') && <RewardGrant userId={row.user_id} nick={row.nick} />}
      {isAllowed('party.change') && <KindActs row={row} />}
      {isAllowed('party.change') && <UnlockAct ownerId={row.user_id} name={row.nick} />}
      {isAllowed('party.change') && (
        <StatusAct ownerId={row.user_id} name={row.nick} status={row.status} warning={t('party.suspendUserWarning')} />
      )}
    </div>
  );
}
