import { z } from 'zod';
import { call } from '../call.ts';
import { empty, instant, market, merchantId, nothing } from '../fields.ts';
import { MEMBER_ROLES } from '../member.ts';
import { memberId } from './member.ts';

export const PARTY_STATUSES = ['normal', 'suspended'] as const;
/** Kinds of wallet users. */
export const USER_KINDS = ['ordinary', 'advanced', 'agent'] as const;
export type UserKind = (typeof USER_KINDS)[number];
/** The ways by which a merchant may bring USDT in, as `recharge_configuration` lists them. */
export const RECHARGE_WAYS = { manual: 1, quick: 2 } as const;
export const AUTHENTICATION_STATUSES = ['not_authenticated', 'pending', 'approved', 'rejected'] as const;

export const accountDetail = call({
  path: '/v1/merchant/account/detail',
  caller: 'merchant',
  summary: 'The signed-in merchant; with another merchant_id, only what a transfer needs to name the recipient',
  input: z.strictObject({ merchant_id: merchantId.optional() }),
  output: z.strictObject({
    merchant_id: merchantId,
    name: z.string(),
    status: z.enum(PARTY_STATUSES),
    /** The rest is null for another merchant. */
    own: z
      .strictObject({
        username: z.string(),
        /** Who of a team is logged in; left out for a merchant without one. */
        member: z.strictObject({ member_id: memberId, name: z.string(), role: z.enum(MEMBER_ROLES) }).optional(),
        authentication_status: z.enum(AUTHENTICATION_STATUSES),
        google_bound: z.boolean(),
        /** The IANA zone in which the console shows times and counts days; null: each browser's own. */
        time_zone: z.string().nullable(),
        markets: z.array(market),
        login_ip: z.string().nullable(),
        login_time: instant.nullable(),
        /** How many events are new since the merchant last looked, and how many announcements are unread: the number beside the bell. */
        unread: z.number().int(),
        /** There are agreements to accept before the merchant goes on. */
        agreements_pending: z.boolean(),
        /** Failed sign-ins and wrong codes that the merchant has not seen yet, with the latest one's address; null when there are none. */
        sign_in_failures: z.strictObject({ count: z.number().int(), address: z.string(), time: instant }).nullable(),
      })
      .nullable(),
    recharge_configuration: z.array(z.number().int()),
  }),
  errors: ['too_many_requests', 'recipient_unknown'],
});

export const merchantSignInFailuresSeen = call({
  path: '/v1/merchant/account/sign_in_failures_seen',
  caller: 'merchant',
  write: true,
  summary: 'The merchant has seen the failed sign-ins: they are told no more',
  input: empty,
  output: nothing,
});

/** What a merchant does once before payments can come in. */
export const SETUP_STEPS = ['identity', 'access_key', 'webhook', 'test_event', 'first_order'] as const;

export const accountSetup = call({
  path: '/v1/merchant/account/setup',
  caller: 'merchant',
  summary:
    'Which of the first steps are done: identity confirmed, access key made, webhook address set, an event delivered, an order created',
  input: empty,
  output: z.strictObject({
    identity: z.boolean(),
    access_key: z.boolean(),
    webhook: z.boolean(),
    test_event: z.boolean(),
    first_order: z.boolean(),
  }),
});
