import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { marketFeedTry } from '@purser/contract/features/market';
import type { StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { feedAgent, fetchRate } from './feed-fetch.ts';

/** What a member of staff may try: enough to find the place of a number, and no way to call on others' servers. */
const TRIES: ThrottleRule = { scope: 'feed_try', most: 30, rememberedS: 600, window: true };

/** Asks a feed once, as the worker would: to the same addresses, for as long. */
export async function tryFeed(
  platform: Platform,
  input: ParsedInputOf<typeof marketFeedTry>,
  { staffId }: StaffContext,
): Promise<OutputOf<typeof marketFeedTry>> {
  await platform.operator.throttle.count([[TRIES, String(staffId)]]);
  const agent = feedAgent(platform);
  const time = platform.clock.now();
  const began = performance.now();
  try {
    const fetched = await fetchRate(agent, input);
    const duration_ms = Math.round(performance.now() - began);
    return {
      rate: 'rate' in fetched ? fetched.rate : null,
      problem: 'problem' in fetched ? fetched.problem : null,
      time: time.toISOString(),
      duration_ms,
    };
  } finally {
    await agent.destroy();
  }
}
