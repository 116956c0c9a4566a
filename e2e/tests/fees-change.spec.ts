import { expect } from '@playwright/test';
import { markets } from '@purser/contract/outcomes/markets';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { ending, pay } from '../support/checkout.ts';
import { ALICE, LOTUS, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { merchantIdOf } from '../support/own-merchant.ts';
import { newOrder } from '../support/shop.ts';
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

test('a refund whose fee stays after all is told so at the amount, and made only once that was shown', async ({ browser }) => {
  const order = await newOrder('USDP', '12.00');
  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto(order.path);
  await pay(wallet, ALICE.paymentPassword);
  await expect(ending(wallet, ENGLISH.payer('success_title'))).toBeVisible();
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`/recharge/Order/${order.serial_number}`);
  const returns = (isSo: boolean) => sql(`update coin set refund_returns_fee = $1 where code = 'USDP'`, [isSo]);
  await returns(true);
  try {
    await page.getByRole('button', { name: t('refund.act'), exact: true }).click();
    const amount = page.getByRole('dialog', { name: t('refund.title') }).getByLabel(t('field.amount'), { exact: true });
    await amount.fill('5.00');
    await amount.press('Enter');
    const code = page.getByLabel(t('kit.codeLabel'));
    const confirmation = page.getByRole('dialog').filter({ has: code });
    await expect(confirmation).toContainText(t('refund.feeReturned'));
    await returns(false);
    await code.fill(await freshCode(MERCHANT.username));
    await page.keyboard.press('Enter');
    await expect(page.getByText(markets.fee_changed.text.en)).toBeVisible();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('5.00');
    await amount.press('Enter');
    await expect(confirmation).not.toContainText(t('refund.feeReturned'));
    await code.fill(await freshCode(MERCHANT.username));
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('refund.done')).first()).toBeVisible();
  } finally {
    await returns(false);
  }
});
