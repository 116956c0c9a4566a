import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type LiabilityStatement, liabilityStatementQuery } from '@purser/contract/features/liabilities';
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
  await expect(
    verifyOffline(
      file,
      root.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ).rejects.toThrow('NOT INCLUDED');

  const console = await (await merchant(browser, ENGLISH)).newPage();
  await console.goto('/assets/Assets');
  await console.getByRole('link', { name: ENGLISH.console('assets.liabilitiesSee') }).click();
  await expect(console.getByText(ENGLISH.console('liabilities.holds')).first()).toBeVisible();
  await expect(console.getByText(ENGLISH.console('liabilities.fails'))).toHaveCount(0);
  await expectAccessible(console);
});

test('an older statement is chosen and checked: in the wallet, there without scripts too, and in the console', async ({ browser }) => {
  await stateLiabilities();
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  const published = await page.request.get(liabilityStatementQuery.path);
  const [newest, older] = ((await published.json()) as { data: { list: LiabilityStatement[] } }).data.list;
  if (!newest || !older) throw new Error('there are two');
  await page.goto('/wallet/liabilities');
  const choice = page.getByLabel(t('liabilities_choice'));
  await expect(choice).toHaveValue(newest.statement_id);
  await choice.selectOption(older.statement_id);
  await page.getByRole('button', { name: t('show'), exact: true }).click();
  await expect(page).toHaveURL(`/wallet/liabilities?statement=${older.statement_id}`);
  await expect(choice).toHaveValue(older.statement_id);
  await expect(page.getByText(t('liabilities_holds'))).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  const usdp = page.locator('section').filter({ has: page.getByRole('heading', { name: 'USDP' }) });
  await usdp.getByRole('link', { name: t('liabilities_download') }).click();
  const file = await (await downloading).path();
  const rootIn = ({ coins }: LiabilityStatement) => coins.find(({ coin_name }) => coin_name === 'USDP')?.root ?? '';
  expect(await verifyOffline(file, rootIn(older))).toMatch(/^INCLUDED: /m);
  await expect(verifyOffline(file, rootIn(newest))).rejects.toThrow('NOT INCLUDED');

  const plain = await (await payer(browser, ENGLISH, ALICE, { javaScriptEnabled: false })).newPage();
  await plain.goto('/wallet/liabilities');
  await plain.getByLabel(t('liabilities_choice')).selectOption(older.statement_id);
  await plain.getByRole('button', { name: t('show'), exact: true }).click();
  await expect(plain.getByLabel(t('liabilities_choice'))).toHaveValue(older.statement_id);
  await expect(plain.getByText(rootIn(older))).toBeVisible();
  await plain.goto('/wallet/liabilities?statement=gone');
  await expect(plain.getByText(t('liabilities_gone'))).toBeVisible();
  await expect(plain.getByText(rootIn(newest))).toBeVisible();

  const console = await (await merchant(browser, ENGLISH)).newPage();
  await console.goto('/assets/Liabilities');
  await expect(console.getByText(ENGLISH.console('liabilities.holds')).first()).toBeVisible();
  await console.getByLabel(ENGLISH.console('liabilities.choice')).click();
  await console.locator('.ant-select-item-option').nth(1).click();
  await expect(console).toHaveURL(`/assets/Liabilities?statement=${older.statement_id}`);
  await expect(console.getByTitle(rootIn(older))).toBeVisible();
  await expect(console.getByText(ENGLISH.console('liabilities.holds')).first()).toBeVisible();
  await expect(console.getByText(ENGLISH.console('liabilities.fails'))).toHaveCount(0);
  await console.goto('/assets/Liabilities?statement=01930000-0000-7000-8000-0000000000aa');
  await expect(console.getByText(ENGLISH.console('liabilities.goneTitle'))).toBeVisible();
  await expectAccessible(console);
  await console.getByRole('button', { name: ENGLISH.console('liabilities.newest') }).click();
  await expect(console.getByText(ENGLISH.console('liabilities.holds')).first()).toBeVisible();
});
