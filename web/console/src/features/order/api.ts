import type { OutputOf } from '@purser/contract/call';
import { orderDetail, type orderQuery } from '@purser/contract/features/order';
import { refundQuery } from '@purser/contract/features/refund';
import { quietQuery } from '@purser/console-kit/query';

export type Order = OutputOf<typeof orderDetail>;
/** An order as the list has it. */
export type OrderRecord = OutputOf<typeof orderQuery>['list'][number];
export type RefundRecord = OutputOf<typeof refundQuery>['list'][number];

export const orderOf = (serialNumber: string) => quietQuery(orderDetail, { serial_number: serialNumber }, ['orders']);

export const isRefunded = ({ refunded_amount }: OrderRecord): boolean => /[1-9]/.test(refunded_amount);

/** What was given back of an order, latest first; not asked for where nothing was. */
export const refundsOf = (order: Order) => ({
  ...quietQuery(refundQuery, { order_serial_number: order.serial_number, page_size: 100 }, ['orders']),
  enabled: isRefunded(order),
});
