import type { PassedReason } from '@purser/contract/features/chain-deposit';
import { bigintArray } from '@purser/ledger/sql-array';
import type { Selectable } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { Platform } from '../platform/platform.ts';
import { chainTxid } from './chain-address.ts';
import { type Mover, orderKey, type ReviewOrder } from './review-order.ts';

/** A transfer of USDT to an owner's own address, as the chain has it. */
export type ChainDeposit = Selectable<Schema['chain_deposit']>;

/** Why a final transfer is not credited yet. */
export type HeldReason = Exclude<ChainDeposit['reason'], '' | 'due'>;

/** Of the deposits: those that are held until staff decide or mend the cause, as the condition of their index says it, and those that more must come to. */
export const HELD_FOR_STAFF = `state = 'held' and reason not in ('due', 'below_minimum')`;
export const HELD_FOR_MORE = `state = 'held' and reason = 'below_minimum'`;

/** What became of a final transfer: credited by an order, or held. */
export type Settled = { readonly serialNumber: string } | { readonly held: HeldReason };

/** What a transfer would be credited as now; `despite` names the reasons that are passed over. Amounts in minor units of the coin. */
export interface Foreseen {
  readonly coin: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly rate: string;
  readonly despite: readonly PassedReason[];
}

/** Who decided that transfers are credited, and which reasons do not hold them. */
interface CreditDecision {
  readonly by: Mover;
  readonly despite: readonly PassedReason[];
}

/**
 * Credits final transfers of one network, or says why not: the result at index i is of transfer i. Runs in the caller's transaction, which claimed
 * the transfers; throws where it should be tried again as a whole. Without a decision every reason holds them.
 */
export type Crediting = (
  tx: Tx,
  platform: Platform,
  deposits: readonly ChainDeposit[],
  decision?: CreditDecision,
) => Promise<readonly Settled[]>;

/** What crediting a transfer would come to, or what holds it; changes nothing. */
export type Foreseeing = (
  tx: Tx,
  deposit: ChainDeposit,
  despite: readonly PassedReason[],
) => Promise<Foreseen | { readonly held: HeldReason }>;

/** A deposit's transaction in the spelling in which recharges name it. */
export function depositTxid({ address, txid }: Pick<ChainDeposit, 'address' | 'txid'>): string {
  const text = chainTxid(address.startsWith('0x') ? 'evm' : 'tron', txid.toString('hex'));
  if (text === undefined) throw new Error('a transaction has a name');
  return text;
}

/** What recharges call a deposit's transaction. */
function transactionOf(deposit: Pick<ChainDeposit, 'network' | 'address' | 'txid'>): {
  readonly network: string;
  readonly txid: string;
} {
  return { network: deposit.network, txid: depositTxid(deposit) };
}

/** A recharge, with what says which transfer it is about. */
export type ToldTransfer = Pick<ReviewOrder, 'owner_id' | 'serial_number' | 'network' | 'address' | 'other_amount'>;

/** Those of some recharges that two nodes have said to be about another transfer of their transaction than any to an owner's own address, by `orderKey`. */
export function aboutAnotherTransfer(tx: Tx, orders: readonly ToldTransfer[]): Promise<ReadonlySet<string>> {
  return whichAre(tx, 'is_about_another_transfer(owner_id, serial_number, network, address, amount)', orders);
}

async function whichAre(tx: Tx, what: string, orders: readonly ToldTransfer[]): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const { rows } = await tx.query<Pick<ReviewOrder, 'owner_id' | 'serial_number'>>(
    `select owner_id, serial_number
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::numeric[]) as asked (owner_id, serial_number, network, address, amount)
     where ${what}`,
    [
      bigintArray(orders.map(({ owner_id }) => owner_id)),
      orders.map(({ serial_number }) => serial_number),
      orders.map(({ network }) => network),
      orders.map(({ address }) => address),
      orders.map(({ other_amount }) => other_amount),
    ],
  );
  return new Set(rows.map(orderKey));
}

/**
 * Those of the deposits that are in a balance already, as somebody told or entered their transaction and was credited. It may have brought something to other addresses as well:
 * that is known once two nodes have said that it brought what was credited to the address that was named.
 */
export async function creditedByHand(tx: Tx, deposits: readonly ChainDeposit[]): Promise<ReadonlySet<ChainDeposit>> {
  const transactions = deposits.map(transactionOf);
  const { rows } = await tx.query<ToldTransfer & { readonly txid: string }>(
    `with taken as materialized (
       select network, txid, owner_id, serial_number from recharge_txid where (network, txid) in (select * from unnest($1::text[], $2::text[]))
     )
     select taken.network, taken.txid, told.owner_id, told.serial_number, told.address, told.other_amount
     from taken join review_order as told on told.owner_id = taken.owner_id and told.serial_number = taken.serial_number
     where told.status = 'approved' and told.review_mode = 'manual'`,
    [transactions.map(({ network }) => network), transactions.map(({ txid }) => txid)],
  );
  const seen = await whichAre(tx, 'is_seen_transfer(owner_id, serial_number, address, amount)', rows);
  const credited = new Map(rows.map((told) => [`${told.network} ${told.txid}`, told]));
  return new Set(
    deposits.filter((deposit) => {
      const { network, txid } = transactionOf(deposit);
      const told = credited.get(`${network} ${txid}`);
      return told !== undefined && (told.address === deposit.address || !seen.has(orderKey(told)));
    }),
  );
}
