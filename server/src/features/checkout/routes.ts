import * as calls from '@purser/contract/features/checkout';
import type { CheckoutOrder, OrderNews } from '@purser/contract/payer-pages';
import type { Platform } from '../../platform/platform.ts';
import { maybePayerRoute, payerRoute, type Route } from '../../platform/route.ts';
import { openEventStream } from '../../platform/sse.ts';
import { Checkout } from './service.ts';
import { checkoutOrderOf } from './view.ts';

export function checkoutRoutes(platform: Platform, checkout = new Checkout(platform)): Route[] {
  return [
    maybePayerRoute(calls.checkoutView, ({ token }, { userId }) => checkout.view(token, userId)),
    maybePayerRoute(calls.checkoutScan, ({ token }, { userId }) => checkout.scan(token, userId)),
    payerRoute(calls.checkoutAuthorise, (input, { session }) => checkout.authorise(input, session)),
    payerRoute(calls.checkoutPay, (input, { session }) => checkout.pay(input, session)),
    maybePayerRoute(calls.checkoutAbandon, ({ token }, { userId }) => checkout.abandon(token, userId)),
    maybePayerRoute(calls.checkoutEvents, async ({ token }, { reply, log }) => {
      // Refuses an unknown order while there is still an answer to refuse it with.
      await checkout.order(token);
      const tell = () => {
        checkout.order(token).then(
          (order) => stream.send('order', newsOf(checkoutOrderOf(order, undefined, platform.clock.now()))),
          (error: unknown) => {
            // The page connects again and then begins with the order as it is.
            log.warn({ err: error }, 'an order could not be read for its page');
            stream.end();
          },
        );
      };
      const stop = platform.hub.onOrder(token, tell);
      const stream = openEventStream(reply, stop);
      // Only now that changes are listened for, so that none falls between.
      tell();
      return null;
    }),
  ];
}

/** What can change about an order while its page is open. */
function newsOf({ order_status, cancelled_by, server_time, return_address }: CheckoutOrder): OrderNews {
  return { order_status, cancelled_by, server_time, return_address };
}
