import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readPdf } from '../../server/src/platform/testing/read-pdf.ts';
import { ALICE, expectAccessible, merchant, payer, test } from '../support/demo.ts';
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
