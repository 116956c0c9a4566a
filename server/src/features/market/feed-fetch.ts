import { errors, request, type Agent } from 'undici';
import type { FeedProblem } from '@purser/contract/rate-feed';
import type { Platform } from '../../platform/platform.ts';
import { guardedAgent } from '../../platform/security/ssrf-agent.ts';
import { parseTarget, resolveByDns, TargetRefused } from '../../platform/security/ssrf.ts';
import { numberAt } from './feed-number.ts';

/** From the look-up of the name to the end of the answer. */
const FETCH_TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 65_536;

export interface FeedSource {
  readonly address: string;
  /** Where in the answer the number stands: a JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/** What a feed said, with 18 places at the most; or why it is of no use. */
export type Fetched = { readonly rate: string } | { readonly problem: FeedProblem };

/** Connections to feeds: public addresses only, but for those that the settings allow. */
export function feedAgent({ settings }: Pick<Platform, 'settings'>): Agent {
  return guardedAgent({ plainHttp: settings.demo, allow: settings.webhookAllow, resolve: resolveByDns });
}

/** Asks a feed once. Whatever happens is a result; redirects are not followed. */
export async function fetchRate(agent: Agent, { address, pointer }: FeedSource, timeoutMs = FETCH_TIMEOUT_MS): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(parseTarget(address), {
      dispatcher: agent,
      headers: { accept: 'application/json', 'user-agent': 'Purser-Rates/1' },
      signal,
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump({ limit: LARGEST_ANSWER_BYTES, signal }).catch(() => undefined);
      return { problem: answer.statusCode >= 300 && answer.statusCode < 400 ? 'redirect' : 'status' };
    }
    const text = await boundedText(answer.body);
    if (text === undefined) return { problem: 'too_large' };
    const rate = numberAt(text, pointer);
    return rate === undefined ? { problem: 'no_number' } : { rate };
  } catch (error) {
    if (error instanceof TargetRefused) return { problem: 'address_refused' };
    const isLate =
      signal.aborted ||
      error instanceof errors.ConnectTimeoutError ||
      error instanceof errors.HeadersTimeoutError ||
      error instanceof errors.BodyTimeoutError;
    return { problem: isLate ? 'timeout' : 'connection' };
  }
}

/** The whole of an answer; undefined where it is longer than it may be, and then the rest is not read. */
async function boundedText(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > LARGEST_ANSWER_BYTES) {
      body.destroy();
      return undefined;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
