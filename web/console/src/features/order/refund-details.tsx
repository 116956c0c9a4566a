import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { RecordEntries } from '../../shared/record-entries.tsx';
import { RecordLink } from '../../shared/record-link.tsx';
import type { RefundRecord } from './api.ts';
import styles from './order-details.module.css';
import { RefundFacts } from './refund-facts.tsx';
import { useT } from './texts.ts';

/** One refund: what went back, of which order and to whom, and what it moved. */
export function RefundDetails({ row: refund }: { readonly row: RefundRecord }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={refund.amount} coin={refund.coin_name} size="large" />
      </DetailsHead>
      <div className={styles.acts}>
        <RecordLink serialNumber={refund.order_serial_number}>{t('record.openOrder')} →</RecordLink>
        <ReceiptButton serialNumber={refund.serial_number} />
      </div>
      <Facts>
        <Fact label={t('field.createTime')}>{formatInstant(refund.create_time)}</Fact>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={refund.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <RefundFacts refund={refund} />
        <Fact label={t('refund.from')}>{t(`refund.from.${refund.refund_from}`)}</Fact>
      </Facts>
      <DetailsPart title={t('order.orderTitle')}>
        <Facts>
          <Fact label={t('field.orderId')}>
            <CopyText text={refund.order_id} what={t('field.orderId')} />
          </Fact>
          <Fact label={t('field.serialNumber')}>
            <CopyText text={refund.order_serial_number} what={t('refund.order')} />
          </Fact>
          <Fact label={t('order.nick')}>{refund.nick}</Fact>
          <Fact label={t('order.paymentId')}>
            <CopyText text={refund.payment_id} what={t('order.paymentId')} />
          </Fact>
        </Facts>
      </DetailsPart>
      <DetailsPart title={t('record.entries')}>
        <RecordEntries serialNumber={refund.serial_number} topic="orders" />
      </DetailsPart>
    </Details>
  );
}
