import { outcomeText } from '@purser/contract/errors';
import { shownReferralCode } from '@purser/contract/referral';
import { expect, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, MERCHANT, payer, PHONE, test, visitor } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import type { OwnPayer } from '../support/own-payer.ts';
import { keepPicture } from '../support/picture.ts';
import { modulesOfPath, readQr } from '../support/qr.ts';
import { openRecharges } from '../support/recharge-screens.ts';
import { ownAgent } from '../support/referral-screens.ts';
import { codeIn } from '../support/registration.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

/** The demo's own chain runs from here on, and takes a dozen blocks to be sure; more where the machine is busy. */
const FINAL_MS = 120_000;
const PASSWORD = 'Fresh-paint-1';
const NEWCOMER = 'huong.tran@example.com';

// Each goes on from what the one before has made.
test.describe.configure({ mode: 'serial', timeout: 240_000 });
test.beforeEach(() => sql(`delete from throttle where scope like 'code:%'`));

let agent: OwnPayer;
let link: string;

async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, size] of Object.entries({ DESKTOP, PHONE })) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await keepPicture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an agent shows the code, its link and its QR code', async ({ browser }) => {
  const t = ENGLISH.payer;
  agent = await ownAgent('agent', 'Agent Mai', { coin: 'CNYT', share: 2000 });
  const page = await (await payer(browser, ENGLISH, agent, { viewport: PHONE })).newPage();
  await page.goto('/wallet');
  await page.getByRole('link', { name: t('referral_title'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('referral_title') })).toBeVisible();
  link = (await page.locator('main a[href*="?ref="]').getAttribute('href')) ?? '';
  const path = await page
    .getByRole('img', { name: t('referral_qr') })
    .locator('path')
    .getAttribute('d');
  expect(readQr(modulesOfPath(path ?? ''))).toBe(link);
  await expect(page.getByText(shownReferralCode(new URL(link).searchParams.get('ref') ?? ''), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('copy_named', { what: t('referral_link') }) })).toBeVisible();
  await look(page, 'wallet-referral-empty');
});

