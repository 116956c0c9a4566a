import type { OutputOf } from '@purser/contract/call';
import { orderDetail, type orderQuery } from '@purser/contract/features/order';
import { quietQuery } from '@purser/console-kit/query';

export type Order = OutputOf<typeof orderDetail>;
/** An order as the list has it. */
export type OrderRecord = OutputOf<typeof orderQuery>['list'][number];

export const orderOf = (serialNumber: string) => quietQuery(orderDetail, { serial_number: serialNumber }, ['orders']);
