import { expect } from '@playwright/test';
import { forgetComplaints, merchant, test } from '../support/demo.ts';
import { STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

test('without a connection another page of a list is not the one before, and comes when the connection is back', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/recharge/RechargeRecord?order_status=paid');
  const first = page.locator('tbody tr:has(button)').first();
  await expect(first).toBeVisible();
  const shown = await first.innerText();
  const offline = page.getByText(t('shell.offline'));
  await expect(offline).toBeHidden();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await page.getByRole('button', { name: t('kit.pageAfter') }).click();
  await expect(page.getByText(t('kit.failedTitle'))).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(0);
  await context.setOffline(false);
  await expect(offline).toBeHidden();
  await expect(first).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('kit.pages') })).toContainText('21–40');
  await expect(first).not.toHaveText(shown);
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
});

test('the operator console says that there is no connection, too', async ({ browser }) => {
  const context = await staff(browser, ENGLISH, STAFF.support);
  const page = await context.newPage();
  await page.goto('/operator/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(t('shell.offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(t('shell.offline'))).toBeHidden();
  forgetComplaints(/ERR_INTERNET_DISCONNECTED/);
});
