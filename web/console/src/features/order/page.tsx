import { CallRefused } from '@purser/client/transport';
import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { OrderStatus } from '../../shared/order-status.tsx';
import { PATHS } from '../../shared/paths.ts';
import { Acts } from './acts.tsx';
import { orderOf, type Order } from './api.ts';
import { Entries } from './entries.tsx';
import styles from './order.module.css';
import { OrderTimeline } from './timeline.tsx';

/** One order whole, kept current: what happened to it, what it moved, who paid. Printed, it is the receipt. */
export default function OrderPage() {
  const t = useT();
  const { serialNumber = '' } = useParams({ strict: false }) as { serialNumber?: string };
  const { data: order, error, isFetching, refetch } = useQuery(orderOf(serialNumber));
  if (order) return <OrderView order={order} />;
  if (error instanceof CallRefused && error.outcome === 'order_unknown') {
    return (
      <>
        <PageHead title={t('order.unknown')} />
        <EmptyState
          title={serialNumber}
          hint={t('list.notFoundHint')}
          action={
            <Link to={PATHS.orders} className={styles['up'] ?? ''}>
              {t('order.all')}
            </Link>
          }
        />
      </>
    );
  }
  return (
    <>
      <PageHead title={t('order.title', { order: serialNumber })} />
      {error ? <ErrorState onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton active title={false} paragraph={{ rows: 10 }} />}
    </>
  );
}

function OrderView({ order }: { readonly order: Order }) {
  const t = useT();
  const { coin_name: coin } = order;
  const isPaid = order.order_status === 'paid';
  return (
    <div className={styles['page']}>
      <Link to={PATHS.orders} className={styles['up'] ?? ''}>
        ← {t('order.all')}
      </Link>
      <PageHead
        title={t('order.title', { order: order.order_id })}
        hint={order.description || undefined}
        actions={<Acts order={order} />}
      />
      <p className={styles['sum']} aria-live="polite">
        <Money amount={order.amount} coin={coin} size="large" />
        <OrderStatus status={order.order_status} />
      </p>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <OrderTimeline order={order} />
          <Entries order={order} />
        </div>
        <div className={styles['side']}>
          <Section title={t('order.moneyTitle')}>
            <PaidTo />
            <Facts>
              <Fact label={t('field.amount')}>
                <Money amount={order.amount} coin={coin} />
              </Fact>
              <Fact label={t('field.handlingFee')}>{isPaid ? <Money amount={order.handling_fee} coin={coin} /> : '–'}</Fact>
              <Fact label={t('field.settlementAmount')} strong>
                {isPaid ? <Money amount={order.settlement_amount} coin={coin} /> : '–'}
              </Fact>
              {isPaid && <Fact label={t('order.paidTime')}>{formatInstant(order.paid_time)}</Fact>}
            </Facts>
          </Section>
          <Section title={t('order.payerTitle')}>
            <Facts>
              <Fact label={t('order.nick')}>{order.nick ?? '–'}</Fact>
              <Fact label={t('order.paymentId')}>
                <CopyText text={order.payment_id} what={t('order.paymentId')} />
              </Fact>
              <Fact label={t('order.externalAccount')}>
                <CopyText text={order.external_account} what={t('order.externalAccount')} />
              </Fact>
            </Facts>
          </Section>
          <Section title={t('order.orderTitle')}>
            <Facts>
              {order.description !== '' && <Fact label={t('order.description')}>{order.description}</Fact>}
              <Fact label={t('field.orderId')}>
                <CopyText text={order.order_id} what={t('field.orderId')} />
              </Fact>
              <Fact label={t('field.serialNumber')}>
                <CopyText text={order.serial_number} what={t('field.serialNumber')} />
              </Fact>
              <Fact label={t('order.orderType')}>{t(`order.type.${order.order_type}`)}</Fact>
              <Fact label={t('order.orderFrom')}>{t(`order.from.${order.order_from}`)}</Fact>
              <Fact label={t('order.expireTime')}>{formatInstant(order.expire_time)}</Fact>
              {order.return_address !== '' && <Fact label={t('order.returnAddress')}>{order.return_address}</Fact>}
            </Facts>
          </Section>
        </div>
      </div>
    </div>
  );
}

/** Who was paid: the merchant itself knows, a receipt's reader does not. */
function PaidTo() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  return (
    <p className={styles['printed']}>
      {t('order.paidTo')}: {account ? `${account.name} (${account.merchant_id})` : ''}
    </p>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
