import { createHash } from 'node:crypto';
import { formatRate } from '@purser/contract/money';
import { REVIEW_KINDS } from '@purser/contract/review';
import { canonicalJson } from '@purser/ledger/canonical-json';
import { z } from 'zod';
import { type ApprovalKind, approvalKind } from '../../domain/approval.ts';
import { moveReviewOrders, type ReviewOrder, type ReviewOrderKind } from '../../domain/review-order.ts';
import { staffMover } from '../../domain/staff-name.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { type Beside, besideOrders, otherAmount, shownRate, waitsFor } from './list.ts';
import { againstOf, lockOrders } from './queries.ts';

/** Every field of an order that decides where how much goes. All of it is covered by the hash that is approved. */
const order = z.strictObject({
  serial_number: z.string(),
  kind: z.enum(REVIEW_KINDS),
  order_id: z.string(),
  payee_id: z.string().nullable(),
  external_account: z.string(),
  balance_type: z.string(),
  coin: z.string(),
  amount: z.string(),
  fee: z.string(),
  network_fee: z.string(),
  settlement: z.string(),
  fee_rate: z.string(),
  other_coin: z.string().nullable(),
  other_amount: z.string().nullable(),
  rate: z.string().nullable(),
  network: z.string().nullable(),
  address: z.string(),
  txid: z.string(),
  /** SHA-256 of the bank account that it goes to. */
  destination: z.string().nullable(),
  note: z.string(),
});
const content = z.strictObject({
  name: z.string(),
  order,
  /** What it is exchanged for, in the words of its list; what was entered before this was kept does not say. */
  exchanged: z.string().optional(),
  /** Up to which amount one person approves it; null where it always wants two. */
  bound: z.string().nullable(),
  /** What is known from elsewhere and speaks against it, by name. */
  against: z.array(z.string()),
});
export type ReviewApproval = z.output<typeof content>;

/** What an order says, as it is approved. Its coins have been known. */
export function contentOf(row: ReviewOrder, coins: Pick<Coins, 'format'>, beside: Beside): z.output<typeof order> {
  const money = (minor: bigint) => coins.format(minor, row.coin);
  return {
    serial_number: row.serial_number,
    kind: row.kind,
    order_id: row.order_id,
    payee_id: row.payee_id === null ? null : String(row.payee_id),
    external_account: row.external_account,
    balance_type: row.balance_type,
    coin: row.coin,
    amount: money(row.amount),
    fee: money(row.fee),
    network_fee: money(row.network_fee),
    settlement: money(row.settlement),
    fee_rate: formatRate(row.fee_bp),
    other_coin: row.other_coin,
    other_amount: otherAmount(row, beside),
    rate: shownRate(row.rate),
    network: row.network,
    address: row.address,
    txid: row.txid,
    destination: row.destination === null ? null : createHash('sha256').update(canonicalJson(row.destination)).digest('hex'),
    note: row.note,
  };
}

/**
 * The approval of an order that goes beyond what one person approves, or against what is known of it from elsewhere. What is approved is the
 * order as it was entered: one that has changed or was decided since, or that something more speaks against, is refused.
 */
export function reviewApproval(kinds: readonly ReviewOrderKind[]): ApprovalKind<ReviewApproval> {
  return approvalKind({
    kind: 'review.approve',
    permission: 'review.decide',
    content,
    // It moves money between the owner's accounts and others'.
    acrossOwners: true,
    describe: ({ name, order: asked, exchanged, bound, against }, ownerId) => ({
      owner_id: String(ownerId),
      name,
      review_kind: asked.kind,
      serial_number: asked.serial_number,
      amount: `${asked.amount} ${asked.coin}`,
      handling_fee: asked.fee,
      ...(/[1-9]/.test(asked.network_fee) && { network_fee: asked.network_fee }),
      settlement_amount: asked.settlement,
      ...(asked.other_coin !== null && { exchanged: exchanged ?? `${asked.other_amount ?? ''} ${asked.other_coin}` }),
      ...(asked.rate !== null && { rate: asked.rate }),
      ...(asked.payee_id !== null && { user_id: asked.payee_id }),
      ...(asked.network !== null && { network: asked.network }),
      ...(asked.address !== '' && { to_address: asked.address }),
      ...(asked.txid !== '' && { txid: asked.txid }),
      ...(asked.note !== '' && { note: asked.note }),
      ...(against.length > 0 && { against_evidence: against.join(', ') }),
      beyond_review: bound === null ? '–' : `${asked.amount} > ${bound}`,
    }),
    apply: async (tx, { ownerId, content: entered, staffId, platform }) => {
      const which = { owner_id: ownerId, serial_number: entered.order.serial_number };
      const [row] = (await lockOrders(tx, [which])).values();
      if (!row) throw refuse('order_unknown');
      const kind = kinds.find((one) => one.kind === row.kind);
      if (!kind || waitsFor(row) !== 'staff') throw refuse('review_decided');
      await tx.coins.know([row.coin], tx);
      const now = contentOf(row, tx.coins, await besideOrders(tx, [row]));
      if (canonicalJson(now) !== canonicalJson(entered.order)) throw refuse('review_changed');
      // Whoever entered it did not know of it, and whoever approves was not shown it.
      const against = await againstOf(tx, kind, row);
      if (!against.every((name) => entered.against.includes(name))) throw refuse('review_changed');
      const by = await staffMover(tx, staffId);
      const [moved] = await moveReviewOrders(tx, platform, kind, [{ ownerId, serialNumber: row.serial_number, event: 'approve', by }]);
      if (moved instanceof Refusal) throw moved;
    },
  });
}
