import type { ProgramFacts } from '@purser/contract/features/overview';
import type { Queryable } from '@purser/ledger/accounts';
import { HOLDS } from './held-orders.ts';

const ROWS_AT_A_TIME = 2_000;
/** So many slices at most are read in one go; with more holds than that a round takes several. */
const MOST_SLICES = 25;
const START = ['0', '00000000-0000-0000-0000-000000000000'] as const;

interface Row {
  readonly owner_id: string;
  readonly id: string;
  readonly what: string;
  readonly wrong: boolean;
}

/** Looks at all money that is held, round after round, a slice at a time, and remembers what of it no order waits with. */
export class HeldWatch {
  readonly #db: Queryable;
  readonly #most: number;
  #after: readonly [string, string] = START;
  #stray: string[] = [];
  #seen: ProgramFacts['holds'] = null;

  /** @param db the connections of the system, which see every owner */
  constructor(db: Queryable, { most = MOST_SLICES * ROWS_AT_A_TIME } = {}) {
    this.#db = db;
    this.#most = most;
  }

  /** What the last whole round has found; null until there was one. */
  get seen(): ProgramFacts['holds'] {
    return this.#seen;
  }

  async look(): Promise<void> {
    for (let left = this.#most; left > 0;) {
      const most = Math.min(left, ROWS_AT_A_TIME);
      const { rows } = await this.#db.query<Row>(HOLDS, [...this.#after, most]);
      this.#stray.push(...rows.flatMap(({ owner_id, what, wrong }) => (wrong ? [`${owner_id} ${what}`] : [])));
      left -= most;
      const last = rows.at(-1);
      if (last && rows.length === most) this.#after = [last.owner_id, last.id];
      else return this.#endRound();
    }
  }

  #endRound(): void {
    this.#seen = { stray: this.#stray.length, first: this.#stray[0] ?? null };
    this.#after = START;
    this.#stray = [];
  }
}
