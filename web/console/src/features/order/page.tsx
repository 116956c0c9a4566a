import { mayAsk } from '@purser/console-kit/may-ask';
import { orderDetail } from '@purser/contract/features/order';
import { isSettled } from '@purser/contract/payment-order';
import { CallRefused } from '@purser/client/transport';
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
import { useT } from './texts.ts';
import { OrderStatus } from '../../shared/order-status.tsx';
import { PATHS } from '../../shared/paths.ts';
import { RecordLink } from '../../shared/record-link.tsx';
import { Acts } from './acts.tsx';
import { orderOf, type Order } from './api.ts';
import { Entries } from './entries.tsx';
import { MoneyFacts, OrderFacts, PayerFacts } from './facts.tsx';
import styles from './order.module.css';
import { Refunds } from './refunds.tsx';
import { OrderTimeline } from './timeline.tsx';

/** One order whole, kept current: what happened to it, what it moved, who paid. Printed, it is the receipt. */
export default function OrderPage() {
  const t = useT();
  const { serialNumber = '' } = useParams({ strict: false }) as { serialNumber?: string };
  const isPossible = mayAsk(orderDetail, { serial_number: serialNumber });
  const { data: order, error, isFetching, refetch } = useQuery({ ...orderOf(serialNumber), ...(!isPossible && { enabled: false }) });
  if (order) return <OrderView order={order} />;
  if (!isPossible || (error instanceof CallRefused && error.outcome === 'order_unknown')) {
    return (
      <>
        <PageHead title={t('order.unknown')} />
        <EmptyState
          title={serialNumber}
          hint={t('list.notFoundHint')}
          action={
            <Link to={PATHS.orders} className={styles.up ?? ''}>
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
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      )}
    </>
  );
}

function OrderView({ order }: { readonly order: Order }) {
  const t = useT();
  return (
    <div className={styles.page}>
      <Link to={PATHS.orders} className={styles.up ?? ''}>
        ← {t('order.all')}
      </Link>
      <PageHead
        title={t('order.title', { order: order.order_id })}
        hint={order.description || undefined}
        actions={<Acts order={order} />}
      />
      <p className={styles.sum} aria-live="polite">
        <Money amount={order.amount} coin={order.coin_name} size="large" />
        <OrderStatus status={order.order_status} />
      </p>
      <div className={styles.columns}>
        <div className={styles.main}>
          <OrderTimeline order={order} />
          <Refunds order={order} />
          <Entries order={order} />
        </div>
        <div className={styles.side}>
          <Section title={t('order.moneyTitle')}>
            <PaidTo />
            <Facts>
              <MoneyFacts order={order} />
              {isSettled(order) && <Fact label={t('order.paidTime')}>{formatInstant(order.paid_time)}</Fact>}
            </Facts>
          </Section>
          <Section title={t('order.payerTitle')}>
            <Facts>
              <PayerFacts order={order} />
            </Facts>
            {order.payment_id !== null && (
              <Link to={PATHS.orders} search={{ payment_id: order.payment_id } as never} className={`${styles.more} ${styles.unprinted}`}>
                {t('order.samePayer')}
              </Link>
            )}
          </Section>
          <Section title={t('order.orderTitle')}>
            <Facts>
              {order.description !== '' && <Fact label={t('order.description')}>{order.description}</Fact>}
              <OrderFacts order={order} />
              {order.link_number !== '' && (
                <Fact label={t('order.linkNumber')}>
                  <RecordLink serialNumber={order.link_number} />
                </Fact>
              )}
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
    <p className={styles.printed}>
      {t('order.paidTo')}: {account ? `${account.name} (${account.merchant_id})` : ''}
    </p>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
