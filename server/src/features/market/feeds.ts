import type { FeedProblem } from '@purser/contract/rate-feed';
import { formatRate } from '@purser/contract/money';
import type { Tx } from '../../platform/database/tx.ts';
import { announce } from '../../platform/streams/hub.ts';
import type { Fetched } from './feed-fetch.ts';
import { isJump, withSpread } from './feed-number.ts';

/** Who set a rate that a feed has told. */
export const BY_FEED = 'feed';

export interface StoredFeed {
  readonly coin: string;
  readonly address: string;
  readonly pointer: string;
  readonly spread_bp: number;
  readonly every_s: number;
  readonly stale_after_s: number;
  readonly jump_bp: number;
  readonly version: number;
  readonly last_fed: string | null;
  readonly taken_at: Date | null;
  readonly held: string | null;
  readonly held_at: Date | null;
  readonly problem: FeedProblem | '';
  readonly is_stale: boolean;
}

const FEED = `
  select coin, address, pointer, spread_bp, every_s, stale_after_s, jump_bp, version, trim_scale(last_fed)::text as last_fed, taken_at,
    trim_scale(held)::text as held, held_at, problem,
    coalesce(taken_at <= clock_timestamp() - make_interval(secs => stale_after_s), true) as is_stale
  from rate_feed`;

/** What of a feed staff set, as they read and write it. */
export function shownFeed({ address, pointer, spread_bp, every_s, stale_after_s, jump_bp }: StoredFeed) {
  return { address, pointer, spread_rate: formatRate(spread_bp), every_s, stale_after_s, jump_rate: formatRate(jump_bp) };
}

/** Whether the newest rate of a coin follows its feed. */
const FLOATS = `(select price_type from coin_rate where coin_rate.coin = rate_feed.coin order by sequence desc limit 1) = 'floating'`;

/** The feeds of coins whose rate floats. */
export async function floatingFeeds(tx: Tx): Promise<StoredFeed[]> {
  return (await tx.query<StoredFeed>(`${FEED} where ${FLOATS} order by coin`)).rows;
}

/** The feed that a coin has or had. */
export async function feedOf(tx: Tx, coin: string): Promise<StoredFeed | undefined> {
  return (await tx.query<StoredFeed>(`${FEED} where coin = $1`, [coin])).rows[0];
}

export type DueFeed = Pick<StoredFeed, 'coin' | 'address' | 'pointer' | 'version'>;

/** Feeds that are due, which nobody else asks for then: each is due again after its time. */
export async function takeDueFeeds(tx: Tx): Promise<DueFeed[]> {
  const { rows } = await tx.query<DueFeed>(
    `update rate_feed set next_fetch_at = due.next
     from (
       select coin, statement_timestamp() + make_interval(secs => every_s) as next from rate_feed
       where next_fetch_at <= statement_timestamp() and ${FLOATS} for update skip locked
     ) as due
     where rate_feed.coin = due.coin
     returning rate_feed.coin, address, pointer, version`,
  );
  return rows;
}

/**
 * Notes what a feed has said: as the coin's next rate if it is another one, or as held for staff where it jumped. What was fetched before staff
 * changed something is forgotten.
 */
export async function hear(tx: Tx, { coin, version }: Pick<DueFeed, 'coin' | 'version'>, fetched: Fetched): Promise<void> {
  // Staff lock the coin before they set a rate: two rates never take one place in its history.
  await tx.query('select from coin where code = $1 for no key update', [coin]);
  const { rows } = await tx.query<StoredFeed>(`${FEED} where coin = $1 and version = $2 and ${FLOATS}`, [coin, version]);
  const [feed] = rows;
  if (!feed) return;
  if ('problem' in fetched) {
    await tx.query(`update rate_feed set problem = $2, problem_at = least(problem_at, statement_timestamp()) where coin = $1`, [
      coin,
      fetched.problem,
    ]);
    return;
  }
  if (feed.last_fed !== null && isJump(feed.last_fed, fetched.rate, feed.jump_bp)) {
    await tx.query(
      `update rate_feed set held = $2::numeric, held_at = least(held_at, statement_timestamp()), problem = '', problem_at = null where coin = $1`,
      [coin, fetched.rate],
    );
    return;
  }
  await tx.query(
    `update rate_feed set last_fed = $2::numeric, taken_at = statement_timestamp(), held = null, held_at = null, problem = '', problem_at = null
     where coin = $1`,
    [coin, fetched.rate],
  );
  const { rate, toUsdt } = withSpread(fetched.rate, feed.spread_bp);
  const added = await tx.query(
    `insert into coin_rate (coin, sequence, price_type, fed, rate, rate_to_usdt, set_by, set_at)
     select $1, latest.sequence + 1, 'floating', $2::numeric, $3::numeric, $4::numeric, $5, statement_timestamp()
     from (select sequence, rate, rate_to_usdt from coin_rate where coin = $1 order by sequence desc limit 1) as latest
     where (latest.rate, latest.rate_to_usdt) is distinct from ($3::numeric, $4::numeric)`,
    [coin, fetched.rate, rate, toUsdt, BY_FEED],
  );
  if (added.rowCount === 1) await announce(tx, { coins: true });
}
