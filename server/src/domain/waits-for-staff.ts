import { STAFF_REVIEW_KINDS, type StaffReviewKind, WAITS_FOR_STAFF } from '@purser/contract/features/review';

/** Orders under review that wait for staff, in SQL that is written out: so the planner knows the conditions of its indexes again. */

/** Since when an order of a kind waits: an adjustment only since it was appealed against. */
export function waitsSince(kind: StaffReviewKind): string {
  return kind === 'adjustment' ? 'coalesce(appeal_time, create_time)' : 'create_time';
}

/** What holds of those of one kind: all are in one state. The index of appeals in the order of their times says a condition that is always true, and that nothing else says. */
export function waitsOfKind(kind: StaffReviewKind): string {
  const waits = `kind = '${kind}' and status = '${WAITS_FOR_STAFF[kind]}'`;
  return kind === 'adjustment' ? `${waits} and ${waitsSince(kind)} is not null` : waits;
}

/** The same of those kinds that wait before they are decided, by an index that is theirs alone, likewise. */
export const PENDING_KINDS = STAFF_REVIEW_KINDS.filter((kind) => WAITS_FOR_STAFF[kind] === 'pending_review');
export const PENDING_ORDERS = `kind in (${PENDING_KINDS.map((kind) => `'${kind}'`).join(', ')}) and status = 'pending_review' and serial_number || '' <> ''`;
