import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { ending, opened } from '../support/checkout.ts';
import { ALICE, enterLogin, expectAccessible, expectNoSidewaysScroll, payer, stranger, test } from '../support/demo.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

/** How payers may pay: what a merchant sets in its console, in what its payers see of it. */

const { console: t, payer: p } = ENGLISH;
const PAGE = '/payment/PaymentMethod';
type Who = Awaited<ReturnType<typeof ownMerchant>>;

const box = (page: Page, name: 'reward' | 'scan' | 'app' | 'web') =>
  page.getByRole('checkbox', { name: t(`checkout.way.${name}`), exact: true });

/** Opens the form of a coin. */
async function open(page: Page, coin: string): Promise<void> {
  await page.getByRole('button', { name: t('checkout.changeCoin', { coin }) }).click();
}

async function confirm(page: Page, who: Who): Promise<void> {
  await page.getByRole('button', { name: t('method.continue') }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
  await expect(dialog).toContainText(t('checkout.warning'));
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(who.username));
  await dialog.getByRole('button', { name: t('method.changeConfirm'), exact: true }).click();
  await expect(page.getByText(t('checkout.done'))).toBeVisible();
}

/** Makes a link in the console and says where payers pay. */
async function makeLink(page: Page, uses: 'one' | 'many'): Promise<string> {
  await page.goto('/assets/Receive?coin=USDP');
  await page.getByRole('button', { name: t('paymentLink.create') }).click();
  const form = page.getByRole('dialog', { name: t('paymentLink.create') });
  await form.getByLabel(t('field.amount')).fill('7.00');
  if (uses === 'many') {
    await form.getByLabel(t('paymentLink.uses')).click();
    await page.getByTitle(t('paymentLink.uses.many'), { exact: true }).click();
  }
  await form.getByRole('button', { name: t('paymentLink.create') }).click();
  const made = page.getByRole('dialog', { name: t('paymentLink.made') });
  const address = await made.getByText(/\/(collect|pay)\//).innerText();
  await made.getByRole('button', { name: t('paymentLink.done') }).click();
  return address;
}

test('what a merchant sets at the checkout shows in its other tab, and in the pages of the orders made from then on', async ({
  browser,
}) => {
  const who = await ownMerchant('ways');
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/Login');
  await enterLogin(page, ENGLISH, who, await freshCode(who.username));
  await expect(page).not.toHaveURL(/Login/);
  const before = await makeLink(page, 'one');
  const forMany = await makeLink(page, 'many');

  await page.goto(PAGE);
  await page.getByText(t('checkout.tab'), { exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}\\?.*tab=checkout`));
  const other = await opened(context, `${PAGE}?tab=checkout`);
  const row = (of: Page) => of.getByRole('row').filter({ hasText: 'USDP' });
  await expect(row(other)).toContainText(t('checkout.way.web'));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await open(page, 'USDP');
  for (const way of ['scan', 'app', 'web'] as const) await box(page, way).uncheck();
  await page.getByLabel(t('checkout.minimum'), { exact: true }).fill('5.001');
  await page.getByRole('button', { name: t('method.continue') }).click();
  await expect(page.getByText('Leave scanning, the app or web login on.')).toBeVisible();
  await expect(page.getByLabel(t('checkout.minimum'), { exact: true })).toHaveAccessibleDescription(/at most 2 decimal places/);
  await expectAccessible(page);
  await box(page, 'scan').check();
  await box(page, 'reward').uncheck();
  await page.getByLabel(t('checkout.minimum'), { exact: true }).fill('5');
  await confirm(page, who);
  for (const tab of [page, other]) {
    await expect(row(tab)).not.toContainText(t('checkout.way.web'));
    await expect(row(tab)).toContainText('5.00');
  }

  const visitor = await stranger(browser, ENGLISH);
  const made = await makeLink(page, 'one');
  const now = await opened(visitor, made);
  await expect(now.getByText(p('ways_scan'))).toBeVisible();
  await expect(now.getByRole('img', { name: p('scan_alt') }).first()).toBeVisible();
  await expect(now.getByRole('link', { name: p('log_in_and_pay') })).toHaveCount(0);
  await expect((await opened(visitor, before)).getByRole('link', { name: p('log_in_and_pay') })).toBeVisible();
  const scanned = await opened(visitor, `${made}?via=qr`);
  await scanned.getByRole('link', { name: p('log_in_to_pay') }).click();
  await expect(scanned).toHaveURL(/via=qr&step=login/);
  await scanned.reload();
  await expect(scanned.getByLabel(p('password'), { exact: true })).toBeVisible();
  const alice = await opened(await payer(browser, ENGLISH, ALICE), made);
  await expect(alice.getByLabel(p('payment_password'), { exact: true })).toBeVisible();
  await expect(alice.getByRole('checkbox')).toHaveCount(0);

  await page.goto(`${PAGE}?tab=checkout`);
  await open(page, 'USDP');
  await page.getByRole('switch', { name: t('checkout.listingSwitch') }).click();
  await confirm(page, who);
  await expect(row(other)).toContainText(t('checkout.listing.off'));
  const closed = await opened(visitor, forMany);
  await expect(ending(closed, p('collect_off_title', { coin: 'USDP' }))).toBeVisible();
  await expect(closed.getByText(p('collect_unlisted_text', { merchant: 'Keystone Goods' }))).toBeVisible();
  await expect((await opened(visitor, before)).getByRole('link', { name: p('log_in_and_pay') })).toBeVisible();
});
