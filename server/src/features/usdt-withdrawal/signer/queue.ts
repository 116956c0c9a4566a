import type { Address } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { returnNumber, returnOf } from './return-number.ts';
import type { Fees } from './transaction-content.ts';
import type { Signed } from './transfer.ts';
import { SwitchedOff } from './waits.ts';

/** What the signer reads and writes of the database: nothing else is granted to its role. */

/** Of a network, waiting for a signature or for a decision at a time. */
const MOST_READ = 1000;

/** An approved withdrawal, or what is to be sent back: where its USDT goes, and how much in minor units of USDT. */
export interface Approved {
  readonly ownerId: bigint;
  readonly serialNumber: string;
  readonly network: string;
  readonly address: string;
  readonly coin: string | null;
  readonly amount: bigint;
}

/** A transaction that was signed, and of whose nonce nobody knows yet what becomes of it. */
export interface OpenTx extends Fees {
  readonly ownerId: bigint;
  readonly serialNumber: string;
  readonly nonce: bigint;
  readonly attempt: number;
  readonly txid: Hex;
  readonly raw: Hex;
  /** Whether it pays nothing, and only takes the nonce from what was signed before. */
  readonly cancels: boolean;
  /** The head when it was last given to the nodes; undefined: it was not. */
  readonly sentBlock: bigint | undefined;
}

export interface Sender {
  readonly network: string;
  readonly sender: Address;
}

export const bytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
const hex = (value: Buffer): Hex => `0x${value.toString('hex')}`;

/** Notes that this sender pays on the network from now on, and no other. One that never did begins with the first nonce, or where the chain is. */
export async function takeOver(tx: Tx, { network, sender }: Sender): Promise<void> {
  await tx.query(`update chain_nonce set is_on = false where network = $1 and sender <> $2 and is_on and role = 'hot'`, [
    network,
    bytes(sender),
  ]);
  await tx.query(
    `insert into chain_nonce (network, sender, next_nonce, is_on) values ($1, $2, 0, true)
     on conflict (network, sender) do update set is_on = true where not chain_nonce.is_on`,
    [network, bytes(sender)],
  );
}

/** Leaves all networks but these to be paid by hand; gives those that were the signer's until now. */
export async function leaveOthers(tx: Tx, networks: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ network: string }>(
    `update chain_nonce set is_on = false where is_on and role = 'hot' and not network = any ($1) returning network`,
    [networks],
  );
  return rows.map(({ network }) => network);
}

/** The next nonce of a sender, held until the transaction ends: signers of one sender take turns. */
export async function holdNonce(tx: Tx, { network, sender }: Sender): Promise<bigint> {
  const { rows } = await tx.query<{ next_nonce: bigint }>(
    'select next_nonce from chain_nonce where network = $1 and sender = $2 and is_on for update',
    [network, bytes(sender)],
  );
  if (!rows[0]) throw new Error(`another sender pays on ${network} now`);
  return rows[0].next_nonce;
}

/** Whether anything new may be signed on a network: staff have not switched it off, and it is not halted. */
export async function signsOn(db: Database | Tx, network: string): Promise<boolean> {
  const { rows } = await ('system' in db ? db.system : db).query<{ is_on: boolean }>('select signs_on($1) as is_on', [network]);
  return rows[0]?.is_on ?? false;
}

/** Throws, and so ends the look, where nothing new may be signed any more: a look lasts as long as nodes take to answer about everything that waits. */
export async function mustSignOn(db: Database | Tx, network: string): Promise<void> {
  if (!(await signsOn(db, network))) throw new SwitchedOff();
}

/** What waits to be signed on a network: approved withdrawals and then what is to be sent back, each the oldest first. Nothing while the network is switched off or halted. */
export async function waitingOn(db: Database, network: string): Promise<Approved[]> {
  if (!(await signsOn(db, network))) return [];
  return [...(await approvedOn(db, network)), ...(await returnsOn(db, network))];
}

