import type { Queryable } from '@purser/ledger/accounts';
import type { Posting } from '@purser/ledger/posting';
import type { Database } from '../../platform/database/database.ts';
import type { Writer } from '../../platform/database/tx.ts';
import type { TransferParty } from './terms.ts';

/** A transfer that the ledger has posted; amounts in minor units. */
export interface NewTransfer {
  readonly posting: Posting;
  readonly serialNumber: string;
  readonly from: number;
  readonly fromName: string;
  readonly to: number;
  readonly toName: string;
  readonly coin: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly remark: string;
  readonly createTime: Date;
}

export async function parties(db: Queryable, merchantIds: readonly number[]): Promise<Map<number, TransferParty>> {
  const asking = db.query<{ merchant_id: bigint; name: string; status: 'normal' | 'suspended' }>({
    name: 'transfer-parties',
    text: `
      select merchant_id, name, status from merchant where merchant_id = any($1::bigint[])`,
    values: [[...new Set(merchantIds)]],
  });
  // Sent together.
  const [{ rows }, coins] = await Promise.all([asking, coinsOf(db, merchantIds)]);
  return new Map(
    rows.map(({ merchant_id, name, status }) => [
      Number(merchant_id),
      { name, status, coins: coins.get(Number(merchant_id)) ?? new Set() },
    ]),
  );
}

/** The coins that merchants have accounts in. */
async function coinsOf(db: Queryable, merchantIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const { rows } = await db.query<{ owner_id: bigint; coins: string[] }>({
    name: 'coins-of-transfer-parties',
    text: `
      select owner_id, array_agg(coin::text) as coins from ledger.account where owner_id = any($1::bigint[]) and purpose = 'main' group by owner_id`,
    values: [[...new Set(merchantIds)]],
  });
  return new Map(rows.map(({ owner_id, coins }) => [Number(owner_id), new Set(coins)]));
}

/** The merchant's available balance of a coin, in minor units; zero where it has no account. */
export async function availableOf(db: Database, merchantId: number, coin: string): Promise<bigint> {
  return db.scoped(merchantId, async (tx) => {
    const { rows } = await tx.query<{ available: bigint }>(
      `select available from ledger.account where owner_id = $1 and coin = $2 and purpose = 'main'`,
      [merchantId, coin],
    );
    return rows[0]?.available ?? 0n;
  });
}

/** Writes both sides of each transfer. */
export async function insertTransfers(writer: Writer, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const column = <Value>(pick: (transfer: NewTransfer) => Value) => transfers.map(pick);
  await writer.query({
    name: 'insert-transfers',
    text: `
      insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin,
                                     transfer_amount, transfer_fee, settlement_amount, remark, create_time)
      select side.merchant_id, serial_number, side.transfer_type, side.counterparty_id, side.own_name, side.counterparty_name, coin,
             amount, fee, settlement, remark, create_time
      from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
                  $10::text[], $11::timestamptz[])
        as transfer (serial_number, sender, sender_name, recipient, recipient_name, coin, amount, fee, settlement, remark, create_time)
      cross join lateral (values
        (sender, 'transfer', recipient, sender_name, recipient_name),
        (recipient, 'receive', sender, recipient_name, sender_name)
      ) as side (merchant_id, transfer_type, counterparty_id, own_name, counterparty_name)`,
    values: [
      column((t) => t.serialNumber),
      column((t) => t.from),
      column((t) => t.fromName),
      column((t) => t.to),
      column((t) => t.toName),
      column((t) => t.coin),
      column((t) => t.amount),
      column((t) => t.fee),
      column((t) => t.settlement),
      column((t) => t.remark),
      column((t) => t.createTime),
    ],
  });
}
