import { z } from 'zod';
import { call } from '../call.ts';
import { tagged } from '../field-kind.ts';
import { coinName, instant, merchantId, money, nothing, serialNumber, shownText } from '../fields.ts';
import { MEMBER_ROLES, MEMBER_STATUSES } from '../member.ts';
import { PAYMENT_ORDER_STATES } from '../payment-order.ts';
import { RECHARGE_WAYS, USER_KINDS } from './account.ts';
import { TRANSACTION_TYPES } from './fund-flow.ts';
import { memberId } from './member.ts';

/** What staff see of one party, and what they do about it beyond letting it in (`party.ts`). */

/** Orders and ledger entries that are shown with a party: the latest ones. */
export const MOST_SHOWN_WITH_PARTY = 10;

const userNumber = tagged('id', z.number().int().positive().max(Number.MAX_SAFE_INTEGER).meta({ example: 50000001 }));
const reason = shownText.trim().min(1).max(500);
const rechargeWay = z.union([z.literal(RECHARGE_WAYS.manual), z.literal(RECHARGE_WAYS.quick)]);

const balance = z.strictObject({ coin_name: coinName, available_asset: money, freeze_asset: money, pending_asset: money });

/** What a posting did to one of the party's accounts. */
const record = z.strictObject({
  serial_number: serialNumber,
  transaction_type: z.enum(TRANSACTION_TYPES),
  /** Whether the money is the balance itself or reward funds. */
  purpose: z.enum(['main', 'reward']),
  coin_name: coinName,
  transaction_number: money,
  time: instant,
});

const session = z.strictObject({
  session_id: z.uuid(),
  ip: z.string(),
  user_agent: z.string(),
  create_time: instant,
  last_seen_time: instant,
  expire_time: instant,
});

export const partyMerchantDetail = call({
  path: '/v1/operator/party/merchant/detail',
  caller: 'staff',
  permission: 'party.read',
  summary:
    'One merchant: balances, the ways to recharge, the latest orders and ledger entries, team, access keys without secrets, white list, sessions',
  input: z.strictObject({ merchant_id: merchantId }),
  output: z.strictObject({
    merchant_id: merchantId,
    recharge_configuration: z.array(z.number().int()),
    google_bound: z.boolean(),
    balances: z.array(balance),
    orders: z.array(
      z.strictObject({
        serial_number: serialNumber,
        order_id: z.string(),
        coin_name: coinName,
        amount: money,
        order_status: z.enum(PAYMENT_ORDER_STATES),
        create_time: instant,
      }),
    ),
    records: z.array(record),
    /** The members of its team; none while it has the one login that is in the list of merchants. */
    members: z.array(
      z.strictObject({
        member_id: memberId,
        username: z.string(),
        name: z.string(),
        role: z.enum(MEMBER_ROLES),
        status: z.enum(MEMBER_STATUSES),
        /** False while a one-time link waits to be used. */
        is_set_up: z.boolean(),
        login_time: instant.nullable(),
        login_ip: z.string().nullable(),
      }),
    ),
    access_keys: z.array(
      z.strictObject({
        access_key: z.string(),
        ip_permission: z.array(z.string()),
        create_time: instant,
        last_used_time: instant.nullable(),
      }),
    ),
    /** Addresses from which the merchant may sign in; none means any. */
    white_list: z.array(z.strictObject({ ip: z.string(), create_time: instant })),
    sessions: z.array(session),
  }),
  errors: ['not_found'],
  fields: { not_found: 'merchant_id' },
});

export const partyUserDetail = call({
  path: '/v1/operator/party/user/detail',
  caller: 'staff',
  permission: 'party.read',
  summary: 'One wallet user: balances and reward funds, the latest ledger entries, sessions, and who referred whom',
  input: z.strictObject({ user_id: userNumber }),
  output: z.strictObject({
    user_id: userNumber,
    balances: z.array(z.strictObject({ ...balance.shape, reward_asset: money })),
    records: z.array(record),
    sessions: z.array(session),
    referral: z.strictObject({
      /** Null where they were never shown one. */
      code: z.string().nullable(),
      /** The agent who referred them. */
      agent: z.strictObject({ user_id: userNumber, nick: z.string() }).nullable(),
      came: z.number().int(),
      /** The latest of those who came by the code. */
      users: z.array(z.strictObject({ user_id: userNumber, nick: z.string(), create_time: instant })),
      /** What these have earned them. */
      commissions: z.array(z.strictObject({ coin_name: coinName, paid: money, due: money })),
    }),
  }),
  errors: ['not_found'],
  fields: { not_found: 'user_id' },
});

const changes = { caller: 'staff', permission: 'party.change', write: true, confirm: 'google_code', output: nothing } as const;

export const partyKindSet = call({
  ...changes,
  path: '/v1/operator/party/user/kind/set',
  sets: true,
  summary: "Sets a wallet user's kind",
  input: z.strictObject({ user_id: userNumber, kind: z.enum(USER_KINDS), reason }),
  errors: ['not_found'],
  fields: { not_found: 'user_id' },
});

export const partyRechargeConfigurationSet = call({
  ...changes,
  path: '/v1/operator/party/merchant/recharge_configuration/set',
  sets: true,
  summary:
    'Sets the ways by which a merchant may bring USDT in: 2 quick recharge; 1 manual recharge, which is open to every merchant without it',
  input: z.strictObject({ merchant_id: merchantId, recharge_configuration: z.array(rechargeWay).max(2), reason }),
  errors: ['not_found'],
  fields: { not_found: 'merchant_id' },
});

export const partySessionEnd = call({
  ...changes,
  path: '/v1/operator/party/session/end',
  summary: 'Ends one session of a merchant or a wallet user, with the streams that were opened by it',
  input: z.strictObject({ owner_id: merchantId, session_id: z.uuid(), reason }),
  errors: ['not_found'],
  fields: { not_found: 'session_id' },
});

export const partyAccessKeyRevoke = call({
  ...changes,
  path: '/v1/operator/party/access_key/revoke',
  summary: "Deletes a merchant's access key: what is signed with it is refused from then on",
  input: z.strictObject({ merchant_id: merchantId, access_key: z.string().min(1).max(64), reason }),
  errors: ['not_found'],
  fields: { not_found: 'access_key' },
});
