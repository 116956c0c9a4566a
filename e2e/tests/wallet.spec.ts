import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { ALICE, BINH, expectAccessible, payer, payerLogIn, test, visitor } from '../support/demo.ts';
import { expectAlive, expectAwake } from '../support/settled.ts';
import { slide } from '../support/slider.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;
const wallet = (page: Page) => page.getByRole('heading', { level: 1, name: t('wallet_title') });

/** Fills in everything but who it is: the slider and the password. */
async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel(t('password'), { exact: true }).fill(password);
  await slide(page);
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
}

test('logging in by phone with its area code, and by email; what is missing is told at its field', async ({ browser }) => {
  const context = await visitor(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/wallet');
  await expectAwake(page);
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expect(page.getByLabel(t('username'), { exact: true })).toHaveAccessibleDescription(t('username_required'));
  await expect(page.getByLabel(t('password'), { exact: true })).toHaveAccessibleDescription(t('password_required'));
  await expect(page.getByRole('slider')).toHaveAccessibleDescription(new RegExp(t('slider_first')));

  await page.getByRole('link', { name: t('by_phone') }).click();
  await page.getByLabel(t('area_code')).selectOption('84');
  await expectAwake(page);
  const phone = page.getByLabel(t('phone_number'), { exact: true });
  await phone.fill('nine-one');
  await enter(page, BINH.password);
  await expect(phone).toHaveAccessibleDescription(t('phone_digits'));
  // As people write it at home: with the leading zero.
  await phone.fill('0912 345 678');
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expect(wallet(page)).toBeVisible();
  await expect(page.getByText('Bình ·')).toBeVisible();

  await page.getByRole('button', { name: t('log_out') }).click();
  await page.getByRole('link', { name: t('by_email') }).click();
  const email = page.getByLabel(t('email'), { exact: true });
  await email.fill('alice.example.com');
  await expectAwake(page);
  await enter(page, ALICE.password);
  await expect(email).toHaveAccessibleDescription('Invalid email format');
  await email.fill('Alice@Example.com');
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
  await expect(wallet(page)).toBeVisible();
  await expect(page.getByText('Alice ·')).toBeVisible();
});

/** What a record says once its time is told in the reader's zone and no longer, as without scripts, in UTC. */
async function settledText(record: Locator): Promise<string> {
  await expect(record.locator('time')).not.toHaveText(/UTC$/);
  return record.innerText();
}

test('balances, and records by coin and page by page', async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await page.goto('/wallet');
  const balances = page.getByRole('region', { name: t('balances') }).locator('article');
  await expect(balances).toHaveCount(3);
  for (const coin of ['CNYT', 'VNDT', 'USDP']) {
    await expect(balances.filter({ has: page.getByRole('heading', { name: coin }) })).toContainText(
      new RegExp(`[\\d,]+\\.\\d\\d\\s${coin}`),
    );
  }

  // The wallet lists other things as well, such as what a merchant has added and waits.
  const records = page.locator('#records ~ ul > li');
  const pager = page.getByRole('navigation', { name: t('records') });
  await expect(records).toHaveCount(20);
  const pages = Number(/Page 1 of (\d+)/.exec(await pager.innerText())?.[1]);
  expect(pages).toBeGreaterThan(1);
  const newest = await settledText(records.first());
  await pager.getByRole('link', { name: t('next_page') }).click();
  await expect(pager).toContainText(t('page_of', { page: 2, pages }));
  expect(await settledText(records.first())).not.toBe(newest);
  await pager.getByRole('link', { name: t('previous_page') }).click();
  await expect(pager).toContainText(t('page_of', { page: 1, pages }));
  expect(await settledText(records.first())).toBe(newest);

  // A way through the coins by keys shows nothing before it is asked for.
  const coin = page.getByRole('combobox', { name: t('coin') });
  await coin.focus();
  await page.keyboard.press('ArrowDown');
  await coin.selectOption('VNDT');
  await expect(page).not.toHaveURL(/coin=/);
  await page
    .locator('form')
    .filter({ has: coin })
    .getByRole('button', { name: t('show') })
    .click();
  await expect(page).toHaveURL(/coin=VNDT#records$/);
  await expect(page.getByText(/^[+−][\d,.]+\s(CNYT|USDP)$/)).toHaveCount(0);
  await expect(page.getByText(/^[+−][\d,.]+\sVNDT$/).first()).toBeVisible();
});

test('the login is pressed once: its button is busy until the wallet is there', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await page.goto('/wallet');
  await expectAwake(page);
  // What is pressable again before the page is left tells so to the next.
  await page.evaluate(`new MutationObserver((changes) => {
    if (changes.some(({ target }) => !target.disabled)) sessionStorage.setItem('given back', 'yes');
  }).observe(document.querySelector('form[action="/wallet/login"]'), { subtree: true, attributeFilter: ['disabled'] })`);
  await page.getByLabel(t('username'), { exact: true }).fill(ALICE.username);
  await enter(page, ALICE.password);
  await expect(wallet(page)).toBeVisible();
  expect(await page.evaluate(`sessionStorage.getItem('given back')`)).toBeNull();
});

