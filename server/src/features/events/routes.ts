import { merchantEvents } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/route.ts';
import { openEventStream } from '../../platform/sse.ts';

/** A stream must not outlive its session: whether it still holds is asked this often. */
const SESSION_CHECKED_EVERY_MS = 30_000;

export function eventsRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(merchantEvents, async (_input, { merchantId, reply, request }) => {
      const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
      const stop = platform.hub.onMerchant(merchantId, (topics) => stream.send('changed', { topics }));
      const check = setInterval(() => {
        platform.sessions.find('merchant', token).then(
          (session) => session ?? stream.end(),
          () => stream.end(),
        );
      }, SESSION_CHECKED_EVERY_MS);
      const stream = openEventStream(reply, () => {
        stop();
        clearInterval(check);
      });
      return null;
    }),
  ];
}
