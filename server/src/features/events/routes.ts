import { merchantEvents } from '@purser/contract/features/events';
import type { Platform } from '../../platform/platform.ts';
import { tokenOf } from '../../platform/http/call-registration.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { SessionWatch } from '../../platform/streams/session-watch.ts';
import { StreamGroups } from '../../platform/streams/sse.ts';

/** Tabs of one session that are told what changes. */
const MOST_OF_SESSION = 50;

export function eventsRoutes(platform: Platform, { sessionCheckedEveryMs }: { readonly sessionCheckedEveryMs?: number } = {}): Route[] {
  const groups = new StreamGroups<number>((merchantId, tell) =>
    platform.hub.onMerchant(merchantId, (topics) => tell('changed', { topics })),
  );
  const watch = new SessionWatch(platform, sessionCheckedEveryMs);
  return [
    merchantRoute(merchantEvents, async (_input, { merchantId, session, ip, reply, request }) => {
      const of = { key: `session ${session.tokenHash.toString('base64')}`, most: MOST_OF_SESSION };
      watch.open(session, { token: tokenOf(request), ip }, (onClose) => {
        const stream = groups.open(platform.streams, reply, merchantId, of, onClose);
        // The page has asked for what it shows before it began to listen.
        const topics = platform.hub.recentlyChanged(merchantId);
        if (topics.length > 0) stream.send('changed', { topics });
        return stream;
      });
      return null;
    }),
  ];
}
