import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import {
  staffOrderDetail,
  type staffOrderQuery,
  staffTransferDetail,
  type staffTransferQuery,
} from '@purser/contract/features/staff-order';

export type OrderRow = OutputOf<typeof staffOrderQuery>['list'][number];
export type TransferRow = OutputOf<typeof staffTransferQuery>['list'][number];
export type OrderDetail = OutputOf<typeof staffOrderDetail>;

export const orderDetail = ({ merchant_id, serial_number }: OrderRow) =>
  callQuery(staffOrderDetail, { merchant_id, serial_number }, ['order']);
export const transferDetail = ({ payment_merchant_id, serial_number }: TransferRow) =>
  callQuery(staffTransferDetail, { merchant_id: payment_merchant_id, serial_number }, ['order']);