test("a payment's receipt is found again in the records, to print or to keep", async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await page.goto('/wallet');
  const record = page.getByRole('listitem').filter({ hasText: 'Payment to' }).first();
  const serialNumber = /PO\w+/.exec(await record.innerText())?.[0] ?? '';
  await record.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: t('receipt'), exact: true })).toBeVisible();
  await expect(page.getByText(serialNumber, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('print_receipt') })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(serialNumber, { exact: true })).toBeVisible();
  for (const control of [page.getByRole('button'), page.getByRole('link')]) await expect(control.filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: t('open_wallet') }).click();
  await expect(wallet(page)).toBeVisible();
});

test('changing the payment password: refused when they differ or are weak, saved when all is well', async ({ browser }) => {
  const page = await (await payer(browser, ENGLISH, BINH)).newPage();
  await page.goto('/wallet');
  await page.getByRole('link', { name: t('change_payment_password') }).click();
  await expect(page).toHaveURL(/payment-password/);
  await expectAlive(page);
  const first = page.getByLabel(t('new_payment_password'), { exact: true });
  const again = page.getByLabel(t('new_payment_password_again'), { exact: true });
  const login = page.getByLabel(t('login_password'), { exact: true });
  const save = page.getByRole('button', { name: t('save') });
  await save.click();
  await expect(login).toHaveAccessibleDescription(t('password_required'));
  await expect(first).toHaveAccessibleDescription(new RegExp(t('payment_password_required')));
  await expect(again).toHaveAccessibleDescription(t('payment_password_required'));

  const fill = async (loginPassword: string, password: string, repeated = password): Promise<void> => {
    await login.fill(loginPassword);
    await first.fill(password);
    await again.fill(repeated);
    await save.click();
  };
  await fill(BINH.password, '141421', '141422');
  await expect(again).toHaveAccessibleDescription('Passwords do not match');
  await fill(BINH.password, '123456');
  // Known before it is sent, and told where it is typed.
  await expect(page.getByRole('alert')).toHaveText(outcomeText('payment_password_weak', 'en'));
  await expect(first).toHaveAccessibleDescription(new RegExp(t('payment_password_weak')));
  await expect(first).toBeFocused();
  await expect(login).toHaveValue(BINH.password);
  await fill('Wrong-demo-1', '141421');
  await expect(login).toHaveAccessibleDescription(outcomeText('wrong_credentials', 'en'));
  await expect(page).toHaveURL(/payment-password/);
  // The same one as before, so that whoever pays next in this run still can.
  await fill(BINH.password, BINH.paymentPassword);
  await expect(page.getByText(t('password_saved'))).toBeVisible();
  await expect(wallet(page)).toBeVisible();
});

test('after logging out nothing of the wallet is left to see', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH)).newPage();
  await page.goto('/wallet');
  await payerLogIn(page, ENGLISH, ALICE);
  await expect(wallet(page)).toBeVisible();
  await page.getByRole('button', { name: t('log_out') }).click();
  await expect(page.getByRole('heading', { name: t('login_title') })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Alice ·')).toHaveCount(0);
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: t('login_title') })).toBeVisible();
});
