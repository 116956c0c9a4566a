import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ALICE, expectAccessible, payer, PHONE, test, visitor } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = ENGLISH.payer;

test('a payer whose app does not open saves the code, and the wallet opens the payment from the picture', async ({ browser }) => {
  const order = await newOrder('CNYT', '5.00');
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE })).newPage();
  // Some browsers ask which app is meant, in a window of their own that a test cannot answer.
  await page.addInitScript(`addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement && !event.target.protocol.startsWith('http')) event.preventDefault();
  })`);
  await page.goto(order.path);
  const open = page.getByRole('link', { name: VIETNAMESE.payer('open_app') });
  await expect(open).toHaveAttribute('href', `web+purser:${order.path}`);
  await open.click();
  await expect(page.getByText(VIETNAMESE.payer('app_not_opened'))).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: VIETNAMESE.payer('save_code') }).click();
  const picture = await (await saving).path();

  const wallet = await (await payer(browser, ENGLISH, ALICE, { viewport: PHONE })).newPage();
  await wallet.goto('/wallet');
  await wallet.getByRole('link', { name: t('scan_to_pay') }).click();
  await wallet.getByLabel(t('scan_picture')).setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: await readFile(picture) });
  await expect(wallet).toHaveURL(new RegExp(`${order.path}\\?via=qr$`));
  await expect(wallet.getByText(t('paying_as', { nick: 'Alice' }))).toBeVisible();
});

test('what is no payment code of ours leads nowhere, by a picture, an address or a link of the app', async ({ browser }) => {
  const context = await visitor(browser, ENGLISH, { viewport: PHONE });
  const page = await context.newPage();
  // The camera is for this page alone.
  const policies = [];
  for (const path of ['/wallet', '/wallet/scan']) policies.push((await page.goto(path))?.headers()['permissions-policy']);
  expect(policies).toEqual([expect.stringMatching(/^camera=\(\),/), expect.stringMatching(/^camera=\(self\),/)]);
  const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64');
  await page.getByLabel(t('scan_picture')).setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
  await expect(page.getByText(t('scan_nothing_found'))).toBeVisible();
  await page.getByRole('button', { name: t('scan_camera') }).click();
  await expect(page.getByText(t('scan_no_camera'))).toBeVisible();
  await page.getByLabel(t('scan_address')).fill('https://evil.example/pay/x');
  await page.getByRole('button', { name: t('scan_open') }).click();
  await expect(page.getByText(t('scan_unknown'))).toBeVisible();
  await page.goto(`/wallet/open?link=${encodeURIComponent('web+purser://evil.example/pay/x')}`);
  await expect(page.getByText(t('scan_unknown'))).toBeVisible();
});

test('without scripts the address of a payment opens it', async ({ browser }) => {
  const order = await newOrder('CNYT', '5.00');
  const page = await (await visitor(browser, ENGLISH, { javaScriptEnabled: false })).newPage();
  await page.goto('/wallet/scan');
  await page.getByLabel(t('scan_address')).fill(`web+purser:${order.path}`);
  await page.getByRole('button', { name: t('scan_open') }).click();
  await expect(page).toHaveURL(new RegExp(`${order.path}\\?via=qr$`));
});

test('the wallet without a network says so, and shows nothing of the money', async ({ browser }) => {
  const context = await payer(browser, ENGLISH, ALICE);
  const page = await context.newPage();
  await page.goto('/wallet');
  await page.evaluate('navigator.serviceWorker.ready');
  await context.setOffline(true);
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { level: 1, name: t('offline_title') })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: t('try_again') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('wallet_title') })).toBeVisible();
});

test('what it says without a network follows the language of the wallet', async ({ browser }) => {
  const context = await payer(browser, ENGLISH, ALICE);
  const page = await context.newPage();
  const kept = () => page.evaluate<string>(`caches.match('/wallet/offline').then((page) => page?.text() ?? '')`);
  await page.goto('/wallet');
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(kept).toContain(t('offline_title'));
  await page.getByText('English', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Tiếng Việt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: VIETNAMESE.payer('wallet_title') })).toBeVisible();
  await expect.poll(kept, { timeout: 20_000 }).toContain(VIETNAMESE.payer('offline_title'));
});
