import { isSettled } from '@purser/contract/payment-order';
import { CopyText } from '@purser/ui/copy-text';
import { Fact } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { useT } from './texts.ts';
import { isRefunded, type OrderRecord } from './api.ts';

/** What is known of an order, for its page and for the list's drawer: lines of `Facts`, beside which each has its own. */

interface FactsProps {
  readonly order: OrderRecord;
}

export function MoneyFacts({ order }: FactsProps) {
  const t = useT();
  const money = (amount: string) => <Money amount={amount} coin={order.coin_name} />;
  const settled = (amount: string) => (isSettled(order) ? money(amount) : '–');
  return (
    <>
      <Fact label={t('field.amount')}>{money(order.amount)}</Fact>
      <Fact label={t('field.handlingFee')}>{settled(order.handling_fee)}</Fact>
      <Fact label={t('field.settlementAmount')} strong>
        {settled(order.settlement_amount)}
      </Fact>
      {isRefunded(order) && <Fact label={t('refund.refunded')}>{money(order.refunded_amount)}</Fact>}
    </>
  );
}

export function PayerFacts({ order }: FactsProps) {
  const t = useT();
  return (
    <>
      <Fact label={t('order.nick')}>{order.nick ?? '–'}</Fact>
      <Fact label={t('order.paymentId')}>
        <CopyText text={order.payment_id} what={t('order.paymentId')} />
      </Fact>
      <Fact label={t('order.externalAccount')}>
        <CopyText text={order.external_account} what={t('order.externalAccount')} />
      </Fact>
    </>
  );
}

export function OrderFacts({ order }: FactsProps) {
  const t = useT();
  return (
    <>
      <Fact label={t('field.orderId')}>
        <CopyText text={order.order_id} what={t('field.orderId')} />
      </Fact>
      <Fact label={t('field.serialNumber')}>
        <CopyText text={order.serial_number} what={t('field.serialNumber')} />
      </Fact>
      <Fact label={t('order.orderType')}>{t(`order.type.${order.order_type}`)}</Fact>
      <Fact label={t('order.orderFrom')}>{t(`order.from.${order.order_from}`)}</Fact>
      <Fact label={t('order.expireTime')}>{formatInstant(order.expire_time)}</Fact>
    </>
  );
}
