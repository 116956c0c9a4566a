import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { expectAccessible, LOTUS, merchant, PHONE, test } from '../support/demo.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

/** What the provider tells merchants in the console: announcements, agreements to accept, and the links to its pages. */

test('announcements are read under the bell, and lead to their public page where they have one', async ({ browser }) => {
  const t = ENGLISH.console;
  const page = await (await merchant(browser, ENGLISH, {}, LOTUS)).newPage();
  await page.goto('/assets/Assets');
  await page.getByRole('button', { name: t('shell.events') }).click();
  const announcements = page.getByRole('region', { name: t('announcements.title') });
  await announcements.getByText('Announcements now reach you in the console').click();
  await expect(announcements.getByText('What concerns merchants is announced')).toBeVisible();
  const link = announcements.getByRole('link', { name: t('announcements.openPage') });
  await expect(link).toHaveCount(0);
  // Closing one of them leaves the bell open.
  await announcements.getByText('Announcements now reach you in the console').click();
  await expect(announcements.getByText('What concerns merchants is announced')).toHaveCount(0);

  await announcements.getByText('Welcome to the help center').click();
  await expect(link).toBeInViewport();
  await expectAccessible(page);
  const opened = page.waitForEvent('popup');
  await link.click();
  await expect((await opened).getByRole('heading', { level: 1, name: 'Welcome to the help center' })).toBeVisible();
});

test('agreements that were not accepted are asked for once, and the account leads to the provider’s pages', async ({ browser }) => {
  const t = VIETNAMESE.console;
  const context = await merchant(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true }, LOTUS);
  await sql(`delete from content_acceptance where owner_id = (select merchant_id from merchant where username = $1)`, [LOTUS.username]);
  const page = await context.newPage();
  await page.goto('/assets/Assets');
  const dialog = page.getByRole('dialog', { name: t('agreements.title') });
  await expect(dialog.getByRole('link')).toHaveCount(2);
  // Enter at once must not log anybody out.
  await expect(dialog.getByRole('button', { name: t('shell.logout') })).not.toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: t('pages.privacy_policy') }).click();
  await expect((await opened).getByRole('heading', { level: 1, name: t('pages.privacy_policy') })).toBeVisible();
  await dialog.getByRole('button', { name: t('agreements.accept') }).click();
  await expect(dialog).toBeHidden();

  await page.reload();
  await page.getByRole('button', { name: LOTUS.name }).click();
  const pages = page.getByRole('navigation', { name: t('pages.title') });
  await expect(pages.getByRole('link')).toHaveCount(5);
  await expectAccessible(page);
  await expect(dialog).toHaveCount(0);
});
