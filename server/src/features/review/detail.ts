import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { isStaffReviewKind, type reviewDetail } from '@purser/contract/features/review';
import { formatRate } from '@purser/contract/money';
import type { ReviewKind, ReviewState } from '@purser/contract/review';
import { postingsOf } from '../../domain/order-postings.ts';
import { reviewBounds } from '../../domain/review-bound.ts';
import type { ReviewOrder, ReviewOrderKind } from '../../domain/review-order.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { isBeyond } from './decide.ts';
import { type Beside, besideOrders, otherAmount, shownRate, waitsFor } from './list.ts';

type Detail = OutputOf<typeof reviewDetail>;

/** Orders of the same owner and kind that are shown beside one. */
const MOST_EARLIER = 5;
const MOST_APPROVALS = 20;

/** One order as of one moment, with all that whoever decides on it should see. */
export function reviewOf(
  platform: Platform,
  kinds: readonly ReviewOrderKind[],
  { owner_id, serial_number }: ParsedInputOf<typeof reviewDetail>,
): Promise<Detail> {
  return readAsStaff(platform, async (tx) => {
    const row = await tx
      .selectFrom('review_order')
      .selectAll()
      .where('owner_id', '=', BigInt(owner_id))
      .where('serial_number', '=', serial_number)
      .executeTakeFirst();
    if (!row) throw refuse('order_unknown');
    const earlier = await earlierOf(tx, row);
    await tx.coins.know([row.coin, ...earlier.map(({ coin }) => coin)], tx);
    const bounds = await reviewBounds(tx);
    const bound = isStaffReviewKind(row.kind) ? bounds(row.coin, row.kind) : undefined;
    const evidence = (await kinds.find(({ kind }) => kind === row.kind)?.evidence?.(tx, row)) ?? [];
    return {
      order: orderOf(tx, row, await besideOrders(tx, [row])),
      owner: await ownerOf(tx, row.owner_id),
      earlier: earlier.map(({ coin, amount, create_time, ...order }) => ({
        ...order,
        coin_name: coin,
        amount: tx.coins.format(amount, coin),
        create_time: create_time.toISOString(),
      })),
      evidence: evidence.map(({ name, value, agrees }) => ({ name, value, agrees: agrees ?? null })),
      postings: await postingsOf(tx, serial_number),
      approvals: await approvalsOf(tx, row),
      waits_for: waitsFor(row),
      bound: bound === undefined ? null : tx.coins.format(bound, row.coin),
      needs_two:
        isStaffReviewKind(row.kind) && (isBeyond({ ...row, kind: row.kind }, bounds) || evidence.some(({ agrees }) => agrees === false)),
    };
  });
}

function orderOf(tx: Tx, row: ReviewOrder, beside: Beside): Detail['order'] {
  const money = (minor: bigint) => tx.coins.format(minor, row.coin);
  const owner = beside.owners.get(row.owner_id);
  return {
    owner_id: Number(row.owner_id),
    owner_type: owner?.type ?? 'merchant',
    owner_name: owner?.name ?? '',
    serial_number: row.serial_number,
    kind: row.kind,
    status: row.status,
    review_mode: row.review_mode,
    order_id: row.order_id,
    payee_id: row.payee_id === null ? null : Number(row.payee_id),
    payee_nick: row.payee_nick,
    coin_name: row.coin,
    amount: money(row.amount),
    handling_fee: money(row.fee),
    network_fee: money(row.network_fee),
    settlement_amount: money(row.settlement),
    other_coin: row.other_coin,
    other_amount: otherAmount(row, beside),
    network: row.network,
    address: row.address,
    txid: row.txid,
    audit: row.audit,
    remark: row.remark,
    create_time: row.create_time.toISOString(),
    audit_time: row.audit_time?.toISOString() ?? null,
    update_time: row.update_time.toISOString(),
    note: row.note,
    submitted_by: row.submitted_by,
    manual_because: row.manual_because as Detail['order']['manual_because'],
    external_account: row.external_account,
    balance_type: row.balance_type,
    fee_rate: formatRate(row.fee_bp),
    rate: shownRate(row.rate),
  };
}

type Owner = NonNullable<Detail['owner']>;

async function ownerOf(tx: Tx, ownerId: bigint): Promise<Owner | null> {
  const { rows } = await tx.query<Omit<Owner, 'create_time'> & { create_time: Date }>(
    `select username, status, authentication_status, created_at as create_time from party_merchant where merchant_id = $1
     union all select username, status, authentication_status, created_at from party_user where user_id = $1`,
    [ownerId],
  );
  const [owner] = rows;
  return owner ? { ...owner, create_time: owner.create_time.toISOString() } : null;
}

interface Earlier {
  readonly serial_number: string;
  readonly status: ReviewState;
  readonly coin: string;
  readonly amount: bigint;
  readonly create_time: Date;
}

async function earlierOf(tx: Tx, { owner_id, kind, create_time, serial_number }: ReviewOrder): Promise<Earlier[]> {
  const { rows } = await tx.query<Earlier>(
    `select serial_number, status, coin, amount, create_time from review_order
     where owner_id = $1 and kind = $2 and (create_time, serial_number) < ($3, $4)
     order by create_time desc, serial_number desc limit ${MOST_EARLIER}`,
    [owner_id, kind satisfies ReviewKind, create_time, serial_number],
  );
  return rows;
}

interface ApprovalRow {
  readonly approval_id: string;
  readonly state: Detail['approvals'][number]['state'];
  readonly entered_by: bigint;
  readonly entered_name: string;
  readonly created_at: Date;
  readonly decided_by: bigint | null;
  readonly decided_name: string | null;
  readonly decided_at: Date | null;
  readonly remark: string;
}

/** What two people were asked about the order; of its owner only what was entered since the order came is looked at. */
async function approvalsOf(tx: Tx, { owner_id, serial_number, create_time }: ReviewOrder): Promise<Detail['approvals']> {
  const { rows } = await tx.query<ApprovalRow>(
    `select a.approval_id, case when a.state = 'pending' and a.expires_at <= now() then 'expired' else a.state end as state,
       a.entered_by, entered.name as entered_name, a.created_at, a.decided_by, decided.name as decided_name, a.decided_at, a.remark
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
    create_time: row.created_at.toISOString(),
    decided_by: row.decided_by === null ? null : { staff_id: Number(row.decided_by), name: row.decided_name ?? '' },
    decided_time: row.decided_at?.toISOString() ?? null,
    remark: row.remark,
  }));
}
