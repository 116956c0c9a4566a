import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ALICE, expectAccessible, merchant, payer, test } from '../support/demo.ts';
import { stateLiabilities, verifyOffline } from '../support/liabilities.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;

test('a payer and a merchant see that their balances are counted, and the downloaded proof holds offline against the published root', async ({
  browser,
}) => {
  await stateLiabilities();
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await page.goto('/wallet');
  await page.getByRole('link', { name: t('liabilities_see') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('liabilities_title') })).toBeVisible();
  await expect(page.getByText(t('liabilities_holds'))).toHaveCount(3);
  await expectAccessible(page);
  const usdp = page.locator('section').filter({ has: page.getByRole('heading', { name: 'USDP' }) });
  const downloading = page.waitForEvent('download');
  await usdp.getByRole('link', { name: t('liabilities_download') }).click();
  const file = await (await downloading).path();

  const verifier = await page.request.get((await page.getByRole('link', { name: t('liabilities_verifier') }).getAttribute('href')) ?? '');
  expect(await verifier.text()).toBe(readFileSync(join(import.meta.dirname, '../../docs/verify-liabilities.mjs'), 'utf8'));

  await page.goto('/about');
  const published = page.locator('dl').filter({ hasText: 'USDP' });
  const root = /[0-9a-f]{64}/.exec(await published.innerText())?.[0] ?? '';
  expect(await verifyOffline(file, root)).toMatch(/^INCLUDED: [\d.]+ USDP owed to \d+ at .+, of [\d.]+ USDP owed to \d+ owners\.$/m);
  await expect(verifyOffline(file, root.replaceAll('a', 'b'))).rejects.toThrow('NOT INCLUDED');

  const console = await (await merchant(browser, ENGLISH)).newPage();
  await console.goto('/assets/Assets');
  await console.getByRole('link', { name: ENGLISH.console('assets.liabilitiesSee') }).click();
  await expect(console.getByText(ENGLISH.console('liabilities.holds')).first()).toBeVisible();
  await expect(console.getByText(ENGLISH.console('liabilities.fails'))).toHaveCount(0);
  await expectAccessible(console);
});
