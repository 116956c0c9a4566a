import { expect, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { sql } from '../support/database.ts';
import { test } from '../support/demo.ts';
import { confirmAsStaff, confirmToTheEnd, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { freshCode } from '../support/codes.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

/** The form that changes a coin's terms, and what stands in it. */
async function openTerms(page: Page) {
  await page
    .locator('tr')
    .filter({ hasText: 'USDP' })
    .first()
    .getByRole('button', { name: t('market.change'), exact: true })
    .click();
  const form = page.getByRole('dialog', { name: t('market.changeOf', { coin: 'USDP' }) });
  await expect(form.getByLabel(t('terms.transferMinimum'))).not.toHaveValue('');
  return {
    symbol: form.getByLabel(t('market.symbol')),
    minimum: form.getByLabel(t('terms.transferMinimum')),
    reason: form.getByLabel(t('terms.reason'), { exact: true }),
    goOn: () => form.getByRole('button', { name: t('terms.continue') }).click(),
  };
}

test('of two who change the terms of a coin the second is told so, keeps what is typed, and sets nothing of the first one back', async ({
  browser,
}) => {
  const [before] = await sql<{ symbol: string; transfer_minimum: string }>(`select symbol, transfer_minimum from coin where code = 'USDP'`);
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  const other = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await Promise.all([page.goto('/operator/markets'), other.goto('/operator/markets')]);
  try {
    const mine = await openTerms(page);
    await mine.symbol.fill('US$');
    await mine.reason.fill('Told from others');

    const theirs = await openTerms(other);
    await theirs.minimum.fill('7.00');
    await theirs.reason.fill('Too small to be worth it');
    await theirs.goOn();
    await confirmToTheEnd(other, STAFF.admin, t('terms.confirm'));
    await expect(other.getByText(t('terms.saved'))).toBeVisible();

    await mine.goOn();
    await confirmAsStaff(page, t('terms.confirm'), await freshCode(STAFF.finance.username));
    await expect(page.getByText(outcomeText('terms_changed', 'en'))).toBeVisible();
    await expect(mine.minimum).toHaveValue('7.00');
    await expect(mine.symbol).toHaveValue('US$');
    await expect(mine.reason).toHaveValue('Told from others');

    await mine.goOn();
    await confirmToTheEnd(page, STAFF.finance, t('terms.confirm'));
    await expect(page.getByText(t('terms.saved'))).toBeVisible();
    expect(await sql(`select symbol, transfer_minimum from coin where code = 'USDP'`)).toEqual([
      { symbol: 'US$', transfer_minimum: '700' },
    ]);
  } finally {
    await sql(`update coin set symbol = $1, transfer_minimum = $2 where code = 'USDP'`, [before?.symbol, before?.transfer_minimum]);
  }
});
