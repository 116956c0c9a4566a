import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { AccountKey } from './account.ts';

/** What one posting did to one account: a row of the fund flow. Amounts are minor units of the coin. */
export interface Entry extends AccountKey {
  /** 1 for the account's first entry, then without a gap. */
  readonly version: bigint;
  /** The same among the account's entries of this type; null for the provider's own. */
  readonly type_version: bigint | null;
  readonly posting_owner_id: number;
  readonly posting_id: string;
  readonly type: TransactionType;
  readonly serial_number: string;
  readonly counterparty: number | null;
  readonly available_before_minor: bigint;
  readonly available_after_minor: bigint;
  readonly frozen_before_minor: bigint;
  readonly frozen_after_minor: bigint;
  readonly pending_before_minor: bigint;
  readonly pending_after_minor: bigint;
  /** Signed change of all buckets together. */
  readonly change_minor: bigint;
  readonly charge_minor: bigint;
  /** The hold that frozen or pending funds were added to or taken from; null where these did not change. */
  readonly hold_id: string | null;
  readonly posted_at: Date;
  /** The same in microseconds since 1970, as exact as it is stored. */
  readonly posted_at_us: bigint;
}

export const ENTRY_COLUMNS = `e.owner_id, e.coin, e.purpose, e.version, e.type_version, e.posting_owner_id, e.posting_id, e.type, e.serial_number,
  e.counterparty, e.available_before, e.available_after, e.frozen_before, e.frozen_after, e.pending_before, e.pending_after, e.charge, e.hold_id,
  (extract(epoch from e.posted_at) * 1000000)::bigint as posted_at_us`;

/** bigint columns come as text from a plain driver and as bigint from one told so. */
type Whole = string | bigint;

export interface EntryRow {
  owner_id: Whole;
  coin: string;
  purpose: string;
  version: Whole;
  type_version: Whole | null;
  posting_owner_id: Whole;
  posting_id: string;
  type: TransactionType;
  serial_number: string;
  counterparty: Whole | null;
  available_before: Whole;
  available_after: Whole;
  frozen_before: Whole;
  frozen_after: Whole;
  pending_before: Whole;
  pending_after: Whole;
  charge: Whole;
  hold_id: string | null;
  posted_at_us: Whole;
}

export function toEntry(row: EntryRow): Entry {
  const [available_before_minor, available_after_minor] = [BigInt(row.available_before), BigInt(row.available_after)];
  const [frozen_before_minor, frozen_after_minor] = [BigInt(row.frozen_before), BigInt(row.frozen_after)];
  const [pending_before_minor, pending_after_minor] = [BigInt(row.pending_before), BigInt(row.pending_after)];
  const posted_at_us = BigInt(row.posted_at_us);
  return {
    owner_id: Number(row.owner_id),
    coin: row.coin,
    purpose: row.purpose,
    version: BigInt(row.version),
    type_version: row.type_version === null ? null : BigInt(row.type_version),
    posting_owner_id: Number(row.posting_owner_id),
    posting_id: row.posting_id,
    type: row.type,
    serial_number: row.serial_number,
    counterparty: row.counterparty === null ? null : Number(row.counterparty),
    available_before_minor,
    available_after_minor,
    frozen_before_minor,
    frozen_after_minor,
    pending_before_minor,
    pending_after_minor,
    change_minor:
      available_after_minor -
      available_before_minor +
      frozen_after_minor -
      frozen_before_minor +
      pending_after_minor -
      pending_before_minor,
    charge_minor: BigInt(row.charge),
    hold_id: row.hold_id,
    posted_at: new Date(Number(posted_at_us / 1_000n)),
    posted_at_us,
  };
}
