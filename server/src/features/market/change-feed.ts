import type { ParsedInputOf } from '@purser/contract/call';
import type { marketFeedAccept, marketFeedSet } from '@purser/contract/features/market';
import { formatRate } from '@purser/contract/money';
import { z } from 'zod';
import { refuse, wrongField } from '../../platform/http/refusal.ts';
import { parseTarget, TargetRefused } from '../../platform/security/ssrf.ts';
import { announce } from '../../platform/streams/hub.ts';
import { boundedChange, factsOf } from './bounded-change.ts';
import type { Beyond } from './bounds.ts';
import { beyondContent } from './change-content.ts';
import { rateBeyond } from './change-rate.ts';
import { isJump } from './feed-number.ts';
import { feedOf, shownFeed } from './feeds.ts';
import { rateHistory } from './history.ts';
import { lockCoin } from './queries.ts';
import { basisPointsOf } from './terms.ts';

const shown = z.strictObject({
  address: z.string(),
  pointer: z.string(),
  spread_rate: z.string(),
  every_s: z.number().int(),
  stale_after_s: z.number().int(),
  jump_rate: z.string(),
});
const content = z.strictObject({
  coin_name: z.string(),
  /** Of the rate, as it was when this was entered. */
  version: z.number().int(),
  before: shown.nullable(),
  after: shown,
  why: z.array(beyondContent),
});
type Content = z.output<typeof content>;

/** Lets a coin's rate follow a feed. As nothing bounds what a feed will say but its own settings, it wants two people, always. */
export const feedChange = boundedChange<ParsedInputOf<typeof marketFeedSet>, Content>({
  name: 'market.rate_feed',
  content,
  describe: ({ coin_name, before, after, why }) => factsOf({ coin: coin_name }, before === null ? {} : texts(before), texts(after), why),
  apply: async (tx, { coin_name, version, after }, { staffId, approvalId }) => {
    const coin = await lockCoin(tx, coin_name);
    const history = await rateHistory(tx, coin_name);
    if (!coin || history.version !== version) throw refuse('terms_changed');
    await tx.query(
      `insert into rate_feed (coin, address, pointer, spread_bp, every_s, stale_after_s, jump_bp, version, last_fed, next_fetch_at)
       values ($1, $2, $3, $4, $5, $6, $7, 1, $8::numeric, now())
       on conflict (coin) do update set address = excluded.address, pointer = excluded.pointer, spread_bp = excluded.spread_bp,
         every_s = excluded.every_s, stale_after_s = excluded.stale_after_s, jump_bp = excluded.jump_bp, version = rate_feed.version + 1,
         last_fed = excluded.last_fed, next_fetch_at = excluded.next_fetch_at, taken_at = null, held = null, held_at = null, problem = '', problem_at = null`,
      [
        coin_name,
        after.address,
        after.pointer,
        basisPointsOf('spread_rate', after.spread_rate),
        after.every_s,
        after.stale_after_s,
        basisPointsOf('jump_rate', after.jump_rate),
        history.told,
      ],
    );
    // Nothing is exchanged until the feed was heard.
    await tx.query(
      `insert into coin_rate (coin, sequence, price_type, set_by, approval_id)
       select $1, coalesce(max(sequence), 0) + 1, 'floating', $2, $3 from coin_rate where coin = $1`,
      [coin_name, String(staffId), approvalId],
    );
    await announce(tx, { coins: true });
  },
  propose: async (tx, { coin_name, address, pointer, spread_rate, every_s, stale_after_s, jump_rate }) => {
    if (!(await lockCoin(tx, coin_name))) throw refuse('coin_unknown');
    mustBeTarget(address);
    if (stale_after_s <= every_s) throw wrongField('stale_after_s', 'longer_than', { other: 'every_s' });
    const jumpBp = basisPointsOf('jump_rate', jump_rate);
    if (jumpBp === 0) throw wrongField('jump_rate', 'above_zero');
    const before = await feedOf(tx, coin_name);
    const { version, told } = await rateHistory(tx, coin_name);
    const after = {
      address,
      pointer,
      spread_rate: formatRate(basisPointsOf('spread_rate', spread_rate)),
      every_s,
      stale_after_s,
      jump_rate: formatRate(jumpBp),
    };
    const why: Beyond[] = [{ name: 'rate_feed', before: before?.address ?? told ?? '–', after: address, change: null, bound: null }];
    return { coin_name, version, before: before ? shownFeed(before) : null, after, why };
  },
});

function mustBeTarget(address: string): void {
  try {
    parseTarget(address);
  } catch (error) {
    throw error instanceof TargetRefused ? wrongField('address', 'target') : error;
  }
}

function texts(feed: z.output<typeof shown>): Record<string, string> {
  return Object.fromEntries(Object.entries(feed).map(([name, value]) => [`feed_${name}`, String(value)]));
}

const heldContent = z.strictObject({
  coin_name: z.string(),
  version: z.number().int(),
  before: z.strictObject({ rate: z.string().nullable() }),
  after: z.strictObject({ rate: z.string() }),
  why: z.array(beyondContent),
});

/**
 * Lets a feed go on from a rate that jumped. What it is exchanged at is what the feed says next, if that is near enough to what was accepted: an
 * approval may come hours later.
 */
export const heldRateChange = boundedChange<ParsedInputOf<typeof marketFeedAccept>, z.output<typeof heldContent>>({
  name: 'market.rate_held',
  content: heldContent,
  describe: ({ coin_name, before, after, why }) => factsOf({ coin: coin_name }, before, after, why),
  apply: async (tx, { coin_name, version, after }) => {
    const coin = await lockCoin(tx, coin_name);
    const history = await rateHistory(tx, coin_name);
    // The feed may have come back since: going on from what it said then would hold what it says now.
    if (!coin || history.version !== version || !history.floats || !isStillHeld(await feedOf(tx, coin_name), after.rate))
      throw refuse('terms_changed');
    await tx.query(
      'update rate_feed set last_fed = $2::numeric, held = null, held_at = null, next_fetch_at = now(), version = version + 1 where coin = $1',
      [coin_name, after.rate],
    );
    await announce(tx, { coins: true });
  },
  propose: async (tx, { coin_name, rate }) => {
    if (!(await lockCoin(tx, coin_name))) throw refuse('coin_unknown');
    const [feed, { floats }] = [await feedOf(tx, coin_name), await rateHistory(tx, coin_name)];
    if (!floats || !isStillHeld(feed, rate)) throw refuse('terms_changed');
    const { version, why } = await rateBeyond(tx, coin_name, rate);
    return { coin_name, version, before: { rate: feed.last_fed }, after: { rate }, why };
  },
});

/** Whether what a feed says is still held. It may be a little off what was shown. */
function isStillHeld<Feed extends { held: string | null; jump_bp: number }>(feed: Feed | undefined, rate: string): feed is Feed {
  return feed !== undefined && feed.held !== null && !isJump(rate, feed.held, feed.jump_bp);
}
