import { callQuery } from '@purser/console-kit/query';
import { staffRefundDetail } from '@purser/contract/features/every-order';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type EveryOrderRow, placeOfOrder } from '../../shared/every-order.ts';
import { useT } from './every-texts.ts';
import { statusText, statusTone } from './every-words.ts';
import { Found } from './found.tsx';
import styles from './orders.module.css';
import { Postings } from '../../shared/postings/postings.tsx';

/** A refund; every other order has a page of its kind. */
export function EveryDetails({ row }: { readonly row: EveryOrderRow }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.amount} coin={row.coin_name} size="large" />
        <StatusTag tone={statusTone(row)}>{statusText(row, t)}</StatusTag>
      </DetailsHead>
      {row.kind === 'refund' ? <Refund row={row} /> : <Way place={placeOfOrder(row)} name={t('orders.openOrder')} />}
    </Details>
  );
}

function Way({ place, name }: { readonly place: ReturnType<typeof placeOfOrder>; readonly name: string }) {
  return (
    <Link className={styles.link} {...(place as { to: never })}>
      {name}
    </Link>
  );
}

/** What went back to whom, of which order, and its posting. */
function Refund({ row: { owner_id, owner_name, number, refunded_order } }: { readonly row: EveryOrderRow }) {
  const t = useT();
  const query = useQuery(callQuery(staffRefundDetail, { merchant_id: owner_id, serial_number: number }, ['order']));
  return (
    <Found query={query}>
      {(refund) => (
        <>
          <DetailsPart title={t('orders.refundTitle')}>
            <Facts>
              <Fact label={t('field.serialNumber')}>
                <CopyText text={number} what={t('field.serialNumber')} />
              </Fact>
              {refund.refund_id !== '' && (
                <Fact label={t('orders.refundId')}>
                  <CopyText text={refund.refund_id} what={t('orders.refundId')} />
                </Fact>
              )}
              <Fact label={t('orders.refundedOrder')}>
                <CopyText text={refunded_order} what={t('orders.refundedOrder')} />
              </Fact>
              <Fact label={t('field.orderId')}>
                <CopyText text={refund.order_id} what={t('field.orderId')} />
              </Fact>
              <Fact label={t('orders.merchant')}>{`${owner_name} (${owner_id})`}</Fact>
              <Fact label={t('orders.nick')}>{`${refund.nick} (${refund.payment_id})`}</Fact>
              <Fact label={t('orders.toReward')}>
                <Money amount={refund.to_reward} coin={refund.coin_name} />
              </Fact>
              <Fact label={t('orders.feeReturned')}>
                <Money amount={refund.fee_returned} coin={refund.coin_name} />
              </Fact>
              <Fact label={t('orders.refundFrom')}>{t(`orders.refundFrom.${refund.refund_from}`)}</Fact>
              {refund.remark !== '' && <Fact label={t('field.remark')}>{refund.remark}</Fact>}
              <Fact label={t('field.createTime')}>{formatInstant(refund.create_time)}</Fact>
            </Facts>
            <Way place={{ to: '/orders', search: { open: refunded_order } }} name={t('orders.openRefunded')} />
          </DetailsPart>
          <Postings serialNumber={number} postings={refund.postings} none={t('postings.none')} />
        </>
      )}
    </Found>
  );
}
