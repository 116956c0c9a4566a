import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { expectAccessible, forgetComplaints, stranger, test } from '../support/demo.ts';
import { enterSignIn, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { VirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const PASSWORD = 'Kim-demo-2026';

async function byPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel(t('signIn.username'), { exact: true }).fill(username);
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('signIn.continue'), exact: true }).click();
}

test('somebody who was invited sets up a passkey, signs in and confirms with it, and never needs a code', async ({ browser }) => {
  const admin = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await admin.goto('/operator/staff');
  await admin.getByRole('button', { name: t('staff.invite'), exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: t('staff.invite') });
  await dialog.getByLabel(t('staff.name'), { exact: true }).fill('Kim Keyholder');
  await dialog.getByLabel(t('staff.username'), { exact: true }).fill('kim');
  await dialog.getByRole('button', { name: t('staff.invite') }).click();
  await admin.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.admin.username));
  await admin
    .getByRole('dialog')
    .filter({ has: admin.getByLabel(t('kit.codeLabel')) })
    .getByRole('button', { name: t('staff.invite'), exact: true })
    .click();
  const link = await admin
    .getByRole('dialog', { name: t('staff.linkTitle') })
    .locator('dd')
    .innerText();

  const page = await (await stranger(browser, ENGLISH)).newPage();
  const authenticator = await VirtualAuthenticator.of(page);
  await page.goto(link.trim());
  await page.getByLabel(t('setUp.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('setUp.again'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('setUp.continue') }).click();
  await authenticator.recognises(false);
  await page.getByRole('button', { name: t('setUp.passkey') }).click();
  await expect(page.getByText(t('setUp.passkeyNotMade'))).toBeVisible();
  await authenticator.recognises(true);
  await page.getByRole('button', { name: t('setUp.passkey') }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  await page.getByRole('button', { name: /Kim Keyholder/ }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await byPassword(page, 'kim');
  // What was being asked when the session ended is refused.
  forgetComplaints(/401 .*\/v1\/operator\//);
  await authenticator.recognises(false);
  await page.getByRole('button', { name: t('signIn.passkey') }).click();
  await expect(page.getByRole('alert')).toHaveText(t('signIn.passkeyNotUsed'));
  await authenticator.recognises(true);
  await page.getByRole('button', { name: t('signIn.passkey') }).click();
  await expect(page.getByRole('navigation')).toBeVisible();

  await page.goto('/operator/account');
  await expect(page.getByText(t('setUp.passkeyName'))).toBeVisible();
  await page.getByLabel(t('account.oldPassword'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t('account.newPassword'), { exact: true }).fill('Kim-demo-2027');
  await page.getByLabel(t('account.passwordAgain'), { exact: true }).fill('Kim-demo-2027');
  await page.getByRole('button', { name: t('account.passwordChange') }).click();
  const confirming = page.getByRole('dialog', { name: t('account.passwordChange') });
  await expect(confirming.getByText(t('kit.passkeyHint'))).toBeVisible();
  await expect(confirming.getByLabel(t('kit.codeLabel'))).toHaveCount(0);
  await expectAccessible(page);
  await confirming.getByRole('button', { name: t('account.passwordChange') }).click();
  await expect(page.getByText(t('account.passwordChanged'))).toBeVisible();

  // The only second factor stays.
  await page.getByRole('button', { name: t('account.passkeyRemoveNamed', { name: t('setUp.passkeyName') }) }).click();
  const removing = page.getByRole('dialog', { name: t('account.passkeyRemoveNamed', { name: t('setUp.passkeyName') }) });
  await removing.getByRole('button', { name: t('account.passkeyRemove') }).click();
  await expect(removing).toBeHidden();
  await expect(page.getByText(t('setUp.passkeyName'))).toBeVisible();
});

test('a member adds a passkey to their authenticator, confirms with either, ends other sessions and removes the passkey', async ({
  browser,
}) => {
  const other = await (await stranger(browser, ENGLISH)).newPage();
  await other.goto('/operator/');
  await enterSignIn(other, ENGLISH, STAFF.auditor, await freshCode(STAFF.auditor.username));
  await expect(other.getByRole('navigation')).toBeVisible();

  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  const authenticator = await VirtualAuthenticator.of(page);
  await page.goto('/operator/account');
  await page.getByRole('button', { name: t('account.passkeyAdd') }).click();
  const naming = page.getByRole('dialog', { name: t('account.passkeyAdd') });
  await naming.getByRole('button', { name: t('account.passkeyMake') }).click();
  await expect(naming.getByText(t('account.passkeyNameRequired'))).toBeVisible();
  await naming.getByLabel(t('account.passkeyName')).fill('Work laptop');
  await naming.getByRole('button', { name: t('account.passkeyMake') }).click();
  const confirming = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
  await confirming.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.auditor.username));
  await confirming.getByRole('button', { name: t('account.passkeyAdd') }).click();
  await expect(page.locator('main').getByText('Work laptop')).toBeVisible();
  expect(await authenticator.count()).toBe(1);

  await page.getByRole('button', { name: t('account.endOthers') }).click();
  await expect(page.getByText(t('account.thisOne'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('account.open'), { exact: true })).toHaveCount(0);
  await other.reload();
  await expect(other.getByText(t('signIn.ended'))).toBeVisible();
  forgetComplaints(/401/);

  await page.getByRole('button', { name: t('account.passkeyRemoveNamed', { name: 'Work laptop' }) }).click();
  const removing = page.getByRole('dialog', { name: t('account.passkeyRemoveNamed', { name: 'Work laptop' }) });
  await authenticator.recognises(false);
  await removing.getByRole('button', { name: t('kit.passkeyInstead') }).click();
  await expect(removing.getByText(t('kit.passkeyNotUsed'))).toBeVisible();
  await authenticator.recognises(true);
  await removing.getByRole('button', { name: t('kit.passkeyInstead') }).click();
  await expect(page.getByText(t('account.passkeysNone'))).toBeVisible();
});

test('an admin makes sessions shorter by the policy, which refuses what is out of bounds', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  await page.goto('/operator/sign-in-policy');
  const idle = page.getByLabel(t('signInPolicy.merchant_idle_min'), { exact: true });
  const review = page.getByRole('button', { name: t('signInPolicy.review') });
  await idle.fill('1');
  await review.click();
  await expect(page.getByText(t('signInPolicy.outOfBounds', { least: 5, most: 720 }))).toBeVisible();
  await expect(idle).toBeFocused();
  await idle.fill('45');
  await review.click();
  const dialog = page.getByRole('dialog', { name: t('signInPolicy.change') });
  await expect(dialog.getByText('60 → 45')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.admin2.username));
  await dialog.getByRole('button', { name: t('signInPolicy.change') }).click();
  await expect(page.getByText(t('signInPolicy.done'))).toBeVisible();
  await page.reload();
  await expect(idle).toHaveValue('45');

  const reader = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await reader.goto('/operator/sign-in-policy');
  await expect(reader.getByLabel(t('signInPolicy.merchant_idle_min'), { exact: true })).toHaveValue('45');
  await expect(reader.getByRole('button', { name: t('signInPolicy.review') })).toHaveCount(0);
});
