import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { formatInstant } from '../../shared/format.ts';
import { useT, type T } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { Order } from './api.ts';
import { historyOf, type Happened } from './history.ts';
import { OrderStatus } from './order-status.tsx';
import styles from './recharge-record.module.css';

export function OrderDetails({ row: order }: { readonly row: Order }) {
  const t = useT();
  const { coin_name: coin } = order;
  return (
    <div className={styles['details']}>
      <p className={styles['sum']} aria-live="polite">
        <Money amount={order.amount} coin={coin} size="large" />
        <OrderStatus status={order.order_status} />
      </p>

      <Section title={t('rechargeRecord.historyTitle')}>
        <ol className={styles['history']} aria-live="polite">
          {historyOf(order).map((happened) => (
            <li key={happened.step} data-step={happened.step}>
              <span>{happenedText(happened, order, t)}</span>
              {happened.time !== null && <time dateTime={happened.time}>{formatInstant(happened.time)}</time>}
            </li>
          ))}
        </ol>
      </Section>

      <Section title={t('rechargeRecord.moneyTitle')}>
        <Facts>
          <Fact label={t('field.amount')}>
            <Money amount={order.amount} coin={coin} />
          </Fact>
          <Fact label={t('field.handlingFee')}>
            {order.order_status === 'paid' ? <Money amount={order.handling_fee} coin={coin} /> : '–'}
          </Fact>
          <Fact label={t('field.settlementAmount')}>
            {order.order_status === 'paid' ? <Money amount={order.settlement_amount} coin={coin} /> : '–'}
          </Fact>
        </Facts>
        {order.order_status === 'paid' && <ToFundFlow serialNumber={order.serial_number} />}
      </Section>

      <Section title={t('rechargeRecord.orderTitle')}>
        <Facts>
          <Fact label={t('field.orderId')}>
            <CopyText text={order.order_id} what={t('field.orderId')} />
          </Fact>
          <Fact label={t('field.serialNumber')}>
            <CopyText text={order.serial_number} what={t('field.serialNumber')} />
          </Fact>
          <Fact label={t('rechargeRecord.orderType')}>{t(`rechargeRecord.type.${order.order_type}`)}</Fact>
          <Fact label={t('rechargeRecord.orderFrom')}>{t(`rechargeRecord.from.${order.order_from}`)}</Fact>
          <Fact label={t('rechargeRecord.expireTime')}>{formatInstant(order.expire_time)}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(order.update_time)}</Fact>
        </Facts>
      </Section>

      <Section title={t('rechargeRecord.payerTitle')}>
        <Facts>
          <Fact label={t('rechargeRecord.nick')}>{order.nick ?? '–'}</Fact>
          <Fact label={t('rechargeRecord.paymentId')}>
            <CopyText text={order.payment_id} what={t('rechargeRecord.paymentId')} />
          </Fact>
          <Fact label={t('rechargeRecord.externalAccount')}>
            <CopyText text={order.external_account} what={t('rechargeRecord.externalAccount')} />
          </Fact>
        </Facts>
      </Section>
    </div>
  );
}

function happenedText({ step }: Happened, order: Order, t: T): string {
  if (step === 'paid') return t('rechargeRecord.happened.paid', { amount: `${groupDigits(order.settlement_amount)} ${order.coin_name}` });
  if (step === 'waiting') return t('rechargeRecord.happened.waiting', { time: formatInstant(order.expire_time) });
  return t(`rechargeRecord.happened.${step}`);
}

function ToFundFlow({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button
      className={styles['toFlow']}
      onClick={() => void navigate({ to: PATHS.fundFlow, search: { serial_number: serialNumber } } as never)}
    >
      {t('rechargeRecord.fundFlow')}
    </Button>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
