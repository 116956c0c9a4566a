import { expect, test } from '@playwright/test';
import { showPart } from '../support/part.ts';

test('Escape closes what is open one after another, also where a rendering of the dialog was given up', async ({ page }) => {
  await showPart(page, 'given-up-rendering');
  const dialog = page.getByRole('dialog', { name: 'Dialog' });
  const drawer = page.getByRole('dialog', { name: 'Drawer' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});
