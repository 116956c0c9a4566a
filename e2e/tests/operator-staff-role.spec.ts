import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const { username, name } = STAFF.auditor;

test('a role is changed from what it is now, not from what it was when the page was read', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/staff');
  await page.getByRole('button', { name }).click();
  await page
    .getByRole('dialog', { name: t('staff.detailTitle') })
    .getByRole('button', { name: t('staff.changeRole') })
    .click();
  const form = page.getByRole('dialog', { name: t('staff.changeRole') });
  const choose = async (role: string) => {
    await form.getByRole('radio', { name: t(`role.${role}`), exact: false }).check();
    await form.getByRole('button', { name: t('staff.changeRole') }).click();
  };
  // Meanwhile another admin changes it.
  await sql(`update staff set role = 'finance' where username = $1`, [username]);
  try {
    await choose('finance');
    await expect(form.getByText(t('staff.roleSame'))).toBeVisible();
    await choose('support');
    const confirming = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
    await expect(confirming.locator('dl > div').filter({ hasText: t('staff.roleBefore') })).toContainText(t('role.finance'));
    await expect(confirming.locator('dl > div').filter({ hasText: t('staff.roleAfter') })).toContainText(t('role.support'));
  } finally {
    await sql(`update staff set role = 'auditor' where username = $1`, [username]);
  }
});
