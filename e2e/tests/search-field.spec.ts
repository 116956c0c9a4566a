import { expect, test } from '@playwright/test';
import { showPart } from '../support/part.ts';

test.beforeEach(({ page }) => showPart(page, 'search-typing'));

test('what is typed while a text is looked up stays', async ({ page }) => {
  const field = page.getByRole('textbox');
  const answer = (text: string) => page.getByRole('button', { name: text, exact: true }).click();
  await field.pressSequentially('AB');
  await expect(page.getByRole('button', { name: 'AB', exact: true })).toBeVisible();
  await field.pressSequentially('C');
  await answer('AB');
  await expect(field).toHaveValue('ABC');
  await answer('ABC');
  await expect(page.getByRole('status')).toHaveText('ABC');
  await expect(field).toHaveValue('ABC');
});

test('a space at the end stays, so that the next word may follow', async ({ page }) => {
  const field = page.getByRole('textbox');
  await field.pressSequentially('Blue ');
  await page.getByRole('button', { name: 'Blue', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Blue');
  await expect(field).toHaveValue('Blue ');
  await field.press('End');
  await field.pressSequentially('Shop');
  await expect(field).toHaveValue('Blue Shop');
  await page.getByRole('button', { name: 'Blue Shop', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Blue Shop');
});

test('what is cleared while it is looked up stays so', async ({ page }) => {
  const field = page.getByRole('textbox');
  await field.fill('AB');
  const answer = page.getByRole('button', { name: 'AB', exact: true });
  await answer.waitFor();
  await page.getByRole('button', { name: 'Clear: Number' }).click();
  await answer.click();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'nothing', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('nothing');
  await expect(field).toHaveValue('');
});

test('what is set elsewhere is taken over', async ({ page }) => {
  const field = page.getByRole('textbox');
  await field.fill('AB');
  await page.getByRole('button', { name: 'AB', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('AB');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect(field).toHaveValue('from elsewhere');
});
