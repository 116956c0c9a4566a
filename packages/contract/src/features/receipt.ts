import { z } from 'zod';
import { call } from '../call.ts';
import { serialNumber } from '../fields.ts';

export const receiptExport = call({
  path: '/v1/merchant/receipt/export',
  caller: 'merchant',
  answer: 'file',
  summary: 'The receipt of an order, refund or transfer of the merchant that took effect, as a PDF file',
  input: z.strictObject({
    serial_number: serialNumber,
    /** IANA name of the zone in which times stand while the merchant's account names none. */
    time_zone: z.string().max(64).default('UTC'),
  }),
  output: z.unknown(),
  errors: ['record_unknown', 'receipt_without_effect', 'busy'],
});
