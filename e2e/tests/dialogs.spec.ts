import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';

const PAGE = join(import.meta.dirname, '../../packages/ui/src/testing/given-up-rendering.tsx');

test('Escape closes what is open one after another, also where a rendering of the dialog was given up', async ({ page }) => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: PAGE } },
  });
  if (!('output' in built)) throw new Error('nothing was built');
  await page.setContent('<div id="page"></div>');
  await page.addScriptTag({ content: built.output[0].code, type: 'module' });
  const dialog = page.getByRole('dialog', { name: 'Dialog' });
  const drawer = page.getByRole('dialog', { name: 'Drawer' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});