/** Approved withdrawals on a network that nothing was signed for, oldest first. */
async function approvedOn(db: Database, network: string): Promise<Approved[]> {
  const { rows } = await db.system.query<OrderRow>(
    `with o as materialized (
       select owner_id, serial_number, network, address, other_coin, other_amount, create_time from review_order
       where kind = 'usdt_withdrawal' and status = 'approved' and network || '' = $1
     )
     select o.owner_id, o.serial_number, o.network, o.address, o.other_coin, o.other_amount
     from o
     where not exists (
       select from chain_tx as t
       where t.owner_id = o.owner_id and t.serial_number = o.serial_number and (t.outcome is null or t.outcome || '' = 'paid')
     )
     order by o.create_time, o.serial_number limit $2`,
    [network, MOST_READ],
  );
  return rows.map(approvedOf);
}

/** What is to be sent back on a network and nothing was signed for, oldest first. */
async function returnsOn(db: Database, network: string): Promise<Approved[]> {
  const { rows } = await db.system.query<Omit<OrderRow, 'serial_number'> & { txid: Buffer; ordinal: number }>(
    `with d as materialized (
       select owner_id, txid, ordinal, network, return_address, return_amount, settled_at from chain_deposit where network = $1 and state = 'returning'
     )
     select d.owner_id, d.txid, d.ordinal, d.network, d.return_address as address, 'USDT' as other_coin, d.return_amount::text as other_amount
     from d
     where not exists (
       select from chain_tx as t
       where t.owner_id = d.owner_id and t.serial_number = 'return 0x' || encode(d.txid, 'hex') || ' ' || d.ordinal
         and (t.outcome is null or t.outcome || '' = 'paid')
     )
     order by d.settled_at, d.txid, d.ordinal limit $2`,
    [network, MOST_READ],
  );
  return rows.map((row) => approvedOf({ ...row, serial_number: returnNumber(row) }));
}

/** The numbers below the deposit account's key that an owner's addresses have, or had. */
export async function indicesOf(db: Database, ownerId: bigint): Promise<number[]> {
  const { rows } = await db.system.query<{ derivation_index: number }>(
    `select derivation_index from deposit_address where owner_id = $1 and derivation_index is not null
     union select derivation_index from address_directory where owner_id = $1 and derivation_index is not null`,
    [ownerId],
  );
  return rows.map(({ derivation_index }) => derivation_index);
}

/** Holds a withdrawal until the transaction ends, as it is now; undefined when it is not to be paid any more, or another signer has signed it. Ends the look where its network is off by now. */
export async function holdPayout(tx: Tx, { ownerId, serialNumber, network }: Approved): Promise<Approved | undefined> {
  const named = returnOf(serialNumber);
  const { rows } = await tx.query<OrderRow>(
    `select $1::bigint as owner_id, $2::text as serial_number, p.*
     from ${named ? 'return_to_sign($1, $3, $4, $5)' : 'payout_to_sign($1, $2)'} as p
     where not exists (select from chain_tx as t where t.owner_id = $1 and t.serial_number = $2 and (t.outcome is null or t.outcome || '' = 'paid'))`,
    [ownerId, serialNumber, ...(named ? [network, bytes(named.txid), named.ordinal] : [])],
  );
  await mustSignOn(tx, network);
  return rows[0] && approvedOf(rows[0]);
}

/** The same of one that a transaction was signed for already, which has not come into any block. */
export async function holdAgain(
  tx: Tx,
  network: string,
  { ownerId, serialNumber }: Pick<Approved, 'ownerId' | 'serialNumber'>,
): Promise<Approved | undefined> {
  const named = returnOf(serialNumber);
  const { rows } = await tx.query<OrderRow>(
    `select $1::bigint as owner_id, $2::text as serial_number, p.* from ${named ? 'return_to_sign($1, $3, $4, $5)' : 'payout_to_sign($1, $2)'} as p`,
    [ownerId, serialNumber, ...(named ? [network, bytes(named.txid), named.ordinal] : [])],
  );
  return rows[0] && approvedOf(rows[0]);
}

/** A withdrawal, or what is sent back, as the database gives it. */
export interface OrderRow {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly network: string;
  readonly address: string;
  readonly other_coin: string | null;
  readonly other_amount: string | null;
}

