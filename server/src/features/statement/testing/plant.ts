import type { TransactionType } from '@purser/contract/features/fund-flow';
import type { TestApp } from '../../../platform/testing/app.ts';

export interface Planted {
  readonly type: TransactionType;
  readonly at: Date;
  /** What it changes of each bucket, in minor units. */
  readonly available: bigint;
  readonly frozen?: bigint;
  readonly pending?: bigint;
  readonly charge?: bigint;
}

/** Puts entries into an account's history, as the ledger would have made them then: dense versions, each beginning where the last ended. */
export async function plantEntries(app: TestApp, merchantId: number, coin: string, planted: readonly Planted[]): Promise<void> {
  const typed = new Map<string, number>();
  const stands = { available: 0n, frozen: 0n, pending: 0n };
  const rows = planted.map(({ type, at, available, frozen = 0n, pending = 0n, charge = 0n }, place) => {
    const typeVersion = (typed.get(type) ?? 0) + 1;
    typed.set(type, typeVersion);
    const before = { ...stands };
    stands.available += available;
    stands.frozen += frozen;
    stands.pending += pending;
    const beginsRun = planted[place - 1]?.type !== type;
    return [place + 1, typeVersion, type, before, { ...stands }, charge, at, beginsRun] as const;
  });
  const text = (values: readonly unknown[]) => values.map(String);
  await app.sql(
    `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
       available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
     select $1, $2, 'main', version, type_version, $1, gen_random_uuid(), type, 'PO' || version, available_before, available_after,
       frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run
     from unnest($3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[],
       $12::bigint[], $13::timestamptz[], $14::boolean[]) as planted (version, type_version, type, available_before, available_after, frozen_before,
       frozen_after, pending_before, pending_after, charge, posted_at, begins_run)`,
    [
      merchantId,
      coin,
      text(rows.map(([version]) => version)),
      text(rows.map(([, version]) => version)),
      rows.map(([, , type]) => type),
      text(rows.map(([, , , before]) => before.available)),
      text(rows.map(([, , , , after]) => after.available)),
      text(rows.map(([, , , before]) => before.frozen)),
      text(rows.map(([, , , , after]) => after.frozen)),
      text(rows.map(([, , , before]) => before.pending)),
      text(rows.map(([, , , , after]) => after.pending)),
      text(rows.map(([, , , , , charge]) => charge)),
      rows.map(([, , , , , , at]) => at),
      rows.map(([, , , , , , , beginsRun]) => beginsRun),
    ],
  );
  await app.sql(
    `update ledger.account set version = $3, available = $4, frozen = $5, pending = $6
     where owner_id = $1 and coin = $2 and purpose = 'main'`,
    [merchantId, coin, rows.length, String(stands.available), String(stands.frozen), String(stands.pending)],
  );
}
