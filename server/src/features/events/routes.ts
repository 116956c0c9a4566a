import { merchantEvents } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { tokenOf } from '../../platform/call-registration.ts';
import { merchantRoute, type Route } from '../../platform/route.ts';
import { openEventStream } from '../../platform/sse.ts';

/** A stream must not outlive its session: whether it still holds is asked this often. */
const SESSION_CHECKED_EVERY_MS = 10_000;

export function eventsRoutes(platform: Platform, { sessionCheckedEveryMs = SESSION_CHECKED_EVERY_MS } = {}): Route[] {
  return [
    merchantRoute(merchantEvents, async (_input, { merchantId, reply, request }) => {
      const token = tokenOf(request);
      const check = setInterval(() => {
        stillWelcome(platform, token).then(
          (welcome) => welcome || stream.end(),
          () => stream.end(),
        );
      }, sessionCheckedEveryMs);
      const stop = platform.hub.onMerchant(merchantId, (topics) => stream.send('changed', { topics }));
      const stream = openEventStream(reply, () => {
        stop();
        clearInterval(check);
      });
      return null;
    }),
  ];
}

/** Whoever is sent away comes back with an ordinary request, and is told why. */
async function stillWelcome(platform: Platform, token: string): Promise<boolean> {
  return !(await platform.inMaintenance()) && (await platform.sessions.holds('merchant', token));
}
