import { formatAmount } from '@purser/contract/money';
import type { Queryable } from '@purser/ledger/accounts';
import type { Logger } from 'pino';

/** A coin as everybody may know it. What it costs to use one is decided in transactions, by `coinTerms`. */
export interface Coin {
  readonly code: string;
  /** The market whose platform token it is; null for a crypto coin. */
  readonly market: string | null;
  readonly decimals: number;
  /** "$"; empty where the coin has none. */
  readonly symbol: string;
  /** Whether it and its market are switched on: without that there are no new orders in it. */
  readonly is_on: boolean;
}

const READ_AFTER_FAILURE_MS = 1_000;

/**
 * The coins as this process last read them. It reads them at its start and whenever a note says that they changed; a coin that another
 * process has just added is read when it is first met (`know`). Of a coin that is known, code, market and decimals never change.
 */
export class Coins {
  readonly #system: Queryable;
  #known: ReadonlyMap<string, Coin> = new Map();
  #ofMarkets: ReadonlyMap<string, Coin> = new Map();
  #reading: Promise<void> | undefined;
  /** Begins when the reading under way is over. */
  #next: Promise<void> | undefined;
  #closed = false;

  constructor(system: Queryable) {
    this.#system = system;
  }

  /** In the order in which they are listed. */
  get all(): readonly Coin[] {
    return [...this.#known.values()];
  }

  /** Tokens of currencies that have no smaller unit, such as the dong and the yen. */
  get whole(): readonly string[] {
    return this.all.flatMap(({ code, market }) => (market !== null && isWholeCurrency(market) ? [code] : []));
  }

  find(code: string): Coin | undefined {
    return this.#known.get(code);
  }

  /** The platform token of a market. */
  ofMarket(market: string): Coin | undefined {
    return this.#ofMarkets.get(market);
  }

  /** Decimal places of a coin that has been known. */
  decimalsOf(code: string): number {
    const coin = this.#known.get(code);
    if (!coin) throw new Error(`coin ${code} is not known here`);
    return coin.decimals;
  }

  /** Money as it is sent: minor units as a decimal with all of the coin's places. */
  format(minor: bigint, code: string): string {
    return formatAmount(minor, this.decimalsOf(code));
  }

  /** Whether whoever has enabled these markets deals in the coin: a market stands for its platform token. */
  dealsIn(markets: readonly string[], code: string): boolean {
    const market = this.#known.get(code)?.market;
    return typeof market === 'string' && markets.includes(market);
  }

  /**
   * Makes sure that these coins are known, if there are any such: asks only for one that is met for the first time. Within a transaction `db`
   * is that transaction, as one connection must not wait for another.
   */
  async know(codes: Iterable<string>, db: Queryable = this.#system): Promise<void> {
    for (const code of codes) {
      if (this.#known.has(code)) continue;
      const read = await readCoins(db);
      // What is known may be newer than what this transaction sees.
      this.#take([...this.#known.values(), ...read.filter((coin) => !this.#known.has(coin.code))]);
      return;
    }
  }

  /** Reads all coins anew: whoever asks sees what was committed before. */
  refresh(): Promise<void> {
    if (!this.#reading) return this.#read();
    this.#next ??= this.#reading.then(
      () => this.#read(),
      () => this.#read(),
    );
    return this.#next;
  }

  /** Reads them anew in the background, until it succeeds. */
  refreshSoon(log: Logger): void {
    this.refresh().catch((error: unknown) => {
      if (this.#closed) return;
      log.warn({ err: error }, 'the coins could not be read');
      setTimeout(() => this.refreshSoon(log), READ_AFTER_FAILURE_MS).unref();
    });
  }

  close(): void {
    this.#closed = true;
  }

  #read(): Promise<void> {
    this.#next = undefined;
    const reading = readCoins(this.#system)
      .then((coins) => this.#take(coins))
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    this.#reading = reading;
    return reading;
  }

  /** All at once: nobody sees some coins of before and some of after. */
  #take(coins: readonly Coin[]): void {
    this.#known = new Map(coins.map((coin) => [coin.code, coin]));
    this.#ofMarkets = new Map(coins.flatMap((coin) => (coin.market === null ? [] : [[coin.market, coin]])));
  }
}

/** Whether a currency is counted in whole units only, as CLDR has it; what is no currency of ISO 4217 has decimals. */
function isWholeCurrency(market: string): boolean {
  if (!/^[A-Z]{3}$/.test(market)) return false;
  return new Intl.NumberFormat('en', { style: 'currency', currency: market }).resolvedOptions().maximumFractionDigits === 0;
}

async function readCoins(db: Queryable): Promise<Coin[]> {
  const { rows } = await db.query<Coin>(
    `select coin.code, coin.market, coin.decimals, coin.symbol, coin.is_on and coalesce(market.is_on, true) as is_on
     from coin left join market on market.market = coin.market
     order by coin.position, coin.code`,
  );
  return rows;
}
