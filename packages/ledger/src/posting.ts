import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { AdjustmentDirection, AdjustmentSource } from '@purser/contract/features/ledger';
import { type AccountKey, accountText, feeAccount, mainAccount, providerAccount, rewardAccount } from './account.ts';

/** What a posting does to one account. Amounts are signed minor units; a bucket left out does not change. */
export interface Leg {
  readonly account: AccountKey;
  readonly available?: bigint;
  readonly frozen?: bigint;
  readonly pending?: bigint;
  /**
   * What frozen or pending funds are held for, as a UUID: named by every leg that changes one of these two, and by no other. A leg that adds to
   * the bucket makes the hold or adds to it; one that takes from the bucket takes from this hold, and never more than it has left. A hold
   * is the account owner's and stays on one account and bucket.
   */
  readonly hold?: string;
  /** The fee this account bore, for its fund-flow row; moves nothing by itself. */
  readonly charge?: bigint;
  /** Whom the money came from or went to, for the fund-flow row. */
  readonly counterparty?: number;
}

/**
 * Names a posting for good. The pair of home owner and id is made at most once; an order's posting is at home with the owner of
 * the order, so that both live on the same node.
 */
export interface PostingIdentity {
  readonly owner_id: number;
  /** UUID, version 7 preferred: the ids of one owner then grow with time. */
  readonly posting_id: string;
  /** What people call it: shown in every fund-flow row. At most 64 characters. */
  readonly serial_number: string;
}

/** Moves money between the buckets of one or more accounts, whole or not at all. */
export interface Posting extends PostingIdentity {
  readonly type: TransactionType;
  readonly legs: readonly Leg[];
  /** Free JSON kept with the posting and part of what makes a replay the same. */
  readonly note?: unknown;
  /** By the database's clock: past it the posting is `late` and not made. Not part of what makes a replay the same. */
  readonly deadline?: Date;
}

/** A merchant pays another; the fee is taken from the amount, so the recipient gets amount less fee and bears the charge. */
export function planTransfer(
  plan: PostingIdentity & { from: number; to: number; coin: string; amount_minor: bigint; fee_minor: bigint },
): Posting {
  const { from, to, coin, amount_minor, fee_minor } = plan;
  checkAmount(amount_minor, fee_minor);
  if (from === to) throw new RangeError('a transfer needs two owners');
  return posting(plan, 'transfer', [
    { account: mainAccount(from, coin), available: -amount_minor, counterparty: to },
    { account: mainAccount(to, coin), available: amount_minor - fee_minor, charge: fee_minor, counterparty: from },
    { account: feeAccount(coin, to), available: fee_minor, counterparty: to },
  ]);
}

/**
 * A wallet user pays a merchant's order: `reward_minor` of it from the reward account, the rest from the main one. The merchant
 * gets amount less fee and bears the charge.
 */
export function planPayment(
  plan: PostingIdentity & {
    payer: number;
    merchant: number;
    coin: string;
    amount_minor: bigint;
    reward_minor?: bigint;
    fee_minor: bigint;
  },
): Posting {
  const { payer, merchant, coin, amount_minor, reward_minor = 0n, fee_minor } = plan;
  checkAmount(amount_minor, fee_minor);
  if (payer === merchant) throw new RangeError('a payment needs two owners');
  checkReward(reward_minor, amount_minor);
  return posting(plan, 'payment', [
    { account: mainAccount(payer, coin), available: reward_minor - amount_minor, counterparty: merchant },
    { account: rewardAccount(payer, coin), available: -reward_minor, counterparty: merchant },
    { account: mainAccount(merchant, coin), available: amount_minor - fee_minor, charge: fee_minor, counterparty: payer },
    { account: feeAccount(coin, merchant), available: fee_minor, counterparty: merchant },
  ]);
}

/**
 * A merchant gives a payer money back: `reward_minor` of it as reward funds, the rest as the payer's own. Nobody bears a fee; `fee_minor` of the
 * order's own fee the provider gives back to the merchant.
 */
export function planRefund(
  plan: PostingIdentity & {
    merchant: number;
    payer: number;
    coin: string;
    amount_minor: bigint;
    reward_minor?: bigint;
    fee_minor?: bigint;
  },
): Posting {
  const { merchant, payer, coin, amount_minor, reward_minor = 0n, fee_minor = 0n } = plan;
  checkAmount(amount_minor, fee_minor);
  checkReward(reward_minor, amount_minor);
  return posting(plan, 'refund', [
    { account: mainAccount(merchant, coin), available: fee_minor - amount_minor, counterparty: payer },
    { account: mainAccount(payer, coin), available: amount_minor - reward_minor, counterparty: merchant },
    { account: rewardAccount(payer, coin), available: reward_minor, counterparty: merchant },
    { account: feeAccount(coin, merchant), available: -fee_minor, counterparty: merchant },
  ]);
}

