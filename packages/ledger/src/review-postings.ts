import type { TransactionType } from '@purser/contract/features/fund-flow';
import { type AccountKey, feeAccount } from './account.ts';
import { hashedUuid } from './derived-id.ts';
import { checkAmount, type Posting, type PostingIdentity, posting } from './posting.ts';

/** What several kinds of orders under review do alike: money is held, and then given back or paid out of what is held. */
interface HoldPlan extends PostingIdentity {
  /** The account whose funds are held. */
  readonly account: AccountKey;
  /** UUID of the hold: the same for the posting that holds and for those that give back or pay out. */
  readonly hold: string;
  readonly amount_minor: bigint;
  /** Whom the order is with, for the fund-flow row. */
  readonly counterparty?: number;
}

/** Holds an account's own money until somebody has decided: available -> frozen. */
export function planHold(plan: HoldPlan): Posting {
  return shift(plan, 'review_submitted', plan.amount_minor);
}

/** Gives back what is held, or a part of it: frozen -> available. */
export function planRelease(plan: HoldPlan & { readonly type: TransactionType }): Posting {
  return shift(plan, plan.type, -plan.amount_minor);
}

function shift(plan: HoldPlan, type: TransactionType, held: bigint): Posting {
  const { account, hold, amount_minor, counterparty } = plan;
  checkAmount(amount_minor, 0n);
  return posting(plan, type, [{ account, available: -held, frozen: held, hold, ...(counterparty !== undefined && { counterparty }) }]);
}

/**
 * Pays out of what is held: frozen -> the recipient's available funds and the fees. The fee is taken from the amount, so the recipient gets
 * amount less fee; the one whose money was held bears it.
 */
export function planSettlement(
  plan: Omit<HoldPlan, 'counterparty'> & { readonly type: TransactionType; readonly to: AccountKey; readonly fee_minor: bigint },
): Posting {
  const { type, account, hold, to, amount_minor, fee_minor } = plan;
  checkAmount(amount_minor, fee_minor);
  return posting(plan, type, [
    { account, frozen: -amount_minor, hold, charge: fee_minor, counterparty: to.owner_id },
    { account: to, available: amount_minor - fee_minor, counterparty: account.owner_id },
    { account: feeAccount(account.coin, account.owner_id), available: fee_minor, counterparty: account.owner_id },
  ]);
}

/**
 * Turns an earlier posting around, whole: what it took from a hold goes back to that hold. Nobody bears a fee. The note names the earlier
 * posting, and the id is made of it alone, so that the ledger itself refuses a second reversal. A reversal is not reversed.
 */
export function planReversal(
  earlier: Posting,
  { serial_number, reason }: { readonly serial_number: string; readonly reason: string },
): Posting {
  if (earlier.type === 'reversal') throw new RangeError('a reversal is not reversed');
  const { owner_id } = earlier;
  const legs = earlier.legs.map(({ account, available = 0n, frozen = 0n, pending = 0n, hold, counterparty }) => ({
    account,
    available: -available,
    frozen: -frozen,
    pending: -pending,
    ...(hold !== undefined && { hold }),
    ...(counterparty !== undefined && { counterparty }),
  }));
  const made = posting({ owner_id, posting_id: reversalId(earlier), serial_number }, 'reversal', legs);
  return { ...made, note: { reverses: earlier.posting_id, reason } };
}

/**
 * The id of the one reversal of a posting. Laid out as UUIDv8 (RFC 9562, section 5.8), with the first six bytes of the earlier id: ids of one
 * owner go on growing with time.
 */
export function reversalId({ owner_id, posting_id }: Pick<PostingIdentity, 'owner_id' | 'posting_id'>): string {
  const first = Number.parseInt(posting_id.replaceAll('-', '').slice(0, 12), 16);
  return hashedUuid(`reversal ${owner_id} ${posting_id}`, { version: 8, first });
}
