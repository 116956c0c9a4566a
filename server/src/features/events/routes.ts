import { merchantEvents } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { tokenOf } from '../../platform/call-registration.ts';
import { merchantRoute, type Route } from '../../platform/route.ts';
import { type EventStream, StreamGroups } from '../../platform/sse.ts';

/** A stream must not outlive its session: whether it still holds is asked this often. */
const SESSION_CHECKED_EVERY_MS = 10_000;
/** Tabs of one session that are told what changes. */
const MOST_OF_SESSION = 50;

export function eventsRoutes(platform: Platform, { sessionCheckedEveryMs = SESSION_CHECKED_EVERY_MS } = {}): Route[] {
  const groups = new StreamGroups<number>((merchantId, tell) =>
    platform.hub.onMerchant(merchantId, (topics) => tell('changed', { topics })),
  );
  const watch = new SessionWatch(platform, sessionCheckedEveryMs);
  return [
    merchantRoute(merchantEvents, async (_input, { merchantId, session, reply, request }) => {
      const of = { key: `session ${session.tokenHash.toString('base64')}`, most: MOST_OF_SESSION };
      const watched = watch.add(tokenOf(request));
      try {
        watched.stream = groups.open(platform.streams, reply, merchantId, of, () => watch.forget(watched));
      } catch (error) {
        watch.forget(watched);
        throw error;
      }
      return null;
    }),
  ];
}

interface Watched {
  readonly token: string;
  stream: EventStream | undefined;
}

/** Ends the streams whose sessions have ended: all are asked about at the same time, which makes one query of it. */
class SessionWatch {
  readonly #platform: Platform;
  readonly #everyMs: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform, everyMs: number) {
    this.#platform = platform;
    this.#everyMs = everyMs;
  }

  add(token: string): Watched {
    const watched: Watched = { token, stream: undefined };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#check(), this.#everyMs).unref();
    return watched;
  }

  forget(watched: Watched): void {
    this.#watched.delete(watched);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    for (const { token, stream } of this.#watched) {
      stillWelcome(this.#platform, token).then(
        (welcome) => welcome || stream?.end(),
        () => stream?.end(),
      );
    }
  }
}

/** Whoever is sent away comes back with an ordinary request, and is told why. */
async function stillWelcome(platform: Platform, token: string): Promise<boolean> {
  return !(await platform.inMaintenance()) && (await platform.sessions.holds('merchant', token));
}
