import { expect } from '@playwright/test';
import { staff as outcomes } from '@purser/contract/outcomes/staff';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { forgetComplaints, MERCHANT, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';
import { recharge } from '../support/waiting.ts';

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

test('whoever has lost the right while they decide is told so, and is not offered it any more', async ({ browser }) => {
  const owner = await merchantIdOf(MERCHANT.username);
  await recharge(owner, 'RCROLE', 1_000_000, new Date().toISOString());
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto(`/operator/review-orders?open=${owner}.RCROLE`);
  const approve = page.getByRole('dialog', { name: t('reviews.detailTitle') }).getByRole('button', { name: t('reviews.approve') });
  await approve.click();
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  await sql(`update staff set role = 'auditor' where username = $1`, [STAFF.finance.username]);
  try {
    await page.keyboard.type(await freshCode(STAFF.finance.username));
    await page.keyboard.press('Enter');
    await expect(page.getByText(outcomes.staff_not_allowed.text.en)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(approve).toHaveCount(0);
    await expect(page.getByText(t('reviews.notYours'))).toBeVisible();
  } finally {
    await sql(`update staff set role = 'finance' where username = $1`, [STAFF.finance.username]);
    await sql(`delete from review_order where serial_number = 'RCROLE'`);
  }
  forgetComplaints(/403/);
});
