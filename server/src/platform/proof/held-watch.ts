import type { ProgramFacts } from '@purser/contract/features/overview';
import { lookedAgain } from '@purser/ledger/verify-reader';
import type { Database } from '../database/database.ts';
import { FEWER_AT_A_TIME, HOLDS, HOLDS_ON_NODES, ROWS_AT_A_TIME } from './held-orders.ts';

/** So many slices at most are read in one go; with more holds than that a round takes several. */
const MOST_SLICES = 25;
const START = ['0', '00000000-0000-0000-0000-000000000000'] as const;

interface Row {
  readonly owner_id: string;
  readonly id: string;
  readonly what: string;
  readonly wrong: boolean;
}

const keyOf = ({ owner_id, id }: Row): readonly [string, string] => [owner_id, id];
const isWrong = ({ wrong }: Row): boolean => wrong;

/** Looks at all money that is held, round after round, a slice at a time, and remembers what of it no order waits with. */
export class HeldWatch {
  readonly #db: Pick<Database, 'system' | 'isDistributed'>;
  readonly #most: number;
  #after: readonly [string, string] = START;
  #stray: string[] = [];
  #seen: ProgramFacts['holds'] = null;

  constructor(db: Pick<Database, 'system' | 'isDistributed'>, { most = MOST_SLICES * ROWS_AT_A_TIME } = {}) {
    this.#db = db;
    this.#most = most;
  }

  /** What the last whole round has found; null until there was one. */
  get seen(): ProgramFacts['holds'] {
    return this.#seen;
  }

  async look(): Promise<void> {
    const onNodes = await this.#db.isDistributed();
    for (let left = this.#most; left > 0;) {
      const most = Math.min(left, onNodes ? FEWER_AT_A_TIME : ROWS_AT_A_TIME);
      const read = async (): Promise<Row[]> =>
        (await this.#db.system.query<Row>(onNodes ? HOLDS_ON_NODES : HOLDS, [...this.#after, most])).rows;
      const rows = await read();
      const found = onNodes ? await lookedAgain(rows, read, most, keyOf, isWrong) : rows;
      this.#stray.push(...found.flatMap(({ owner_id, what, wrong }) => (wrong ? [`${owner_id} ${what}`] : [])));
      left -= most;
      const last = rows.at(-1);
      if (last && rows.length === most) this.#after = keyOf(last);
      else return this.#endRound();
    }
  }

  #endRound(): void {
    this.#seen = { stray: this.#stray.length, first: this.#stray[0] ?? null };
    this.#after = START;
    this.#stray = [];
  }
}
