import { APPROVAL_KINDS, type ApprovalState } from '@purser/contract/approval';
import type { OutputOf } from '@purser/contract/call';
import { approvalList } from '@purser/contract/features/approval';
import { isPermitted, type StaffRole } from '@purser/contract/staff';
import type { Queryable } from '@purser/ledger/accounts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ApprovalKind, contentHash } from '../../domain/approval.ts';
import { whoMayBe } from '../../domain/one-person.ts';
import { isOfOrders, type QueueSource, withId } from '../../domain/queue.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type ListOfTable, type Reader } from '../../platform/lists/list.ts';

type Row = Selectable<Schema['approval']>;
type Shown = OutputOf<typeof approvalList>['list'][number];

/** A member of staff, as far as approvals ask. */
type Member = Pick<Selectable<Schema['staff']>, 'name' | 'role' | 'status' | 'entered_void_before'>;

/** What is shown of approvals and is not in their rows: who staff are, and the moment of the database. */
interface Beside {
  readonly members: ReadonlyMap<bigint, Member>;
  /** Who may be the same person as whoever reads. */
  readonly oneself: ReadonlySet<number>;
  readonly now: Date;
}

/** Approvals as they are shown, by their ids. */
type ShownById = ReadonlyMap<string, Shown>;

/** As the condition of their index says it. */
const PENDING = sql`state = 'pending'`;
const IN_TIME = sql`expires_at > now()`;

/** By state: one whose time is over is void, whoever has noted that. */
const IN_STATE: Readonly<Record<ApprovalState, RawBuilder<unknown>>> = {
  pending: sql`${PENDING} and ${IN_TIME}`,
  approved: sql`state = 'approved'`,
  rejected: sql`state = 'rejected'`,
  withdrawn: sql`state = 'withdrawn'`,
  expired: sql`(state = 'expired' or (${PENDING} and expires_at <= now()))`,
};

/** What was entered for a second person, as staff see it. */
export class ApprovalLists {
  readonly list: ListOfTable<typeof approvalList, 'approval'>;
  /** What of it waits. */
  readonly waiting: QueueSource;
  readonly #kinds: ReadonlyMap<string, ApprovalKind>;

