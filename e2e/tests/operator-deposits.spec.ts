import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { plantDeposits } from '../support/deposit-screens.ts';
import { flowScene } from '../support/flow.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';

const { spoken, screen, rows } = flowScene('us', 1440);
const t = operatorTexts(spoken);

const stateOf = async (id: string): Promise<string | undefined> =>
  (await sql<{ state: string }>('select state from chain_deposit where deposit_id = $1', [id]))[0]?.state;

test('a held deposit is found, credited with a reason and a code, and another one is set aside', async ({ browser }) => {
  test.setTimeout(120_000);
  const owner = await plantDeposits(MERCHANT.username, 'FLOW');
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`/operator/deposits?state=held&owner_id=${owner}`);
  await expect(
    rows(page)
      .filter({ hasText: t('deposits.held.below_minimum') })
      .first(),
  ).toBeVisible();

  await page.goto('/operator/deposits?open=FLOW1');
  const drawer = page.getByRole('dialog', { name: t('deposits.detailTitle') });
  await expect(drawer.getByText(t('deposits.becomes'))).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: t('deposits.credit'), exact: true }).click();
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await expect(page.getByText(t('deposits.reasonRequired'))).toBeVisible();
  await page.getByLabel(t('deposits.remark'), { exact: true }).fill('They asked for it');
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await confirmAsStaff(page, t('deposits.credit'), await freshCode(STAFF.finance.username));
  await expect(page.getByText(t('deposits.credited'))).toBeVisible();
  await expect(drawer.getByText('They asked for it')).toBeVisible();
  await expect(drawer.getByText(STAFF.finance.name)).toBeVisible();
  expect(await stateOf('FLOW1')).toBe('credited');

  await page.goto('/operator/deposits?open=FLOW2');
  await drawer.getByRole('button', { name: t('deposits.setAside'), exact: true }).click();
  await page.getByLabel(t('deposits.remark'), { exact: true }).fill('Waits for the bank');
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await confirmAsStaff(page, t('deposits.setAside'), await freshCode(STAFF.finance.username));
  await expect(page.getByText(t('deposits.wasSetAside'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('deposits.setAside'), exact: true })).toHaveCount(0);
  expect(await stateOf('FLOW2')).toBe('set_aside');
});
