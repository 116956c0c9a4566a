import type pg from 'pg';

interface AccountRow {
  readonly account: string;
  readonly coin: string;
  readonly version: string;
  readonly available: string;
  readonly frozen: string;
  readonly pending: string;
  readonly unbounded: boolean;
}

/** Reads the ledger while everything runs: what must hold at any moment is not left to the end. */
export class Watch {
  readonly broken: string[] = [];
  looks = 0;
  readonly #owner: pg.Pool;
  readonly #isOfOneMoment: boolean;
  readonly #last = new Map<string, AccountRow>();
  #looking = false;

  /** @param isOfOneMoment false where accounts lie on several nodes, which one statement does not read at one moment */
  constructor(owner: pg.Pool, isOfOneMoment: boolean) {
    this.#owner = owner;
    this.#isOfOneMoment = isOfOneMoment;
  }

  /** Looks once, unless it is still looking: on a busy machine an earlier look could be answered after a later one, and time seem to run backwards. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#look();
    } finally {
      this.#looking = false;
    }
  }

  /** One statement, so one moment on one database. While the database is away there is nothing to see. */
  async #look(): Promise<void> {
    const found = await this.#owner
      .query<AccountRow>(
        `select format('%s %s %s', owner_id, coin, purpose) as account, coin, version, available, frozen, pending, unbounded
         from ledger.account`,
      )
      .catch(() => undefined);
    if (!found) return;
    this.looks += 1;
    const sums = new Map<string, bigint>();
    for (const row of found.rows) {
      sums.set(row.coin, (sums.get(row.coin) ?? 0n) + BigInt(row.available) + BigInt(row.frozen) + BigInt(row.pending));
      this.#check(row);
    }
    if (!this.#isOfOneMoment) return;
    for (const [coin, sum] of sums) if (sum !== 0n) this.broken.push(`all ${coin} sum to ${sum}`);
  }

  #check(row: AccountRow): void {
    const below = BigInt(row.frozen) < 0n || BigInt(row.pending) < 0n || (BigInt(row.available) < 0n && !row.unbounded);
    if (below) this.broken.push(`account ${row.account} is below its floor: ${moneyOf(row)}`);
    const before = this.#last.get(row.account);
    if (before && BigInt(row.version) < BigInt(before.version)) {
      this.broken.push(`account ${row.account} went from version ${before.version} back to ${row.version}`);
    }
    if (before?.version === row.version && moneyOf(before) !== moneyOf(row)) {
      this.broken.push(`account ${row.account} changed from ${moneyOf(before)} to ${moneyOf(row)} within version ${row.version}`);
    }
    this.#last.set(row.account, row);
  }
}

function moneyOf({ available, frozen, pending }: AccountRow): string {
  return `${available}/${frozen}/${pending}`;
}
