import type { Machine } from './machine.ts';

/** SPEC's "user recharge" order: a payer pays a merchant. */
export const PAYMENT_ORDER_STATES = ['created', 'scanned', 'paid', 'cancelled', 'expired'] as const;
export type PaymentOrderState = (typeof PAYMENT_ORDER_STATES)[number];

export type PaymentOrderEvent = 'scan' | 'pay' | 'cancel' | 'expire';

export const paymentOrderMachine: Machine<PaymentOrderState, PaymentOrderEvent> = {
  initial: 'created',
  transitions: {
    created: { scan: 'scanned', pay: 'paid', cancel: 'cancelled', expire: 'expired' },
    scanned: { scan: 'scanned', pay: 'paid', cancel: 'cancelled', expire: 'expired' },
    paid: {},
    cancelled: {},
    expired: {},
  },
};

/** Nothing is taken and nothing settled before the payment: what an order's fee and settlement would be says nothing until then. */
export function isSettled({ order_status }: { readonly order_status: PaymentOrderState }): boolean {
  return order_status === 'paid';
}

/** Who ended a cancelled order: each has its own screen. */
export const CANCELLED_BY = ['payer', 'merchant'] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

/** Made by the merchant's system, by the merchant in the console (a payment link), or by a payer at the merchant's standing code. */
export const PAYMENT_ORDER_TYPES = ['deposit', 'collection', 'transfer'] as const;
/** Where an order came from: links and standing codes are scanned, or opened as a scanned code would be. */
export const PAYMENT_ORDER_SOURCES = ['scan', 'api'] as const;
export const DEFAULT_ORDER_LIFETIME_MIN = 15;
export const SHORTEST_ORDER_LIFETIME_MIN = 1;
export const LONGEST_ORDER_LIFETIME_MIN = 1440;
/** How long the success page waits before it sends the payer back to the merchant. */
export const REDIRECT_AFTER_S = 5;

/** Where a payer's receipt is as a PDF file; its query's `zone` names the time zone of its times. */
export const receiptFilePath = (token: string): string => `/wallet/receipt/${token}/receipt.pdf`;
