import type { OutputOf } from '@purser/contract/call';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { orderDetail, type orderQuery } from '@purser/contract/features/order';
import { webhookDeliveryQuery } from '@purser/contract/features/webhook';
import { callQuery, quietQuery } from '../../shared/query.ts';

export type Order = OutputOf<typeof orderDetail>;
/** An order as the list has it. */
export type OrderRecord = OutputOf<typeof orderQuery>['list'][number];
export type Delivery = OutputOf<typeof webhookDeliveryQuery>['list'][number];

/** More than an order ever has: an event is delivered once, and again only when somebody asks for it. */
const ALL = { page: 1, page_size: 100, sort_order: 'asc' } as const;

export const orderOf = (serialNumber: string) => quietQuery(orderDetail, { serial_number: serialNumber }, ['orders']);
export const entriesOf = (serialNumber: string) =>
  callQuery(assetFlowQuery, { serial_number: serialNumber, ...ALL }, ['balances', 'orders']);
export const deliveriesOf = (serialNumber: string) =>
  callQuery(webhookDeliveryQuery, { serial_number: serialNumber, ...ALL }, ['webhooks', 'orders']);
