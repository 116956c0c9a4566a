import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart, DetailsReasons } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import { detailOf, type ReviewDetail, type ReviewRow } from './api.ts';
import { ClaimAndEvidence } from './claim-and-evidence.tsx';
import { DecidePart } from './decide-part.tsx';
import { History } from './history.tsx';
import { Postings } from './postings.tsx';
import styles from './reviews.module.css';
import { useT } from './texts.ts';
import { REVIEW_TONES } from './tones.ts';

/** One order, with all that whoever decides on it should see; and the decision. */
export function ReviewDetails({ row }: { readonly row: ReviewRow }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQuery(detailOf(row));
  // While another order is fetched, the last one's is not this one's.
  const detail = data?.order.serial_number === row.serial_number ? data : undefined;
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.amount} coin={row.coin_name} size="large" />
        <StatusTag tone={REVIEW_TONES[row.status]}>{t(`reviews.status.${row.status}`)}</StatusTag>
      </DetailsHead>
      <strong>{t(`reviews.kind.${row.kind}`)}</strong>
      {detail ? (
        <Whole row={row} detail={detail} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching} />
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
      <Party detail={detail} />
      <Order detail={detail} />
      <History detail={detail} />
      <Postings serialNumber={row.serial_number} postings={detail.postings} />
    </>
  );
}

/** Whose order it is, and what came before it. */
function Party({ detail: { order, owner, earlier } }: { readonly detail: ReviewDetail }) {
  const t = useT();
  const isMerchant = order.owner_type === 'merchant';
  return (
    <DetailsPart title={t('reviews.party')}>
      <Facts>
        <Fact label={t('reviews.owner')}>
          <Link
            className={styles.link ?? ''}
            to={isMerchant ? '/merchants' : '/wallet-users'}
            search={{ [isMerchant ? 'merchant_id' : 'user_id']: order.owner_id, open: String(order.owner_id) } as never}
          >
            {order.owner_name || String(order.owner_id)}
          </Link>
        </Fact>
        <Fact label={t('reviews.ownerId')}>
          <CopyText text={String(order.owner_id)} what={t('reviews.ownerId')} />
        </Fact>
        {owner && (
          <>
            <Fact label={t('field.status')}>{t(`reviews.partyStatus.${owner.status}`)}</Fact>
            <Fact label={t('reviews.identityTitle')}>{t(`reviews.identity.${owner.authentication_status}`)}</Fact>
            <Fact label={t('reviews.since')}>{formatInstant(owner.create_time)}</Fact>
          </>
        )}
      </Facts>
      <p className={styles.beside}>{earlier.length === 0 ? t('reviews.noEarlier') : t('reviews.earlier')}</p>
      {earlier.length > 0 && (
        <ul className={styles.lines}>
          {earlier.map((one) => (
            <li key={one.serial_number}>
              <span>
                <Money amount={one.amount} coin={one.coin_name} />
                <span className={styles.beside}>{formatInstant(one.create_time)}</span>
              </span>
              <StatusTag tone={REVIEW_TONES[one.status]}>{t(`reviews.status.${one.status}`)}</StatusTag>
            </li>
          ))}
        </ul>
      )}
      <Link className={styles.link ?? ''} to="/reviews" search={{ owner_id: order.owner_id } as never}>
        {t('reviews.allOfOwner')}
      </Link>
    </DetailsPart>
  );
}

function Order({ detail: { order } }: { readonly detail: ReviewDetail }) {
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
        <Fact label={t('reviews.mode')}>{t(`reviews.mode.${order.review_mode}`)}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(order.create_time)}</Fact>
      </Facts>
    </DetailsPart>
  );
}
