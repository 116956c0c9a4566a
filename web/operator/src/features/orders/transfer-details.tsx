import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { transferDetail, type TransferRow } from './api.ts';
import { Found } from './found.tsx';
import { Postings } from '../../shared/postings/postings.tsx';
import { useT } from './texts.ts';

/** One transfer: between whom, what it cost, and what it moved. */
export function TransferDetails({ row }: { readonly row: TransferRow }) {
  const t = useT();
  const coin = row.coin_name;
  const query = useQuery(transferDetail(row));
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.transfer_amount} coin={coin} size="large" />
        <StatusTag tone="success">{t(`orders.transferStatus.${row.transfer_status}`)}</StatusTag>
      </DetailsHead>
      <Facts>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={row.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <Fact label={t('field.createTime')}>{formatInstant(row.create_time)}</Fact>
        <Fact label={t('orders.payer')}>{`${row.payment_merchant_name} (${row.payment_merchant_id})`}</Fact>
        <Fact label={t('orders.recipient')}>{`${row.receipt_merchant_name} (${row.receipt_merchant_id})`}</Fact>
        <Fact label={t('orders.transferFee')}>
          <Money amount={row.transfer_fee} coin={coin} />
        </Fact>
        <Fact label={t('orders.internalFee')}>
          <Money amount={row.internal_transfer_fee} coin={coin} />
        </Fact>
        <Fact label={t('field.settlementAmount')} strong>
          <Money amount={row.settlement_amount} coin={coin} />
        </Fact>
        {row.remark !== '' && <Fact label={t('field.remark')}>{row.remark}</Fact>}
      </Facts>
      <Found query={query}>
        {({ postings }) => <Postings serialNumber={row.serial_number} postings={postings} none={t('postings.none')} />}
      </Found>
    </Details>
  );
}
