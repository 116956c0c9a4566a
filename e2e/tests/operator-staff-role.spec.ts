import { expect } from '@playwright/test';
import { staffMemberList } from '@purser/contract/features/staff-member';
import { staff as outcomes } from '@purser/contract/outcomes/staff';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, forgetComplaints, MERCHANT, test } from '../support/demo.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
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

test('somebody is invited by mail, and whoever invites is shown no link', async ({ browser }) => {
  const login = `mai-${Date.now().toString(36)}`;
  const address = `${login}@example.com`;
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/staff');
  await page.getByRole('button', { name: t('staff.invite'), exact: true }).click();
  const form = page.getByRole('dialog', { name: t('staff.invite') });
  await form.getByLabel(t('staff.name'), { exact: true }).fill('Mai Mailed');
  await form.getByLabel(t('staff.username'), { exact: true }).fill(login);
  await form.getByLabel(t('staff.mail'), { exact: true }).fill('nobody');
  await form.getByRole('button', { name: t('staff.invite') }).click();
  await expect(form.getByText(t('staff.mailWrong'))).toBeVisible();
  await form.getByLabel(t('staff.mail'), { exact: true }).fill(address);
  await expectAccessible(page);
  await form.getByRole('button', { name: t('staff.invite') }).click();
  await confirmAsStaff(page, t('staff.invite'), await freshCode(STAFF.admin.username));
  await expect(page.getByText(t('staff.mailed', { mail: address })).first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('staff.withdrawNamed', { name: 'Mai Mailed' }) })).toBeVisible();
  await expect(page.getByRole('dialog', { name: t('staff.linkTitle') })).toHaveCount(0);
  await expect(page.getByText(t('staff.linkLost'))).toHaveCount(0);
  expect(await sql('select kind, channel from message where recipient = $1', [address])).toEqual([
    { kind: 'staff_invitation', channel: 'mail' },
  ]);
  // Other tests look at a page of staff on which nobody is waited for.
  await sql('delete from staff_invitation where username = $1', [login]);
});

test('a member who is opened by a link is said to be unknown only once it is known who there is', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const drawer = page.getByRole('dialog', { name: t('staff.detailTitle') });
  const [{ staff_id } = { staff_id: 0 }] = await sql<{ staff_id: number }>('select staff_id from staff where username = $1', [username]);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**${staffMemberList.path}`, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto(`/operator/staff?open=${staff_id}`);
  await asked.promise;
  await expect(drawer).toBeVisible();
  await expect(drawer.getByText(t('list.notFoundTitle'))).toHaveCount(0);
  answered.resolve();
  await expect(drawer.getByText(name).first()).toBeVisible();
  await page.goto('/operator/staff?open=999999');
  await expect(drawer.getByText(t('list.notFoundTitle'))).toBeVisible();
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
