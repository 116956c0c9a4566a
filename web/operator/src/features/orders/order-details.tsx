import { isSettled } from '@purser/contract/payment-order';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Deliveries } from '../../shared/deliveries/deliveries.tsx';
import { placeOfOrder } from '../../shared/every-order.ts';
import { LineList } from '../../shared/line-list/line-list.tsx';
import { orderDetail, type OrderDetail, type OrderRow } from './api.ts';
import { Found } from './found.tsx';
import styles from './orders.module.css';
import { Postings } from '../../shared/postings/postings.tsx';
import { STEP_TONES, stepsOf, stepText } from './steps.ts';
import { useT } from './texts.ts';
import { ORDER_TONES } from '../../shared/order-tones.ts';

/** One payment order: what it is, what happened to it, what it moved, and how its merchant was told. */
export function OrderDetails({ row }: { readonly row: OrderRow }) {
  const t = useT();
  const query = useQuery(orderDetail(row));
  return (
    <Details>
      <DetailsHead>
        <Money amount={row.amount} coin={row.coin_name} size="large" />
        <StatusTag tone={ORDER_TONES[row.order_status]}>{t(`orders.status.${row.order_status}`)}</StatusTag>
      </DetailsHead>
      <Found query={query}>
        {(detail) => (
          <>
            <DetailsPart title={t('orders.historyTitle')}>
              <Timeline>
                {stepsOf(row, detail).map((happened) => (
                  <TimelineStep key={happened.key} tone={STEP_TONES[happened.step]} time={happened.time} muted={happened.time === null}>
                    <span>{stepText(happened, row, t)}</span>
                  </TimelineStep>
                ))}
              </Timeline>
            </DetailsPart>
            <OrderFacts row={row} detail={detail} />
            <Refunds row={row} detail={detail} />
            <Postings serialNumber={row.serial_number} postings={detail.postings} none={t('orders.noPostings')} />
            <Deliveries deliveries={detail.deliveries} since={row.create_time} />
          </>
        )}
      </Found>
    </Details>
  );
}

function OrderFacts({ row, detail }: { readonly row: OrderRow; readonly detail: OrderDetail }) {
  const t = useT();
  const coin = row.coin_name;
  return (
    <>
      <DetailsPart title={t('orders.moneyTitle')}>
        <Facts>
          <Fact label={t('field.amount')} strong>
            <Money amount={row.amount} coin={coin} />
          </Fact>
          <Fact label={t('field.handlingFee')}>
            <Money amount={isSettled(row) ? row.handling_fee : null} coin={coin} />
          </Fact>
          <Fact label={t('field.settlementAmount')}>
            <Money amount={isSettled(row) ? row.settlement_amount : null} coin={coin} />
          </Fact>
          {detail.refunds.length > 0 && (
            <Fact label={t('orders.refunded')}>
              <Money amount={detail.refunded_amount} coin={coin} />
            </Fact>
          )}
          {!/^[0.]+$/.test(detail.from_reward) && (
            <Fact label={t('orders.fromReward')}>
              <Money amount={detail.from_reward} coin={coin} />
            </Fact>
          )}
        </Facts>
      </DetailsPart>
      <DetailsPart title={t('orders.factsTitle')}>
        <Facts>
          <Fact label={t('field.serialNumber')}>
            <CopyText text={row.serial_number} what={t('field.serialNumber')} />
          </Fact>
          <Fact label={t('field.orderId')}>
            <CopyText text={row.order_id} what={t('field.orderId')} />
          </Fact>
          <Fact label={t('orders.merchant')}>{`${row.merchant_name} (${row.merchant_id})`}</Fact>
          {row.payment_id !== null && <Fact label={t('orders.nick')}>{`${row.nick ?? ''} (${row.payment_id})`}</Fact>}
          {row.external_account !== '' && <Fact label={t('orders.externalAccount')}>{row.external_account}</Fact>}
          {detail.description !== '' && <Fact label={t('orders.description')}>{detail.description}</Fact>}
          <Fact label={t('orders.orderType')}>{t(`orders.type.${row.order_type}`)}</Fact>
          <Fact label={t('orders.orderFrom')}>{t(`orders.from.${row.order_from}`)}</Fact>
          <Fact label={t('orders.expireTime')}>{formatInstant(row.expire_time)}</Fact>
        </Facts>
      </DetailsPart>
    </>
  );
}

/** What was given back of it, the latest first, each leading to its own page; nothing where nothing was. */
function Refunds({ row: { merchant_id, coin_name }, detail: { refunds } }: { readonly row: OrderRow; readonly detail: OrderDetail }) {
  const t = useT();
  if (refunds.length === 0) return null;
  return (
    <DetailsPart title={t('orders.refunds')}>
      <LineList>
        {refunds.map(({ serial_number, amount, create_time }) => (
          <li key={serial_number}>
            <span>
              <Link
                className={styles.link}
                {...(placeOfOrder({ kind: 'refund', owner_id: merchant_id, number: serial_number }) as { to: never })}
              >
                {serial_number}
              </Link>
              <span className={styles.beside}>{formatInstant(create_time)}</span>
            </span>
            <Money amount={amount} coin={coin_name} />
          </li>
        ))}
      </LineList>
    </DetailsPart>
  );
}
