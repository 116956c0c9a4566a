import { z } from 'zod';
import { ACTS } from '../acts.ts';
import { call } from '../call.ts';
import { empty, idText, instant, shownLine } from '../fields.ts';
import { exportCall, listCall } from '../list-call.ts';
import { staffId } from './staff.ts';

export const ACTOR_KINDS = ['merchant', 'access_key', 'user', 'operator', 'system'] as const;

const ownerId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const word = shownLine.min(1).max(64);

const auditEntry = z.strictObject({
  /** Whose log it stands in: a party's number, or 1 for the provider. */
  owner_id: ownerId,
  /** 1, 2, 3 within the owner's log. */
  sequence: z.number().int(),
  create_time: instant,
  /** `operator` is a member of staff. */
  actor_kind: z.enum(ACTOR_KINDS),
  actor: idText,
  /** What the member of staff who acted is called; empty where none did. */
  actor_name: z.string(),
  /** Its code, as it was written. */
  action: z.string(),
  /** The same, for its name; null when another version wrote it and this one has no name for it. */
  act: z.enum(ACTS).nullable(),
  /** What it was done to, as JSON; never a secret. */
  details: z.string(),
  ip: z.string().nullable(),
});

export const auditQuery = listCall({
  path: '/v1/operator/audit/query',
  caller: 'staff',
  permission: 'audit.read',
  summary: 'The audit log: what merchants, their keys, users, staff and the system did',
  row: auditEntry,
  sort: ['create_time'],
  filters: {
    owner_id: ownerId.optional(),
    actor_kind: z.enum(ACTOR_KINDS).optional(),
    actor: word.optional(),
    action: z.enum(ACTS).optional(),
    /** The request of a member of staff that did it. */
    request_id: word.optional(),
  },
});

export const auditExport = exportCall(auditQuery, 'The audit log');

export const auditVerify = call({
  path: '/v1/operator/audit/verify',
  caller: 'staff',
  permission: 'audit.read',
  summary: 'Computes every chain of the audit log anew: whether each entry is what was written, and follows the one before it',
  input: empty,
  output: z.strictObject({
    entries: z.number().int(),
    /** False when there are more entries than are verified within a request: `npm run ledger -- verify` does them all. */
    complete: z.boolean(),
    verified_by: staffId,
    create_time: instant,
    breaks: z.array(z.strictObject({ where: z.string(), found: z.string() })),
  }),
  errors: ['busy'],
});
