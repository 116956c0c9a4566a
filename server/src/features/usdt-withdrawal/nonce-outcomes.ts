import type { Hex, TransactionReceipt } from 'viem';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { areEnough, type Witness, witnessesOf } from '../../domain/chain-witness.ts';
import { receiptOf } from '../../platform/chain/receipts.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Nonce, Outcome, Said, SignedKind, Witnesses } from './payout-witnesses.ts';
import { tronWitnesses } from './tron-payouts.ts';

/** What becomes on the chains of what the signer has signed, as two nodes say it: the worker believes neither the signer nor one node alone. */

const MOST_AT_ONCE = 200;

/** What one node says of a nonce: of which attempt it has a receipt, in a block that is final or not, or that it is used up without one. */
type Testimony = { readonly receipt?: TransactionReceipt; readonly isFinal: boolean };

/** How what was signed for one purpose is judged and booked. */
export interface Booking {
  readonly kinds: readonly SignedKind[];
  /** Whether a transaction that succeeded has done what was signed: a token may answer well and do nothing, or keep a part. */
  isDone(network: ChainNetwork, nonce: Nonce, receipt: TransactionReceipt, raw: Hex): boolean;
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
  if (!areEnough(witnesses.count, network.endpoints.length)) {
    log.warn({ network: network.network, answering: witnesses.count }, 'too few providers answer to settle payouts');
    return;
  }
  const failed: unknown[] = [];
  for (const nonce of open) {
    const { seen, outcome } = await witnesses.asked(nonce);
    await noteSeen(db, nonce, seen);
    if (outcome === 'unlike')
      log.error({ order: nonce.serialNumber, network: network.network }, 'providers disagree on a payout, or it did something else');
    else if (outcome) {
      await write(db, nonce, outcome, booking).catch((error: unknown) => {
        if (error instanceof SignedAnew) return;
        log.error({ err: error, order: nonce.serialNumber, network: network.network }, 'what became of a payout cannot be booked');
        failed.push(error);
      });
    }
  }
  // The job tells that it fails once it has done what it can.
  if (failed.length > 0) throw failed[0];
}

async function evmWitnesses(network: ChainNetwork, booking: Booking): Promise<Witnesses> {
  const witnesses = await witnessesOf(network);
  return {
    count: witnesses.length,
    asked: async (nonce) => {
      const said = await Promise.all(witnesses.map((witness) => testimony(witness, nonce)));
      const receipt = said[0]?.receipt;
      const seen = receipt && { txid: receipt.transactionHash, block: receipt.blockNumber };
      return { seen, outcome: agreed(network, nonce, said, booking) };
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

/** What all providers say became of a nonce for good; undefined while it is not; `unlike` when they contradict each other, or the chain the order. */
function agreed(network: ChainNetwork, nonce: Nonce, said: readonly Testimony[], { isDone }: Booking): Outcome | 'unlike' | undefined {
  if (said.length === 0 || !said.every(({ isFinal }) => isFinal)) return undefined;
  const [receipt] = said.map((one) => one.receipt);
  const isAlike = (one: TransactionReceipt | undefined) =>
    one?.transactionHash === receipt?.transactionHash && one?.blockHash === receipt?.blockHash && one?.status === receipt?.status;
  if (!said.every((one) => isAlike(one.receipt))) return 'unlike';
  if (!receipt) return { outcome: 'taken' };
  if (receipt.status !== 'success') return { outcome: 'reverted' };
  if (hasCancelled(nonce, receipt)) return { outcome: 'cancelled' };
  const raw = nonce.attempts.find(({ txid }) => txid === receipt.transactionHash)?.raw;
  return raw && isDone(network, nonce, receipt, raw) ? { outcome: 'paid', txid: receipt.transactionHash, raw } : 'unlike';
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
  }>(
    `select kind, sender, nonce, owner_id, serial_number, array_agg(txid order by attempt desc) as txids, array_agg(raw order by attempt desc) as raws
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

const bytes = (text: Hex): Buffer => Buffer.from(text.slice(2), 'hex');
const hex = (value: Buffer): Hex => `0x${value.toString('hex')}`;
