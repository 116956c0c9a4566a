import type { Act } from '@purser/contract/acts';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type Decision, isStaffReviewKind, type reviewDecide, type StaffReviewKind } from '@purser/contract/features/review';
import type { Language } from '@purser/contract/language';
import type { ReviewState } from '@purser/contract/review';
import type { ApprovalKind } from '../../domain/approval.ts';
import { enterApprovals, voidApprovals } from '../../domain/approval.ts';
import { type ReviewBounds, reviewBounds } from '../../domain/review-bound.ts';
import { moveReviewOrders, orderKey, type ReviewOrder, type ReviewOrderKind } from '../../domain/review-order.ts';
import { staffMover } from '../../domain/staff-name.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse, Refusal, wrongField } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { type RowOutcome, shownOutcome } from '../../platform/http/row-outcome.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditAll } from '../../platform/proof/audit.ts';
import { contentOf, type ReviewApproval } from './approval.ts';
import { besideOrders, exchangedFor, waitsFor } from './list.ts';
import { type MayDecide, mayDecide } from './may-decide.ts';
import { againstOf, approvalsOf, lockOrders, type Which } from './queries.ts';

type Input = ParsedInputOf<typeof reviewDecide>;
type Decided = OutputOf<typeof reviewDecide>;

/** What became of one order: it is now in a state, it waits for a second person, or it was refused. */
interface Result extends Which, RowOutcome {
  readonly status: ReviewState | null;
  readonly approval_id: string | null;
}

/** An order that staff may decide on, at its place among those asked for. */
interface Open {
  readonly index: number;
  readonly row: ReviewOrder;
}

/** Why an approval wants a second person. */
interface Two extends Open {
  readonly bound: bigint | undefined;
  readonly against: readonly string[];
}

/** Decides on orders that wait for staff: in one transaction, each with a result of its own. */
export class Deciding {
  readonly #platform: Platform;
  readonly #kinds: ReadonlyMap<string, ReviewOrderKind>;
  readonly #approval: ApprovalKind<ReviewApproval>;

  constructor(platform: Platform, kinds: readonly ReviewOrderKind[], approval: ApprovalKind<ReviewApproval>) {
    this.#platform = platform;
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    this.#approval = approval;
  }

