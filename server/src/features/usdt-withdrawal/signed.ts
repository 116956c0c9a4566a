import type { OutputOf } from '@purser/contract/call';
import type { payoutQuery, SIGNED_OUTCOMES, SIGNED_STATES } from '@purser/contract/features/payout';
import type { PayoutWait } from '@purser/contract/features/payout-wait';
import type { Queryable } from '@purser/ledger/accounts';
import { chainTxid, type NetworkKind } from '../../domain/chain-address.ts';
import { type NotedDoubt, type NotedWait, signersOn, waitOfSigned, waitOfUnsigned } from '../../domain/payout-wait.ts';
import { decimal } from '../../domain/raw-amount.ts';
import { orderKey, type ReviewOrder } from '../../domain/review-order.ts';

type Row = OutputOf<typeof payoutQuery>['list'][number];

type Named = Pick<ReviewOrder, 'owner_id' | 'serial_number'>;

interface SignedRow {
  readonly cancels: boolean;
  readonly sent_block: bigint | null;
  readonly seen_block: bigint | null;
  readonly outcome: (typeof SIGNED_OUTCOMES)[number] | null;
}

/** Where a transaction is that was signed, or what became of it. */
export function signedState({ outcome, seen_block, sent_block, cancels }: SignedRow): (typeof SIGNED_STATES)[number] {
  return outcome ?? (cancels ? 'cancelling' : seen_block !== null ? 'confirming' : sent_block !== null ? 'sent' : 'signed');
}

/** What the signer has done about withdrawals, for staff. */
export interface SignedPayouts {
  of(order: Named): Row['signed'];
  /** Why the signer, or the worker that books what it has signed, does not go on with it; null while it does. The order waits for them. */
  waitOf(order: Named & Pick<ReviewOrder, 'network'>): PayoutWait | null;
  /** What its final transaction has moved instead of what was signed. */
  movedOf(order: Named): Row['moved'];
  /** By what the signer says that it was signed, where the database does not have it. */
  beforeOf(order: Named): Row['signed_before'];
  /** Whether the signer pays on the order's network. */
  pays(order: Pick<ReviewOrder, 'network'>): boolean;
}

/** Reads it for all rows of a page at once. */
export async function signedPayouts(db: Queryable, orders: readonly Named[]): Promise<SignedPayouts> {
  const named = [orders.map(({ owner_id }) => owner_id), orders.map(({ serial_number }) => serial_number)];
  const [signed, signers, waits, before] = await Promise.all([
    db.query<{
      owner_id: bigint;
      serial_number: string;
      txid: Buffer;
      attempt: number;
      sent_block: bigint | null;
      seen_block: bigint | null;
      cancels: boolean;
      outcome: SignedRow['outcome'];
      kind: NetworkKind;
      signed_at: Date;
      doubt: NotedDoubt['doubt'] | null;
      doubt_at: Date | null;
      left_raw: string | null;
      arrived_raw: string | null;
      token_decimals: number;
    }>(
      // Of the newest nonce the attempt that is in a block, or the newest.
      `select distinct on (owner_id, serial_number) owner_id, serial_number, (select kind from network where network.network = chain_tx.network) as kind, txid, sent_block, seen_block, cancels, outcome, signed_at, doubt, doubt_at, left_raw, arrived_raw,
         (select token_decimals from coin_network where coin_network.network = chain_tx.network and coin = 'USDT') as token_decimals,
         max(attempt) over of_nonce as attempt
       from chain_tx where (owner_id, serial_number) in (select * from unnest($1::bigint[], $2::text[]))
       window of_nonce as (partition by owner_id, serial_number, network, sender, nonce)
       order by owner_id, serial_number, max(signed_at) over of_nonce desc, seen_block is null, chain_tx.attempt desc`,
      named,
    ),
    signersOn(db),
    db.query<NotedWait>(
      `select owner_id, serial_number, reason, missing, until, since from payout_wait
       where (owner_id, serial_number) in (select * from unnest($1::bigint[], $2::text[]))`,
      named,
    ),
    db.query<{ owner_id: bigint; serial_number: string; txid: Buffer; kind: NetworkKind; told_at: Date; unpaid_at: Date | null }>(
      `select owner_id, serial_number, txid, kind, told_at, unpaid_at from payout_signed_before join network using (network)
       where (owner_id, serial_number) in (select * from unnest($1::bigint[], $2::text[]))`,
      named,
    ),
  ]);
  const found = new Map(
    signed.rows.map((row): [string, Row['signed']] => [
      orderKey(row),
      {
        state: signedState(row),
        txid: chainTxid(row.kind, row.txid.toString('hex')) ?? '',
        attempts: row.attempt,
        block: row.seen_block === null ? null : Number(row.seen_block),
        sign_time: row.signed_at.toISOString(),
      },
    ]),
  );
  const byNetwork = new Map(signers.map((signer) => [signer.network, signer]));
  const rows = new Map(signed.rows.map((row) => [orderKey(row), row]));
  const noted = new Map(waits.rows.map((row) => [orderKey(row), row]));
  const signedBefore = new Map(before.rows.map((row) => [orderKey(row), row]));
  return {
    movedOf: (order) => {
      const row = rows.get(orderKey(order));
      if (!row || row.outcome !== null || row.left_raw === null || row.arrived_raw === null) return null;
      const usdt = (raw: string) => decimal(BigInt(raw), row.token_decimals);
      return { txid: chainTxid(row.kind, row.txid.toString('hex')) ?? '', left: usdt(row.left_raw), arrived: usdt(row.arrived_raw) };
    },
    beforeOf: (order) => {
      const row = signedBefore.get(orderKey(order));
      if (!row) return null;
      const txid = chainTxid(row.kind, row.txid.toString('hex')) ?? '';
      return { txid, told_time: row.told_at.toISOString(), is_unpaid: row.unpaid_at !== null };
    },
    of: (order) => found.get(orderKey(order)) ?? null,
    waitOf: (order) => {
      const [signer, row, wait] = [byNetwork.get(order.network ?? ''), rows.get(orderKey(order)), noted.get(orderKey(order))];
      if (!row || row.outcome !== null) return waitOfUnsigned(signer, wait);
      const doubt = row.doubt !== null && row.doubt_at !== null ? { doubt: row.doubt, doubt_at: row.doubt_at } : null;
      return waitOfSigned(signer, wait, { doubt, isInBlock: row.seen_block !== null });
    },
    pays: ({ network }) => network !== null && byNetwork.has(network),
  };
}
