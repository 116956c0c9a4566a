import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { test } from '../support/demo.ts';
import { callAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';
import { recharge } from '../support/waiting.ts';

const t = operatorTexts(ENGLISH);

test('a rejection that is on its way is not called off: its dialog stays until the answer is there, with its reason', async ({
  browser,
}) => {
  const owner = await merchantIdOf((await ownMerchant('late')).username);
  await sql(`select ledger.open_account($1, 'USDT', 'main', false)`, [owner]).catch(() => []);
  await recharge(owner, 'RCLATE', 40_000_000_000, new Date().toISOString());
  const orders = [{ owner_id: owner, serial_number: 'RCLATE' }];
  await callAsStaff(browser, STAFF.finance, 'review/decide', { orders, decision: 'approve', reason: 'Seen at the explorer' });
  const [made] = await sql<{ approval_id: string }>(
    `select approval_id from approval where content::jsonb -> 'order' ->> 'serial_number' = 'RCLATE'`,
    [],
  );

  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto(`/operator/approvals?open=${made?.approval_id}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('approvals.reject') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('approvals.reject') });
  const reason = dialog.getByLabel(t('approvals.rejectReason'));
  await reason.fill('Not seen');
  let letGo = (): void => {};
  const held = new Promise<void>((go) => (letGo = go));
  const asked = page.waitForRequest('**/approval/reject');
  await page.route('**/approval/reject', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: t('approvals.reject') }).click();
  await asked;
  await expect(dialog.getByRole('button', { name: t('kit.cancel') })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(reason).toHaveValue('Not seen');
  letGo();
  await expect(page.getByRole('region', { name: t('kit.toasts') }).getByText(t('approvals.rejectDone'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