export const approvedOf = (row: OrderRow): Approved => ({
  ownerId: row.owner_id,
  serialNumber: row.serial_number,
  network: row.network,
  address: row.address,
  coin: row.other_coin,
  amount: BigInt(row.other_amount ?? 0),
});

export interface NewTx extends Sender, Signed, Fees {
  /** A withdrawal, or what its number names, unless said. */
  readonly kind?: 'sweep' | 'fuel';
  readonly cancels?: boolean;
  readonly nonce: bigint;
  readonly attempt: number;
  readonly ownerId: bigint;
  readonly serialNumber: string;
}

/** Keeps a signed transaction; the nonce is taken with its first attempt. */
export async function keepTx(tx: Tx, one: NewTx): Promise<void> {
  const { network, sender, nonce, attempt } = one;
  await tx.query(
    `insert into chain_tx (network, txid, sender, nonce, attempt, owner_id, serial_number, raw, max_fee, max_tip, kind, cancels)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      network,
      bytes(one.txid),
      bytes(sender),
      nonce,
      attempt,
      one.ownerId,
      one.serialNumber,
      bytes(one.raw),
      one.maxFee,
      one.maxTip,
      one.kind ?? (returnOf(one.serialNumber) ? 'return' : 'payout'),
      one.cancels ?? false,
    ],
  );
  if (attempt > 1) return;
  await tx.query('update chain_nonce set next_nonce = $3 where network = $1 and sender = $2', [network, bytes(sender), nonce + 1n]);
}

/** Holds what is to be replaced until the transaction ends; false when what becomes of it is known by now: who writes that waits, and sees what replaces it. */
export async function holdOpen(tx: Tx, network: string, txid: Hex): Promise<boolean> {
  const { rowCount } = await tx.query('select from chain_tx where network = $1 and txid = $2 and outcome is null for no key update', [
    network,
    bytes(txid),
  ]);
  return rowCount === 1;
}

/** The newest attempt of every nonce that is open, by nonce, from one on. */
export async function openOf(db: Database | Tx, { network, sender }: Sender, from = 0n): Promise<OpenTx[]> {
  const { rows } = await ('system' in db ? db.system : db).query<OpenRow>(
    `select distinct on (nonce) owner_id, serial_number, nonce, attempt, txid, raw, max_fee, max_tip, cancels, sent_block
     from chain_tx where network = $1 and sender = $2 and nonce >= $3 and outcome is null order by nonce, attempt desc`,
    [network, bytes(sender), from],
  );
  return rows.map(openOfRow);
}

export function openOfRow(row: OpenRow): OpenTx {
  return {
    ownerId: row.owner_id,
    serialNumber: row.serial_number,
    nonce: row.nonce,
    attempt: row.attempt,
    txid: hex(row.txid),
    raw: hex(row.raw),
    maxFee: BigInt(row.max_fee),
    maxTip: BigInt(row.max_tip),
    cancels: row.cancels,
    sentBlock: row.sent_block ?? undefined,
  };
}

export interface OpenRow {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly nonce: bigint;
  readonly attempt: number;
  readonly txid: Buffer;
  readonly raw: Buffer;
  readonly max_fee: string;
  readonly max_tip: string;
  readonly cancels: boolean;
  readonly sent_block: bigint | null;
}

/** Notes that the nodes have a transaction. */
export async function noteSent(db: Database, network: string, txid: Hex, head: bigint): Promise<void> {
  await db.system.query('update chain_tx set sent_block = $3 where network = $1 and txid = $2', [network, bytes(txid), head]);
}

/** Addresses that came into address books of a network from a time on, and the newest time of them. */
export async function addressesSince(
  db: Database,
  network: string,
  since: Date,
): Promise<{ readonly addresses: readonly string[]; readonly newest: Date }> {
  const { rows } = await db.system.query<{ address: string; created_at: Date }>(
    'select address, created_at from payout_address where created_at >= $2 and network = $1 order by created_at',
    [network, since],
  );
  return { addresses: rows.map(({ address }) => address), newest: rows.at(-1)?.created_at ?? since };
}
