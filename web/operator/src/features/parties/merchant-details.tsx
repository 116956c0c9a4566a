import type { OutputOf } from '@purser/contract/call';
import { partyDecideIdentity, type partyMerchantQuery, partyResetAuthenticator } from '@purser/contract/features/party';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { useAllowed } from '../../shared/session.ts';
import { ActWithReason } from './act-with-reason.tsx';
import { merchantDetail } from './api.ts';
import { MerchantParts } from './merchant-parts.tsx';
import { MerchantTerms } from './merchant-terms.tsx';
import styles from './parties.module.css';
import { OwnerLink } from './owner-link.tsx';
import { SetUpLink } from './set-up-link.tsx';
import { StatusAct } from './status-act.tsx';
import { UnlockAct } from './unlock-act.tsx';
import { useT } from './texts.ts';
import { IDENTITY_TONES, STATUS_TONES } from './tones.ts';

interface MerchantDetailsProps {
  readonly row: OutputOf<typeof partyMerchantQuery>['list'][number];
}

/** One merchant, and what staff can do about them. */
export function MerchantDetails({ row }: MerchantDetailsProps) {
  const t = useT();
  const isAllowed = useAllowed();
  const { merchant_id, name, authentication_status: identity } = row;
  const { data: detail } = useQuery(merchantDetail(merchant_id));
  const deciding = (decision: 'approved' | 'rejected') => (reason: string) => ({
    merchant_id,
    authentication_status: identity,
    decision,
    reason,
  });
  return (
    <Details>
      <DetailsHead>
        <strong>{name}</strong>
        <StatusTag tone={STATUS_TONES[row.status]}>{t(`party.status.${row.status}`)}</StatusTag>
      </DetailsHead>
      {row.set_up === 'pending' && <SetUpLink merchantId={merchant_id} name={name} />}
      <Facts>
        <Fact label={t('field.merchantId')}>{merchant_id}</Fact>
        <Fact label={t('party.username')}>{row.username}</Fact>
        <Fact label={t('party.identityTitle')}>
          <StatusTag tone={IDENTITY_TONES[identity]}>{t(`party.identity.${identity}`)}</StatusTag>
          {isAllowed('identity.read') && <OwnerLink to="/identities" ownerId={merchant_id} text={t('party.identityShow')} />}
        </Fact>
        <Fact label={t('party.authenticator')}>
          {detail ? t(detail.google_bound ? 'party.authenticatorSet' : 'party.authenticatorNone') : '–'}
        </Fact>
        {isAllowed('review.read') && (
          <Fact label={t('menu.bankAccounts')}>
            <OwnerLink to="/bank-accounts" ownerId={merchant_id} text={t('party.bankAccountsShow')} />
          </Fact>
        )}
        <Fact label={t('party.markets')}>{row.markets.join(', ') || '–'}</Fact>
        <Fact label={t('party.loginTime')}>{formatInstant(row.login_time)}</Fact>
        <Fact label={t('party.loginIp')}>{row.login_ip ?? '–'}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
      </Facts>
      <div className={styles.acts}>
        {isAllowed('identity.decide') && identity !== 'approved' && (
          <ActWithReason
            call={partyDecideIdentity}
            contentsOf={deciding('approved')}
            title={t('party.approveIdentity')}
            name={name}
            warning={t('party.approveIdentityWarning')}
          />
        )}
        {isAllowed('identity.decide') && identity !== 'rejected' && (
          <ActWithReason
            call={partyDecideIdentity}
            contentsOf={deciding('rejected')}
            title={t('party.rejectIdentity')}
            name={name}
            warning={t('party.rejectIdentityWarning')}
            danger
          />
        )}
        {isAllowed('party.change') && row.set_up === 'done' && (
          <ActWithReason
            call={partyResetAuthenticator}
            contentsOf={(reason) => ({ merchant_id, reason })}
            title={t('party.resetAuthenticator')}
            name={name}
            warning={t('party.resetAuthenticatorWarning')}
          />
        )}
        {isAllowed('party.change') && (
          <>
            <UnlockAct ownerId={merchant_id} name={name} />
            <StatusAct ownerId={merchant_id} name={name} status={row.status} warning={t('party.suspendMerchantWarning')} />
          </>
        )}
      </div>
      <MerchantTerms merchantId={merchant_id} />
      <MerchantParts merchantId={merchant_id} name={name} />
    </Details>
  );
}
