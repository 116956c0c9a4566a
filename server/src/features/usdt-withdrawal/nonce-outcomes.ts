import type { Hex, TransactionReceipt } from 'viem';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { areEnough, type Witness, witnessesOf } from '../../domain/chain-witness.ts';
import { receiptOf } from '../../platform/chain/receipts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type Doubt,
  judged,
  type MovedRaw,
  type Nonce,
  type Outcome,
  type Said,
  type SignedKind,
  type Witnesses,
} from './payout-witnesses.ts';
import { tronWitnesses } from './tron-payouts.ts';

/** What becomes on the chains of what the signer has signed, as two nodes say it: the worker believes neither the signer nor one node alone. */

const MOST_AT_ONCE = 200;

/** What one node says of a nonce: of which attempt it has a receipt, in a block that is final or not, or that it is used up without one. */
type Testimony = { readonly receipt?: TransactionReceipt; readonly isFinal: boolean };

/** How what was signed for one purpose is judged and booked. */
export interface Booking {
  readonly kinds: readonly SignedKind[];
  /** Whether a transaction that succeeded has done what was signed, else what it has moved: a token may answer well and do nothing, or keep a part. */
  isDone(network: ChainNetwork, nonce: Nonce, receipt: TransactionReceipt, raw: Hex): true | MovedRaw;
  /** Books an outcome that was not known before, in the transaction that writes it down. */
  book(tx: Tx, nonce: Nonce, outcome: Outcome): Promise<void>;
}

/**
 * Looks at everything of these kinds that is on its way over a network, once. Several workers may: each outcome is written once. One that cannot be booked holds up
 * none of the others; it is thrown in the end.
 */
export async function lookAtNonces(platform: Platform, network: ChainNetwork, booking: Booking): Promise<void> {
  const { db } = platform.operator;
  const open = await openNonces(db, network.network, booking.kinds);
  if (open.length === 0) return;
  const witnesses = await (network.kind === 'tron' ? tronWitnesses(network) : evmWitnesses(network, booking));
  const { log } = platform;
  if (!noteAnswering(network, witnesses.count, log)) return;
  const failed: unknown[] = [];
  for (const nonce of open) {
    const { seen, found } = await witnesses.asked(nonce);
    await noteSeen(db, nonce, seen);
    const doubt = found && 'doubt' in found ? found : undefined;
    const isNews = await noteDoubt(db, nonce, doubt);
    if (doubt) {
      if (!isNews) continue;
      const words = doubt.doubt === 'nodes_differ' ? 'providers disagree on a payout' : 'a payout has moved something else than was signed';
      log.error({ order: nonce.serialNumber, network: network.network, ...told(doubt) }, words);
    } else if (found && 'outcome' in found) {
      await write(db, nonce, found, booking).catch((error: unknown) => {
        if (error instanceof SignedAnew) return;
        log.error({ err: error, order: nonce.serialNumber, network: network.network }, 'what became of a payout cannot be booked');
        failed.push(error);
      });
    }
  }
  // The job tells that it fails once it has done what it can.
  if (failed.length > 0) throw failed[0];
}

/** Networks of which too few providers answered at the last look of this process. */
const unanswered = new Set<string>();

/** Whether so many providers are enough; tells it where they were and are not, or are again. */
function noteAnswering({ network, endpoints }: ChainNetwork, answering: number, log: Platform['log']): boolean {
  const isEnough = areEnough(answering, endpoints.length);
  if (!isEnough && !unanswered.has(network)) log.warn({ network, answering }, 'too few providers answer to settle payouts');
  if (isEnough && unanswered.has(network)) log.info({ network, answering }, 'enough providers answer again to settle payouts');
  if (isEnough) unanswered.delete(network);
  else unanswered.add(network);
  return isEnough;
}

async function evmWitnesses(network: ChainNetwork, booking: Booking): Promise<Witnesses> {
  const witnesses = await witnessesOf(network);
  return {
    count: witnesses.length,
    asked: async (nonce) => {
      const said = await Promise.all(witnesses.map((witness) => testimony(witness, nonce)));
      const receipt = said[0]?.receipt;
      const seen = receipt && { txid: receipt.transactionHash, block: receipt.blockNumber };
      return { seen, found: agreed(network, nonce, said, booking) };
    },
  };
}

async function testimony({ provider: { client }, final }: Witness, { sender, nonce, attempts }: Nonce): Promise<Testimony> {
  const receipts = await Promise.all(attempts.map(({ txid }) => receiptOf(client, txid)));
  const receipt = receipts.find((one) => one !== undefined);
  if (receipt) return { receipt, isFinal: receipt.blockNumber <= final };
  // As of a block that was final before the receipts were asked for: what is mined in between is not taken for lost.
  return { isFinal: final >= 0n && BigInt(await client.getTransactionCount({ address: sender, blockNumber: final })) > nonce };
}

/** What all providers say became of a nonce for good, or why that cannot be said; undefined while nothing is final. */
function agreed(network: ChainNetwork, nonce: Nonce, said: readonly Testimony[], { isDone }: Booking): Said['found'] {
  if (said.length === 0 || !said.every(({ isFinal }) => isFinal)) return undefined;
  const [receipt] = said.map((one) => one.receipt);
  const isAlike = (one: TransactionReceipt | undefined) =>
    one?.transactionHash === receipt?.transactionHash && one?.blockHash === receipt?.blockHash && one?.status === receipt?.status;
  if (!said.every((one) => isAlike(one.receipt))) return { doubt: 'nodes_differ' };
  if (!receipt) return { outcome: 'taken' };
  if (receipt.status !== 'success') return { outcome: 'reverted' };
  if (hasCancelled(nonce, receipt)) return { outcome: 'cancelled' };
  const raw = nonce.attempts.find(({ txid }) => txid === receipt.transactionHash)?.raw;
  if (!raw) return { doubt: 'nodes_differ' };
  const moved = said.flatMap((one) => (one.receipt ? [isDone(network, nonce, one.receipt, raw)] : []));
  return judged(moved, { txid: receipt.transactionHash, raw });
}

