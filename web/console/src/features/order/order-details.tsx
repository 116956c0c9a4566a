import { formatInstant } from '@purser/ui/instant-text';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { groupDigits } from '@purser/ui/money-text';
import { Timeline, TimelineStep } from '@purser/ui/timeline';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useT, type T } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import type { OrderRecord } from './api.ts';
import { historyOf, type Happened } from './history.ts';
import { OrderStatus } from '../../shared/order-status.tsx';
import styles from './order-details.module.css';

const STEP_TONES: Partial<Record<Happened['step'], 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

export function OrderDetails({ row: order }: { readonly row: OrderRecord }) {
  const t = useT();
  const { coin_name: coin } = order;
  return (
    <Details>
      <DetailsHead>
        <Money amount={order.amount} coin={coin} size="large" />
        <OrderStatus status={order.order_status} />
      </DetailsHead>

      <DetailsPart title={t('order.historyTitle')}>
        <Timeline>
          {historyOf(order).map((happened) => (
            <TimelineStep key={happened.step} tone={STEP_TONES[happened.step]} time={happened.time}>
              <span>{happenedText(happened, order, t)}</span>
            </TimelineStep>
          ))}
        </Timeline>
      </DetailsPart>

      <DetailsPart title={t('order.moneyTitle')}>
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
      </DetailsPart>

      <DetailsPart title={t('order.orderTitle')}>
        <Facts>
          <Fact label={t('field.orderId')}>
            <CopyText text={order.order_id} what={t('field.orderId')} />
          </Fact>
          <Fact label={t('field.serialNumber')}>
            <CopyText text={order.serial_number} what={t('field.serialNumber')} />
          </Fact>
          <Fact label={t('order.orderType')}>{t(`order.type.${order.order_type}`)}</Fact>
          <Fact label={t('order.orderFrom')}>{t(`order.from.${order.order_from}`)}</Fact>
          <Fact label={t('order.expireTime')}>{formatInstant(order.expire_time)}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(order.update_time)}</Fact>
        </Facts>
      </DetailsPart>

      <DetailsPart title={t('order.payerTitle')}>
        <Facts>
          <Fact label={t('order.nick')}>{order.nick ?? '–'}</Fact>
          <Fact label={t('order.paymentId')}>
            <CopyText text={order.payment_id} what={t('order.paymentId')} />
          </Fact>
          <Fact label={t('order.externalAccount')}>
            <CopyText text={order.external_account} what={t('order.externalAccount')} />
          </Fact>
        </Facts>
      </DetailsPart>
    </Details>
  );
}

function happenedText({ step }: Happened, order: OrderRecord, t: T): string {
  if (step === 'paid') return t('order.happened.paid', { amount: `${groupDigits(order.settlement_amount)} ${order.coin_name}` });
  if (step === 'waiting') return t('order.happened.waiting', { time: formatInstant(order.expire_time) });
  return t(`order.happened.${step}`);
}

function ToFundFlow({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button
      className={styles['toFlow']}
      onClick={() => void navigate({ to: PATHS.fundFlow, search: { serial_number: serialNumber } } as never)}
    >
      {t('order.fundFlow')}
    </Button>
  );
}
