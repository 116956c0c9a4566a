import type { Machine } from './machine.ts';

/** How many payments a link is for. */
export const PAYMENT_LINK_USES = ['one', 'many'] as const;
export type PaymentLinkUses = (typeof PAYMENT_LINK_USES)[number];

export const PAYMENT_LINK_STATES = ['open', 'paid', 'closed', 'expired'] as const;
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number];

export type PaymentLinkEvent = 'pay' | 'close' | 'expire';

/** A link for one payment. One for many stays open as it is paid. */
export const paymentLinkMachine: Machine<PaymentLinkState, PaymentLinkEvent> = {
  initial: 'open',
  transitions: { open: { pay: 'paid', close: 'closed', expire: 'expired' }, paid: {}, closed: {}, expired: {} },
};

export const SHORTEST_LINK_LIFETIME_MIN = 10;
/** 90 days. */
export const LONGEST_LINK_LIFETIME_MIN = 90 * 24 * 60;

/** Why a link or a standing code cannot be paid at the moment, or `open`. */
export type CollectState = 'open' | 'closed' | 'expired' | 'suspended' | 'off' | 'unlisted' | 'maintenance';

/** What is paid where a payment link is opened, or a merchant's standing code scanned. */
export interface CollectShown {
  readonly token: string;
  readonly kind: 'link' | 'standing';
  /** A link for one payment, whose order has a page of its own. */
  readonly is_one: boolean;
  readonly state: CollectState;
  readonly merchant_name: string;
  readonly merchant_logo: string | null;
  readonly description: string;
  readonly coin_name: string;
  readonly decimals: number;
  /** Null where the payer types it, between the bounds. */
  readonly amount: string | null;
  readonly minimum: string;
  readonly maximum: string;
  /** Until when a link can be paid; null for a standing code. */
  readonly expire_time: string | null;
  /** What the provider says of the maintenance that runs, if anything. */
  readonly maintenance_text: string | null;
}
