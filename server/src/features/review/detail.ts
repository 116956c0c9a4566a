import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { isStaffReviewKind, type reviewDetail, type reviewQuery } from '@purser/contract/features/review';
import { formatRate } from '@purser/contract/money';
import { deliveriesOf } from '../../domain/order-deliveries.ts';
import { postingsOf } from '../../domain/order-postings.ts';
import { reviewBounds } from '../../domain/review-bound.ts';
import type { ReviewOrder, ReviewOrderKind } from '../../domain/review-order.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { StaffContext } from '../../platform/http/route.ts';
import { staffReader, type WireRow } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBeyond } from './decide.ts';
import { mayDecide } from './may-decide.ts';
import { shownOrders, shownRate, waitsFor } from './list.ts';

type Detail = OutputOf<typeof reviewDetail>;

const MOST_APPROVALS = 20;

/** One order as of one moment, with all that whoever decides on it should see. */
export function reviewOf(
  platform: Platform,
  kinds: readonly ReviewOrderKind[],
  { owner_id, serial_number }: ParsedInputOf<typeof reviewDetail>,
  context: StaffContext,
): Promise<Detail> {
  return readAsStaff(platform, async (tx) => {
    const row = await tx
      .selectFrom('review_order')
      .selectAll()
      .where('owner_id', '=', BigInt(owner_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!row) throw refuse('order_unknown');
    const [listed] = await shownOrders(tx, [row], staffReader(context));
    if (!listed) throw new Error('an order that was read is shown');
    const bounds = await reviewBounds(tx);
    const bound = isStaffReviewKind(row.kind) ? bounds(row.coin, row.kind) : undefined;
    const evidence = (await kinds.find(({ kind }) => kind === row.kind)?.evidence?.(tx, row)) ?? [];
    return {
      order: orderOf(row, listed),
      evidence: evidence.map(({ name, value, agrees }) => ({ name, value, agrees: agrees ?? null })),
      postings: await postingsOf(tx, serial_number),
      deliveries: await deliveriesOf(tx, row.owner_id, serial_number),
      approvals: await approvalsOf(tx, row),
      waits_for: waitsFor(row),
      decisions: [...(await mayDecide(tx, [row]))(row)],
      bank_file_no: await bankFileOf(tx, row),
      bound: bound === undefined ? null : tx.coins.format(bound, row.coin),
      needs_two:
        isStaffReviewKind(row.kind) && (isBeyond({ ...row, kind: row.kind }, bounds) || evidence.some(({ agrees }) => agrees === false)),
    };
  });
}

function orderOf(row: ReviewOrder, listed: WireRow<typeof reviewQuery>): Detail['order'] {
  return {
    ...listed,
    note: row.note,
    submitted_by: row.submitted_by,
    manual_because: row.manual_because as Detail['order']['manual_because'],
    external_account: row.external_account,
    balance_type: row.balance_type,
    fee_rate: formatRate(row.fee_bp),
    rate: shownRate(row.rate),
  };
}

/** The bank file that has a withdrawal. */
async function bankFileOf(tx: Tx, { owner_id, serial_number, kind }: ReviewOrder): Promise<string | null> {
  if (kind !== 'fiat_withdrawal') return null;
  const { rows } = await tx.query<{ file_no: string }>('select file_no from bank_file_order where owner_id = $1 and serial_number = $2', [
    owner_id,
    serial_number,
  ]);
  return rows[0]?.file_no ?? null;
}

interface ApprovalRow {
  readonly approval_id: string;
  readonly state: Detail['approvals'][number]['state'];
  readonly entered_by: bigint;
  readonly entered_name: string;
  readonly reason: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly decided_by: bigint | null;
  readonly decided_name: string | null;
  readonly decided_at: Date | null;
  readonly remark: string;
}

/** What two people were asked about the order; of its owner only what was entered since the order came is looked at. */
async function approvalsOf(tx: Tx, { owner_id, serial_number, create_time }: ReviewOrder): Promise<Detail['approvals']> {
  const { rows } = await tx.query<ApprovalRow>(
    `select a.approval_id, case when a.state = 'pending' and a.expires_at <= now() then 'expired' else a.state end as state,
       a.entered_by, entered.name as entered_name, a.reason, a.created_at, a.expires_at, a.decided_by, decided.name as decided_name, a.decided_at, a.remark
     from approval a join staff entered on entered.staff_id = a.entered_by left join staff decided on decided.staff_id = a.decided_by
     where a.owner_id = $1 and a.created_at >= $3 and a.kind = 'review.approve'
       and a.content::jsonb -> 'order' ->> 'serial_number' = $2
     order by a.created_at limit ${MOST_APPROVALS}`,
    [owner_id, serial_number, create_time],
  );
  return rows.map((row) => ({
    approval_id: row.approval_id,
    state: row.state,
    entered_by: { staff_id: Number(row.entered_by), name: row.entered_name },
    reason: row.reason,
    create_time: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: row.decided_by === null ? null : { staff_id: Number(row.decided_by), name: row.decided_name ?? '' },
    decided_time: row.decided_at?.toISOString() ?? null,
    remark: row.remark,
  }));
}
