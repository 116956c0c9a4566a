import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { bankFilePay } from '@purser/contract/features/bank-file';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import type { BankFile } from './api.ts';
import styles from './bank.module.css';
import { DownloadFile } from './download-file.tsx';
import { useT } from './texts.ts';
import { FILE_TONES } from './tones.ts';

/** One bank file: what is in it, how to get it, and that the bank has carried it out. */
export function FileDetails({ row: file }: { readonly row: BankFile }) {
  const t = useT();
  const navigate = useNavigate();
  const mayChange = useAllowed()('bank.change');
  return (
    <Details>
      <DetailsHead>
        <strong>
          <Money amount={file.total} coin={file.market} />
        </strong>
        <StatusTag tone={FILE_TONES[file.status]}>{t(`bank.fileState.${file.status}`)}</StatusTag>
      </DetailsHead>
      <DetailsPart title={t('bank.file')}>
        <Facts>
          <Fact label={t('bank.fileNo')}>
            <CopyText text={file.file_no} what={t('bank.fileNo')} />
          </Fact>
          <Fact label={t('bank.orders')}>{file.order_count}</Fact>
          {file.failed.order_count > 0 && (
            <>
              <Fact label={t(file.status === 'paid' ? 'bank.filedState.paid' : 'bank.pays')}>
                <CountAndSum of={file.pays} market={file.market} />
              </Fact>
              <Fact label={t('bank.failedApart')}>
                <CountAndSum of={file.failed} market={file.market} />
              </Fact>
            </>
          )}
          <Fact label={t('bank.madeBy')}>{file.made_by}</Fact>
          <Fact label={t('field.createTime')}>{formatInstant(file.create_time)}</Fact>
          <Fact label={t('bank.paidTime')}>{formatInstant(file.paid_time)}</Fact>
          {file.paid_by !== null && <Fact label={t('bank.paidBy')}>{file.paid_by}</Fact>}
          <Fact label={t('bank.xmlHash')}>
            <CopyText text={file.xml_hash} what={t('bank.xmlHash')} shorten />
          </Fact>
          <Fact label={t('bank.csvHash')}>
            <CopyText text={file.csv_hash} what={t('bank.csvHash')} shorten />
          </Fact>
        </Facts>
      </DetailsPart>
      <div className={styles.acts}>
        <Button onClick={() => void navigate({ to: '/bank-files/orders', search: { file_no: file.file_no } } as never)}>
          {t('bank.showOrders')}
        </Button>
        {mayChange && (
          <>
            <DownloadFile fileNo={file.file_no} format="xml" />
            <DownloadFile fileNo={file.file_no} format="csv" />
            {file.status === 'made' && <MarkPaid file={file} />}
          </>
        )}
      </div>
    </Details>
  );
}

interface CountAndSumProps {
  readonly of: BankFile['pays'];
  readonly market: string;
}

function CountAndSum({ of: { order_count, total }, market }: CountAndSumProps) {
  return (
    <>
      {order_count} · <Money amount={total} coin={market} />
    </>
  );
}

function MarkPaid({ file }: { readonly file: BankFile }) {
  const t = useT();
  const act = useConfirmedAct(bankFilePay, {
    contentsOf: ({ file_no, pays }: BankFile) => ({ file_no, before: pays }),
    onDone: () => {
      toast.success(t('bank.filePaid'));
      refresh(['bank']);
    },
    onRefused: (outcome) => {
      const isOver = outcome === 'bank_file_paid' || outcome === 'terms_changed';
      if (isOver) refresh(['bank']);
      return isOver;
    },
  });
  const { file_no, pays, failed, market } = act.reviewed ?? file;
  return (
    <>
      <Button type="primary" onClick={() => act.begin(file)}>
        {t('bank.markPaid')}
      </Button>
      <ConfirmWithCode
        {...act.confirmation}
        title={t('bank.markPaidTitle')}
        facts={[
          { label: t('bank.fileNo'), value: file_no },
          { label: t('bank.orders'), value: pays.order_count },
          { label: t('bank.pays'), value: <Money amount={pays.total} coin={market} />, strong: true },
          ...(failed.order_count > 0 ? [{ label: t('bank.failedApart'), value: <CountAndSum of={failed} market={market} /> }] : []),
        ]}
        warning={t('bank.markPaidWarning')}
        confirmText={t('bank.markPaid')}
      />
    </>
  );
}