  constructor(kinds: readonly ApprovalKind[]) {
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    const field =
      <Name extends keyof Shown>(name: Name) =>
      ({ approval_id }: Row, shown: ShownById): Shown[Name] =>
        (shown.get(approval_id) as Shown)[name];
    this.list = list(approvalList, {
      from: 'approval',
      owner: 'owner_id',
      key: 'approval_id',
      keyed: 'uuidv7',
      columns: {
        facts: field('facts'),
        content_hash: field('content_hash'),
        state: field('state'),
        entered_by: field('entered_by'),
        decided_by: field('decided_by'),
        decidable: field('decidable'),
        counts_as_one: field('counts_as_one'),
        author_lapsed: field('author_lapsed'),
        create_time: 'created_at',
        decided_time: 'decided_at',
      },
      filters: {
        state: (state) => IN_STATE[state],
        staff_id: (staffId) => sql`entered_by = ${staffId}`,
      },
      beside: async (db, rows, reader): Promise<ShownById> => {
        const beside = await besideApprovals(db, rows, reader);
        return new Map(rows.map((row) => [row.approval_id, this.#shown(row, beside, reader)]));
      },
    });
    this.waiting = {
      kinds: ['approval'],
      table: 'approval',
      id: 'approval_id',
      since: sql.ref('created_at'),
      waiting: (filters) => (isOfOrders(filters) ? undefined : [PENDING, IN_TIME, ...withId('approval_id', filters.item_id)]),
      shown: async (tx, waits, reader) => {
        const { rows } = await tx.query<Row>('select * from approval where approval_id = any ($1::uuid[])', [waits.map(({ id }) => id)]);
        const approvals = await this.list.shown(tx, rows, reader);
        return new Map(approvals.map((approval) => [approval.approval_id, { kind: 'approval', approval }]));
      },
    };
  }

  #shown(row: Row, { members, oneself, now }: Beside, reader: Reader): Shown {
    const kind = this.#kinds.get(row.kind);
    const content = kind?.content.safeParse(JSON.parse(row.content));
    const facts = kind && content?.success ? kind.describe(content.data, Number(row.owner_id)) : {};
    const state = row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state;
    const counts_as_one = oneself.has(Number(row.entered_by));
    const by = (staffId: bigint) => ({ staff_id: Number(staffId), name: members.get(staffId)?.name ?? '' });
    return {
      approval_id: row.approval_id,
      kind: row.kind,
      owner_id: Number(row.owner_id),
      facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
      content_hash: contentHash({ kind: row.kind, ownerId: Number(row.owner_id), content: row.content, reason: row.reason }).toString(
        'hex',
      ),
      reason: row.reason,
      state,
      entered_by: by(row.entered_by),
      create_time: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      decided_by: row.decided_by === null ? null : by(row.decided_by),
      decided_time: row.decided_at?.toISOString() ?? null,
      remark: row.remark,
      decidable: state === 'pending' && !counts_as_one && mayDecide(kind, reader.role),
      counts_as_one,
      author_lapsed: state === 'pending' && !stillStands(kind, row, members.get(row.entered_by)),
    };
  }
}

/** Without what is to be done, which stands with each approval alone. */
export const approvalsFile = exportFile(approvalList, {
  name: 'approvals',
  title: 'approvals',
  titles: { remark: 'rejection_reason' },
  columns: {
    create_time: 24,
    kind: { width: 40, of: ({ kind }, t) => kindText(kind, t) },
    owner_id: 14,
    state: { width: 14, words: 'approval_state' },
    entered_by: { width: 20, of: ({ entered_by }) => entered_by.name },
    expires_at: 24,
    decided_by: { width: 20, of: ({ decided_by }) => decided_by?.name ?? null },
    decided_time: 24,
    reason: 40,
    remark: 40,
  },
});

/** A kind in words; one that nobody enters any more by its name. */
function kindText(kind: string, t: (text: `kind.${(typeof APPROVAL_KINDS)[number]}`) => string): string {
  const known = APPROVAL_KINDS.find((one) => one === kind);
  return known === undefined ? kind : t(`kind.${known}`);
}

/** Whether a role may decide approvals of a kind. */
export function mayDecide(kind: ApprovalKind | undefined, role: StaffRole | undefined): boolean {
  return kind !== undefined && role !== undefined && isPermitted(role, kind.permission) && isPermitted(role, 'approval.decide');
}

/** Whether whoever entered an approval of a kind may still do so, and it was they who did: two people must stand behind it when it is done. */
export function stillStands(
  kind: ApprovalKind | undefined,
  { created_at }: Pick<Row, 'created_at'>,
  author: Omit<Member, 'name'> | undefined,
): boolean {
  if (kind === undefined || author?.status !== 'active' || !isPermitted(author.role, kind.permission)) return false;
  return author.entered_void_before === null || created_at > author.entered_void_before;
}

async function besideApprovals(db: Queryable, rows: readonly Row[], { staffId }: Reader): Promise<Beside> {
  const { rows: found } = await db.query<{ now: Date; staff_id: bigint | null } & Member>(
    'select now(), staff_id, name, role, status, entered_void_before from (values (1)) as one left join staff on staff_id = any ($1::bigint[])',
    [[...new Set(rows.flatMap(({ entered_by, decided_by }) => (decided_by === null ? [entered_by] : [entered_by, decided_by])))]],
  );
  return {
    members: new Map(found.flatMap(({ staff_id, ...member }) => (staff_id === null ? [] : [[staff_id, member] as const]))),
    oneself: staffId === undefined ? new Set() : await whoMayBe(db, staffId),
    now: found[0]?.now ?? new Date(0),
  };
}
