import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { statementDetail, statementMonths } from '@purser/contract/features/statement';
import { transferAdd } from '@purser/contract/features/transfer';
import { readPdf } from '../../server/src/platform/testing/read-pdf.ts';
import { freshCode } from '../support/codes.ts';
import { ALICE, expectAccessible, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

/** What pressing a button or link saves: the file's name, and its bytes. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await press();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("a month's statement is looked at, and saved as PDF and CSV that say the same", async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/Property/RunningWater');
  await page.getByRole('button', { name: t('fundFlow.statements'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('statement.title') })).toBeVisible();
  await page.getByRole('radio', { name: 'USDP' }).click({ force: true });
  await expect(page.getByRole('radio', { name: 'USDP' })).toBeChecked();
  const newest = page.getByRole('row').filter({ hasText: t('statement.unfinished') });
  await expect(newest).toHaveCount(1);
  await expectAccessible(page);
  await newest.getByRole('button').first().click();
  await expect(page).toHaveURL(/open=\d{4}-\d\d/);
  const month = /open=(\d{4}-\d\d)/.exec(page.url())?.[1] ?? '';
  const preview = page.getByRole('dialog', { name: t('statement.previewOf', { month }) });
  await expect(preview.getByText(t('statement.feesHint'))).toBeVisible();
  const closing = /[\d,]+\.\d\d/.exec(await preview.innerText())?.[0] ?? '';
  await expectAccessible(page);

  const csv = await saved(page, () => preview.getByRole('button', { name: t('statement.csvOf', { month }) }).click());
  expect(csv.name).toBe(`statement_USDP_${month}.csv`);
  expect(csv.bytes.toString()).toContain(`Closing balance,`);
  expect(csv.bytes.toString()).toContain(closing.replaceAll(',', ''));
  const pdf = await saved(page, () => preview.getByRole('button', { name: t('statement.pdfOf', { month }) }).click());
  expect(pdf.name).toBe(`statement_USDP_${month}.pdf`);
  expect((await readPdf(pdf.bytes)).join(' ')).toContain(closing);

  await preview.getByRole('link', { name: t('statement.showEntries') }).click();
  await expect(page).toHaveURL(/\/Property\/RunningWater\?.*coin_name=USDP/);
});

/** What the demo's first merchant sends to another one. */
async function sendTo(page: Page, username: string, coin_name: string, amount: string): Promise<void> {
  await page.goto('/assets/Assets');
  const authorization = await page.evaluate<string>(`localStorage.getItem('token')`);
  const data = {
    coin_name,
    amount,
    receipt_merchant_id: await merchantIdOf(username),
    google_code: await freshCode(MERCHANT.username),
  };
  expect(await (await page.request.post(transferAdd.path, { data, headers: { authorization } })).json()).toMatchObject({ msg: 'ok' });
}

test('statements stay those of the coin that they began with, whichever has more entries meanwhile', async ({ browser }) => {
  const who = await ownMerchant('months');
  for (const coin of ['USDP', 'USDP', 'VNDT']) await fundParty(who.username, coin, '50.00');
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(statementMonths.path)) asked += 1;
  });
  await page.goto('/Property/Statements');
  await page
    .getByRole('row')
    .filter({ hasText: t('statement.unfinished') })
    .getByRole('button')
    .first()
    .click();
  await expect(page).toHaveURL(/open=\d{4}-\d\d/);
  const month = /open=(\d{4}-\d\d)/.exec(page.url())?.[1] ?? '';
  const preview = page.getByRole('dialog', { name: t('statement.previewOf', { month }) });
  await expect(preview.getByText('100.00').first()).toBeVisible();
  // What was answered without a coin is not asked for again by the coin.
  expect(asked).toBe(1);

  for (let more = 0; more < 3; more += 1) await fundParty(who.username, 'VNDT', '50.00');
  const renewed = Promise.all([statementMonths, statementDetail].map(({ path }) => page.waitForResponse(`**${path}`)));
  await sendTo(await (await merchant(browser, ENGLISH)).newPage(), who.username, 'VNDT', '100000.00');
  await renewed;
  const expectStays = async (): Promise<void> => {
    await expect(page.getByRole('radio', { name: 'USDP', includeHidden: true })).toBeChecked();
    await expect(preview.getByText('100.00').first()).toBeVisible();
    const csv = await saved(page, () => preview.getByRole('button', { name: t('statement.csvOf', { month }) }).click());
    expect(csv.name).toBe(`statement_USDP_${month}.csv`);
  };
  await expectStays();
  await page.reload();
  await expectStays();
});

test('a paid order has a receipt to save, an open one has none; a payer saves theirs without scripts too', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/recharge/RechargeRecord?order_status=paid');
  await page.locator('tbody tr').getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: t('order.detailTitle') });
  const { name, bytes } = await saved(page, () => drawer.getByRole('button', { name: t('record.receiptPdf') }).click());
  expect(name).toMatch(/^receipt_PO\w+\.pdf$/);
  expect((await readPdf(bytes)).join(' ')).toContain(name.slice('receipt_'.length, -'.pdf'.length));
  await page.goto('/recharge/RechargeRecord?order_status=expired');
  await page.locator('tbody tr').getByRole('button').first().click();
  await expect(drawer.getByText(t('order.historyTitle'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('record.receiptPdf') })).toHaveCount(0);

  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto('/wallet');
  await wallet.getByRole('listitem').filter({ hasText: 'Payment to' }).first().getByRole('link').click();
  const own = await saved(wallet, () => wallet.getByRole('link', { name: ENGLISH.payer('receipt_pdf') }).click());
  expect((await readPdf(own.bytes)).join(' ')).toContain('Payment receipt');
  await wallet.getByRole('button', { name: /@/ }).click();
  await expect(wallet.getByText(/on its way to/)).toBeVisible();
  await expectAccessible(wallet);
});
