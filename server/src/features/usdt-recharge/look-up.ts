import { USDT_DECIMALS } from '@purser/contract/exchange';
import { bigintArray } from '@purser/ledger/sql-array';
import type { Selectable } from 'kysely';
import type { Hex, TransactionReceipt } from 'viem';
import { addressBytes, addressOf } from '../../domain/chain-address.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { type Witness, WITNESSES, witnessesOf } from '../../domain/chain-witness.ts';
import { receiptOf, transfersIn } from '../../platform/chain/receipts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';

/** What was found on the chain of a transaction that somebody told. */
export type LookedUp = Selectable<Schema['recharge_evidence']>;
type Found = Omit<LookedUp, 'owner_id' | 'serial_number' | 'looked_at'>;

const MOST_AT_ONCE = 50;
/** What is more is no USDT. */
const MOST = 10n ** 18n;
/** For how long what was credited is looked up until it is final. */
const CREDITED_FOR_DAYS = 7;

/** A recharge as far as its chain is concerned. */
interface Told {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly status: string;
  readonly network: string;
  readonly address: string;
  readonly txid: string;
  /** When it was mined, and all that it brought, is not known of what was looked up before that was kept. */
  readonly is_final: boolean;
}

/**
 * Looks up what was told and waits for staff, at two nodes of its network, and keeps what they say for whoever decides; and what was credited before it was final: whether it is
 * about another transfer than one to an owner's own address is known then. What is final stays as it is; the rest is looked up again, the older it is the more rarely.
 */
export async function lookUpTold({ operator, log }: Pick<Platform, 'operator' | 'log'>, networks: readonly ChainNetwork[]): Promise<void> {
  const db = operator.db;
  const told = await notFinal(db, networks);
  await Promise.all(
    networks.map(async (network) => {
      const ofNetwork = told.filter((one) => one.network === network.network);
      if (ofNetwork.length === 0) return;
      const witnesses = (await witnessesOf(network)).slice(0, WITNESSES);
      for (const one of ofNetwork) {
        try {
          await keep(db, one, await lookUp(network, witnesses, one));
        } catch (error) {
          log.warn({ err: error, network: network.network, order: one.serial_number }, 'a recharge could not be looked up');
        }
      }
    }),
  );
}

async function notFinal(db: Database, networks: readonly ChainNetwork[]): Promise<Told[]> {
  const { rows } = await db.system.query<Told>(
    `with told as materialized (
       select owner_id, serial_number, status, network, address, txid, create_time from review_order
       where kind = 'usdt_recharge' and status = 'pending_review' and network || '' = any ($1::text[]) and review_mode || '' = 'manual'
       union all
       select owner_id, serial_number, status, network, address, txid, create_time from review_order
       where kind = 'usdt_recharge' and status = 'approved' and review_mode = 'manual' and network = any ($1::text[]) and audit_time > now() - make_interval(days => $3)
     )
     select told.owner_id, told.serial_number, told.status, told.network, told.address, told.txid, coalesce(found.state = 'final', false) as is_final
     from told left join recharge_evidence as found using (owner_id, serial_number)
     where found.state is null or (found.state <> 'final' or (found.mined_at is null or found.transfers is null) and told.status = 'pending_review') and found.looked_at < now() - case
       when told.create_time > now() - interval '1 hour' then interval '5 seconds'
       when told.create_time > now() - interval '1 day' then interval '1 minute'
       else interval '15 minutes' end
     order by told.status = 'approved', found.looked_at nulls first limit $2`,
    [networks.map(({ network }) => network), MOST_AT_ONCE, CREDITED_FOR_DAYS],
  );
  return rows;
}

const NOTHING: Omit<Found, 'state'> = {
  confirmations: 0,
  block_number: null,
  mined_at: null,
  token: '',
  recipient: '',
  sender: '',
  amount: 0n,
  raw_amount: '0',
  transfers: null,
  amounts: null,
  senders: null,
};

async function lookUp(network: ChainNetwork, witnesses: readonly Witness[], told: Told): Promise<Found> {
  if (witnesses.length < WITNESSES) return { ...NOTHING, state: 'one_node' };
  const hash: Hex = `0x${told.txid.replace(/^0x/, '')}`;
  const receipts = await Promise.all(witnesses.map(({ provider }) => receiptOf(provider.client, hash)));
  const [receipt, ...others] = receipts;
  if (receipts.every((one) => one === undefined)) return { ...NOTHING, state: 'not_found' };
  // The one that is behind the other has it in a moment; nodes that go on to differ are none to believe.
  if (!receipt || !others.every((one) => isSame(receipt, one))) return { ...NOTHING, state: 'nodes_differ' };
  const head = least(witnesses.map((witness) => witness.head));
  const mined_at = await minedAt(witnesses, receipt);
  if (!mined_at) return { ...NOTHING, state: 'nodes_differ' };
  const depth = { confirmations: Math.max(0, Number(head - receipt.blockNumber) + 1), block_number: receipt.blockNumber, mined_at };
  if (receipt.status !== 'success') return { ...NOTHING, ...depth, state: 'reverted' };
  const isFinal = witnesses.every(({ final }) => receipt.blockNumber <= final);
  return { ...depth, ...movedBy(network, receipt, told.address), state: isFinal ? 'final' : 'confirming' };
}

