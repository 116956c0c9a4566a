import { z } from 'zod';
import { idText, instant } from '../fields.ts';
import { LONGEST_IP_RANGE } from '../ip-range.ts';
import { exportCall, listCall } from '../list-call.ts';

/**
 * How an attempt to log in ended. `no_code`: the password was right, and a first authenticator was asked for where there is one. `ip_refused`: the white
 * list did not hold the address.
 */
export const LOGIN_OUTCOMES = ['logged_in', 'wrong_password', 'no_code', 'wrong_code', 'code_used', 'ip_refused', 'suspended'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

/** By what somebody got in, beside the password. */
export const LOGIN_WAYS = ['google_code', 'recovery_code', 'first_authenticator', 'set_up_link'] as const;

/** How long a login record is kept. */
export const LOGIN_RECORD_DAYS = 180;

const loginRecord = z.strictObject({
  create_time: instant,
  ip: idText.nullable().meta({
    description: 'Of refusals over IPv6 the network; null for refusals of further addresses, which are counted together',
    example: '203.0.113.7',
  }),
  outcome: z.enum(LOGIN_OUTCOMES),
  /** Null where nobody got in. */
  way: z.enum(LOGIN_WAYS).nullable(),
  device: z
    .string()
    .meta({ description: 'What the browser says it is; empty where it says nothing that is known', example: 'Chrome, Windows' }),
  user_agent: z.string(),
  /** Alike refusals of one address within an hour are one record. */
  attempts: z.number().int(),
  last_time: instant,
  /** Of a login the number of the session that it opened. */
  record_id: idText,
  /** The session that the login opened goes on. */
  is_open: z.boolean(),
});

export const loginLogList = listCall({
  path: '/v1/merchant/login_log/list',
  caller: 'merchant',
  summary: 'The logins of the merchant and those that were refused, of the last 180 days',
  row: loginRecord,
  sort: ['create_time'],
  filters: {
    record_id: z.uuid().optional(),
    ip: z.string().min(1).max(LONGEST_IP_RANGE).optional().meta({ description: 'An address, a network, or how either begins' }),
    outcome: z.enum(LOGIN_OUTCOMES).optional(),
  },
});

export const loginLogExport = exportCall(loginLogList, 'Login records');
