import type { Hex } from 'ox/Hex';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Journal, SignedLine } from './journal.ts';
import { type Approved, approvedOf, bytes, holdNonce, type NewTx, type OrderRow, type Sender } from './queue.ts';
import { returnOf } from './return-number.ts';
import type { Fees } from './transaction-content.ts';
import type { Signed } from './transfer.ts';

/** What the journal has signed and the database does not have, as after it was put back to an earlier time. */

/** Older than that nobody puts a database back to. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;
const EVERY_MS = 60_000;
/** Asked about at a time. */
const MOST_ASKED = 5_000;

/** What the journal has for one order, and the database not all of it. */
export interface Missing extends Pick<Approved, 'ownerId' | 'serialNumber'> {
  readonly order: string;
  /** Those that the database does not have, oldest first. */
  readonly lines: readonly SignedLine[];
}

/** The orders of a sender, withdrawals and returns, of which the database does not have everything that the journal has. */
async function missingOf(db: Database, journal: Journal, { network, sender }: Sender): Promise<Missing[]> {
  const lines = journal.signedBy(network, sender, REMEMBERED_MS);
  const missing = new Map<string, SignedLine[]>();
  for (let place = 0; place < lines.length; place += MOST_ASKED) {
    const some = lines.slice(place, place + MOST_ASKED);
    const { rows } = await db.system.query<{ place: bigint }>(
      `select asked.place from unnest($2::bytea[]) with ordinality as asked (txid, place)
       where not exists (select from chain_tx where chain_tx.network = $1 and chain_tx.txid = asked.txid) order by asked.place`,
      [network, some.map(({ txid }) => bytes(txid as Hex))],
    );
    for (const row of rows) {
      const line = some[Number(row.place) - 1];
      if (line) missing.set(line.order, [...(missing.get(line.order) ?? []), line]);
    }
  }
  return [...missing].map(([order, of]) => ({ ...namedBy(order), order, lines: of }));
}

/** An order as the database names it; of a return the transfer alone is known. */
function namedBy(order: string): Pick<Missing, 'ownerId' | 'serialNumber'> {
  const [owner = '', ...number] = order.split(' ');
  return returnOf(order) ? { ownerId: 0n, serialNumber: order } : { ownerId: BigInt(owner), serialNumber: number.join(' ') };
}

/** What the chain has of it, as the signer's nodes say. */
export interface Evidence {
  /** The transaction that it is known by. */
  readonly txid: string;
  /** All that may have paid it, or may yet; undefined where that is not certain. */
  readonly made: readonly Signed[] | undefined;
}

interface TakingUp {
  readonly db: Database;
  readonly journal: Journal;
  readonly sender: Sender;
  readonly log: Logger;
  /** Undefined where none of the lines can ever pay it any more. */
  evidenceOf(missing: Missing): Promise<Evidence | undefined>;
  /** What a transaction costs and under which nonce it is kept, if it pays the order and nothing else; undefined otherwise. */
  readAs(tx: Tx, order: Approved, signed: Signed, next: bigint): Promise<(Fees & { readonly nonce: bigint }) | undefined>;
}

/**
 * Brings what the journal has signed, and the database has not, back into it: of approved withdrawals, with all transactions that may have paid them, so that they are booked from the chain as
 * always. Of the rest the database is told by which transaction they were signed, so that two people decide. Nothing is signed by it.
 */
export class SignedBefore {
  readonly #of: TakingUp;
  #dueAt = -Infinity;

  constructor(of: TakingUp) {
    this.#of = of;
  }

