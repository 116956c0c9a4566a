import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, forgetComplaints, test } from '../support/demo.ts';
import { confirmAsStaff, operatorTexts, signInAnew, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

test('an admin tests where files are kept, and who only looks sees no button', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/storage');
  await expect(page.getByRole('heading', { level: 2, name: t('storage.kind.folder') })).toBeVisible();
  await page.getByRole('button', { name: t('storage.test'), exact: true }).click();
  await expect(page.locator('main').getByRole('status')).toContainText(/Works: .* \d+ ms/);
  await expectAccessible(page);

  const reader = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await reader.goto('/operator/storage');
  await expect(reader.getByText(t('storage.space'))).toBeVisible();
  await expect(reader.locator('main').getByRole('button')).toHaveCount(0);
});

test("an admin ends another member's sessions, who is out at once", async ({ browser }) => {
  const member = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await member.goto('/operator/account');
  await expect(member.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();

  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/staff');
  await page.getByRole('button', { name: STAFF.support.name }).click();
  const sessions = page.getByRole('region', { name: t('staff.sessions') });
  await expect(sessions.getByRole('listitem').first()).toContainText(/Chrome \d+/);
  await expectAccessible(page);
  while ((await sessions.getByRole('listitem').count()) > 0) {
    const before = await sessions.getByRole('listitem').count();
    await sessions
      .getByRole('button', { name: /^End the session from/ })
      .first()
      .click();
    await confirmAsStaff(page, t('staff.endSession'), await freshCode(STAFF.admin.username));
    await expect(sessions.getByRole('listitem')).toHaveCount(before - 1);
  }
  await expect(sessions.getByText(t('staff.sessionsNone'))).toBeVisible();
  signInAnew(STAFF.support);
  await member.reload();
  await expect(member).toHaveURL(/\/operator\/sign-in/);
  // What it was refused meanwhile is told by then.
  await member.close();
  forgetComplaints(/401 .*\/v1\/operator\//);
});

test('a promise that is broken says so on the overview, until a longer time is promised', async ({ browser }) => {
  await sql(`
    insert into message (owner_id, message_id, kind, channel, recipient, language, state, attempts, problem, create_time, expire_time)
    values (1, '01990000-0000-7000-8000-0000000000b1', 'test', 'mail', 'promise@example.com', 'en', 'given_up', 3, 'refused', now() - interval '30 hours', now())
    on conflict do nothing`);
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/overview');
  const line = page.getByRole('link', { name: new RegExp(t('overview.waiting.failed_messages')) });
  await expect(line).toContainText(t('overview.promised', { hours: 24 }));
  await expect(line).toContainText(t('overview.promiseBroken'));
  await expectAccessible(page);

  await page.goto('/operator/promised-times');
  const hours = page.getByLabel(t('promised.kind.failed_messages'), { exact: true });
  await hours.fill('721');
  await page.getByRole('button', { name: t('promised.review') }).click();
  await expect(page.getByText(t('promised.outOfBounds', { least: 1, most: 720 }))).toBeVisible();
  await expectAccessible(page);
  await hours.fill('48');
  await page.getByRole('button', { name: t('promised.review') }).click();
  await expect(page.getByRole('dialog', { name: t('promised.change') })).toContainText('24 h → 48 h');
  await confirmAsStaff(page, t('promised.change'), await freshCode(STAFF.admin.username));
  await expect(page.getByText(t('promised.done'))).toBeVisible();
  await page.goto('/operator/overview');
  await expect(line).toContainText(t('overview.promised', { hours: 48 }));
  await expect(line).not.toContainText(t('overview.promiseBroken'));
});

test('what somebody may read and not change is grey', async ({ browser }) => {
  for (const [member, ground] of [
    [STAFF.admin, 'rgb(255, 255, 255)'],
    [STAFF.finance, 'rgb(238, 241, 246)'],
  ] as const) {
    const page = await (await staff(browser, ENGLISH, member)).newPage();
    await page.goto('/operator/promised-times');
    await expect(page.getByLabel(t('promised.kind.failed_messages'), { exact: true })).toHaveCSS('background-color', ground);
    await expectAccessible(page);
  }
});
