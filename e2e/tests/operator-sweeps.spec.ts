import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { plantSweeps, SWEPT } from '../support/sweep-screens.ts';

const { spoken, screen, rows } = flowScene('us', 1440);
const t = operatorTexts(spoken);

test('sweeps are listed, narrowed, opened with what was signed for them, and renewed by themselves', async ({ browser }) => {
  await plantSweeps(MERCHANT.username, 'LISTED');
  const page = await (await staff(browser, spoken, STAFF.support, screen)).newPage();
  await page.goto('/operator/payouts');
  await page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByRole('link', { name: t('menu.sweeps') })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: t('menu.sweeps') })).toBeVisible();
  await expect(
    rows(page)
      .filter({ hasText: t('chains.why.gas_short') })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/operator/sweeps?network=ERC20&state=failed`);
  await expect(
    rows(page)
      .filter({ hasText: t('chains.why.reverted') })
      .first(),
  ).toBeVisible();
  await expect(rows(page).filter({ hasText: t('chains.why.gas_short') })).toHaveCount(0);

  await page.goto('/operator/sweeps?open=LISTED3');
  const drawer = page.getByRole('dialog', { name: t('chains.sweepTitle') });
  await expect(drawer.getByText('200.00')).toBeVisible();
  await expect(drawer.getByText(t('chains.attempt.sweep'))).toBeVisible();
  await expect(drawer.getByText(t('chains.attempt.fuel'))).toBeVisible();
  await expect(drawer.getByText(t('chains.gwei', { price: '31.50' })).first()).toBeVisible();
  await expect(drawer.getByText(t('chains.sent.sent'))).toBeVisible();
  await expectAccessible(page);

  // What the signer and the worker do is seen without a touch: they send no event.
  await page.goto(`/operator/sweeps?address=${SWEPT}&open=LISTED1`);
  await expect(drawer.getByText(t('chains.why.gas_short'))).toBeVisible();
  await sql(`update sweep set why = 'gas_price' where sweep_id = 'LISTED1'`);
  await expect(drawer.getByText(t('chains.why.gas_price'))).toBeVisible({ timeout: 45_000 });
  await expect(rows(page).filter({ hasText: t('chains.why.gas_price') })).toHaveCount(1, { timeout: 45_000 });
});
