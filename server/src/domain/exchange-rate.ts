import type { PRICE_TYPES } from '@purser/contract/coin';
import { plainRate, RATE_HELD_S, RATE_OF_USDT, USDT } from '@purser/contract/exchange';
import type { Queryable } from '@purser/ledger/accounts';
import { refuse } from '../platform/http/refusal.ts';

/** Which way it is exchanged: USDT that comes in, or USDT that is asked for. Where the rate floats they differ by its spread. */
export type ExchangeDirection = 'from_usdt' | 'to_usdt';

/** What one USDT is worth in a coin. `coinOfUsdt` and `usdtOfCoin` of the contract reckon with it. */
export interface ExchangeRate {
  /** Coins for one USDT: a decimal text with at most 18 places and no zeros at its end. */
  readonly rate: string;
  /** Its place in the coin's history; 0 of USDT itself. */
  readonly sequence: number;
}

const OF_USDT: ExchangeRate = { rate: RATE_OF_USDT, sequence: 0 };

/** How each coin's rate is set now; a coin without any is left out. The connection has any scope. */
export async function priceTypes(db: Queryable, coins: readonly string[]): Promise<ReadonlyMap<string, (typeof PRICE_TYPES)[number]>> {
  const { rows } = await db.query<{ coin: string; price_type: (typeof PRICE_TYPES)[number] }>(
    `select asked.coin, latest.price_type from unnest($1::text[]) as asked (coin)
     cross join lateral (select price_type from coin_rate where coin_rate.coin = asked.coin order by sequence desc limit 1) as latest`,
    [coins],
  );
  return new Map(rows.map(({ coin, price_type }) => [coin, price_type]));
}

/** The rate that holds now; refuses with rate_unavailable. The connection has any scope. */
export async function exchangeRate(db: Queryable, coin: string, direction: ExchangeDirection = 'from_usdt'): Promise<ExchangeRate> {
  return (await ratesOfLate(db, coin, direction)).now;
}

/**
 * The rate that an order is made at: the one that its maker was shown, as long as it holds now or did within the last minute. Refuses with
 * rate_changed, whose data is the rate of now, and with rate_unavailable.
 *
 * @param shown as the form sent it back
 */
export async function agreedRate(
  db: Queryable,
  coin: string,
  shown: string,
  direction: ExchangeDirection = 'from_usdt',
): Promise<ExchangeRate> {
  const { now, before } = await ratesOfLate(db, coin, direction);
  const agreed = [now, ...before].find(({ rate }) => rate === plainRate(shown));
  if (!agreed) throw refuse('rate_changed', { rate: now.rate }, { rate: now.rate });
  return agreed;
}

interface RatesOfLate {
  readonly now: ExchangeRate;
  /** Those that were replaced within the last minute. */
  readonly before: readonly ExchangeRate[];
}

async function ratesOfLate(db: Queryable, coin: string, direction: ExchangeDirection): Promise<RatesOfLate> {
  if (coin === USDT) return { now: OF_USDT, before: [] };
  const { rows } = await db.query<{ sequence: number; rate: string | null; is_stale: boolean }>({
    name: `exchange-rates-${direction}`,
    // The rate of a minute ago is the last one that was set before; whatever was set since has held as well.
    text: `
      select sequence, trim_scale(${direction === 'to_usdt' ? 'coalesce(rate_to_usdt, rate)' : 'rate'})::text as rate,
        price_type = 'floating' and not exists (
          select from rate_feed where rate_feed.coin = $1 and taken_at > clock_timestamp() - make_interval(secs => stale_after_s)) as is_stale
      from coin_rate
      where coin = $1 and sequence >= (
        select coalesce(max(sequence), 0) from coin_rate where coin = $1 and set_at <= clock_timestamp() - make_interval(secs => $2))
      order by sequence desc`,
    values: [coin, RATE_HELD_S],
  });
  const [newest, ...others] = rows;
  // A feed that was not heard for too long closes its coin, whatever it said before.
  if (newest?.rate == null || newest.is_stale) throw refuse('rate_unavailable', { coin });
  return {
    now: { sequence: newest.sequence, rate: newest.rate },
    before: others.flatMap(({ sequence, rate }) => (rate === null ? [] : [{ sequence, rate }])),
  };
}
