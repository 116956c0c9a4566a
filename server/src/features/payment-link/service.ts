import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { paymentLinkAdd, paymentLinkClose, standingCodeList } from '@purser/contract/features/payment-link';
import { newSerialNumber } from '@purser/contract/serial';
import { coinsOfMerchant } from '../../domain/merchant-coins.ts';
import { insertOrders, loadTerms, payableOrder } from '../../domain/new-order.ts';
import { recordOrderEvents } from '../../domain/order-events.ts';
import { newOrderToken } from '../../domain/order-token.ts';
import { cancelOrder, cancelOrdersOfLink } from '../../domain/order-transitions.ts';
import { findOrder } from '../../domain/payment-order.ts';
import { keyedWrite, type MerchantWrite } from '../../platform/commands/write.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeLink, insertLink, lockLink, standingsOf } from './queries.ts';
import { standingToken } from './standing-code.ts';
import { shownLink, type ShownLink } from './view.ts';

type AddInput = ParsedInputOf<typeof paymentLinkAdd>;

/** Makes a payment link; one for one payment with its order, which whoever pays first pays. */
export function addLink(platform: Platform, input: AddInput, context: MerchantWrite): Promise<ShownLink | Answer<ShownLink>> {
  const { publicUrl } = platform.settings;
  const { merchantId } = context;
  return keyedWrite(platform, context, {
    act: async (tx) => {
      const { coin_name: coin, link_uses: uses, description, lifetime_min: lifetimeMin } = input;
      await tx.coins.know([coin], tx);
      const decimals = tx.coins.find(coin)?.decimals;
      if (decimals !== undefined) askedAmount(input.amount, decimals);
      const key = { merchantId, coin };
      const { amount, handlingFee, ways } = payableOrder(await loadTerms(tx, [key]), key, input.amount);
      const [serial_number, token] = [newSerialNumber('payment_link'), newOrderToken(merchantId)];
      const about = { merchantId, token, coin, amount, description, lifetimeMin };
      if (uses === 'many') return shownLink(tx, publicUrl, await insertLink(tx, { ...about, serial_number, uses, order: undefined }));
      const orders = await insertOrders(tx, [{ ...linkOrder(serial_number), ...about, handlingFee, ways }]);
      await recordOrderEvents(
        tx,
        publicUrl,
        orders.map((order) => ({ type: 'order.created', order })),
      );
      return shownLink(tx, publicUrl, await insertLink(tx, { ...about, serial_number, uses, order: orders[0] }));
    },
    audit: ({ serial_number, amount, coin_name, link_uses }) => ({
      action: 'payment_link.add',
      details: { serial_number, amount, coin_name, link_uses },
    }),
    tells: ['orders'],
  });
}

/** What every order of a link has: no system of the merchant's knows it, so its own number stands for the merchant's. */
export function linkOrder(linkNumber: string) {
  const serialNumber = newSerialNumber('payment');
  return {
    serialNumber,
    orderId: serialNumber,
    externalAccount: '',
    returnAddress: '',
    language: null,
    type: 'collection',
    from: 'scan',
    linkNumber,
  } as const;
}

/**
 * Closes a link at once: with it, every order that was opened at it and not paid is cancelled. Refuses with link_unknown, link_paid or
 * link_expired; one that is closed stays so.
 */
export function closeOwnLink(
  platform: Platform,
  { serial_number }: ParsedInputOf<typeof paymentLinkClose>,
  context: MerchantWrite,
): Promise<ShownLink | Answer<ShownLink>> {
  const { publicUrl } = platform.settings;
  const { merchantId } = context;
  return keyedWrite<ShownLink>(platform, context, {
    act: async (tx) => {
      const link = await lockLink(tx, merchantId, serial_number);
      if (!link) throw refuse('link_unknown');
      const status = (await standingsOf(tx, [link])).get(serial_number)?.link_status;
      if (status === 'closed') return new Answer('already_done', await shownLink(tx, publicUrl, link));
      if (status === 'paid') throw refuse('link_paid');
      if (status === 'expired') throw refuse('link_expired', { time: link.expire_time.toISOString() });
      if (link.order_serial_number !== null) {
        const order = await findOrder(tx, merchantId, { serial_number: link.order_serial_number }, 'for update');
        // A payment was faster.
        if (order.status === 'paid') throw refuse('link_paid');
        await cancelOrder(tx, publicUrl, order, 'merchant');
      } else {
        await closeLink(tx, link);
        await cancelOrdersOfLink(tx, publicUrl, merchantId, serial_number);
      }
      return shownLink(tx, publicUrl, link);
    },
    audit: () => ({ action: 'payment_link.close', details: { serial_number } }),
    tells: ['orders'],
  });
}

/** The merchant's standing codes, one for each of its markets. */
export async function standingCodes(
  { db, secrets, settings }: Platform,
  { merchantId }: { readonly merchantId: number },
): Promise<OutputOf<typeof standingCodeList>> {
  const coins = await db.scoped(merchantId, (tx) => coinsOfMerchant(tx, merchantId));
  const list = coins.flatMap(({ code, market, is_on, is_listed }) =>
    market === null
      ? []
      : [
          {
            coin_name: code,
            market,
            is_on,
            is_listed,
            payment_url: `${settings.publicUrl}/collect/${standingToken(secrets, merchantId, market)}`,
          },
        ],
  );
  return { list };
}
