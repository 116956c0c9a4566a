import { minorOf, parseAmount, placesOf } from '@purser/contract/money';
import { usePage } from './context.tsx';
import { Notice } from './notice.tsx';

interface Asked {
  readonly order_no: string;
  readonly status: string;
  readonly trade_count: string;
}

/** What was asked for of a coin and waits to be reviewed, and is as much as was typed; undefined where nothing is. */
export function waitingLike<Order extends Asked>(orders: readonly Order[], typed: string): Order | undefined {
  return orders.find(
    ({ status, trade_count }) => status === 'pending_review' && parseAmount(typed, placesOf(trade_count)) === minorOf(trade_count),
  );
}

/** Says before it is confirmed that the very same waits already: whoever has gone back may mean no second one. */
export function SameAgain({ order }: { order: Pick<Asked, 'order_no'> | undefined }) {
  const { t } = usePage();
  return order ? <Notice kind="advice">{t('same_waits', { number: order.order_no })}</Notice> : null;
}
