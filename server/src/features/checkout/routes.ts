import * as calls from '@purser/contract/features/checkout';
import { checkoutAuthorisePasskey, checkoutPasskeyRequest } from '@purser/contract/features/wallet-passkey';
import type { CheckoutOrder, OrderNews } from '@purser/contract/payer-pages';
import { ownCookieName, PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import type { Platform } from '../../platform/platform.ts';
import { maybePayerRoute, payerRoute, type Route } from '../../platform/http/route.ts';
import { SessionWatch } from '../../platform/streams/session-watch.ts';
import { StreamGroups } from '../../platform/streams/sse.ts';
import { Checkout } from './service.ts';
import { checkoutOrderOf } from './view.ts';

/** Pages of one order that are told what changes. */
const MOST_OF_ORDER = 200;

export function checkoutRoutes(platform: Platform, checkout = new Checkout(platform)): Route[] {
  // An order is read once for each of its changes, however many pages show it.
  const groups = new StreamGroups<string>((token, tell, end) =>
    platform.hub.onOrder(token, () => {
      checkout.order(token).then(
        (order) => tell('order', newsOf(checkoutOrderOf(order, platform.db.coins, undefined, platform.clock.now()))),
        (error: unknown) => {
          // The pages connect again and then begin with the order as it is.
          platform.log.warn({ err: error }, 'an order could not be read for its pages');
          end();
        },
      );
    }),
  );
  const watch = new SessionWatch(platform);
  return [
    maybePayerRoute(calls.checkoutView, ({ token }, { userId }) => checkout.view(token, userId)),
    maybePayerRoute(calls.checkoutScan, ({ token }, { userId }) => checkout.scan(token, userId)),
    payerRoute(calls.checkoutAuthorise, (input, context) => checkout.authoriseOnce(input, context)),
    payerRoute(checkoutPasskeyRequest, (input, context) => checkout.passkeyRequest(input, context)),
    payerRoute(checkoutAuthorisePasskey, (input, context) => checkout.authoriseByPasskey(input, context)),
    payerRoute(calls.checkoutPay, (input, context) => checkout.pay(input, context.session, context)),
    payerRoute(calls.checkoutAbandon, (input, context) => checkout.abandon(input, context)),
    maybePayerRoute(calls.checkoutEvents, async ({ token }, { ip, reply, log, request, session }) => {
      // Refuses an unknown order while there is still an answer to refuse it with.
      await checkout.order(token);
      const of = { key: `order ${token}`, most: MOST_OF_ORDER };
      const open = (onClose?: () => void) => groups.open(platform.streams, reply, token, of, onClose);
      // A payer's page is told that they were signed out by the end of its stream; a stranger's may stay.
      const own = request.cookies[ownCookieName(PAYER_COOKIE, platform.settings.publicUrl)] ?? '';
      const stream = session ? watch.open(session, { token: own, ip }, open) : open();
      try {
        // Read only now that changes are listened for, so that none falls between.
        stream.send('order', newsOf(checkoutOrderOf(await checkout.order(token), platform.db.coins, undefined, platform.clock.now())));
      } catch (error) {
        log.warn({ err: error }, 'an order could not be read for its page');
        stream.end();
      }
      return null;
    }),
  ];
}

/** What can change about an order while its page is open. */
function newsOf({ order_status, cancelled_by, server_time, return_address }: CheckoutOrder): OrderNews {
  return { order_status, cancelled_by, server_time, return_address };
}
