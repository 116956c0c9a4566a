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
import type { Order } from './api.ts';
import { historyOf, type Happened } from './history.ts';
import { OrderStatus } from '../../shared/order-status.tsx';
import styles from './recharge-record.module.css';

const STEP_TONES: Partial<Record<Happened['step'], 'success' | 'danger' | 'warning'>> = {
  paid: 'success',
  cancelledByPayer: 'danger',
  cancelledByMerchant: 'danger',
  expired: 'warning',
};

export function OrderDetails({ row: order }: { readonly row: Order }) {
  const t = useT();
  const { coin_name: coin } = order;
  return (
    <Details>
      <DetailsHead>
        <Money amount={order.amount} coin={coin} size="large" />
        <OrderStatus status={order.order_status} />
      </DetailsHead>

      <DetailsPart title={t('rechargeRecord.historyTitle')}>
        <Timeline>
          {historyOf(order).map((happened) => (
            <TimelineStep key={happened.step} tone={STEP_TONES[happened.step]} time={happened.time}>
              <span>{happenedText(happened, order, t)}</span>
            </TimelineStep>
          ))}
        </Timeline>
      </DetailsPart>

      <DetailsPart title={t('rechargeRecord.moneyTitle')}>
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

      <DetailsPart title={t('rechargeRecord.orderTitle')}>
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
      </DetailsPart>

      <DetailsPart title={t('rechargeRecord.payerTitle')}>
        <Facts>
          <Fact label={t('rechargeRecord.nick')}>{order.nick ?? '–'}</Fact>
          <Fact label={t('rechargeRecord.paymentId')}>
            <CopyText text={order.payment_id} what={t('rechargeRecord.paymentId')} />
          </Fact>
          <Fact label={t('rechargeRecord.externalAccount')}>
            <CopyText text={order.external_account} what={t('rechargeRecord.externalAccount')} />
          </Fact>
        </Facts>
      </DetailsPart>
    </Details>
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
