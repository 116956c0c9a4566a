import { areDeliveriesKept } from '@purser/contract/kept-deliveries';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart, DetailsReasons } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Deliveries } from '../../shared/deliveries/deliveries.tsx';
import { PartyHistory } from '../../shared/party-history/party-history.tsx';
import { detailOf, type ReviewDetail, type ReviewRow } from './api.ts';
import { ClaimAndEvidence } from './claim-and-evidence.tsx';
import { DecidePart } from './decide-part.tsx';
import { History } from './history.tsx';
import { Postings } from '../../shared/postings/postings.tsx';
import { useT } from './texts.ts';
import { REVIEW_TONES } from '../../shared/order-tones.ts';

/** One order, with all that whoever decides on it should see; and the decision. */
export function ReviewDetails({ row }: { readonly row: ReviewRow }) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(detailOf(row));
  // While another order is fetched, the last one's is not this one's.
  const detail = data?.order.serial_number === row.serial_number ? data : undefined;
  // A queue has left it out by then.
  const { status } = detail?.order ?? row;
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.amount} coin={row.coin_name} size="large" />
        <StatusTag tone={REVIEW_TONES[status]}>{t(`reviews.status.${status}`)}</StatusTag>
      </DetailsHead>
      <strong>{t(`reviews.kind.${row.kind}`)}</strong>
      {detail ? (
        <Whole row={row} detail={detail} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Details>
  );
}

function Whole({ row, detail }: { readonly row: ReviewRow; readonly detail: ReviewDetail }) {
  const t = useT();
  return (
    <>
      <ClaimAndEvidence detail={detail} />
      <DetailsReasons
        title={t(row.kind === 'user_withdrawal' ? 'reviews.because' : 'because.title')}
        reasons={detail.order.manual_because.map((because) => t(`because.${because}`))}
      />
      <DecidePart row={row} detail={detail} />
      <PartyHistory ownerId={row.owner_id} />
      <Order detail={detail} />
      <History detail={detail} />
      <Postings serialNumber={row.serial_number} postings={detail.postings} none={t('postings.none')} />
      {(detail.deliveries.length > 0 || areDeliveriesGone(row)) && <Deliveries deliveries={detail.deliveries} since={row.create_time} />}
    </>
  );
}

/** Whether a merchant's system may have been told of the order by deliveries that are no longer kept. */
function areDeliveriesGone({ owner_type, kind, create_time }: ReviewRow): boolean {
  const isTold = owner_type === 'merchant' && kind !== 'usdt_withdrawal' && kind !== 'fiat_withdrawal';
  return isTold && !areDeliveriesKept(create_time);
}

function Order({ detail: { order, bank_file_no } }: { readonly detail: ReviewDetail }) {
  const t = useT();
  return (
    <DetailsPart title={t('reviews.order')}>
      <Facts>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={order.serial_number} what={t('field.serialNumber')} />
        </Fact>
        {order.order_id !== '' && (
          <Fact label={t('field.orderId')}>
            <CopyText text={order.order_id} what={t('field.orderId')} />
          </Fact>
        )}
        {order.payee_id !== null && <Fact label={t('reviews.payee')}>{`${order.payee_nick} (${order.payee_id})`}</Fact>}
        {order.external_account !== '' && <Fact label={t('reviews.externalAccount')}>{order.external_account}</Fact>}
        {bank_file_no !== null && (
          <Fact label={t('reviews.bankFile')}>
            <CopyText text={bank_file_no} what={t('reviews.bankFile')} />
          </Fact>
        )}
        <Fact label={t('reviews.mode')}>{t(`reviews.mode.${order.review_mode}`)}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(order.create_time)}</Fact>
      </Facts>
    </DetailsPart>
  );
}
