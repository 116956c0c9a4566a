import { expect, type Page } from '@playwright/test';
import { photo } from '../../server/src/features/file/testing/pictures.ts';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, merchant, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;
const o = operatorTexts(ENGLISH);

async function confirm(page: Page, button: string, username: string, text: (key: string) => string): Promise<void> {
  await page.getByLabel(text('kit.codeLabel')).fill(await freshCode(username));
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(text('kit.codeLabel')) })
    .getByRole('button', { name: button, exact: true })
    .click();
}

test('a merchant comes from the access key to the verify form, hands in, is approved by staff, and may have a key', async ({ browser }) => {
  const own = await ownMerchant('verifying');
  await sql(`update merchant set name = 'Verifying Goods' where username = $1`, [own.username]);
  const page = await (await merchant(browser, ENGLISH, {}, own)).newPage();
  await page.goto('/api/ManagementIndex');
  await expect(page.getByText('Cannot create an API without completing KYC')).toBeVisible();
  await page.getByRole('link', { name: t('apiManagement.verify') }).click();
  await page.getByRole('button', { name: t('identity.submit'), exact: true }).click();
  await expect(page.getByText(t('identity.incomplete')).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(t('identity.surname'), { exact: true }).fill('Nguyễn');
  await page.getByLabel(t('identity.name'), { exact: true }).fill('Minh');
  await page.getByLabel(t('identity.idNumber'), { exact: true }).fill('079301004321');
  const content = await photo();
  for (const document of ['front', 'back', 'holder']) {
    const field = page.getByLabel(t(`identity.document.${document}`), { exact: true });
    await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: content });
  }
  await expect(page.locator('main img')).toHaveCount(3);
  await page.getByRole('button', { name: t('identity.submit'), exact: true }).click();
  await confirm(page, t('identity.submit'), own.username, t);
  await expect(page.getByText(t('identity.pendingHint'))).toBeVisible();

  const desk = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await desk.goto('/operator/identities?status=pending');
  await desk.locator('main').getByRole('button', { name: 'Verifying Goods' }).first().click();
  const drawer = desk.getByRole('dialog', { name: o('identity.one') });
  await drawer.getByRole('button', { name: o('identity.show') }).click();
  await expect(drawer.getByText('079301004321')).toBeVisible();
  await expect(drawer.locator('img')).toHaveCount(3);
  await expectAccessible(desk);
  await drawer.getByRole('button', { name: o('identity.approve'), exact: true }).click();
  await confirm(desk, o('identity.approve'), STAFF.support.username, o);
  await expect(drawer.getByText(o('identity.state.approved')).first()).toBeVisible();

  await page.getByRole('link', { name: t('identity.toAccessKey') }).click();
  await expect(page.getByRole('button', { name: t('apiManagement.keyCreate') })).toBeEnabled();
});
