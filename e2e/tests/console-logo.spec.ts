import { expect, type Page } from '@playwright/test';
import { plain } from '../../server/src/features/file/testing/pictures.ts';
import { expectAccessible, forgetComplaints, LOTUS, merchant, PHONE, test, visitor } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.console;

const picture = async (name = 'logo.png') => ({ name, mimeType: 'image/png', buffer: await plain(300, 200) });
const shown = (page: Page) => page.getByRole('region', { name: t('apiManagement.logoTitle') }).locator('img');

test('a logo is chosen, told about where it is wrong, seen by payers, and taken away', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/ManagementIndex');
  const card = page.getByRole('region', { name: t('apiManagement.logoTitle') });
  const field = card.getByLabel(t('apiManagement.logoLabel'), { exact: true });

  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(field).toHaveAccessibleDescription(t('kit.fileKindWrong'));
  await field.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1_048_576) });
  await expect(field).toHaveAccessibleDescription(t('kit.fileTooLarge', { megabytes: 2 }));
  // Called a picture and none: that is for the server to find out.
  await field.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<script>') });
  await expect(field).toHaveAccessibleDescription(/This kind of file is not accepted here/);
  await expect(field).toBeFocused();

  await field.setInputFiles(await picture());
  await expect(shown(page)).toBeVisible();
  await expect(shown(page)).toHaveJSProperty('naturalWidth', 300);
  await expectAccessible(page);

  const { path } = await newOrder('USDP', '12.50');
  const checkout = await (await visitor(browser, ENGLISH)).newPage();
  await checkout.goto(path);
  await expect(checkout.locator('img[src^="/picture/"]')).toHaveJSProperty('naturalWidth', 300);
  await expectAccessible(checkout);

  const address = (await shown(page).getAttribute('src')) ?? '';
  await card.getByRole('button', { name: t('kit.fileRemove') }).click();
  await expect(shown(page)).toBeHidden();
  await expect(field).toBeFocused();
  await checkout.reload();
  await expect(checkout.locator('img[src^="/picture/"]')).toHaveCount(0);
  expect(address).toMatch(/^\/picture\/[\w-]{30}$/);
});

test('a picture is dropped, pasted, and an upload is stopped half way', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, {}, LOTUS)).newPage();
  await page.goto('/api/ManagementIndex');
  const card = page.getByRole('region', { name: t('apiManagement.logoTitle') });
  const content = (await plain(100, 100)).toString('base64');
  // As the browser makes them of what is dragged and copied.
  const give = (event: string) =>
    page.evaluate(`{
      const given = new DataTransfer();
      given.items.add(new File([Uint8Array.from(atob('${content}'), (letter) => letter.charCodeAt(0))], 'logo.png', { type: 'image/png' }));
      document.querySelector('input[type=file]').dispatchEvent(${event});
    }`);
  const area = card.getByLabel(t('apiManagement.logoLabel'), { exact: true });
  await expect(area).toBeEnabled();
  await give(`new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })`);
  await expect(shown(page)).toBeVisible();
  const first = await shown(page).getAttribute('src');
  await give(`new ClipboardEvent('paste', { clipboardData: given, bubbles: true })`);
  await expect(shown(page)).not.toHaveAttribute('src', first ?? '');

  await page.route('**/v1/system/file/upload', () => undefined);
  const second = await shown(page).getAttribute('src');
  await area.setInputFiles(await picture());
  await expect(card.getByRole('progressbar', { name: t('kit.fileSending', { name: 'logo.png' }) })).toBeVisible();
  await card.getByRole('button', { name: t('kit.cancel') }).click();
  await expect(card.getByRole('progressbar')).toBeHidden();
  await expect(area).toBeFocused();
  await expect(shown(page)).toHaveAttribute('src', second ?? '');
  await expect(card.getByRole('alert')).toBeHidden();
  forgetComplaints(/upload/);
  await card.getByRole('button', { name: t('kit.fileRemove') }).click();
  await expect(shown(page)).toBeHidden();
});

test('the field fits on a phone, in Vietnamese', async ({ browser }) => {
  const page = await (await merchant(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true, isMobile: true }, LOTUS)).newPage();
  await page.goto('/api/ManagementIndex');
  const card = page.getByRole('region', { name: VIETNAMESE.console('apiManagement.logoTitle') });
  await card.scrollIntoViewIfNeeded();
  const box = await card.getByLabel(VIETNAMESE.console('apiManagement.logoLabel'), { exact: true }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
});
