import { z } from 'zod';
import { call } from '../call.ts';
import { empty, nothing } from '../fields.ts';

/** What changed, so that the console knows what to fetch again. */
export const MERCHANT_TOPICS = ['orders', 'balances', 'transfers', 'webhooks', 'access_key'] as const;
export type MerchantTopic = (typeof MERCHANT_TOPICS)[number];

/**
 * A stream of `event: changed`, `data: {"topics": [...]}`. It holds nothing back for a client that was away:
 * whoever connects again fetches again.
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
