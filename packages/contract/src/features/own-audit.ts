import { z } from 'zod';
import { OWN_ACT_KINDS, OWN_ACT_LIST } from '../acts.ts';
import { idText, instant } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';

/** `operator` is the provider's staff, of whom no more is said. */
export const OWN_ACTOR_KINDS = ['merchant', 'access_key', 'operator', 'system'] as const;

const ownEntry = z.strictObject({
  create_time: instant,
  act_kind: z.enum(OWN_ACT_KINDS),
  act: z.enum(OWN_ACT_LIST),
  actor_kind: z.enum(OWN_ACTOR_KINDS),
  actor: idText.meta({ description: 'The login name or number of a member, or the access key; empty for staff and the system' }),
  subject: z.string().meta({ description: 'What it was done to: numbers, addresses, amounts', example: '203.0.113.0/24, Office' }),
  ip: idText.nullable(),
  device: z
    .string()
    .meta({ description: 'What the browser says it is; empty where it says nothing that is known', example: 'Chrome, Windows' }),
  user_agent: z.string(),
  /** 1, 2, 3 within the merchant's log, with gaps where an entry is not the merchant's business. */
  entry_number: idText,
});

export const ownAuditQuery = listCall({
  path: '/v1/merchant/account/audit/query',
  caller: 'merchant',
  summary: "What was done in the merchant's own account: by its members, its access keys, the system and the provider's staff",
  row: ownEntry,
  sort: ['create_time'],
  filters: {
    act_kind: z.enum(OWN_ACT_KINDS).optional(),
    entry_number: z
      .string()
      .regex(/^[1-9]\d{0,17}$/)
      .optional(),
  },
});

export const ownAuditExport = exportCall(ownAuditQuery, "The audit trail of the merchant's own account");
