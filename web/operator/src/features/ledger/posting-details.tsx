import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { ledgerPostingDetail, type ledgerPostingQuery, type MAC_STATES } from '@purser/contract/features/ledger';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import styles from './ledger.module.css';
import { useT } from './texts.ts';
import { purposeText } from '../../shared/postings/purpose-text.ts';
import { ownerText } from './words.ts';

const TONES: Record<(typeof MAC_STATES)[number], Tone> = { valid: 'success', invalid: 'danger', missing: 'warning' };

interface PostingDetailsProps {
  readonly row: Pick<OutputOf<typeof ledgerPostingQuery>['list'][number], 'posting_id' | 'posting_owner_id'>;
}

type Posting = OutputOf<typeof ledgerPostingDetail>;

/** One posting whole: what it did to each account, and whether it is still what was posted. */
export function PostingDetails({ row: { posting_id, posting_owner_id } }: PostingDetailsProps) {
  const { data, error, isError, isFetching, refetch } = useQuery(
    callQuery(ledgerPostingDetail, { posting_id, posting_owner_id }, ['ledger']),
  );
  // While another posting is fetched, the last one's is not this one's.
  if (data?.posting_id !== posting_id) {
    return isError ? (
      <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    );
  }
  return <Posting posting={data} />;
}

function Posting({ posting }: { readonly posting: Posting }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <strong>{t(`transactionType.${posting.transaction_type}`)}</strong>
        <StatusTag tone={TONES[posting.mac_state]}>{t(`ledger.mac.${posting.mac_state}`)}</StatusTag>
      </DetailsHead>
      <Facts>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={posting.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <Fact label={t('field.time')}>{formatInstant(posting.time)}</Fact>
        <Fact label={t('ledger.home')}>{posting.posting_owner_id}</Fact>
        <Fact label={t('ledger.postingId')}>
          <CopyText text={posting.posting_id} what={t('ledger.postingId')} shorten />
        </Fact>
        {posting.note !== null && (
          <Fact label={t('ledger.note')}>
            <span className={styles.note}>{posting.note}</span>
          </Fact>
        )}
      </Facts>
      {posting.entries.map((entry) => (
        <DetailsPart
          key={`${entry.owner_id} ${entry.coin_name} ${entry.purpose}`}
          title={`${ownerText(entry, t)} · ${purposeText(entry.purpose, t)}`}
        >
          <Facts>
            <Fact label={t('ledger.change')} strong>
              <Money amount={entry.transaction_number} coin={entry.coin_name} signed />
            </Fact>
            <Fact label={t('field.available')}>
              <Change before={entry.available_before_number} after={entry.available_after_number} />
            </Fact>
            {entry.frozen_before_number !== entry.frozen_after_number && (
              <Fact label={t('field.frozen')}>
                <Change before={entry.frozen_before_number} after={entry.frozen_after_number} />
              </Fact>
            )}
            {entry.pending_before_number !== entry.pending_after_number && (
              <Fact label={t('field.pending')}>
                <Change before={entry.pending_before_number} after={entry.pending_after_number} />
              </Fact>
            )}
            <Fact label={t('ledger.charge')}>
              <Money amount={entry.charge} coin={entry.coin_name} />
            </Fact>
            {entry.counterparty !== null && <Fact label={t('ledger.counterparty')}>{entry.counterparty}</Fact>}
            <Fact label={t('ledger.version')}>{entry.version}</Fact>
          </Facts>
        </DetailsPart>
      ))}
    </Details>
  );
}

function Change({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <>
      <Money amount={before} /> → <Money amount={after} />
    </>
  );
}
