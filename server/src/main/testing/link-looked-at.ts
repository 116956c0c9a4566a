import { orderQuery } from '@purser/contract/features/order';
import { paymentLinkClose, paymentLinkQuery } from '@purser/contract/features/payment-link';
import { LinkPayments } from '../../features/payment-link/paying.ts';
import { makeLink, tokenIn } from '../../features/payment-link/testing/link.ts';
import { countLinkPayments } from '../../features/payment-link/totals.ts';
import type { TestApp } from '../../platform/testing/app.ts';
import type { TestMerchant, TestUser } from '../../platform/testing/parties.ts';

/** Makes a payment link, lets payers open orders at it, counts what another was paid, looks at the links and their orders, and closes it; `deliver` sends what was told of it. */
export async function linkLookedAt(
  app: TestApp,
  shop: TestMerchant,
  payers: readonly TestUser[],
  deliver: () => Promise<void>,
): Promise<void> {
  const link = await makeLink(app, shop);
  const payments = new LinkPayments(app.platform);
  for (const { user_id } of payers) await payments.open(tokenIn(link), '', { ownerId: user_id }, 'en');
  await deliver();
  await paidBefore(app, shop);
  await countLinkPayments(app.platform.db);
  for (const filters of [{}, { link_status: 'open' }] as const) {
    await app.call(paymentLinkQuery, { page_size: 20, ...filters }, { token: shop.token });
  }
  for (const filters of [{ link_number: link.serial_number }, { order_type: 'transfer' }] as const) {
    await app.call(orderQuery, { page_size: 20, ...filters }, { token: shop.token });
  }
  await app.call(paymentLinkClose, { serial_number: link.serial_number }, { token: shop.token });
  await deliver();
}

/** A link that was paid often, and long enough ago that its payments are counted. */
async function paidBefore(app: TestApp, shop: TestMerchant): Promise<void> {
  const { serial_number } = await makeLink(app, shop);
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time,
       paid_time, link_number, order_type, order_from)
     select $1::bigint, name, name, name, 'USDP', 1250, 13, 1237, 'paid', 50000001, now(), now() - interval '3 minutes', $2, 'collection', 'scan'
     from (select $2 || '-' || n as name from generate_series(1, 4) as n) as orders`,
    [shop.merchant_id, serial_number],
  );
}
