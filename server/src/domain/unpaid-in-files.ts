import { isSettled } from '@purser/contract/payment-order';

const isUnpaid = (order: Parameters<typeof isSettled>[0]): boolean => !isSettled(order);

/** Fields that files of payment orders leave empty until the payment, a merchant's and staff's alike. */
export const SILENT_WHILE_UNPAID = { handling_fee: isUnpaid, settlement_amount: isUnpaid, refunded_amount: isUnpaid };
