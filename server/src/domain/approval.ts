import { createHash } from 'node:crypto';
import type { Permission } from '@purser/contract/staff';
import { canonicalJson } from '@purser/ledger/canonical-json';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Tx } from '../platform/database/tx.ts';
import type { StaffContext } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';

/** A pending approval is void after this long: what was right then may not be right any more. */
const APPROVAL_LASTS_H = 72;

/** What an approval does is told its content and whom it is about. */
interface Approved<Content> {
  readonly approvalId: string;
  readonly ownerId: number;
  readonly content: Content;
  /** Why, in the words of whoever entered it. */
  readonly reason: string;
  /** Whoever approves. */
  readonly staffId: number;
  readonly enteredBy: number;
  readonly platform: Platform;
}

/**
 * Something that two members of staff do together: one enters it, another approves it as it was shown, and it is done in the transaction
 * of the approval. A feature makes one as a value and adds it to `main/approval-kinds.ts`.
 */
export interface ApprovalKind<Content = unknown> {
  /** Names it for good: "party.reset_authenticator". */
  readonly kind: string;
  /** What whoever approves must be allowed, beside deciding on approvals at all; whoever entered it as well, as long as it waits. */
  readonly permission: Permission;
  /** Read again from what is kept, before it is shown or done: plain JSON values. */
  readonly content: z.ZodType<Content>;
  /** The transaction of the act sees all owners, not only the one that it is about. */
  readonly acrossOwners?: boolean;
  /** What will be done, as named facts for whoever decides; never a secret. */
  readonly describe: (content: Content, ownerId: number) => Readonly<Record<string, string>>;
  /** Does it, on the operator's connections. Refuses by throwing: the approval then stays pending. */
  readonly apply: (tx: Tx, approved: Approved<Content>) => Promise<void>;
}

/** Declares a kind; the content's type is that of its schema. */
export function approvalKind<Content>(kind: ApprovalKind<Content>): ApprovalKind<Content> {
  return kind;
}

interface Entered<Content> {
  /** Whom it is about: a party, or the provider. */
  readonly ownerId: number;
  readonly content: Content;
  /** Why, in the words of whoever enters it. */
  readonly reason: string;
}

/** What was entered, and until when it may be approved. */
interface Waits {
  readonly approval_id: string;
  readonly expires_at: string;
}

/** Enters something for another member to approve, in the transaction of the call that asks for it. */
export async function enterApproval<Content>(
  tx: Tx,
  member: Pick<StaffContext, 'staffId'>,
  kind: Pick<ApprovalKind<Content>, 'kind' | 'content'>,
  entered: Entered<Content>,
): Promise<Waits> {
  const [waits] = await enterApprovals(tx, member, kind, [entered]);
  if (!waits) throw new Error('what is entered waits');
  return waits;
}

/** The same of many things at once, each of which is approved on its own; in the order of what is entered. */
export async function enterApprovals<Content>(
  tx: Tx,
  { staffId }: Pick<StaffContext, 'staffId'>,
  { kind, content: schema }: Pick<ApprovalKind<Content>, 'kind' | 'content'>,
  entered: readonly Entered<Content>[],
): Promise<Waits[]> {
  if (entered.length === 0) return [];
  await tx
    .updateTable('approval')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  const rows = entered.map(({ ownerId, content, reason }) => {
    const text = canonicalJson(schema.parse(content));
    return {
      approval_id: uuidv7(),
      owner_id: BigInt(ownerId),
      kind,
      content: text,
      content_hash: contentHash({ kind, ownerId, content: text, reason }),
      reason,
      entered_by: BigInt(staffId),
      expires_at: sql<Date>`now() + make_interval(hours => ${APPROVAL_LASTS_H})`,
    };
  });
  const [made] = await tx.insertInto('approval').values(rows).returning('expires_at').execute();
  if (!made) throw new Error('an approval was not written');
  return rows.map(({ approval_id }) => ({ approval_id, expires_at: made.expires_at.toISOString() }));
}

/** Takes back approvals of what was decided otherwise: they can never be done. */
export async function voidApprovals(tx: Tx, approvalIds: readonly string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  await tx
    .updateTable('approval')
    .set({ state: 'withdrawn', decided_at: sql<Date>`now()` })
    .where('approval_id', 'in', approvalIds)
    .where('state', '=', 'pending')
    .execute();
}

/** SHA-256 over everything that whoever approves is shown: what is approved is that and nothing else. */
export function contentHash(shown: {
  readonly kind: string;
  readonly ownerId: number;
  /** Canonical JSON. */
  readonly content: string;
  readonly reason: string;
}): Buffer {
  return createHash('sha256').update(canonicalJson(shown)).digest();
}
