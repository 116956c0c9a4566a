import { isAct } from '@purser/contract/acts';
import type { ParsedInputOf } from '@purser/contract/call';
import { auditQuery } from '@purser/contract/features/audit';
import type { StaffRole } from '@purser/contract/staff';
import type { Queryable } from '@purser/ledger/accounts';
import { seesRecipients, shownRecipient } from '../../domain/shown-recipient.ts';
import { type StaffNames, staffNames } from '../../domain/staff-name.ts';
import { allRows } from '../../platform/export/all-rows.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import { type Filters, type List, type WireRow } from '../../platform/lists/list.ts';
import { cutPage, MOST_COUNTED, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';

type Entry = WireRow<typeof auditQuery>;
type Narrowing = Filters<typeof auditQuery>;

interface Row {
  readonly owner_id: bigint;
  readonly sequence: bigint;
  readonly actor_kind: Entry['actor_kind'];
  readonly actor: string;
  readonly action: string;
  readonly details: string;
  readonly ip: string | null;
  readonly created_at: Date;
  /** The time, to the microsecond. */
  readonly place: string;
}

/** Entries of all owners. Their numbers are no texts that a list's key could be, so the SQL is written here. */
export const auditLog: List<typeof auditQuery> = {
  call: auditQuery,
  page: (db, input, { role }) => {
    const window = windowAsked(input);
    return db.transaction('system', async (tx) => {
      const { rows, next_cursor } = cutPage(await read(tx, input, window), window, partsOf);
      return { list: await shown(tx, rows, role), ...totalOf(await count(tx, input, MOST_COUNTED)), next_cursor };
    });
  },
  all: (db, filters, { role }) =>
    allRows(db, 'system', {
      window: windowAsked,
      read: (source, window) => read(source, filters, window),
      placeOf: partsOf,
      count: (source, most) => count(source, filters, most),
      shown: (source, rows) => shown(source, rows, role),
    }),
};

export const auditFile = exportFile(auditQuery, {
  name: 'audit-log',
  title: 'auditLog',
  columns: {
    create_time: 24,
    owner_id: 14,
    sequence: 10,
    actor_kind: 18,
    actor: 24,
    actor_name: 24,
    act: 40,
    action: 30,
    details: 60,
    ip: 24,
  },
});

function windowAsked(
  input: Pick<ParsedInputOf<typeof auditQuery>, 'page' | 'page_size' | 'sort_order'> & { readonly cursor?: string | undefined },
): Window {
  return windowOf(auditQuery, input, 'create_time', ['instant', 'natural', 'natural']);
}

const partsOf = ({ place, owner_id, sequence }: Row): string[] => [place, String(owner_id), String(sequence)];

/** Each filter's condition, by the number of its parameter. */
const CONDITIONS = {
  owner_id: (n: number) => `owner_id = $${n}`,
  actor_kind: (n: number) => `actor_kind = $${n}`,
  actor: (n: number) => `actor = $${n}`,
  action: (n: number) => `action = $${n}`,
  request_id: (n: number) => `details ->> 'request_id' = $${n}`,
  time_from: (n: number) => `created_at >= $${n}::timestamptz`,
  time_to: (n: number) => `created_at < $${n}::timestamptz`,
} satisfies Record<keyof Narrowing, unknown>;

function narrowed(filters: Narrowing): { where: string; values: unknown[] } {
  const asked = (Object.keys(CONDITIONS) as (keyof Narrowing)[]).filter((name) => filters[name] !== undefined);
  const where = asked.map((name, index) => CONDITIONS[name](index + 1)).join(' and ');
  return { where: where === '' ? 'true' : where, values: asked.map((name) => filters[name]) };
}

async function read(db: Queryable, filters: Narrowing, { after, direction, offset, limit }: Window): Promise<Row[]> {
  const { where, values } = narrowed(filters);
  const n = values.length;
  const beyond = after
    ? `and (created_at, owner_id, sequence) ${direction === 'desc' ? '<' : '>'} ($${n + 1}::timestamptz, $${n + 2}::bigint, $${n + 3}::bigint)`
    : '';
  const { rows } = await db.query(
    `select owner_id, sequence, actor_kind, actor, action, details::text as details, ip, created_at, ${instantText('created_at')} as place
     from audit_log where ${where} ${beyond}
     order by created_at ${direction}, owner_id ${direction}, sequence ${direction} limit ${limit} offset ${offset}`,
    [...values, ...(after ?? [])],
  );
  return rows as Row[];
}

async function count(db: Queryable, filters: Narrowing, most: number): Promise<number> {
  const { where, values } = narrowed(filters);
  const { rows } = await db.query(
    `select count(*) as total from (select 1 from audit_log where ${where} limit ${most}) as counted`,
    values,
  );
  return Number((rows[0] as { total: bigint } | undefined)?.total ?? 0n);
}

/** Approvals that were only entered for a second person stand in the log as approvals where an earlier version wrote them. */
function actOf(action: string, details: string): Entry['act'] {
  if (action === 'review.approve') {
    const { done, entered } = JSON.parse(details) as Readonly<Partial<Record<'done' | 'entered', readonly string[]>>>;
    if (done?.length === 0 && entered !== undefined && entered.length > 0) return 'approval.enter';
  }
  return isAct(action) ? action : null;
}

/** Entries as they are told: the log keeps the numbers of staff, who are named beside them, and where links were sent, which not every role sees. */
async function shown(db: Queryable, rows: readonly Row[], role: StaffRole | undefined): Promise<Entry[]> {
  const names = await staffNames(db, rows.map(staffOf));
  return rows.map((row) => toWire({ ...row, details: detailsFor(role, row.details) }, names));
}

function detailsFor(role: StaffRole | undefined, details: string): string {
  if (seesRecipients(role)) return details;
  const { mail, ...others } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  return typeof mail === 'string' ? JSON.stringify({ ...others, mail: shownRecipient(mail, 'mail', role) }) : details;
}

function staffOf({ actor_kind, actor }: Row): bigint | null {
  return actor_kind === 'operator' && /^\d{1,18}$/.test(actor) ? BigInt(actor) : null;
}

function toWire(row: Row, names: StaffNames): Entry {
  const { owner_id, sequence, created_at, actor_kind, actor, action, details, ip } = row;
  const staffId = staffOf(row);
  return {
    owner_id: Number(owner_id),
    sequence: Number(sequence),
    create_time: created_at.toISOString(),
    actor_kind,
    actor,
    actor_name: (staffId !== null && names.get(staffId)) || '',
    action,
    act: actOf(action, details),
    details,
    ip,
  };
}
