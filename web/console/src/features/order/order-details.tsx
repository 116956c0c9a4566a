import { isSettled } from '@purser/contract/payment-order';
import { formatInstant } from '@purser/ui/instant-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useT } from './texts.ts';
import { PATHS } from '../../shared/paths.ts';
import type { OrderRecord } from './api.ts';
import { MoneyFacts, OrderFacts, PayerFacts } from './facts.tsx';
import { ReceiptButton } from '../../shared/receipt-button.tsx';
import { OrderStatus } from '../../shared/order-status.tsx';
import styles from './order-details.module.css';
import { STEP_TONES, stepsOf, stepText } from './steps.ts';

export function OrderDetails({ row: order }: { readonly row: OrderRecord }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <Money amount={order.amount} coin={order.coin_name} size="large" />
        <OrderStatus status={order.order_status} />
      </DetailsHead>

      <DetailsPart title={t('order.historyTitle')}>
        <Timeline>
          {stepsOf(order).map(({ step, time }) => (
            <TimelineStep key={step} tone={STEP_TONES[step]} time={time}>
              <span>{stepText(step, order, t)}</span>
            </TimelineStep>
          ))}
        </Timeline>
      </DetailsPart>

      <DetailsPart title={t('order.moneyTitle')}>
        <Facts>
          <MoneyFacts order={order} />
        </Facts>
        {isSettled(order) && (
          <div className={styles.acts}>
            <ToFundFlow serialNumber={order.serial_number} />
            <ReceiptButton serialNumber={order.serial_number} />
          </div>
        )}
      </DetailsPart>

      <DetailsPart title={t('order.orderTitle')}>
        <Facts>
          <OrderFacts order={order} />
          <Fact label={t('field.updateTime')}>{formatInstant(order.update_time)}</Fact>
        </Facts>
      </DetailsPart>

      <DetailsPart title={t('order.payerTitle')}>
        <Facts>
          <PayerFacts order={order} />
        </Facts>
      </DetailsPart>
    </Details>
  );
}

function ToFundFlow({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button onClick={() => void navigate({ to: PATHS.fundFlow, search: { serial_number: serialNumber } } as never)}>
      {t('record.fundFlow')}
    </Button>
  );
}
