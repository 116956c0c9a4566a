import type { SignerReason, SignerTrouble } from '@purser/contract/features/payout-wait';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import type { Approved } from './queue.ts';
import { returnOf } from './return-number.ts';

/** What goes with a reason, for those who mend it. */
interface WaitDetails extends ErrorOptions {
  /** What the hot address lacks: USDT as the token counts, or the network's own coin in its smallest unit. */
  readonly missing?: bigint;
  /** When it goes on by itself, in milliseconds. */
  readonly untilMs?: number;
}

/** Why something does not go on now: a reason for the console, and words for the log. */
export class NotNow extends Error {
  readonly reason: SignerReason;
  readonly details: WaitDetails;

  constructor(reason: SignerReason, words: string, details: WaitDetails = {}) {
    super(words, details);
    this.reason = reason;
    this.details = details;
  }
}

/** No node of the chain answers. */
export class NoNode extends Error {}

/** Nothing new is signed on the network: it was switched off, or halted, while it was looked at. */
export class SwitchedOff extends Error {}

type Waiting = Pick<Approved, 'ownerId' | 'serialNumber'>;

interface Wait extends Waiting, WaitDetails {
  readonly reason: SignerReason;
}

interface WaitsOfNetwork {
  readonly db: Database;
  readonly network: string;
  readonly log: Logger;
}

/** So often at least the database hears that the signer works, whatever else there is to tell. */
const HEARD_EVERY_MS = 10_000;

/**
 * Why payouts on a network wait, one look after the other: the log is told what is new, and the database what holds now. Nothing is decided by it, here or there; a
 * look whose reasons cannot be told has happened all the same.
 */
export class Waits {
  readonly #of: WaitsOfNetwork;
  /** What was said last of each, so that the log tells of changes. */
  #said = new Map<string, string>();
  #now = new Map<string, Wait & { readonly words: string }>();
  #told = '';
  #heardAt = -Infinity;

  constructor(of: WaitsOfNetwork) {
    this.#of = of;
  }

  /** One look at everything; what it notes is told when it ends, also that it failed. */
  async during(look: () => Promise<void>): Promise<void> {
    this.#now = new Map();
    try {
      await look();
    } catch (error) {
      // What was noted until then is told.
      if (!(error instanceof SwitchedOff)) {
        await this.#tell(error instanceof NoNode ? 'no_node' : 'failing', undefined);
        throw error;
      }
    }
    this.#said = new Map([...this.#now].map(([key, { words }]) => [key, words]));
    const waits = [...this.#now.values()];
    const text = JSON.stringify(waits.map((one) => [String(one.ownerId), one.serialNumber, one.reason, String(one.missing), one.untilMs]));
    if (text !== this.#told || this.#isDue()) {
      if (await this.#tell(null, waits)) this.#told = text;
    }
  }

  /** Within a look that takes long: the signer is heard of. */
  async goesOn(): Promise<void> {
    if (this.#isDue()) await this.#tell(null, undefined);
  }

  /** Notes why one waits; the first reason of a look counts. */
  note({ ownerId, serialNumber }: Waiting, { reason, message, details }: NotNow): void {
    const key = `${ownerId} ${serialNumber}`;
    if (this.#now.has(key)) return;
    this.#now.set(key, { ownerId, serialNumber, reason, words: message, ...details });
    const level = reason === 'many_open' ? 'debug' : 'warn';
    if (this.#said.get(key) !== message)
      this.#of.log[level]({ order: serialNumber, why: message, reason }, `${nameOf(serialNumber)} waits`);
  }

  #isDue(): boolean {
    return performance.now() - this.#heardAt >= HEARD_EVERY_MS;
  }

  /** Whether it was heard; reasons stay as they were where none are given. */
  async #tell(trouble: SignerTrouble | null, waits: readonly Wait[] | undefined): Promise<boolean> {
    const { db, network, log } = this.#of;
    const column = (of: (wait: Wait) => unknown) => waits?.map(of) ?? null;
    try {
      await db.system.query('select signer_tells($1, $2, $3::bigint[], $4::text[], $5::text[], $6::numeric[], $7::timestamptz[])', [
        network,
        trouble,
        column(({ ownerId }) => ownerId),
        column(({ serialNumber }) => serialNumber),
        column(({ reason }) => reason),
        column(({ missing }) => (missing === undefined ? null : String(missing))),
        column(({ untilMs }) => (untilMs === undefined ? null : new Date(untilMs))),
      ]);
      this.#heardAt = performance.now();
      // What was told before a trouble is told again after it.
      if (trouble !== null) this.#told = '';
      return true;
    } catch (error) {
      log.warn({ err: error }, 'staff cannot be told why payouts wait');
      return false;
    }
  }
}

export const nameOf = (number: string): string => (returnOf(number) ? 'a return' : 'a withdrawal');