test('somebody registers by the link without scripts, in Vietnamese, and what they pay earns the agent a commission', async ({
  browser,
}) => {
  const t = VIETNAMESE.payer;
  await openRecharges(MERCHANT.username);
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true, javaScriptEnabled: false })).newPage();
  const { pathname, search, searchParams } = new URL(link);
  const code = searchParams.get('ref') ?? '';
  await page.goto(`${pathname}${search}`);
  await expect(page.getByText(t('referral_invited', { code: shownReferralCode(code) }))).toBeVisible();
  await keepPicture(page, 'register-referred-PHONE-vi');
  await page.getByLabel(t('username'), { exact: true }).fill('huong.tran');
  await page.getByLabel(t('email'), { exact: true }).fill(NEWCOMER);
  await slide(page);
  await page.getByRole('button', { name: t('send_code') }).click();
  const typed = page.getByLabel(t('referral_code_optional'), { exact: true });
  await expect(typed).toHaveValue(code);
  const fillIn = async () => {
    await page.getByLabel(t('nick'), { exact: true }).fill('Trần Thị Hương');
    await page.getByLabel(t('first_market')).selectOption('CNY');
    await page.getByLabel(t('password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t('password_again'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: t('accept_agreements') }).check();
  };
  const sent = await codeIn(page, NEWCOMER);
  await page.getByLabel(t('verification_code'), { exact: true }).fill(sent);
  await fillIn();
  // A code that is nobody's is told at its field, and nothing is lost.
  await typed.fill('ZZZZ-2222');
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(typed).toHaveAccessibleDescription(new RegExp(outcomeText('referral_code_unknown', 'vi')));
  await expect(typed).toHaveValue('ZZZZ-2222');
  await expectNoSidewaysScroll(page);
  await keepPicture(page, 'register-referral-unknown-PHONE-vi');
  await typed.fill(shownReferralCode(code).toLowerCase());
  await page.getByLabel(t('verification_code'), { exact: true }).fill(sent);
  await fillIn();
  await page.getByRole('button', { name: t('register'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('wallet_title') })).toBeVisible();

  await page.goto('/wallet/usdt-recharge');
  await page.getByRole('button', { name: t('usdt_in_test_send', { amount: '250' }) }).click();
  const credited = page.getByRole('listitem').filter({ hasText: t('usdt_in_status_approved') });
  await expect(async () => {
    await page.reload();
    await expect(credited.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: FINAL_MS });
});

test('the agent sees what it earned, of a name no more than its first letter, and staff see who referred whom', async ({ browser }) => {
  const t = ENGLISH.payer;
  const page = await (await payer(browser, ENGLISH, agent)).newPage();
  // 0.20 % of 1,775.00 is 3.55, and 20 % of that 0.71.
  const earned = page.getByRole('listitem').filter({ hasText: '0.71' });
  await expect(async () => {
    await page.goto('/wallet/referral');
    await expect(earned.filter({ hasText: '+' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(earned).toContainText(t('referral_of_fee', { rate: '20.00%', who: 'T•••' }));
  await expect(page.locator('main')).not.toContainText('Hương');
  await look(page, 'wallet-referral');
  await page.goto('/wallet');
  await expect(page.getByRole('listitem').filter({ hasText: t('type_commission') })).toContainText('+0.71');

  const vietnamese = await (await payer(browser, VIETNAMESE, agent, { viewport: PHONE })).newPage();
  await vietnamese.goto('/wallet/referral');
  await expect(vietnamese.getByRole('heading', { level: 1, name: VIETNAMESE.payer('referral_title') })).toBeVisible();
  await look(vietnamese, 'wallet-referral-vi');

  const o = operatorTexts(ENGLISH);
  const console = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await console.goto(`/operator/wallet-users?user_id=${agent.userId}&open=${agent.userId}`);
  const drawer = console.getByRole('dialog');
  await expect(drawer.getByText(o('party.referralCame'), { exact: true })).toBeVisible();
  await expect(drawer.getByText('0.71', { exact: false }).first()).toBeVisible();
  await expectAccessible(console);
  await drawer.getByText(o('party.referralCame'), { exact: true }).scrollIntoViewIfNeeded();
  await keepPicture(console, 'operator-agent');
  await drawer.getByRole('link', { name: /Trần Thị Hương/ }).click();
  await expect(drawer.getByText(o('party.referredBy'))).toBeVisible();
  await expect(drawer.getByRole('link', { name: /Agent Mai/ })).toBeVisible();
  await keepPicture(console, 'operator-referred');

  await console.goto('/operator/user-kinds');
  const table = console.getByRole('region', { name: 'Agent: CNYT', exact: true });
  await expect(table.getByRole('row', { name: o('terms.commission') })).toContainText('20.00');
  await console.getByRole('button', { name: 'Change Agent: CNYT', exact: true }).click();
  const form = console.getByRole('dialog');
  await form.getByLabel(o('terms.commission'), { exact: true }).fill('60');
  await form.getByLabel(o('terms.reason'), { exact: true }).fill('A new contract');
  await form.getByRole('button', { name: o('terms.continue') }).click();
  await expect(form.getByText(o('terms.problem.commission'))).toBeVisible();
  await form.getByLabel(o('terms.commission'), { exact: true }).fill('40');
  await form.getByRole('button', { name: o('terms.continue') }).click();
  await expect(form.getByText(o('terms.two'))).toBeVisible();
  for (const [width, size] of Object.entries({ DESKTOP, PHONE })) {
    await console.setViewportSize(size);
    await expectNoSidewaysScroll(console);
    await expectAccessible(console);
    await keepPicture(console, `operator-commission-two-${width}`);
  }
});