  /** At the first look, and every minute; more seldom where there is much to ask about. */
  async takeUp(): Promise<void> {
    const began = performance.now();
    if (began < this.#dueAt) return;
    const { db, journal, sender, log } = this.#of;
    const told: (Missing & Evidence)[] = [];
    for (const missing of await missingOf(db, journal, sender)) {
      const evidence = await this.#of.evidenceOf(missing);
      if (!evidence) continue;
      const { made } = evidence;
      const isKept = made !== undefined && !returnOf(missing.order) && (await db.systemTransaction((tx) => this.#keep(tx, missing, made)));
      if (isKept) log.warn({ order: missing.serialNumber, txid: evidence.txid }, 'what was signed before is written down again');
      else if (!returnOf(missing.order)) told.push({ ...missing, ...evidence });
    }
    await db.system.query('select signer_tells_before($1, $2::bigint[], $3::text[], $4::bytea[])', [
      sender.network,
      told.map(({ ownerId }) => ownerId),
      told.map(({ serialNumber }) => serialNumber),
      told.map(({ txid }) => bytes(txid as Hex)),
    ]);
    this.#dueAt = performance.now() + Math.max(EVERY_MS, 20 * (performance.now() - began));
  }

  async #keep(tx: Tx, missing: Missing, signed: readonly Signed[]): Promise<boolean> {
    const { sender } = this.#of;
    const next = await holdNonce(tx, sender);
    const order = await holdSignedAlready(tx, missing);
    if (!order) return false;
    const made: Omit<NewTx, 'attempt'>[] = [];
    for (const one of signed) {
      const read = await this.#of.readAs(tx, order, one, next);
      if (!read) return false;
      made.push({ ...sender, ...one, ...read, ownerId: order.ownerId, serialNumber: order.serialNumber });
    }
    return keepSignedAlready(tx, made);
  }
}

/** Holds an approved withdrawal until the transaction ends, whatever was signed for it; undefined when it is not approved. */
async function holdSignedAlready(
  tx: Tx,
  { ownerId, serialNumber }: Pick<Approved, 'ownerId' | 'serialNumber'>,
): Promise<Approved | undefined> {
  const { rows } = await tx.query<OrderRow>(
    'select $1::bigint as owner_id, $2::text as serial_number, p.* from payout_signed_already($1, $2) as p',
    [ownerId, serialNumber],
  );
  return rows[0] && approvedOf(rows[0]);
}

/**
 * Keeps transactions of one nonce that the journal has signed for a withdrawal, as further attempts where the database has some of it. False where it has signed something else under
 * that nonce, or for the withdrawal under another one that is not over: nothing is written then.
 */
async function keepSignedAlready(tx: Tx, made: readonly Omit<NewTx, 'attempt'>[]): Promise<boolean> {
  const [one] = made;
  if (!one || made.some(({ nonce }) => nonce !== one.nonce)) return false;
  const { network, sender, nonce, ownerId, serialNumber } = one;
  const { rows } = await tx.query<{ highest: number; is_other: boolean }>(
    `select coalesce(max(attempt) filter (where nonce = $3), 0) as highest,
       coalesce(bool_or(nonce = $3 and (owner_id, serial_number) <> ($4, $5) or nonce <> $3 and (outcome is null or outcome = 'paid')), false) as is_other
     from chain_tx where network = $1 and sender = $2 and (nonce = $3 or owner_id = $4 and serial_number = $5)`,
    [network, bytes(sender), nonce, ownerId, serialNumber],
  );
  const [known] = rows;
  if (!known || known.is_other) return false;
  for (const [index, attempt] of made.entries()) {
    await tx.query(
      `insert into chain_tx (network, txid, sender, nonce, attempt, owner_id, serial_number, raw, max_fee, max_tip, kind, cancels)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'payout', $11)`,
      [
        network,
        bytes(attempt.txid),
        bytes(sender),
        nonce,
        known.highest + index + 1,
        ownerId,
        serialNumber,
        bytes(attempt.raw),
        attempt.maxFee,
        attempt.maxTip,
        attempt.cancels ?? false,
      ],
    );
  }
  await tx.query('update chain_nonce set next_nonce = greatest(next_nonce, $3) where network = $1 and sender = $2', [
    network,
    bytes(sender),
    nonce + 1n,
  ]);
  return true;
}
