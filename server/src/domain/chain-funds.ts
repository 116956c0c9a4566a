import type { Queryable } from '@purser/ledger/accounts';

/** How the signer fares on a network, as it and the worker have written it down; a time is null while it is well. */
export interface ChainFunds {
  readonly network: string;
  /** Approved withdrawals that are not signed, and since when the oldest is approved; with what is to be sent back, once its address has rested for a day. */
  readonly unsigned: number;
  readonly unsigned_at: Date | null;
  /** Withdrawals and returns that are signed and not settled, and since when the oldest is. */
  readonly unmined: number;
  readonly unmined_at: Date | null;
  /** Between the nonces of these, of one sender, lies one that nothing was signed for: nothing behind it is mined. On TRON, which has no nonces, none does. */
  readonly has_gap: boolean;
  /** Since when the hot or the gas address has had less than the policy asks for. */
  readonly low_at: Date | null;
  /** Sweeps that are not over, and when the oldest was planned. */
  readonly sweeping: number;
  readonly sweeping_at: Date | null;
  /** Since when chain and ledger have differed. */
  readonly drift_at: Date | null;
  /** Since when its custody is to be reckoned and has not been. */
  readonly awaited_at: Date | null;
}

/** Of every network that the signer pays. The connection is of staff and sees the system. */
export async function chainFunds(db: Queryable): Promise<ChainFunds[]> {
  const { rows } = await db.query<
    Omit<ChainFunds, 'unsigned' | 'unmined' | 'sweeping'> & { unsigned: bigint; unmined: bigint; sweeping: bigint }
  >(
    `with awaited as materialized (
       select network, owner_id, serial_number, update_time as since from review_order
       where kind = 'usdt_withdrawal' and status = 'approved'
       union all
       select network, owner_id, 'return 0x' || encode(txid, 'hex') || ' ' || ordinal, settled_at + interval '1 day' from chain_deposit
       where state = 'returning' and settled_at < now() - interval '1 day'
     )
     select paid.network, waiting.unsigned, waiting.unsigned_at, signed.unmined, signed.unmined_at, signed.has_gap,
       (select min(low_at) from chain_holding where chain_holding.network = paid.network) as low_at,
       swept.sweeping, swept.sweeping_at,
       (select drift_at from chain_reserve where chain_reserve.network = paid.network) as drift_at,
       (select awaited_at from chain_reserve where chain_reserve.network = paid.network) as awaited_at
     from (select distinct network, network.kind from chain_nonce join network using (network) where role = 'hot' and chain_nonce.is_on) as paid
     cross join lateral (
       select count(*) as unsigned, min(since) as unsigned_at from awaited as o
       where o.network = paid.network and not exists (
         select from chain_tx as t where t.owner_id = o.owner_id and t.serial_number = o.serial_number and (t.outcome is null or t.outcome || '' = 'paid')
       )
     ) as waiting
     cross join lateral (
       select coalesce(sum(nonces), 0)::bigint as unmined, min(signed_at) as unmined_at,
         coalesce(bool_or(paid.kind <> 'tron' and highest - lowest + 1 > (
           select count(distinct nonce) from chain_tx as its where its.network = paid.network and its.sender = open.sender and nonce between lowest and highest
         )), false) as has_gap
       from (
         select sender, count(distinct nonce) as nonces, min(nonce) as lowest, max(nonce) as highest, min(signed_at) as signed_at
         from chain_tx where chain_tx.network = paid.network and chain_tx.kind in ('payout', 'return') and outcome is null group by sender
       ) as open
     ) as signed
     cross join lateral (
       select count(*) as sweeping, min(planned_at) as sweeping_at from sweep
       where sweep.network = paid.network and state in ('planned', 'fuelling', 'fuelled', 'signed')
     ) as swept
     order by paid.network`,
  );
  return rows.map((row) => ({ ...row, unsigned: Number(row.unsigned), unmined: Number(row.unmined), sweeping: Number(row.sweeping) }));
}