/** The provider issues platform tokens to an owner's account: the issuance account goes as far below zero as tokens are out. */
export function planIssuance(plan: PostingIdentity & { to: AccountKey; amount_minor: bigint }): Posting {
  const { to, amount_minor } = plan;
  checkAmount(amount_minor, 0n);
  return posting(plan, 'issuance', [
    { account: providerAccount(to.coin, 'issuance'), available: -amount_minor, counterparty: to.owner_id },
    { account: to, available: amount_minor },
  ]);
}

/** The provider grants a wallet user reward funds from the pool. */
export function planRewardGrant(plan: PostingIdentity & { user: number; coin: string; amount_minor: bigint }): Posting {
  const { user, coin, amount_minor } = plan;
  checkAmount(amount_minor, 0n);
  return posting(plan, 'reward_grant', [
    { account: providerAccount(coin, 'reward_pool'), available: -amount_minor, counterparty: user },
    { account: rewardAccount(user, coin), available: amount_minor },
  ]);
}

/** The provider gives an agent a part of the fee that it collected from a user whom the agent referred. Nobody bears a fee. */
export function planCommission(
  plan: PostingIdentity & { readonly agent: number; readonly bearer: number; readonly coin: string; readonly amount_minor: bigint },
): Posting {
  const { agent, bearer, coin, amount_minor } = plan;
  checkAmount(amount_minor, 0n);
  if (agent === bearer) throw new RangeError('nobody refers themselves');
  return posting(plan, 'commission', [
    { account: feeAccount(coin, bearer), available: -amount_minor, counterparty: agent },
    { account: mainAccount(agent, coin), available: amount_minor },
  ]);
}

/** The provider's account that an adjustment of a party's balance is made against. Fees are those of the party's own stripe. */
export function adjustmentAccount(source: AdjustmentSource, party: number, coin: string): AccountKey {
  return source === 'fees' ? feeAccount(coin, party) : providerAccount(coin, source);
}

/**
 * The provider increases or decreases a party's balance by hand, or that of a wallet user's reward funds. Nobody bears a fee. The note says why, and is
 * part of what is asked.
 */
export function planAdjustment(
  plan: PostingIdentity & {
    party: number;
    purpose?: 'main' | 'reward';
    coin: string;
    amount_minor: bigint;
    direction: AdjustmentDirection;
    against: AdjustmentSource;
    note: unknown;
  },
): Posting {
  const { party, purpose = 'main', coin, amount_minor, direction, against, note } = plan;
  checkAmount(amount_minor, 0n);
  const change = direction === 'increase' ? amount_minor : -amount_minor;
  const made = posting(plan, `adjustment_${direction}`, [
    { account: purpose === 'reward' ? rewardAccount(party, coin) : mainAccount(party, coin), available: change },
    { account: adjustmentAccount(against, party, coin), available: -change, counterparty: party },
  ]);
  return { ...made, note };
}

/** Throws unless the legs sum to zero in every coin, name each account once, move something, and name a hold where they hold something. */
export function assertBalanced(legs: readonly Leg[]): void {
  const sums = new Map<string, bigint>();
  const accounts = new Set<string>();
  for (const { account, available = 0n, frozen = 0n, pending = 0n, charge = 0n, hold } of legs) {
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + available + frozen + pending);
    accounts.add(accountText(account));
    if (charge < 0n) throw new RangeError('a charge is negative');
    if (available === 0n && frozen === 0n && pending === 0n && charge === 0n) throw new RangeError('a leg does nothing');
    if (frozen !== 0n && pending !== 0n) throw new RangeError('a leg changes frozen and pending funds at once');
    if ((frozen !== 0n || pending !== 0n) !== (hold !== undefined))
      throw new RangeError('a hold is named where frozen or pending funds change, and only there');
  }
  if (legs.length === 0) throw new RangeError('a posting has no legs');
  if (accounts.size !== legs.length) throw new RangeError('a posting names an account twice');
  for (const [coin, sum] of sums) if (sum !== 0n) throw new RangeError(`legs in ${coin} sum to ${sum}`);
}

/** A posting of balanced legs, less those that neither move nor charge anything, such as a fee of zero. */
export function posting({ owner_id, posting_id, serial_number }: PostingIdentity, type: TransactionType, all: readonly Leg[]): Posting {
  const legs = all.filter(
    ({ available = 0n, frozen = 0n, pending = 0n, charge = 0n }) => available !== 0n || frozen !== 0n || pending !== 0n || charge !== 0n,
  );
  assertBalanced(legs);
  return { owner_id, posting_id, serial_number, type, legs };
}

/** Throws unless the amount is positive and the fee lies within it. */
export function checkAmount(amount_minor: bigint, fee_minor: bigint): void {
  if (amount_minor <= 0n) throw new RangeError('the amount is not positive');
  if (fee_minor < 0n || fee_minor > amount_minor) throw new RangeError('the fee is outside the amount');
}

function checkReward(reward_minor: bigint, amount_minor: bigint): void {
  if (reward_minor < 0n || reward_minor > amount_minor) throw new RangeError('the reward part is outside the amount');
}
