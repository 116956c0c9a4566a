import { Purser } from '@purser/client';
import { accessKeyDetail } from '@purser/contract/features/access-key';
import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { ALICE, baseUrl, buy, forgetComplaints, LOTUS, MERCHANT, merchant, payer, test, visitor } from '../support/demo.ts';
import { ENGLISH } from '../support/texts.ts';
import { wireTo } from '../support/wire.ts';

const t = ENGLISH.console;

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

const confirm = async (page: Page, title: string, action: string, code: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title }).filter({ has: page.getByLabel(t('kit.codeLabel')) });
  await dialog.getByLabel(t('kit.codeLabel')).fill(code);
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toBeHidden();
};

test('an access key: its secret is shown once, its addresses are enforced, and a deleted one is refused', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, {}, LOTUS)).newPage();
  await page.goto('/api/ManagementIndex');
  const keyCard = card(page, t('apiManagement.keyTitle'));
  await keyCard.getByRole('button', { name: t('apiManagement.keyCreate') }).click();
  const list = page.getByLabel(t('apiManagement.ipsLabel'));
  await list.fill('203.0.113.0/24\n203.0.113.256');
  await page.getByRole('button', { name: t('apiManagement.continue') }).click();
  await expect(list).toHaveAccessibleDescription('IP format is incorrect: 203.0.113.256');
  await expect(list).toBeFocused();
  await list.fill('203.0.113.0/24');
  await page.getByRole('button', { name: t('apiManagement.continue') }).click();
  await confirm(page, t('apiManagement.keyCreate'), t('apiManagement.keyCreate'), await freshCode(LOTUS.username));

  const shown = page.getByRole('dialog', { name: t('apiManagement.secretTitle') });
  const [accessKey = '', secret = ''] = await shown.locator('dd').allInnerTexts();
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: t('apiManagement.secretDone') }).click();
  await expect(shown.getByText(t('apiManagement.secretStoredFirst'))).toBeVisible();
  await shown.getByRole('checkbox').check();
  await shown.getByRole('button', { name: t('apiManagement.secretDone') }).click();
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(keyCard.getByText(accessKey)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  const purser = new Purser({ baseUrl: baseUrl(), accessKey, secret, maxRetries: 0 });
  await expect(purser.orders.query({ order_id: 'E2E-1' })).rejects.toMatchObject({ name: 'key_ip_refused' });
  await keyCard.getByRole('button', { name: t('apiManagement.keyDelete') }).click();
  await confirm(page, t('apiManagement.keyDeleteTitle'), t('apiManagement.keyDelete'), await freshCode(LOTUS.username));
  await expect(keyCard.getByText(t('apiManagement.keyEmptyTitle'))).toBeVisible();
  await expect(purser.orders.query({ order_id: 'E2E-1' })).rejects.toMatchObject({ name: 'access_key_unknown' });
});

test('the addresses of a key are changed, told before and after, and those that are left still work', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/ManagementIndex');
  const keyCard = card(page, t('apiManagement.keyTitle'));
  await expect(keyCard.getByText(t('apiManagement.ipsAny'))).toBeVisible();
  const change = keyCard.getByRole('button', { name: t('apiManagement.ipsChange') });
  const toTheCode = async (): Promise<void> => {
    await change.click();
    await page.getByLabel(t('apiManagement.ipsLabel')).fill('127.0.0.1\n::1');
    await page.getByRole('button', { name: t('apiManagement.continue') }).click();
  };
  await toTheCode();
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeHidden();
  // What was typed is there again; it goes by what says so.
  const form = page.getByRole('dialog', { name: t('apiManagement.ipsChange') });
  await expect(form.getByLabel(t('apiManagement.ipsLabel'))).toHaveValue('127.0.0.1\n::1');
  await form.getByRole('button', { name: t('kit.cancel') }).click();
  await expect(change).toBeFocused();
  await toTheCode();
  const facts = page.getByRole('dialog', { name: t('apiManagement.ipsChange') }).locator('dl > div');
  await expect(facts.filter({ hasText: t('apiManagement.ipsBefore') })).toContainText(t('apiManagement.ipsAny'));
  await expect(facts.filter({ hasText: t('apiManagement.ipsAfter') })).toContainText('127.0.0.1');
  await confirm(page, t('apiManagement.ipsChange'), t('apiManagement.ipsChange'), await freshCode(MERCHANT.username));
  await expect(change).toBeFocused();
  await expect(keyCard.getByText('127.0.0.1', { exact: true })).toBeVisible();
  // The shop, on this machine, still sells.
  await buy(await (await visitor(browser, ENGLISH)).newPage());
});

test('a review of addresses that was cancelled, and finds nothing changed, leaves the dialog alone that is open by then', async ({
  browser,
}) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/ManagementIndex');
  const change = card(page, t('apiManagement.keyTitle')).getByRole('button', { name: t('apiManagement.ipsChange') });
  const dialog = page.getByRole('dialog', { name: t('apiManagement.ipsChange') });
  const list = dialog.getByLabel(t('apiManagement.ipsLabel'));
  await change.click();
  await expect(list).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(`**${accessKeyDetail.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(`**${accessKeyDetail.path}`);
  await dialog.getByRole('button', { name: t('apiManagement.continue') }).click();
  await asked;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await change.click();
  await list.fill('203.0.113.9');
  const answered = page.waitForResponse(`**${accessKeyDetail.path}`);
  held.resolve();
  await (await answered).finished();
  // What the answer leads to is on show after the frame after it.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect(list).toHaveValue('203.0.113.9');
  await expect(page.getByText(t('apiManagement.nothingChanged'))).toHaveCount(0);
});

test('what happens while the connection is cut is shown once it is back', async ({ browser }) => {
  const wire = await wireTo(baseUrl());
  const page = await (await merchant(browser, ENGLISH, { baseURL: wire.url })).newPage();
  await page.goto('/recharge/RechargeRecord');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  wire.cut();
  await expect(page.getByText(t('shell.reconnecting'))).toBeVisible();

  const buying = await (await visitor(browser, ENGLISH)).newPage();
  const path = await buy(buying);
  const number = /HB-[0-9A-Z]{6,}/.exec(await buying.locator('main').innerText())?.[0] as string;
  wire.mend();
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(t('shell.reconnecting'))).toBeHidden();

  // And events arrive again without a further reconnection.
  const paying = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await paying.goto(path);
  await paying.getByRole('link', { name: ENGLISH.payer('abandon') }).click();
  await paying.getByRole('button', { name: ENGLISH.payer('abandon_confirm') }).click();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText(t('order.status.cancelled'));
  forgetComplaints();
  await page.close();
  await wire.close();
});
