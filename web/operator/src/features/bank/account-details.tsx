import type { OutputOf } from '@purser/contract/call';
import type { staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { useMemo } from 'react';
import { PartyHistory } from '../../shared/party-history/party-history.tsx';
import { useAllowed } from '../../shared/session.ts';
import { DecideButtons } from './decide.tsx';
import { useWholeNumber, WholeNumber } from './whole-number.tsx';
import styles from './bank.module.css';
import { useT } from './texts.ts';
import { METHOD_TONES } from './tones.ts';

export type Account = OutputOf<typeof staffPaymentMethodQuery>['list'][number];

/** One bank account as its owner describes it, and what staff decide on it. */
export function AccountDetails({ row: account }: { readonly row: Account }) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  const wholeNumber = useWholeNumber(account);
  const rows = useMemo(() => [account], [account]);
  return (
    <Details>
      <DetailsHead>
        <strong>{`${account.bank_name} ${account.account_number}`}</strong>
        <StatusTag tone={METHOD_TONES[account.status]}>{t(`bank.state.${account.status}`)}</StatusTag>
      </DetailsHead>
      {account.reason !== '' && <p className={styles.reason}>{account.reason}</p>}
      <DetailsPart title={t('bank.account')}>
        <Facts>
          <Fact label={t('bank.holder')}>{account.holder_name}</Fact>
          <Fact label={t('bank.bank')}>{account.bank_name}</Fact>
          <Fact label={t('bank.bankCode')}>{account.bank_code || '–'}</Fact>
          <Fact label={t('bank.number')}>{account.account_number}</Fact>
          <Fact label={t('bank.currency')}>{account.market}</Fact>
        </Facts>
        {mayDecide && <WholeNumber {...wholeNumber} />}
      </DetailsPart>
      <DetailsPart title={t('bank.owner')}>
        <Facts>
          <Fact label={t('bank.owner')}>{account.owner_name}</Fact>
          <Fact label={t('bank.ownerId')}>{account.owner_id}</Fact>
          <Fact label={t('bank.party')}>{t(`bank.party.${account.party}`)}</Fact>
          <Fact label={t('bank.binding')}>{t(`bank.binding.${account.binding}`)}</Fact>
          <Fact label={t('bank.listing')}>{t(`bank.listing.${account.listing}`)}</Fact>
          <Fact label={t('bank.default')}>{t(account.is_default ? 'bank.yes' : 'bank.no')}</Fact>
          {account.decided_by !== null && <Fact label={t('bank.decidedBy')}>{account.decided_by.name}</Fact>}
          {account.decide_time !== null && <Fact label={t('bank.decideTime')}>{formatInstant(account.decide_time)}</Fact>}
          <Fact label={t('field.createTime')}>{formatInstant(account.create_time)}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(account.update_time)}</Fact>
        </Facts>
      </DetailsPart>
      <div className={styles.acts}>
        <DecideButtons rows={rows} show={wholeNumber.show} />
      </div>
      <PartyHistory ownerId={account.owner_id} />
    </Details>
  );
}
