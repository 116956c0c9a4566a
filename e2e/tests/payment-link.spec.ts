import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { modulesOfPath, readQr } from '../support/qr.ts';
import { pay } from '../support/checkout.ts';
import { BINH, expectNoSidewaysScroll, merchant, payer, test } from '../support/demo.ts';
import { flowScene, patternOf } from '../support/flow.ts';

const { spoken, screen, rows } = flowScene('us', 390);
const { console: t, payer: p } = spoken;

test('a payment link is made, paid by a payer, and closed for the next', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/assets/Receive?coin=VNDT');
  await page.getByRole('button', { name: t('paymentLink.create') }).click();
  const form = page.getByRole('dialog', { name: t('paymentLink.create') });
  await form.getByRole('button', { name: t('paymentLink.create') }).click();
  await expect(form.getByLabel(t('field.amount'))).toHaveAccessibleDescription(new RegExp(t('paymentLink.amountWrong')));
  await form.getByLabel(t('field.amount')).fill('25000');
  const text = `Evening class ${Date.now()}`;
  await form.getByLabel(t('paymentLink.text')).fill(text);
  await form.getByLabel(t('paymentLink.uses')).click();
  await page.getByTitle(t('paymentLink.uses.many'), { exact: true }).click();
  await form.getByRole('button', { name: t('paymentLink.create') }).click();
  const made = page.getByRole('dialog', { name: t('paymentLink.made') });
  const address = await made.getByText(/\/collect\//).innerText();
  await made.getByRole('button', { name: t('paymentLink.done') }).click();

  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto(address);
  await expect(wallet.getByText(text)).toBeVisible();
  await wallet.getByRole('button', { name: p('collect_continue') }).click();
  await pay(wallet, BINH.paymentPassword, spoken);
  await expect(wallet.getByRole('heading', { name: p('success_title') })).toBeVisible();
  // A page on its way back to the merchant is not to be led elsewhere.
  await wallet.goto('about:blank');

  // The open list shows it by itself.
  await page.locator('main').getByRole('button', { name: /^PL/ }).first().click();
  const details = page.getByRole('dialog', { name: t('paymentLink.detailTitle') });
  await expect(details.getByText(text)).toBeVisible();
  await expect(details).toContainText('25,000.00 VNDT');
  await details.getByRole('button', { name: t('paymentLink.close') }).click();
  await page
    .getByRole('dialog', { name: t('paymentLink.closeTitle') })
    .getByRole('button', { name: t('paymentLink.close') })
    .click();
  await expect(details.getByText(t('paymentLink.status.closed'))).toBeVisible();
  await wallet.goto(address);
  await expect(wallet.getByRole('heading', { name: p('collect_closed_title') })).toBeVisible();
  await expectNoSidewaysScroll(wallet);
});

test('a standing code is saved as a picture, scanned, and paid with the amount that is typed', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, { ...screen, acceptDownloads: true })).newPage();
  await page.goto('/assets/Receive?coin=VNDT');
  const saved = async (name: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    return readFile((await (await download).path()) ?? '');
  };
  const png = await saved(t('paymentLink.savePng'));
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16) > 1000]).toEqual(['PNG', true]);
  const svg = (await saved(t('paymentLink.saveSvg'))).toString('utf8');
  const address = readQr(modulesOfPath(/<path d="([^"]+)"/.exec(svg)?.[1] ?? ''));
  await page.getByRole('button', { name: t('paymentLink.poster'), exact: true }).click();
  await expect(page.getByText(t('paymentLink.posterScan'))).toBeVisible();
  await expect(page.getByRole('img', { name: t('paymentLink.standingQr', { coin: 'VNDT' }) })).toBeVisible();

  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto(address);
  const amount = wallet.getByLabel(`${p('collect_amount')} (VNDT)`);
  await amount.fill('0');
  await wallet.getByRole('button', { name: p('collect_continue') }).click();
  await expect(amount).toHaveAccessibleDescription(patternOf(p('collect_limits', { minimum: '{minimum}', maximum: '{maximum}' })));
  await amount.fill('31000');
  await wallet.getByRole('button', { name: p('collect_continue') }).click();
  await pay(wallet, BINH.paymentPassword, spoken);
  await expect(wallet.getByRole('heading', { name: p('success_title') })).toBeVisible();

  await page.goto('/recharge/RechargeRecord?order_type=transfer&coin_name=VNDT');
  await expect(rows(page).filter({ hasText: '31,000.00' }).first()).toContainText(t('order.status.paid'));
});
