import { USDT } from '@purser/contract/exchange';
import type { Queryable } from '@purser/ledger/accounts';
import { bigintArray, byteaArray } from '@purser/ledger/sql-array';
import type { NetworkKind } from '../../domain/chain-address.ts';
import { aboutAnotherTransfer, type ToldTransfer } from '../../domain/chain-deposit.ts';
import { orderKey, type ReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** Whose recharge it is. A merchant may hold USDT itself as well. */
export interface Owner {
  readonly type: 'merchant' | 'user';
  readonly id: number;
}

/** What of an owner decides whether, and for which coins, they may recharge. */
export interface OwnerStanding {
  readonly name: string;
  readonly status: 'normal' | 'suspended';
  readonly markets: readonly string[];
  readonly recharge_configuration: readonly number[];
}

const OF_OWNER = {
  merchant: 'select name, status, markets, recharge_configuration from merchant where merchant_id = $1',
  user: `select nick as name, status, markets, '{}'::integer[] as recharge_configuration from wallet_user where user_id = $1`,
} as const;

/** Locked, so that nobody is suspended between the check and the order. */
export async function ownerStanding(tx: Tx, { type, id }: Owner, lock: '' | 'for share' = ''): Promise<OwnerStanding | undefined> {
  const { rows } = await tx.query<OwnerStanding>(`${OF_OWNER[type]} ${lock}`, [id]);
  return rows[0];
}

/** The coins that an owner may receive, in the order of the coins: the tokens of its markets, and for a merchant USDT itself. */
export async function rechargeCoins(tx: Tx, { type }: Owner, { markets }: OwnerStanding): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>(
    'select code from coin where market = any ($1::text[]) or (code = $2 and $3) order by position, code',
    [markets, USDT, type === 'merchant'],
  );
  return rows.map(({ code }) => code);
}

export interface DepositNetwork {
  readonly network: string;
  readonly kind: NetworkKind;
  /** Where everybody sends to; empty while there is no such address. */
  readonly address: string;
  /** Where owners' own addresses are derived from; null where staff give them. */
  readonly deposit_xpub: string | null;
}

/** The networks over which USDT may come in, as staff have switched them on. */
export async function openNetworks(db: Queryable): Promise<DepositNetwork[]> {
  const { rows } = await db.query<DepositNetwork>(
    `select network.network, network.kind, coin_network.deposit_address as address, case when chain_id is not null then deposit_xpub end as deposit_xpub
     from coin_network join network using (network)
     where coin_network.coin = $1 and coin_network.is_on and network.is_on
     order by network.added_at, network.network`,
    [USDT],
  );
  return rows;
}

/** Takes a transaction for an order; false where another order has it. Whoever asks at the same time waits for the first to be done. */
export async function claimTxid(
  tx: Tx,
  { network, txid, owner_id, serial_number }: { network: string; txid: string; owner_id: number; serial_number: string },
): Promise<boolean> {
  const made = await tx.query(
    'insert into recharge_txid (network, txid, owner_id, serial_number) values ($1, $2, $3, $4) on conflict do nothing',
    [network, txid, owner_id, serial_number],
  );
  return made.rowCount === 1;
}

/**
 * The same for who tells a transfer to the address of everybody: beside one of the same transaction that was credited as it was seen at an owner's own
 * address, it is taken as if it had been told first.
 */
export async function claimTold(tx: Tx, claim: Parameters<typeof claimTxid>[1] & { readonly address: string }): Promise<boolean> {
  if (await claimTxid(tx, claim)) return true;
  const { rows } = await tx.query<{ claimed: boolean }>('select claim_beside_chain($1, $2, $3, $4, $5) as claimed', [
    claim.network,
    claim.txid,
    claim.owner_id,
    claim.serial_number,
    claim.address,
  ]);
  return rows[0]?.claimed === true;
}

type OnChain = ToldTransfer & Pick<ReviewOrder, 'txid'>;

