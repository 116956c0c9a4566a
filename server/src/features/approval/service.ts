import { next } from '@purser/contract/machine';
import { approvalMachine, type ApprovalEvent, type ApprovalState } from '@purser/contract/approval';
import type { ParsedInputOf } from '@purser/contract/call';
import type { approvalApprove, approvalReject, approvalWithdraw } from '@purser/contract/features/approval';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { sql } from 'kysely';
import { type ApprovalKind, contentHash } from '../../domain/approval.ts';
import { whoMayBe } from '../../domain/one-person.ts';
import { confirmedWrite, keyedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayDecide, stillStands } from './list.ts';

type Done = Promise<null | Answer<null>>;

/** What is kept of an approval that is decided. */
interface Row {
  readonly approval_id: string;
  readonly owner_id: bigint;
  readonly kind: string;
  readonly content: string;
  readonly content_hash: Buffer;
  readonly reason: string;
  /** Expired as soon as its time is over. */
  readonly state: ApprovalState;
  readonly entered_by: bigint;
  readonly created_at: Date;
}

const ROW = `
  select approval_id, owner_id, kind, content, content_hash, reason, entered_by, created_at,
    case when state = 'pending' and expires_at <= now() then 'expired' else state end as state
  from approval`;

/** Decides what two people do together. */
export class Approvals {
  readonly #platform: Platform;
  readonly #kinds: ReadonlyMap<string, ApprovalKind>;

  constructor(platform: Platform, kinds: readonly ApprovalKind[]) {
    this.#platform = platform;
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  /** Approves and does it: one transaction, so that neither is without the other. */
  async approve({ approval_id, content_hash, google_code }: ParsedInputOf<typeof approvalApprove>, context: StaffContext): Done {
    const { ownerId, kind } = await this.#find(approval_id);
    return confirmedWrite<null>(this.#platform, { google_code }, context, {
      whose: ownerId === PROVIDER_OWNER_ID ? 'provider' : ownerId,
      acrossOwners: kind.acrossOwners ?? false,
      act: async (tx, _prepared, role) => {
        const row = await this.#decide(tx, approval_id, 'approve', { ...context, role });
        const asked = Buffer.from(content_hash, 'hex');
        if (!asked.equals(row.content_hash) || !asked.equals(hashOf(row))) throw refuse('approval_changed');
        await kind.apply(tx, {
          approvalId: approval_id,
          ownerId,
          content: kind.content.parse(JSON.parse(row.content)),
          reason: row.reason,
          staffId: context.staffId,
          enteredBy: Number(row.entered_by),
          platform: this.#platform,
        });
        await settle(tx, row, 'approve', { decided_by: BigInt(context.staffId) });
        return null;
      },
      audit: () => ({ action: 'approval.approve', details: { approval_id, kind: kind.kind, content_hash } }),
    });
  }

  async reject({ approval_id, remark }: ParsedInputOf<typeof approvalReject>, context: StaffContext): Done {
    const { ownerId, kind } = await this.#find(approval_id);
    return keyedWrite<null>(this.#platform, context, {
      whose: ownerId === PROVIDER_OWNER_ID ? 'provider' : ownerId,
      act: async (tx, _prepared, role) => {
        const row = await this.#decide(tx, approval_id, 'reject', { ...context, role });
        await settle(tx, row, 'reject', { decided_by: BigInt(context.staffId), remark });
        return null;
      },
      audit: () => ({ action: 'approval.reject', details: { approval_id, kind: kind.kind, remark } }),
    });
  }

  async withdraw({ approval_id }: ParsedInputOf<typeof approvalWithdraw>, context: StaffContext): Done {
    const { ownerId, kind } = await this.#find(approval_id);
    return keyedWrite<null>(this.#platform, context, {
      whose: ownerId === PROVIDER_OWNER_ID ? 'provider' : ownerId,
      act: async (tx) => {
        const row = await lock(tx, approval_id);
        if (row.entered_by !== BigInt(context.staffId)) throw refuse('not_found');
        if (next(approvalMachine, row.state, 'withdraw') === undefined) throw refuse('approval_decided');
        await settle(tx, row, 'withdraw', {});
        return null;
      },
      audit: () => ({ action: 'approval.withdraw', details: { approval_id, kind: kind.kind } }),
    });
  }

  /** Whom it is about and what kind it is: neither ever changes. */
  async #find(approvalId: string): Promise<{ ownerId: number; kind: ApprovalKind }> {
    const found = await this.#platform.operator.db.systemQueries
      .selectFrom('approval')
      .select(['owner_id', 'kind'])
      .where('approval_id', '=', approvalId)
      .executeTakeFirst();
    const kind = found && this.#kinds.get(found.kind);
    if (!kind) throw refuse('not_found');
    return { ownerId: Number(found.owner_id), kind };
  }

  /** Locks what is to be decided; refuses in the contract's order of precedence. */
  async #decide(tx: Tx, approvalId: string, event: ApprovalEvent, { staffId, role }: Pick<StaffContext, 'staffId' | 'role'>): Promise<Row> {
    const row = await lock(tx, approvalId);
    if (row.state === 'expired') throw refuse('approval_expired');
    if (next(approvalMachine, row.state, event) === undefined) throw refuse('approval_decided');
    if (row.entered_by === BigInt(staffId)) throw refuse('approval_own');
    if ((await whoMayBe(tx, staffId)).has(Number(row.entered_by))) throw refuse('counts_as_one');
    const kind = this.#kinds.get(row.kind);
    if (!mayDecide(kind, role)) throw refuse('staff_not_allowed');
    if (event === 'approve' && !stillStands(kind, row, await memberOf(tx, row.entered_by))) throw refuse('approval_author_lapsed');
    return row;
  }
}

function hashOf({ kind, owner_id, content, reason }: Row): Buffer {
  return contentHash({ kind, ownerId: Number(owner_id), content, reason });
}

/** Not locked: two members may approve what the other one has entered at the same time. */
function memberOf(tx: Tx, staffId: bigint) {
  return tx.selectFrom('staff').select(['role', 'status', 'entered_void_before']).where('staff_id', '=', staffId).executeTakeFirst();
}

/** One decides at a time; the one after sees what was decided. */
async function lock(tx: Tx, approvalId: string): Promise<Row> {
  const { rows } = await tx.query<Row>(`${ROW} where approval_id = $1 for no key update`, [approvalId]);
  const [row] = rows;
  if (!row) throw refuse('not_found');
  return row;
}

async function settle(
  tx: Tx,
  { approval_id, state }: Row,
  event: ApprovalEvent,
  decision: { readonly decided_by?: bigint; readonly remark?: string },
): Promise<void> {
  const state_after = next(approvalMachine, state, event) as ApprovalState;
  await tx
    .updateTable('approval')
    .set({ ...decision, state: state_after, decided_at: sql`now()` })
    .where('approval_id', '=', approval_id)
    .execute();
}
