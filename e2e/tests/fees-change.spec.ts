import { expect } from '@playwright/test';
import { markets } from '@purser/contract/outcomes/markets';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { LOTUS, MERCHANT, merchant, test } from '../support/demo.ts';
import { merchantIdOf } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

test('a fee that changes while a transfer is confirmed is told at the amount, and taken only once it was shown', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/transfer/AccountsManage?send=USDP');
  await page.getByLabel(t('transfer.to'), { exact: true }).fill(String(await merchantIdOf(LOTUS.username)));
  const amount = page.getByLabel(t('field.amount'), { exact: true });
  await amount.fill('100.00');
  await amount.press('Enter');
  const code = page.getByLabel(t('kit.codeLabel'));
  const confirmation = page.getByRole('dialog').filter({ has: code });
  await expect(confirmation).toContainText('99.90 USDP');
  await sql(`update coin set transfer_fee_bp = 500 where code = 'USDP'`);
  try {
    await code.fill(await freshCode(MERCHANT.username));
    await page.keyboard.press('Enter');
    await expect(page.getByText(markets.fee_changed.text.en)).toBeVisible();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('100.00');
    await amount.press('Enter');
    await expect(confirmation).toContainText('95.00 USDP');
    await code.fill(await freshCode(MERCHANT.username));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('transfer.done')).first()).toBeVisible();
  } finally {
    await sql(`update coin set transfer_fee_bp = 10 where code = 'USDP'`);
  }
});
