import { z } from 'zod';
import { call } from '../call.ts';
import { idText, instant, nothing, shownLine } from '../fields.ts';
import { LONGEST_IP_RANGE } from '../ip-range.ts';
import { exportCall, listCall } from '../list-call.ts';

/** The addresses from which a merchant's console may be used. Without an entry, that is any. */

export const MOST_WHITE_LIST_ENTRIES = 50;
export const LONGEST_WHITE_LIST_REMARK = 60;

const entry = z.strictObject({
  ip: idText.meta({ description: 'An address, or a network in CIDR notation', example: '203.0.113.0/24' }),
  remark: z.string(),
  create_time: instant,
  entry_id: idText,
});

/** As it is typed; the refusal of what is none names it. */
const ipRange = z.string().trim().min(1).max(LONGEST_IP_RANGE).meta({ description: 'An address, or a network in CIDR notation' });
/** Confirms that the address which asks is shut out by the change. */
const lockOut = z.boolean().default(false);

export const loginIpWhiteList = listCall({
  path: '/v1/merchant/login_ip_white/list',
  caller: 'merchant',
  summary: 'The addresses from which the console may be used; none means any',
  row: entry,
  sort: ['create_time'],
  filters: {
    entry_id: z.uuid().optional(),
    ip: z
      .string()
      .min(1)
      .max(LONGEST_IP_RANGE)
      .optional()
      .meta({ description: 'An address that the entry holds, a network that holds it, or how it begins' }),
  },
});

export const loginIpWhiteExport = exportCall(loginIpWhiteList, 'The addresses from which the console may be used');

export const loginIpWhiteCheck = call({
  path: '/v1/merchant/login_ip_white/check',
  caller: 'merchant',
  summary: 'The address that asks, and whether the list would hold it after a change',
  input: z.strictObject({ add: ipRange.optional(), delete: ipRange.optional() }),
  output: z.strictObject({
    login_ip: idText,
    /** How many entries the list has now. */
    entries: z.number().int(),
    /** The entry to be added, in its usual form. */
    adds: idText.nullable(),
    /** The change would shut out the address that asks; without one, false. */
    locks_out: z.boolean(),
  }),
  errors: ['ip_invalid'],
});

export const loginIpWhiteAdd = call({
  path: '/v1/merchant/login_ip_white/add',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Adds an address or a network; from then on no other may use the console. Sessions that were opened from elsewhere end',
  input: z.strictObject({
    ip: ipRange,
    remark: shownLine.trim().max(LONGEST_WHITE_LIST_REMARK).default(''),
    lock_out: lockOut,
  }),
  output: entry,
  errors: ['ip_invalid', 'white_list_known', 'white_list_limit', 'white_list_locks_out'],
  fields: { ip_invalid: 'ip', white_list_known: 'ip', white_list_locks_out: 'ip' },
});

export const loginIpWhiteDelete = call({
  path: '/v1/merchant/login_ip_white/delete',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary:
    'Takes an entry off the list. Sessions that were opened from it end, unless it was the last: then any address may use the console',
  input: z.strictObject({ ip: ipRange, lock_out: lockOut }),
  output: nothing,
  errors: ['ip_invalid', 'not_found', 'white_list_locks_out'],
  fields: { ip_invalid: 'ip', not_found: 'ip', white_list_locks_out: 'ip' },
});
