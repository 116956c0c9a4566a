import { expect, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { shop } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const own = ENGLISH.console;
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

/** A payout of the merchant's that was sent and came back, put straight into the table: one that is settled must have been posted, as the ledger's check knows. */
async function makePayout(): Promise<{ payout: string; txid: string }> {
  const made = { payout: `WC0E${randomBytes(6).toString('hex').toUpperCase()}`, txid: randomBytes(32).toString('hex') };
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, other_coin, other_amount,
       rate, network, address, txid)
     select merchant_id, $2, 'usdt_withdrawal', 'refunded', 'manual', 'USDP', 15000, 0, 100, 14900, 0, 'USDT', 149000000, 1, 'TRC20', $3, $4
     from merchant where username = $1`,
    [MERCHANT.username, made.payout, ADDRESS, made.txid],
  );
  return made;
}

/** The number of a refund of the merchant's: a part of what was paid, by the open API. */
async function makeRefund(): Promise<string> {
  const [paid] = await sql<{ order_id: string }>(
    `select o.order_id from payment_order as o join merchant using (merchant_id)
     where merchant.username = $1 and o.payer_nick = 'Alice' and o.status = 'paid' and o.coin = 'USDP' limit 1`,
    [MERCHANT.username],
  );
  const asked = { refund_id: `E2E-${randomBytes(6).toString('hex')}`, order_id: paid?.order_id ?? '', amount: '0.10' };
  const { serial_number } = await (await shop()).refunds.create(asked);
  return serial_number;
}

const field = (page: Page) => page.locator('main').getByRole('textbox').first();
const row = (page: Page, kind: string) => page.locator('main').getByRole('button', { name: t(`orderKind.${kind}`) });
async function expectReviewOpened(page: Page, serial: string): Promise<void> {
  const opened = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  await expect(opened.getByText(serial).first()).toBeVisible();
}

test('staff find a payout by its TXID and by its address, and a refund by its number', async ({ browser }) => {
  const { payout, txid } = await makePayout();
  const refund = await makeRefund();
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/all-orders');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.everyOrder') })).toBeVisible();
  await expect(row(page, 'payment').first()).toBeVisible();

  await field(page).fill(`0x${txid}`);
  await field(page).press('Enter');
  await expect(row(page, 'usdt_withdrawal')).toHaveCount(1);
  await expect(row(page, 'payment')).toHaveCount(0);
  await expectAccessible(page);
  await row(page, 'usdt_withdrawal').click();
  await expect(page).toHaveURL(/\/operator\/review-orders\?/);
  await expectReviewOpened(page, payout);

  await page.goto('/operator/all-orders?kind=usdt_withdrawal&phase=final');
  await field(page).fill(ADDRESS);
  await expect(page).toHaveURL(new RegExp(ADDRESS));
  await expect(page.locator('main').getByText(payout).first()).toBeVisible();

  await page.goto(`/operator/all-orders?number=${refund}`);
  await row(page, 'refund').click();
  const details = page.getByRole('dialog', { name: t('orders.refundTitle') });
  await expect(details.getByText(t('orders.refundFrom.api'))).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await details.getByRole('link', { name: t('orders.openRefunded') }).click();
  await expect(page.getByRole('dialog', { name: t('orders.orderTitle') })).toBeVisible();

  await page.goto(`/operator/all-orders?number=${randomBytes(32).toString('hex')}`);
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
});

test('staff take a file of the orders that they found', async ({ browser }) => {
  const { payout, txid } = await makePayout();
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto(`/operator/all-orders?number=${txid}`);
  await expect(row(page, 'usdt_withdrawal')).toHaveCount(1);
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: own('list.export') }).click();
  await page.getByRole('menuitem', { name: own('list.exportCsv') }).click();
  await expect(page.getByText('Exported 1 row')).toBeVisible();
  const [, line, ...others] = readFileSync(await (await exported).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(others).toEqual([]);
  for (const said of [payout, txid, t('orderKind.usdt_withdrawal'), 'Refunded', '150.00']) expect(line).toContain(said);
});

test('the palette leads to an order by its TXID and by its address', async ({ browser }) => {
  const { payout, txid } = await makePayout();
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/account');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();
  const palette = page.getByRole('dialog', { name: own('palette.title') });
  const look = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
    await expect(palette.getByRole('option', { selected: true })).toContainText(`${payout}${t('orderKind.usdt_withdrawal')}`);
  };
  await look(ADDRESS);
  await page.keyboard.press('Escape');
  await look(`0x${txid}`);
  await page.keyboard.press('Enter');
  await expectReviewOpened(page, payout);
});
