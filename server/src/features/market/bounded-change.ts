import type { Act } from '@purser/contract/acts';
import type { OutputOf } from '@purser/contract/call';
import type { marketTermsSet } from '@purser/contract/features/market';
import type { Confirmation } from '@purser/contract/passkey';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { type ApprovalKind, approvalKind, enterApproval } from '../../domain/approval.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Beyond } from './bounds.ts';
import type { SetBy } from './history.ts';

type Changed = OutputOf<typeof marketTermsSet>;
/** Why it is changed, and what confirms it. */
interface Confirmed {
  readonly reason: string;
  readonly google_code: Confirmation;
  /** As it was when it was looked at. */
  readonly before?: unknown;
}
interface Content {
  /** As it is, in the shape in which it is shown. */
  readonly before: unknown;
  readonly why: readonly Beyond[];
}

/**
 * A change that is done at once, or entered for a second person where it goes beyond a bound: the same content is done by the same `apply`
 * either way, so neither way can do anything else.
 */
interface BoundedChange<Input, C extends Content> extends Pick<ApprovalKind<C>, 'content' | 'describe' | 'acrossOwners'> {
  /** What the change is called, as an approval and in the audit log. */
  readonly name: Act;
  /** Reads what it would change under locks, and says what of it is beyond the bounds. Refuses what cannot be done. */
  readonly propose: (tx: Tx, input: Input) => Promise<C>;
  /** Does it; refuses with `terms_changed` what was entered under another version. */
  readonly apply: (tx: Tx, content: C, by: SetBy, ownerId: number) => Promise<void>;
}

/** Declares one, with the kind of approval that it waits as. */
export function boundedChange<Input, C extends Content>(change: BoundedChange<Input, C>) {
  const { name, content, describe, acrossOwners = false } = change;
  const kind = approvalKind<C>({
    kind: name,
    permission: 'market.approve',
    content,
    describe,
    acrossOwners,
    apply: (tx, { ownerId, content: entered, enteredBy, approvalId }) =>
      change.apply(tx, entered, { staffId: enteredBy, approvalId }, ownerId),
  });
  return { ...change, kind };
}

export function changeOrEnter<Input extends Confirmed, C extends Content>(
  platform: Platform,
  input: Input,
  context: StaffContext,
  { name, kind, propose, apply }: ReturnType<typeof boundedChange<Input, C>>,
  ownerId: number = PROVIDER_OWNER_ID,
): Promise<Changed | Answer<Changed>> {
  const { reason } = input;
  let content: C;
  return confirmedWrite<Changed>(platform, input, context, {
    whose: ownerId === PROVIDER_OWNER_ID ? 'provider' : ownerId,
    acrossOwners: kind.acrossOwners ?? false,
    act: async (tx) => {
      content = await propose(tx, input);
      refuseUnlessSeen(input.before, content.before);
      const { why } = content;
      if (why.length > 0) return { waits: { ...(await enterApproval(tx, context, kind, { ownerId, content, reason })), why: [...why] } };
      await apply(tx, content, { staffId: context.staffId, approvalId: null }, ownerId);
      return { waits: null };
    },
    audit: ({ waits }) => {
      const { why, ...change } = content;
      if (!waits) return { action: name, details: { reason, ...change } };
      return { action: 'approval.enter', details: { approval_id: waits.approval_id, kind: kind.kind, reason, ...change, why } };
    },
  });
}

/** What is to be done, and why it wants two people, as whoever approves is shown it. */
export function factsOf(
  head: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string | null>>,
  after: Readonly<Record<string, string | null>>,
  why: readonly Beyond[],
): Record<string, string> {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  return {
    ...head,
    ...Object.fromEntries(changed.map((name) => [name, `${before[name] ?? '–'} → ${after[name] ?? '–'}`])),
    ...Object.fromEntries(why.map((beyond) => [`beyond_${beyond.name}`, beyondText(beyond)])),
  };
}

/** "150.0% > 20.00% (1.00 → 2.50)"; where there is nothing to measure by, the values themselves. */
function beyondText({ before, after, change, bound }: Beyond): string {
  return change === null || bound === null ? `${before} → ${after}` : `${change}% > ${bound}% (${before} → ${after})`;
}