/** When a transaction's block was made, as every node says it; undefined where they differ. */
async function minedAt(witnesses: readonly Witness[], { blockNumber, blockHash }: TransactionReceipt): Promise<Date | undefined> {
  const blocks = await Promise.all(witnesses.map(({ provider }) => provider.client.getBlock({ blockNumber })));
  const [first] = blocks;
  const isOne = blocks.every(({ hash, timestamp }) => hash === blockHash && timestamp === first?.timestamp);
  return first && isOne ? new Date(Number(first.timestamp) * 1000) : undefined;
}

/** What a transaction moved, as far as it is about an address: all of its transfers there, of which each may be somebody else's. */
function movedBy(
  network: ChainNetwork,
  receipt: TransactionReceipt,
  address: string,
): Pick<Found, 'token' | 'recipient' | 'sender' | 'amount' | 'raw_amount' | 'transfers' | 'amounts' | 'senders'> {
  const { kind } = network;
  const [token, told] = [addressBytes(kind, network.token), addressBytes(kind, address)];
  const { recipient, sender, amount, raw_amount } = NOTHING;
  const nothing = { recipient, sender, amount, raw_amount, transfers: 0, amounts: [], senders: [] };
  const moving = transfersIn(receipt).filter(({ raw }) => raw > 0n);
  const ofToken = moving.filter((one) => one.token === token);
  const toUs = ofToken.filter(({ to }) => to === told);
  const [first] = toUs.length > 0 ? toUs : ofToken;
  if (!first) return { ...nothing, token: moving.length > 0 ? 'other_token' : 'no_transfer' };
  const raw = toUs.reduce((sum, one) => sum + one.raw, 0n);
  return {
    token: 'usdt',
    recipient: addressOf(kind, first.to),
    sender: addressOf(kind, first.from),
    amount: usdtOf(raw, network.tokenDecimals),
    raw_amount: String(raw),
    transfers: toUs.length,
    amounts: toUs.map((one) => usdtOf(one.raw, network.tokenDecimals)),
    senders: [...new Set(toUs.map(({ from }) => addressOf(kind, from)))],
  };
}

function isSame(one: TransactionReceipt, other: TransactionReceipt | undefined): boolean {
  const textOf = ({ blockHash, status, logs }: TransactionReceipt) =>
    JSON.stringify([blockHash, status, logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data])]);
  return other !== undefined && textOf(one) === textOf(other);
}

/** A token's count in minor units of USDT, rounded down. */
function usdtOf(raw: bigint, tokenDecimals: number): bigint {
  const amount = raw / 10n ** BigInt(tokenDecimals - USDT_DECIMALS);
  return amount < MOST ? amount : MOST;
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((lowest, value) => (value < lowest ? value : lowest));
}

/** Keeps what was found; what is final already is not found otherwise again. */
async function keep(db: Database, told: Told, found: Found): Promise<void> {
  const { owner_id, serial_number, status } = told;
  if (told.is_final) return keepMore(db, told, found);
  // What was credited was there: that a node is away, or has not got so far, makes nobody forget where.
  if (status === 'approved' && found.block_number === null && (await keepAsItIs(db, told))) return;
  await db.system.query(
    `insert into recharge_evidence as kept
       (owner_id, serial_number, state, confirmations, block_number, token, recipient, sender, amount, raw_amount, mined_at, transfers, amounts, senders)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (owner_id, serial_number) do update set state = excluded.state, confirmations = excluded.confirmations, block_number = excluded.block_number,
       token = excluded.token, recipient = excluded.recipient, sender = excluded.sender, amount = excluded.amount, raw_amount = excluded.raw_amount, mined_at = excluded.mined_at,
       transfers = excluded.transfers, amounts = excluded.amounts, senders = excluded.senders, looked_at = now()
     where kept.state <> 'final'`,
    [
      owner_id,
      serial_number,
      found.state,
      found.confirmations,
      found.block_number,
      found.token,
      found.recipient,
      found.sender,
      found.amount,
      found.raw_amount,
      found.mined_at,
      found.transfers,
      found.amounts && bigintArray(found.amounts),
      found.senders,
    ],
  );
}

/** Of what is final already, what was not kept yet when it was looked up. */
async function keepMore(db: Database, told: Told, { state, block_number, mined_at, transfers, amounts, senders }: Found): Promise<void> {
  const { rowCount } = await db.system.query(
    `update recharge_evidence set looked_at = now(), mined_at = $5, transfers = $6, amounts = $7, senders = $8
     where owner_id = $1 and serial_number = $2 and $3 and state = 'final' and block_number = $4 and (mined_at is null or transfers is null)`,
    [told.owner_id, told.serial_number, state === 'final', block_number, mined_at, transfers, amounts && bigintArray(amounts), senders],
  );
  if (rowCount === 0) await keepAsItIs(db, told);
}

async function keepAsItIs(db: Database, { owner_id, serial_number }: Told): Promise<boolean> {
  const { rowCount } = await db.system.query(
    'update recharge_evidence set looked_at = now() where owner_id = $1 and serial_number = $2 and block_number is not null',
    [owner_id, serial_number],
  );
  return (rowCount ?? 0) > 0;
}
