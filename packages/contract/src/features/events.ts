import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, instant, money, nothing, serialNumber } from '../fields.ts';
import { REVIEW_KINDS } from '../review.ts';

/** What changed, so that the console knows what to fetch again. */
export const MERCHANT_TOPICS = [
  'orders',
  'balances',
  'transfers',
  'webhooks',
  'access_key',
  'coins',
  'reviews',
  'payment_methods',
  'login_records',
  'white_list',
  'identity',
  'own_audit',
  'team',
] as const;
export type MerchantTopic = (typeof MERCHANT_TOPICS)[number];

/**
 * A stream of `event: changed`, `data: {"topics": [...]}`. The first one names what changed in the seconds before, for a page that had asked already.
 * It holds nothing back for a client that was away: whoever connects again fetches again.
 */
export const merchantEvents = call({
  method: 'GET',
  path: '/v1/merchant/events',
  caller: 'merchant',
  answer: 'events',
  summary: 'Server-sent events that say what changed',
  input: empty,
  output: z.unknown(),
});

export const merchantEventsSeen = call({
  path: '/v1/merchant/events/seen',
  caller: 'merchant',
  write: true,
  summary: 'Resets the count of unread events',
  input: empty,
  output: nothing,
});

/** What a merchant may want to know of without looking for it. */
export const NEWS_KINDS = [
  'payments',
  'first_payment',
  'transfer_received',
  'webhook_waiting',
  'webhook_failed',
  'access_key_made',
  'payout_address_changed',
  'withdrawals_waiting',
  'review_approved',
  'review_rejected',
  'payout_failed',
  'identity_approved',
  'identity_rejected',
  'bank_account_verified',
  'bank_account_rejected',
] as const;

const news = z.strictObject({
  kind: z.enum(NEWS_KINDS),
  time: instant,
  /** It happened since the merchant last looked. */
  is_new: z.boolean(),
  /** How many it stands for, counted up to a hundred. */
  count: z.number().int(),
  /** The order or transfer that it is about; null if it is about several or none. */
  serial_number: serialNumber.nullable(),
  /** Which kind of order under review it is about; null for another. */
  order_kind: z.enum(REVIEW_KINDS).nullable(),
  coin_name: coinName.nullable(),
  amount: money.nullable(),
});

export const merchantEventList = call({
  path: '/v1/merchant/events/list',
  caller: 'merchant',
  summary: 'What happened that the merchant may want to know of, latest first, with what is new since it last looked',
  input: empty,
  output: z.strictObject({ list: z.array(news) }),
});
