import { refuse } from '../http/refusal.ts';

/** Work that is older than this is stuck: a process that has such is sent no more. */
export const STUCK_AFTER_MS = 3_000;

/** What is asked of the database right now, and since when: batches and coalesced look-ups, on which everything else waits. */
export class UnderWay {
  readonly #began = new Map<symbol, { readonly name: string; readonly at: number }>();

  /**
   * Runs what must come back in time. If it does not, this rejects with `late`, and what it comes to reaches nobody.
   */
  async run<Result>(name: string, deadlineMs: number, late: 'outcome_unknown' | 'not_ready', work: () => Promise<Result>): Promise<Result> {
    const id = Symbol(name);
    this.#began.set(id, { name, at: performance.now() });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(refuse(late)), deadlineMs);
    });
    try {
      return await Promise.race([work(), tooLong]);
    } finally {
      clearTimeout(timer);
      this.#began.delete(id);
    }
  }

  /** The age of the oldest work of each name, in milliseconds; names with nothing under way are left out. */
  ages(): Map<string, number> {
    const now = performance.now();
    const ages = new Map<string, number>();
    for (const { name, at } of this.#began.values()) ages.set(name, Math.max(ages.get(name) ?? 0, now - at));
    return ages;
  }
}
