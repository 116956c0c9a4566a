import type { OutputOf } from '@purser/contract/call';
import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { staffOrderDetail } from '@purser/contract/features/staff-order';
import type { Tx } from '../platform/database/tx.ts';
import { ownerNames } from './owners.ts';

/** A posting that an order made, as staff see it. */
export type OrderPosting = OutputOf<typeof staffOrderDetail>['postings'][number];

/** Entries of one order's or transfer's postings that are read at most: it has a few, and the ledger makes none with more than 17. */
const MOST_ENTRIES = 100;

interface ChangeRow {
  readonly posting_id: string;
  readonly posting_owner_id: bigint;
  readonly type: TransactionType;
  readonly posted_at: Date;
  readonly owner_id: bigint;
  readonly purpose: string;
  readonly coin: string;
  readonly change: bigint;
  readonly frozen: bigint;
  readonly pending: bigint;
}

/** The postings under a serial number, of every owner. */
export async function postingsOf(tx: Tx, serialNumber: string): Promise<OrderPosting[]> {
  const { rows } = await tx.query<ChangeRow>(
    `select e.posting_id, e.posting_owner_id, e.type, e.posted_at, e.owner_id, e.purpose, e.coin::text,
       e.available_after - e.available_before + e.frozen_after - e.frozen_before + e.pending_after - e.pending_before as change,
       e.frozen_after - e.frozen_before as frozen, e.pending_after - e.pending_before as pending
     from (select * from ledger.entry where serial_number = $1 collate "C" limit ${MOST_ENTRIES}) e
     order by e.posted_at, e.posting_id, e.owner_id, e.coin, e.purpose`,
    [serialNumber],
  );
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  const names = await ownerNames(tx, rows);
  return [...Map.groupBy(rows, ({ posting_id }) => posting_id).values()].flatMap((entries) =>
    entries.slice(0, 1).map(({ posting_id, posting_owner_id, type, posted_at }) => ({
      posting_id,
      posting_owner_id: Number(posting_owner_id),
      transaction_type: type,
      time: posted_at.toISOString(),
      entries: entries.map(({ owner_id, purpose, coin, change, frozen, pending }) => ({
        owner_id: Number(owner_id),
        owner_name: names.get(owner_id) ?? null,
        purpose,
        coin_name: coin,
        transaction_number: tx.coins.format(change, coin),
        frozen_number: tx.coins.format(frozen, coin),
        pending_number: tx.coins.format(pending, coin),
      })),
    })),
  );
}
