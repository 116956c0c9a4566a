import { z } from 'zod';
import { call } from '../call.ts';
import { instant, serialNumber } from '../fields.ts';
import { rechargeRecord } from './recharge-record.ts';

/** One payment order, with what only its own page says. */
export const order = z.strictObject({
  ...rechargeRecord.shape,
  /** What the payer is shown; empty if the order has none. */
  description: z.string(),
  payment_url: z.string().meta({ description: 'Where the payer pays' }),
  /** Where the payer returns to; empty if nowhere. */
  return_address: z.string(),
  /** When a payer first scanned its code; null if nobody did, or before this was kept. */
  scanned_time: instant.nullable(),
  paid_time: instant.nullable(),
});

const whichOrder = z.strictObject({ serial_number: serialNumber.min(1) });

export const orderDetail = call({
  path: '/v1/merchant/order/detail',
  caller: 'merchant',
  summary: 'One payment order whole, as it is now',
  input: whichOrder,
  output: order,
  errors: ['order_unknown'],
});

export const orderClose = call({
  path: '/v1/merchant/order/close',
  caller: 'merchant',
  write: true,
  summary: 'Cancels an order that nobody has paid; a cancelled one again changes nothing',
  input: whichOrder,
  output: order,
  errors: ['order_unknown', 'order_already_paid', 'order_expired'],
});
