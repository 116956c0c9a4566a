import { expect, type Locator, type Page } from '@playwright/test';
import { makeAdjustments } from '../support/adjustments.ts';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { ALICE, BINH, payer, test } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { expectAlive } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';
import { openWithdrawals } from '../support/withdrawal-screens.ts';

/** An objection and two withdrawals by the keyboard alone, from the wallet to what staff decide. */

const w = ENGLISH.payer;
const t = operatorTexts(ENGLISH);

/** What has the focus, and whether one sees that it has. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  const { top, bottom } = one.getBoundingClientRect();
  const drawn = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  return { name: one.outerHTML.slice(0, 120), seen: one === document.body || (drawn && bottom > 0 && top < innerHeight) };
})()`;

/** Goes on by Tab until something has the focus; everything on the way can be seen to have it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await wanted.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
    const { name, seen } = await page.evaluate<{ name: string; seen: boolean }>(FOCUSED);
    expect(seen, `nobody sees that this has the focus: ${name}`).toBe(true);
  }
  throw new Error(`Tab does not lead to ${String(wanted)}`);
}

/** Opens an order in the queue, looks at what approving asks, goes back out of it, and approves it: with the keyboard alone. */
async function approve(page: Page, serialNumber: string): Promise<void> {
  await page.goto(`/operator/review-orders?serial_number=${serialNumber}`);
  const row = page.locator('tbody tr').first().getByRole('button').first();
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  const act = drawer.getByRole('button', { name: t('reviews.approve'), exact: true });
  await tabTo(page, act);
  await page.keyboard.press('Enter');
  const code = page.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();
  await expect(act).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(row).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, act);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.keyboard.type(await freshCode(STAFF.finance.username));
  await page.keyboard.press('Enter');
  await expect(code).toBeHidden();
  // Where one goes on is not the beginning of the page.
  await expect(page.locator('body')).not.toBeFocused();
}

const statusOf = async (serialNumber: string): Promise<string | undefined> =>
  (await sql<{ status: string }>('select status from review_order where serial_number = $1', [serialNumber]))[0]?.status;

/** The newest order of a kind by a wallet user. */
async function newest(kind: string, username: string): Promise<string> {
  const [order] = await sql<{ serial_number: string }>(
    `select serial_number from review_order where kind = $1 and owner_id = (select user_id from wallet_user where username = $2)
     order by create_time desc limit 1`,
    [kind, username],
  );
  return order?.serial_number ?? '';
}

test('a user objects to what is kept pending, and staff decide it', async ({ browser }) => {
  const { waiting } = await makeAdjustments(browser);
  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto(`/wallet/adjustment/${waiting}`);
  await expectAlive(wallet);
  const reason = wallet.getByLabel(w('object_reason'));
  const object = wallet.getByRole('button', { name: w('object'), exact: true });
  await tabTo(wallet, object);
  await wallet.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await wallet.keyboard.type('The parcel has not come.');
  await tabTo(wallet, object);
  await wallet.keyboard.press('Enter');
  await expect(wallet.getByText(w('adjustment_appeal'))).toBeVisible();
  await expect(wallet.getByText(w('adjustment_appeal'))).toBeFocused();

  await approve(await (await staff(browser, ENGLISH, STAFF.finance)).newPage(), waiting);
  await expect.poll(() => statusOf(waiting)).toBe('completed');
});

/** Types an amount and the payment password, each refused at first: what is typed next goes where it was refused, and then on. */
async function typeAmountAndPassword(page: Page, amount: Locator, typed: string, password: Locator): Promise<void> {
  await tabTo(page, amount);
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await page.keyboard.type(BINH.paymentPassword);
  await page.keyboard.press('Enter');
}

test('a user withdraws USDT: the keyboard is where one types next', async ({ browser }) => {
  await openWithdrawals(BINH.username);
  await fundParty(BINH.username, 'USDP', '900.00');
  const page = await (await payer(browser, ENGLISH, BINH)).newPage();
  await page.goto('/wallet/usdt-withdrawal?coin_id=USDP&network=BEP20');
  const amount = page.getByLabel(w('usdt_out_amount'), { exact: true });
  await typeAmountAndPassword(
    page,
    amount,
    '150',
    page.locator('form[action="/wallet/usdt-withdrawal"][method="post"]').getByLabel(w('payment_password')),
  );
  await expect(page.getByText(w('usdt_out_asked'))).toBeVisible();

  const number = await newest('usdt_withdrawal', BINH.username);
  await approve(await (await staff(browser, ENGLISH, STAFF.finance)).newPage(), number);
  await expect.poll(() => statusOf(number)).toBe('approved');
});

test('a user withdraws to a bank card: the keyboard is where one types next', async ({ browser }) => {
  await fundParty(BINH.username, 'USDP', '900.00');
  const page = await (await payer(browser, ENGLISH, BINH)).newPage();
  await page.goto('/wallet/bank-cards');
  const { origin } = new URL(page.url());
  const card = {
    market: 'USD',
    holder_name: 'Trần Bình',
    bank_name: 'Keyboard Bank',
    bank_code: '021000021',
    account_number: '5500000000000012',
  };
  await page.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers: { origin } });
  const [linked] = await sql<{ payment_method_id: string }>(
    `update payment_method set verified_version = version where bank_name = 'Keyboard Bank' returning payment_method_id`,
  );
  await page.goto(`/wallet/bank-withdrawal?payment_method_id=${linked?.payment_method_id}&coin_name=USDP`);
  const amount = page.getByLabel(w('bank_amount'), { exact: true });
  await typeAmountAndPassword(page, amount, '200', page.getByLabel(w('payment_password')));
  await expect(page.getByText(w('bank_withdrawal_asked'))).toBeVisible();

  const number = await newest('fiat_withdrawal', BINH.username);
  await approve(await (await staff(browser, ENGLISH, STAFF.finance)).newPage(), number);
  await expect.poll(() => statusOf(number)).toBe('approved');
});
