import type { ParsedInputOf } from '@purser/contract/call';
import { ownAuditQuery } from '@purser/contract/features/own-audit';
import type { Queryable } from '@purser/ledger/accounts';
import { deviceOf } from '../../domain/device.ts';
import { allRows } from '../../platform/export/all-rows.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import { type Filters, type List, type WireRow } from '../../platform/lists/list.ts';
import { countKnownFrom, cutPage, MOST_COUNTED, totalOf, type Window, windowOf } from '../../platform/lists/page.ts';

type Entry = WireRow<typeof ownAuditQuery>;
type Narrowing = Filters<typeof ownAuditQuery>;

interface Row {
  readonly sequence: bigint;
  readonly created_at: Date;
  readonly kind: Entry['act_kind'];
  readonly act: Entry['act'];
  readonly actor_kind: Entry['actor_kind'];
  readonly actor: string;
  readonly subject: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** The time, to the microsecond. */
  readonly place: string;
}

/** The merchant's own entries. The database's function alone reads the log, and takes the owner from the scope that is proven. */
export const ownAudit: List<typeof ownAuditQuery> = {
  call: ownAuditQuery,
  page: (db, input, { ownerId }) => {
    const window = windowAsked(input);
    return db.scoped(ownerId, async (tx) => {
      const found = await read(tx, input, window);
      const { rows, next_cursor } = cutPage(found, window, partsOf);
      const total = countKnownFrom(window, found) ?? (await count(tx, input, MOST_COUNTED));
      return { list: rows.map(toWire), ...totalOf(total), next_cursor };
    });
  },
  all: (db, filters, { ownerId }) =>
    allRows(db, ownerId, {
      window: windowAsked,
      read: (source, window) => read(source, filters, window),
      placeOf: partsOf,
      count: (source, most) => count(source, filters, most),
      shown: (_source, rows) => rows.map(toWire),
    }),
};

export const ownAuditFile = exportFile(ownAuditQuery, {
  name: 'audit-trail',
  title: 'ownAudit',
  titles: { create_time: 'time' },
  columns: { create_time: 24, act_kind: 20, act: 40, actor_kind: 18, actor: 24, subject: 60, ip: 24, device: 28, user_agent: 60 },
});

function windowAsked(
  input: Pick<ParsedInputOf<typeof ownAuditQuery>, 'page' | 'page_size' | 'sort_order'> & { readonly cursor?: string | undefined },
): Window {
  return windowOf(ownAuditQuery, input, 'create_time', ['instant', 'natural']);
}

const partsOf = ({ place, sequence }: Row): string[] => [place, String(sequence)];

const narrowed = ({ act_kind, entry_number, time_from, time_to }: Narrowing): unknown[] => [
  act_kind ?? null,
  entry_number ?? null,
  time_from ?? null,
  time_to ?? null,
];

async function read(db: Queryable, filters: Narrowing, { after, direction, offset, limit }: Window): Promise<Row[]> {
  const { rows } = await db.query(
    `select *, ${instantText('created_at')} as place
     from own_audit($1, $2::bigint, $3::timestamptz, $4::timestamptz, $5::timestamptz, $6::bigint, $7, $8, $9)`,
    [...narrowed(filters), after?.[0] ?? null, after?.[1] ?? null, direction === 'desc', offset, limit],
  );
  return rows as Row[];
}

async function count(db: Queryable, filters: Narrowing, most: number): Promise<number> {
  const { rows } = await db.query('select own_audit_count($1, $2::bigint, $3::timestamptz, $4::timestamptz, $5) as total', [
    ...narrowed(filters),
    most,
  ]);
  return Number((rows[0] as { total: bigint } | undefined)?.total ?? 0n);
}

function toWire({ sequence, created_at, kind, act, actor_kind, actor, subject, ip, user_agent }: Row): Entry {
  return {
    create_time: created_at.toISOString(),
    act_kind: kind,
    act,
    actor_kind,
    actor,
    subject: subjectText(subject),
    ip,
    device: deviceOf(user_agent ?? ''),
    user_agent: user_agent ?? '',
    entry_number: String(sequence),
  };
}

/** An amount stands before its coin, and what is numbered before what is said of it. */
const ORDER = ['serial_number', 'order_no', 'order', 'to', 'user', 'amount', 'coin', 'coin_name', 'trade_count', 'out_abbreviation'];

/** What an entry was about, as one line. Nothing that it holds is a word of one language. */
function subjectText(subject: Row['subject']): string {
  const placeOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const names = Object.keys(subject).toSorted((a, b) => placeOf(a) - placeOf(b));
  return names
    .flatMap((name) => subject[name])
    .filter((value) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
    .join(', ');
}
