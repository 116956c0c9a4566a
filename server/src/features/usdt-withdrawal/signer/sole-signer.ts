import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';

/** The one lock of a database that its signer holds. */
const LOCK = `hashtextextended('signer', 0)`;
/** For how long the connection of a signer that has just ended is waited for. */
const PATIENCE_MS = 5_000;
const AGAIN_MS = 250;

/** Another signer works on the same database. */
export class AnotherSigner extends Error {}

/**
 * That this is the only signer of its database, by a lock that lasts as long as a connection does: limits are counted in a journal that is the signer's own, so that two
 * would pay twice as much together. Where the connection breaks, the lock is taken again before anything more is signed.
 */
export class SoleSigner {
  readonly #db: Database;
  #held: Promise<() => void> | undefined;

  private constructor(db: Database) {
    this.#db = db;
  }

  /** Throws `AnotherSigner` where one has it and keeps it. */
  static async take(db: Database, patienceMs = PATIENCE_MS): Promise<SoleSigner> {
    const sole = new SoleSigner(db);
    for (const began = performance.now(); ;) {
      try {
        await sole.insist();
        return sole;
      } catch (error) {
        if (!(error instanceof AnotherSigner) || performance.now() - began >= patienceMs) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  /** Before anything is signed: throws where another one signs. */
  async insist(): Promise<void> {
    this.#held ??= this.#lock();
    try {
      await this.#held;
    } catch (error) {
      this.#held = undefined;
      throw error;
    }
  }

  async #lock(): Promise<() => void> {
    const client = await this.#db.system.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`);
      if (!rows[0]?.taken)
        throw new AnotherSigner(
          'another signer works on this database, and one alone may: end that one, or start this one when it has ended',
        );
    } catch (error) {
      client.release();
      throw error;
    }
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) client.release(true);
      isReleased = true;
    };
    client.once('end', () => {
      this.#held = undefined;
      // The pool waits for every connection that was taken from it.
      release();
    });
    return release;
  }

  /** Lets another one sign. */
  async close(): Promise<void> {
    const release = await this.#held?.catch(() => undefined);
    this.#held = undefined;
    release?.();
  }
}
