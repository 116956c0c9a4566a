import { transferQuery } from '@purser/contract/features/transfer';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button, Skeleton } from 'antd';
import { useT } from './texts.ts';
import { PATHS } from '../../shared/paths.ts';
import { mayAsk } from '@purser/console-kit/may-ask';
import { callQuery } from '@purser/console-kit/query';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import type { TransferRecord } from './api.ts';
import { Party } from './party.tsx';
import { Remark } from './remark.tsx';
import styles from './transfer.module.css';

/** A transfer's receipt, to come back to and to print. */
export default function ReceiptPage() {
  const t = useT();
  const { serialNumber = '' } = useParams({ strict: false }) as { serialNumber?: string };
  const input = { serial_number: serialNumber };
  const isPossible = mayAsk(transferQuery, input);
  const { data, error, isError, isFetching, refetch } = useQuery({
    ...callQuery(transferQuery, input, ['transfers']),
    placeholderData: undefined,
    ...(!isPossible && { enabled: false }),
  });
  const record = data?.list[0];
  return (
    <div className={styles.receiptPage}>
      <Link to={PATHS.transfer} className={styles.up ?? ''}>
        ← {t('transfer.all')}
      </Link>
      <PageHead
        title={t('transfer.receiptTitle')}
        actions={
          record && (
            <>
              <ReceiptButton serialNumber={record.serial_number} />
              <Button className={styles.unprinted} onClick={() => window.print()}>
                {t('record.print')}
              </Button>
            </>
          )
        }
      />
      {record ? (
        <TransferFacts record={record} />
      ) : data || !isPossible ? (
        <EmptyState title={t('transfer.unknown')} hint={t('list.notFoundHint')} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </div>
  );
}

function TransferFacts({ record }: { readonly record: TransferRecord }) {
  const t = useT();
  const { coin_name: coin } = record;
  return (
    <>
      <p className={styles.sum}>
        <Money amount={record.transfer_amount} coin={coin} size="large" />
        <StatusTag tone="success">{t(`transfer.status.${record.transfer_status}`)}</StatusTag>
      </p>
      <Facts>
        <Fact label={t('transfer.payer')}>
          <Party id={record.payment_merchant_id} name={record.payment_merchant_name} />
        </Fact>
        <Fact label={t('transfer.recipient')}>
          <Party id={record.receipt_merchant_id} name={record.receipt_merchant_name} />
        </Fact>
        <Fact label={t('field.amount')}>
          <Money amount={record.transfer_amount} coin={coin} />
        </Fact>
        <Fact label={t('transfer.fee')}>
          <Money amount={record.transfer_fee} coin={coin} />
        </Fact>
        <Fact label={t('field.settlementAmount')} strong>
          <Money amount={record.settlement_amount} coin={coin} />
        </Fact>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={record.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <Fact label={t('field.time')}>{formatInstant(record.create_time)}</Fact>
        {record.remark !== '' && (
          <Fact label={t('field.remark')}>
            <Remark text={record.remark} />
          </Fact>
        )}
      </Facts>
      <Link to={PATHS.fundFlow} search={{ serial_number: record.serial_number } as never} className={styles.up ?? ''}>
        {t('record.fundFlow')}
      </Link>
    </>
  );
}
