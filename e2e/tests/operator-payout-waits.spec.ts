import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { plantWaits } from '../support/withdrawal-screens.ts';

const { spoken, screen, rows } = flowScene('us', 1440);
const t = operatorTexts(spoken);

test('an approved withdrawal says why it waits, in the list, in its drawer and on the page of health, until it goes on', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await plantWaits(MERCHANT.username, 'WAITS');
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto('/operator/payouts?status=approved&open=WAITS1');
  const drawer = page.getByRole('dialog', { name: t('payouts.detailTitle') });
  await expect(drawer.getByText(t('wait.usdt_short'), { exact: true })).toBeVisible();
  await expect(drawer.getByText('1,234.567891')).toBeVisible();
  await expect(drawer.getByText(t('wait.usdt_short.do'))).toBeVisible();
  await expect(rows(page).filter({ hasText: 'WAITS2' })).toContainText(t('wait.address_rests'));
  await expectAccessible(page);

  // The signer tells another reason, and then that it goes on: nobody touches anything.
  await sql(`update payout_wait set reason = 'gas_short', missing = 20000 where serial_number = 'WAITS1'`);
  await expect(drawer.getByText(t('wait.gas_short'), { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(drawer.getByText('0.02', { exact: true })).toBeVisible();
  await sql(`delete from payout_wait where serial_number = 'WAITS1'`);
  await expect(drawer.getByText(t('wait.gas_short'), { exact: true })).toBeHidden({ timeout: 45_000 });

  // What the signer says it has paid, before the database was put back, is ended by two people.
  await page.goto('/operator/payouts?open=WAITS3');
  await expect(drawer.getByText(t('payouts.before'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('payouts.fail') })).toHaveCount(0);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: t('payouts.endNot') }).click();
  await page.getByLabel(t('payouts.remark'), { exact: true }).fill('No node has it');
  await page.getByRole('button', { name: t('payouts.continue') }).click();
  await confirmAsStaff(page, t('payouts.endNot'), await freshCode(STAFF.finance.username), spoken);
  await expect(page.getByText(t('payouts.endEntered'))).toBeVisible();
  const second = await (await staff(browser, spoken, STAFF.admin, screen)).newPage();
  await second.goto('/operator/approvals');
  await second
    .getByRole('button', { name: t('approvals.kind.payoutEnd') })
    .or(rows(second).filter({ hasText: t('approvals.kind.payoutEnd') }))
    .first()
    .click();
  const entered = second.getByRole('dialog');
  await expect(entered.getByText(t('approvals.doubt.signed_before'))).toBeVisible();
  await expect(entered.getByText(t('approvals.became.not_paid'))).toBeVisible();
  await expectAccessible(second);
  await entered.getByRole('button', { name: t('approvals.approve'), exact: true }).click();
  await confirmAsStaff(second, t('approvals.approve'), await freshCode(STAFF.admin.username), spoken);
  await expect(second.getByText(t('approvals.approveDone'))).toBeVisible();
  await page.reload();
  await expect(drawer.getByRole('button', { name: t('payouts.fail') })).toBeVisible();
  await expect(drawer.getByText(t('payouts.beforeUnpaid'))).toBeVisible();

  await page.goto('/operator/health');
  const card = page.getByRole('region', { name: t('wait.signer', { network: 'TRC20' }) });
  await expect(card.getByText(t('wait.address_rests'))).toBeVisible();
  await expectAccessible(page);
  await sql(`delete from chain_nonce where sender = decode(repeat('5a', 20), 'hex')`);
});