/** One at a time credits a transaction, by hand or as it was seen on the chain: whoever comes second sees what the first has done. */
export async function lockTxids(tx: Tx, orders: readonly { readonly network?: string | null; readonly txid?: string }[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(network || ' ' || txid, 0) as key from unnest($1::text[], $2::text[]) as taken (network, txid) order by key
     ) as keys`,
    [orders.map(({ network }) => network ?? ''), orders.map(({ txid }) => txid ?? '')],
  );
}

/** A transfer to an owner's own address, by the transaction that was told. */
export interface OwnDeposit {
  readonly network: string;
  /** As the order spells it. */
  readonly txid: string;
  readonly address: string;
  /** The order that credited it; null while none has. */
  readonly serial_number: string | null;
}

/** What the transactions of orders brought to owners' own addresses: the chain has decided about these, unless the order is about another transfer. The connection is of staff. */
export async function creditedByChain(tx: Tx, orders: readonly OnChain[]): Promise<OwnDeposit[]> {
  const { rows: brought } = await tx.query<Brought>(
    `select asked.network, asked.txid, asked.owner_id, asked.serial_number, event.owner_id as receiver_id, event.txid as bytes, event.ordinal
     from unnest($1::text[], $2::text[], $3::bytea[], $4::bigint[], $5::text[]) as asked (network, txid, bytes, owner_id, serial_number)
     join chain_event as event on event.network = asked.network and event.txid = asked.bytes`,
    [
      orders.map(({ network }) => network ?? ''),
      orders.map(({ txid }) => txid),
      byteaArray(orders.map(({ txid }) => Buffer.from(txid.replace(/^0x/, ''), 'hex'))),
      bigintArray(orders.map(({ owner_id }) => owner_id)),
      orders.map(({ serial_number }) => serial_number),
    ],
  );
  if (brought.length === 0) return [];
  const keys = new Set(brought.map(orderKey));
  const others = await aboutAnotherTransfer(
    tx,
    orders.filter((order) => keys.has(orderKey(order))),
  );
  const deposits = await depositsOf(tx, brought);
  const found = new Map<string, OwnDeposit>();
  for (const one of brought) {
    if (others.has(orderKey(one))) continue;
    const { network, txid } = one;
    const deposit = deposits.get(eventKey(one));
    const name = `${network} ${txid}`;
    // One that was credited, of several that the transaction brought.
    if (found.has(name) && !deposit?.serial_number) continue;
    found.set(name, { network, txid, address: deposit?.address ?? '', serial_number: deposit?.serial_number ?? null });
  }
  return [...found.values()];
}

/** A transfer that a transaction brought to an owner's own address, and the order that names the transaction. */
interface Brought extends Pick<ReviewOrder, 'owner_id' | 'serial_number' | 'txid'> {
  readonly network: string;
  readonly receiver_id: bigint;
  readonly bytes: Buffer;
  readonly ordinal: number;
}

type Deposit = Omit<Brought, 'owner_id' | 'serial_number' | 'txid'> & Pick<OwnDeposit, 'address' | 'serial_number'>;

async function depositsOf(tx: Tx, brought: readonly Brought[]): Promise<ReadonlyMap<string, Deposit>> {
  const { rows } = await tx.query<Deposit>(
    `select deposit.owner_id as receiver_id, deposit.network, deposit.txid as bytes, deposit.ordinal, deposit.address, deposit.serial_number
     from unnest($1::bigint[], $2::text[], $3::bytea[], $4::integer[]) as event (owner_id, network, txid, ordinal)
     join chain_deposit as deposit
       on deposit.owner_id = event.owner_id and deposit.network = event.network and deposit.txid = event.txid and deposit.ordinal = event.ordinal`,
    [
      bigintArray(brought.map(({ receiver_id }) => receiver_id)),
      brought.map(({ network }) => network),
      byteaArray(brought.map(({ bytes }) => bytes)),
      brought.map(({ ordinal }) => ordinal),
    ],
  );
  return new Map(rows.map((deposit) => [eventKey(deposit), deposit]));
}

function eventKey({ receiver_id, network, bytes, ordinal }: Pick<Brought, 'receiver_id' | 'network' | 'bytes' | 'ordinal'>): string {
  return `${receiver_id} ${network} ${bytes.toString('hex')} ${ordinal}`;
}

/** Gives the transactions of orders free. */
export async function freeTxids(tx: Tx, orders: readonly ReviewOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `delete from recharge_txid as taken using unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as gone (network, txid, owner_id, serial_number)
     where taken.network = gone.network and taken.txid = gone.txid and taken.owner_id = gone.owner_id
       and taken.serial_number = gone.serial_number`,
    [
      orders.map(({ network }) => network),
      orders.map(({ txid }) => txid),
      orders.map(({ owner_id }) => owner_id),
      orders.map(({ serial_number }) => serial_number),
    ],
  );
}

export async function findRecharge(tx: Tx, ownerId: number, serialNumber: string): Promise<ReviewOrder | undefined> {
  const { rows } = await tx.query<ReviewOrder>(
    `select * from review_order where owner_id = $1 and serial_number = $2 and kind || '' = 'usdt_recharge'`,
    [ownerId, serialNumber],
  );
  return rows[0];
}

/** The lowest rate at which an owner told a transaction for a coin and took that back, where it is lower than a rate; undefined where none is. */
export async function lowerTakenBack(
  tx: Tx,
  told: { readonly owner_id: number; readonly network: string; readonly txid: string },
  { coin, rate }: { readonly coin: string; readonly rate: string },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ rate: string }>(
    `select trim_scale(rate)::text as rate from review_order
     where txid = $3 and txid <> '' and owner_id = $1 and network = $2 and coin = $4 and kind || '' = 'usdt_recharge' and status || '' = 'cancelled' and rate < $5::numeric
     order by rate limit 1`,
    [told.owner_id, told.network, told.txid, coin, rate],
  );
  return rows[0]?.rate;
}

/** So many coins and rates are shown; one is enough to look twice. */
const MOST_TOLD_BEFORE = 10;

/** In which other coins, and at which rates, an owner told an order's transaction before and took that back. */
export async function otherCoinsTakenBack(tx: Tx, order: ReviewOrder): Promise<{ coin: string; rate: string }[]> {
  const { rows } = await tx.query<{ coin: string; rate: string }>(
    `select coin, trim_scale(rate)::text as rate from review_order
     where txid = $3 and txid <> '' and owner_id = $1 and network = $2 and coin <> $4 and kind || '' = 'usdt_recharge' and status || '' = 'cancelled'
     group by coin, rate order by coin, review_order.rate limit $5`,
    [order.owner_id, order.network, order.txid, order.coin, MOST_TOLD_BEFORE],
  );
  return rows;
}

/** The owner's own address on a network. */
export async function ownAddress(db: Queryable, ownerId: number, network: string): Promise<string | undefined> {
  const { rows } = await db.query<{ address: string }>('select address from deposit_address where owner_id = $1 and network = $2', [
    ownerId,
    network,
  ]);
  return rows[0]?.address;
}