  async decide(input: Input, context: StaffContext): Promise<Decided | Answer<Decided>> {
    const { orders, decision, reason } = input;
    if (decision === 'reject' && reason === '') throw wrongField('reason', 'required');
    const done = await confirmedWrite<Result[]>(this.#platform, input, context, {
      whose: 'provider',
      act: async (tx, _prepared, role) => {
        const results = await this.#decideAll(tx, input, { ...context, role });
        await this.#noteForOwners(tx, results, input, context);
        return results;
      },
      audit: (results) => {
        const done = results.filter(({ status }) => status !== null).map(({ serial_number }) => serial_number);
        const entered = results.flatMap(({ approval_id }) => approval_id ?? []);
        if (done.length === 0 && entered.length === 0) return undefined;
        return { action: actOf(decision, results), details: { reason, asked: orders.length, done, entered } };
      },
    });
    return answerOf(done, (results) => ({ results: results.map((result) => shown(result, context.language)) }));
  }

  async #decideAll(tx: Tx, { orders, decision, reason }: Input, context: StaffContext): Promise<Result[]> {
    const rows = await lockOrders(tx, orders);
    const results: (Result | undefined)[] = orders.map(() => undefined);
    const open = this.#openOf({ orders, decision }, rows, await mayDecide(tx, rows.values()), results);
    const waiting = await approvalsOf(tx, orders);
    const two = decision === 'approve' ? await this.#wantingTwo(tx, open) : [];
    const alone = new Set(two.map(({ index }) => index));
    await this.#enter(tx, two, waiting, { reason, context, results });
    const moving = open.filter(({ index }) => !alone.has(index));
    await this.#move(tx, moving, { decision, reason, context, results });
    const over = moving.filter(({ index }) => results[index]?.status != null).flatMap(({ row }) => waiting.get(orderKey(row)) ?? []);
    await voidApprovals(tx, over);
    return results as Result[];
  }

  /** Those that staff may decide so, each once; what the others are refused with stands in `results`. */
  #openOf(
    { orders, decision }: Pick<Input, 'orders' | 'decision'>,
    rows: ReadonlyMap<string, ReviewOrder>,
    may: MayDecide,
    results: (Result | undefined)[],
  ): Open[] {
    const seen = new Set<string>();
    return orders.flatMap((which, index) => {
      const row = rows.get(orderKey(which));
      const isAgain = seen.has(orderKey(which));
      seen.add(orderKey(which));
      const isPossible = row !== undefined && this.#kinds.has(row.kind) && may(row).includes(decision);
      if (isPossible && !isAgain) return [{ index, row }];
      const outcome = !row ? 'order_unknown' : !isPossible && waitsFor(row) === 'merchant' ? 'review_of_merchant' : 'review_decided';
      results[index] = refused(which, refuse(outcome));
      return [];
    });
  }

  /** Of the orders those whose approval wants a second person: beyond the bound, or against what is known from elsewhere. */
  async #wantingTwo(tx: Tx, open: readonly Open[]): Promise<Two[]> {
    const bounds = await reviewBounds(tx);
    const two: Two[] = [];
    for (const one of open) {
      const against = await againstOf(tx, this.#kinds.get(one.row.kind), one.row);
      const { coin, kind, amount } = one.row;
      if (!isStaffReviewKind(kind)) throw new Error(`staff do not approve orders of the kind ${kind}`);
      const bound = bounds(coin, kind);
      if (against.length > 0 || isBeyond({ coin, kind, amount }, bounds)) two.push({ ...one, bound, against });
    }
    return two;
  }

  async #enter(
    tx: Tx,
    two: readonly Two[],
    waiting: ReadonlyMap<string, string>,
    { reason, context, results }: { reason: string; context: StaffContext; results: (Result | undefined)[] },
  ): Promise<void> {
    const entering: Two[] = [];
    for (const one of two) {
      const refusal = waiting.has(orderKey(one.row))
        ? refuse('review_waits_for_second')
        : await this.#refusedAgainst(tx, one, { reason, context });
      if (refusal) results[one.index] = refused(one.row, refusal);
      else entering.push(one);
    }
    if (entering.length === 0) return;
    const rows = entering.map(({ row }) => row);
    await tx.coins.know(
      rows.map(({ coin }) => coin),
      tx,
    );
    const beside = await besideOrders(tx, rows);
    const entered = await enterApprovals(
      tx,
      context,
      this.#approval,
      entering.map(({ row, bound, against }) => {
        const exchanged = exchangedFor(row, beside);
        return {
          ownerId: Number(row.owner_id),
          reason,
          content: {
            name: beside.owners.get(row.owner_id)?.name ?? '',
            order: contentOf(row, tx.coins, beside),
            ...(exchanged && { exchanged: `${exchanged.amount} ${exchanged.coin}` }),
            bound: bound === undefined ? null : tx.coins.format(bound, row.coin),
            against: [...against],
          },
        };
      }),
    );
    for (const [place, { index, row }] of entering.entries()) {
      results[index] = {
        ...whichOf(row),
        outcome: 'step_required',
        values: {},
        status: null,
        approval_id: entered[place]?.approval_id ?? null,
      };
    }
  }

  /** Against what is known an admin alone enters an approval, with a reason; nobody enters one that no second person could make happen. */
  async #refusedAgainst(
    tx: Tx,
    { row, against }: Two,
    { reason, context }: { reason: string; context: StaffContext },
  ): Promise<Refusal | undefined> {
    if (against.length === 0) return undefined;
    const by = await staffMover(tx, context.staffId);
    const [refusal] = (await this.#kinds.get(row.kind)?.check?.(tx, [{ order: row, event: 'approve', by }])) ?? [];
    if (refusal) return refusal;
    return context.role !== 'admin' || reason === '' ? refuse('review_against_evidence') : undefined;
  }

  /** Lets the decision happen: kind by kind, of which there are few. */
  async #move(
    tx: Tx,
    moving: readonly Open[],
    { decision, reason, context, results }: Pick<Input, 'decision' | 'reason'> & { context: StaffContext; results: (Result | undefined)[] },
  ): Promise<void> {
    if (moving.length === 0) return;
    const by = await staffMover(tx, context.staffId);
    for (const [kindName, ofKind] of Map.groupBy(moving, ({ row }) => row.kind)) {
      const moves = ofKind.map(({ row }) => ({
        ownerId: Number(row.owner_id),
        serialNumber: row.serial_number,
        event: decision,
        by,
        ...(decision === 'reject' && { remark: reason }),
      }));
      const moved = await moveReviewOrders(tx, this.#platform, this.#kinds.get(kindName) as ReviewOrderKind, moves);
      for (const [place, { index, row }] of ofKind.entries()) {
        const result = moved[place];
        results[index] =
          result instanceof Refusal
            ? refused(row, result)
            : { ...whichOf(row), outcome: 'ok', values: {}, status: (result?.status ?? null) as ReviewState | null, approval_id: null };
      }
    }
  }

  /** What was decided about an owner stands in that owner's audit log. */
  async #noteForOwners(tx: Tx, results: readonly Result[], { decision, reason }: Input, context: StaffContext): Promise<void> {
    const decided = Map.groupBy(
      results.filter(({ status, approval_id }) => status !== null || approval_id !== null),
      ({ owner_id }) => owner_id,
    );
    await auditAll(
      tx,
      this.#platform.secrets,
      [...decided].map(([ownerId, ofOwner]) => ({
        ownerId,
        actorKind: 'operator' as const,
        actor: String(context.staffId),
        ip: context.ip,
        action: actOf(decision, ofOwner),
        details: {
          reason,
          done: ofOwner.filter(({ status }) => status !== null).map(({ serial_number }) => serial_number),
          entered: ofOwner.filter(({ approval_id }) => approval_id !== null).map(({ serial_number }) => serial_number),
          request_id: context.requestId,
        },
      })),
    );
  }
}

/** Whether one person alone must not approve an order of this amount. */
export function isBeyond(
  { coin, kind, amount }: Pick<ReviewOrder, 'coin' | 'amount'> & { readonly kind: StaffReviewKind },
  bounds: ReviewBounds,
): boolean {
  const bound = bounds(coin, kind);
  return bound === undefined || amount > bound;
}

/** What is noted as done: where every order that anything came of waits for a second person, that it was entered for them. */
function actOf(decision: Decision, results: readonly Result[]): Act {
  const isOnlyEntered = results.some(({ approval_id }) => approval_id !== null) && results.every(({ status }) => status === null);
  return isOnlyEntered ? 'approval.enter' : `review.${decision}`;
}

function whichOf({ owner_id, serial_number }: Pick<ReviewOrder, 'owner_id' | 'serial_number'>): Which {
  return { owner_id: Number(owner_id), serial_number };
}

function refused({ owner_id, serial_number }: Which | ReviewOrder, { outcome, values }: Refusal): Result {
  return { owner_id: Number(owner_id), serial_number, outcome, values, status: null, approval_id: null };
}

function shown({ outcome, values, ...result }: Result, language: Language): Decided['results'][number] {
  return { ...result, ...shownOutcome({ outcome, values }, language) };
}