/** Whether what was mined has only taken the nonce: sent to its sender itself, it can have moved no token. Sweeps are not called off. */
function hasCancelled({ kind, sender }: Nonce, { from, to, logs }: TransactionReceipt): boolean {
  const isToItself = from.toLowerCase() === sender && to?.toLowerCase() === sender;
  return (kind === 'payout' || kind === 'return') && isToItself && logs.length === 0;
}

/**
 * Writes what became of a nonce and books it, in one transaction; not a second time. Only of those attempts that were looked at: another one may have
 * been signed meanwhile, and then nothing is booked. The withdrawal is held by then, so that one is seen, and none is signed any more.
 */
async function write(db: Database, nonce: Nonce, found: Outcome, { book }: Booking): Promise<void> {
  await db.systemTransaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update chain_tx set outcome = $5 where network = $1 and sender = $2 and nonce = $3 and txid = any ($4::bytea[]) and outcome is null`,
      [nonce.network, bytes(nonce.sender), nonce.nonce, nonce.attempts.map(({ txid }) => bytes(txid)), found.outcome],
    );
    if (rowCount === 0) return;
    await book(tx, nonce, found);
    if (await isOpen(tx, nonce)) throw new SignedAnew(nonce.serialNumber);
  });
}

/** What was found out is not so any more: it is looked at again. */
class SignedAnew extends Error {}

async function isOpen(tx: Tx, { network, sender, nonce }: Nonce): Promise<boolean> {
  const { rowCount } = await tx.query('select from chain_tx where network = $1 and sender = $2 and nonce = $3 and outcome is null', [
    network,
    bytes(sender),
    nonce,
  ]);
  return rowCount !== 0;
}

async function openNonces(db: Database, network: string, kinds: readonly SignedKind[]): Promise<Nonce[]> {
  const { rows } = await db.system.query<{
    kind: SignedKind;
    sender: Buffer;
    nonce: bigint;
    owner_id: bigint;
    serial_number: string;
    txids: Buffer[];
    raws: Buffer[];
    doubt: string | null;
  }>(
    `select kind, sender, nonce, owner_id, serial_number, max(doubt) as doubt, array_agg(txid order by attempt desc) as txids, array_agg(raw order by attempt desc) as raws
     from chain_tx where network = $1 and kind = any ($3::text[]) and outcome is null
     group by kind, sender, nonce, owner_id, serial_number order by sender, nonce limit $2`,
    [network, MOST_AT_ONCE, kinds],
  );
  return rows.map((row) => ({
    kind: row.kind,
    network,
    sender: hex(row.sender),
    nonce: row.nonce,
    ownerId: Number(row.owner_id),
    serialNumber: row.serial_number,
    isDoubted: row.doubt !== null,
    attempts: row.txids.map((txid, index) => ({ txid: hex(txid), raw: hex(row.raws[index] ?? Buffer.of()) })),
  }));
}

/** Where the first provider has it now; a block may go away again. */
async function noteSeen(db: Database, { network, sender, nonce }: Nonce, seen: Said['seen']): Promise<void> {
  await db.system.query(
    `update chain_tx set seen_block = case when txid = $4 then $5::bigint end
     where network = $1 and sender = $2 and nonce = $3 and outcome is null and seen_block is distinct from case when txid = $4 then $5::bigint end`,
    [network, bytes(sender), nonce, seen ? bytes(seen.txid) : null, seen?.block ?? null],
  );
}

/** Notes why nothing is booked, for staff: of the attempt that is meant, or of all; takes it away once there is no doubt. False where it stands noted already. */
async function noteDoubt(db: Database, { network, sender, nonce, isDoubted }: Nonce, doubt: Doubt | undefined): Promise<boolean> {
  if (!doubt && !isDoubted) return false;
  const moved = doubt?.doubt === 'transfer_differs' ? doubt : undefined;
  const isMeant = '($5::bytea is null or txid = $5)';
  const noted = [
    `case when ${isMeant} then $4 end`,
    `case when ${isMeant} then $6::numeric end`,
    `case when ${isMeant} then $7::numeric end`,
  ];
  const { rowCount } = await db.system.query(
    `update chain_tx set (doubt, left_raw, arrived_raw) = (${noted.join(', ')}), doubt_at = case when ${isMeant} and $4::text is not null then coalesce(doubt_at, at) end
     from (select now() as at) as moment where network = $1 and sender = $2 and nonce = $3 and outcome is null and (doubt, left_raw, arrived_raw) is distinct from (${noted.join(', ')})`,
    [
      network,
      bytes(sender),
      nonce,
      doubt?.doubt ?? null,
      moved ? bytes(moved.txid) : null,
      moved ? String(moved.left) : null,
      moved ? String(moved.arrived) : null,
    ],
  );
  return rowCount !== 0;
}

/** A doubt as the log has it. */
function told(doubt: Doubt): Readonly<Record<string, string>> {
  return doubt.doubt === 'nodes_differ' ? {} : { txid: doubt.txid, left: String(doubt.left), arrived: String(doubt.arrived) };
}

const bytes = (text: Hex): Buffer => Buffer.from(text.slice(2), 'hex');
const hex = (value: Buffer): Hex => `0x${value.toString('hex')}`;
