import { FEE_SLOTS } from '@purser/ledger/account';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../database/database.ts';

const RENEWED_EVERY_MS = 2_000;
/** A slot whose program has not been heard of for so long is anybody's. */
const HELD_FOR_S = 6;
/** A program that is told to stop does not wait for a database that is away. */
const FAREWELL_MS = 1_000;

/**
 * The slot of this process: its batches add fees to accounts of their own, so that batches of different processes do not wait for each other. It is held
 * by a lease. That two processes have the same slot costs time and nothing else; so it is kept while the database cannot be asked, and where more
 * processes run than there are slots they share them.
 */
export class FeeSlot {
  readonly #db: Pick<Database, 'system'>;
  readonly #log: Logger;
  readonly #holder = uuidv7();
  #slot = 0;
  #programs = 1;
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  constructor(db: Pick<Database, 'system'>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** 0 until `start` was called: what makes few postings needs no slot of its own. */
  get number(): number {
    return this.#slot;
  }

  /** How many processes have a slot. */
  get programs(): number {
    return this.#programs;
  }

  async start(): Promise<void> {
    await this.renew();
    this.#timer = setInterval(() => {
      this.#renewing ??= this.renew().finally(() => (this.#renewing = undefined));
    }, RENEWED_EVERY_MS).unref();
  }

  /** Keeps the slot, or takes the first that is free. */
  async renew(): Promise<void> {
    try {
      const { rows } = await this.#db.system.query<{ slot: number; programs: number }>({ text: TAKE, values: [this.#holder, HELD_FOR_S] });
      this.#slot = rows[0]?.slot ?? (this.#slot || Math.floor(Math.random() * FEE_SLOTS));
      this.#programs = rows[0]?.programs ?? FEE_SLOTS;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#log.warn({ err: error }, 'this program could not take a slot for its fees');
      this.#isFailing = true;
    }
  }

  async close(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    await this.#renewing;
    const farewell = {
      text: `update fee_slot set held_until = '-infinity' where holder = $1`,
      values: [this.#holder],
      query_timeout: FAREWELL_MS,
    };
    await this.#db.system.query(farewell).catch(() => {});
  }
}

/** A row that somebody else is taking is passed over. */
const TAKE = `
  update fee_slot set holder = $1, held_until = clock_timestamp() + make_interval(secs => $2)
  where slot = (
    select slot from fee_slot where holder = $1 or held_until < clock_timestamp()
    order by holder is distinct from $1, slot limit 1 for update skip locked)
  returning slot, (select count(*)::integer from fee_slot as one where one.held_until > clock_timestamp() or one.slot = fee_slot.slot) as programs`;
