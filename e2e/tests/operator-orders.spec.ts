import { DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { withOldOrder } from '../support/old-order.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { shop } from '../support/shop.ts';
import { merchantIdOf } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

test('a payment order is found by its number, and leads to its posting', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/orders?order_status=paid');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.orders') })).toBeVisible();
  const number =
    (
      await page
        .getByRole('button', { name: /^PO[0-9A-Z]{14}/ })
        .first()
        .textContent()
    )?.match(/PO[0-9A-Z]{14}/)?.[0] ?? '';
  await page.goto(`/operator/orders?serial_number=${number}`);
  await expect(page.getByRole('button', { name: /^PO[0-9A-Z]{14}/ })).toHaveCount(1);
  await page.getByRole('button', { name: number }).click();
  const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
  await expect(drawer.getByText(t('orders.happened.paid'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(t('purpose.main')).first()).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: t('postings.show') }).click();
  await expect(page.getByRole('dialog', { name: t('ledger.posting') }).getByText(t('ledger.mac.valid'))).toBeVisible();
});

test('a withdrawal that was approved leads to the newest of its postings, beside which the others open as what they are', async ({
  browser,
}) => {
  test.slow();
  const [order] = await sql<{ owner_id: string; serial_number: string }>(
    `select owner_id::text, serial_number from review_order where order_id = 'PAYOUT-2'`,
  );
  const number = order?.serial_number ?? '';
  const [submitted, approved] = [t('transactionType.review_submitted'), t('transactionType.review_approved')];
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto(`/operator/review-orders?open=${order?.owner_id}.${number}`);
  await page
    .getByRole('dialog', { name: t('reviews.detailTitle') })
    .getByRole('link', { name: t('postings.show') })
    .click();
  const posting = page.getByRole('dialog', { name: t('ledger.posting') });
  const rows = page.locator('tbody tr:has(button)');
  await expect(rows).toHaveCount(2);
  // One that needs no look is approved in the same moment, and then either may come first.
  const [newest, older] = (await rows.first().innerText()).includes(approved) ? [approved, submitted] : [submitted, approved];
  await expect(posting.getByText(newest, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`open=${number}(\\+|%20)[0-9a-f-]{36}`));
  await page.keyboard.press('Escape');
  await expect(posting).toBeHidden();

  await rows.filter({ hasText: older }).getByRole('button').first().click();
  await expect(posting.getByText(older, { exact: true })).toBeVisible();
  await expect(page.locator('tr[data-opened="true"]')).toHaveText(new RegExp(older));
  await page.reload();
  await expect(posting.getByText(older, { exact: true })).toBeVisible();

  // An older address names the number alone.
  await page.goto(`/operator/ledger/postings?open=${number}`);
  await expect(posting.getByText(newest, { exact: true })).toBeVisible();
});

test('a payment order tells what was given back of it, and leads to each refund', async ({ browser }) => {
  const [paid] = await sql<{ serial_number: string; order_id: string; coin: string }>(
    `select o.serial_number, o.order_id, o.coin from payment_order o join merchant using (merchant_id)
     where username = $1 and o.status = 'paid' and o.order_id <> '' and refunded = 0 order by o.create_time desc limit 1`,
    [MERCHANT.username],
  );
  const { serial_number = '', order_id = '', coin = '' } = paid ?? {};
  const refund = await (await shop()).refunds.create({ refund_id: `R-${serial_number}`, order_id, amount: '1.00' });
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto(`/operator/orders?open=${serial_number}`);
  const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
  await expect(drawer.getByText(t('orders.refunded'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(t('orders.happened.refunded', { amount: `1.00 ${coin}` }), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: refund.serial_number }).click();
  await expect(page.getByRole('dialog', { name: t('orders.refundTitle') }).getByText(t('orders.toReward'))).toBeVisible();
});

test('of a payment order that was not paid, and of a payout that was refunded, nothing is said to be taken', async ({ browser }) => {
  const [unpaid] = await sql<{ serial_number: string }>(`select serial_number from payment_order where status = 'expired' limit 1`);
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  const fact = (label: string) => page.getByRole('dialog').locator('dl > div', { hasText: label }).locator('dd');
  await page.goto(`/operator/orders?open=${unpaid?.serial_number}`);
  await expect(fact(t('field.handlingFee'))).toHaveText('–');
  await expect(fact(t('field.settlementAmount'))).toHaveText('–');

  const owner = await merchantIdOf(MERCHANT.username);
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin,
       other_amount, rate, network, address, audit_time)
     select $1, 'UWNOTHING', 'usdt_withdrawal', 'refunded', 'manual', 'USDP', 10000, 100, 9900, 100, 'USDT', 98765432, 1, 'TRC20',
       'TNothing', now()`,
    [owner],
  );
  try {
    await page.goto('/operator/payouts?open=UWNOTHING');
    for (const label of ['arrives', 'fee', 'networkFee'] as const) await expect(fact(t(`payouts.${label}`)).first()).toHaveText('–');
    await expect(page.getByText('98.765432')).toHaveCount(0);
  } finally {
    await sql(`delete from review_order where serial_number = 'UWNOTHING'`);
  }
});

test('support reads an order and has no way into the ledger', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/orders?order_status=paid');
  await page
    .getByRole('button', { name: /^PO[0-9A-Z]{14}/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
  await expect(drawer.getByText(t('postings.title'), { exact: true })).toBeVisible();
  await expect(drawer.getByText(t('purpose.main')).first()).toBeVisible();
  await expect(drawer.getByRole('link', { name: t('postings.show') })).toHaveCount(0);
});

test('an order whose webhook deliveries are no longer kept does not say that nobody was told', async ({ browser }) => {
  await withOldOrder(async (serial) => {
    const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
    await page.goto(`/operator/orders?open=${serial}`);
    const drawer = page.getByRole('dialog', { name: t('orders.orderTitle') });
    await expect(drawer.getByText(t('deliveries.notKept', { days: DELIVERY_KEPT_DAYS }))).toBeVisible();
    await expect(drawer.getByText(t('deliveries.none'))).toHaveCount(0);
  });
});
