import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { BINH, DESKTOP, expectAccessible, LOTUS, payer, PHONE, test } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { callAsStaff, confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

/** What staff stop: a withdrawal that was approved, before a bank is told of it; and one that waits for a merchant who is suspended. */

const t = operatorTexts(ENGLISH);
const w = ENGLISH.payer;
const REASON = 'The bank account was stolen';

/** A wallet user's withdrawal to a bank account of theirs that staff have verified; gives the number of the order. */
async function withdrawn(page: Page): Promise<{ owner_id: number; serial_number: string }> {
  await page.goto('/wallet/bank-cards');
  const { origin } = new URL(page.url());
  const card = {
    market: 'USD',
    holder_name: 'Trần Bình',
    bank_name: 'Stopped Bank',
    bank_code: '021000021',
    account_number: '5500000000000020',
  };
  await page.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers: { origin } });
  const [linked] = await sql<{ payment_method_id: string }>(
    `update payment_method set verified_version = version where bank_name = 'Stopped Bank' returning payment_method_id`,
  );
  await page.goto(`/wallet/bank-withdrawal?payment_method_id=${linked?.payment_method_id}&coin_name=USDP&amount=200`);
  await page.getByLabel(w('payment_password')).fill(BINH.paymentPassword);
  await page.getByRole('button', { name: w('bank_confirm') }).click();
  await expect(page.getByText(w('bank_withdrawal_asked'))).toBeVisible();
  const [order] = await sql<{ owner_id: string; serial_number: string }>(
    `select owner_id, serial_number from review_order where destination ->> 'payment_method_id' = $1`,
    [linked?.payment_method_id],
  );
  return { owner_id: Number(order?.owner_id), serial_number: order?.serial_number ?? '' };
}

test('an approved withdrawal whose bank account is rejected is left out of files, called off from there, and its owner reads why', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await fundParty(BINH.username, 'USDP', '900.00');
  const wallet = await (await payer(browser, ENGLISH, BINH)).newPage();
  const order = await withdrawn(wallet);
  await callAsStaff(browser, STAFF.finance, 'review/decide', { orders: [order], decision: 'approve' });
  await sql(`update payment_method set verified_version = null, rejected_version = version where bank_name = 'Stopped Bank'`);

  const page = await (await staff(browser, ENGLISH, STAFF.finance, { viewport: DESKTOP })).newPage();
  await page.goto('/operator/bank-files');
  await expect(page.getByText(t('bank.leftOut'))).toBeVisible();
  await expect(page.getByText(t('bank.leftOut.account_not_verified'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: order.serial_number }).click();
  const drawer = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  await drawer.getByRole('button', { name: t('reviews.callOff') }).click();
  const form = page.getByRole('dialog', { name: t('reviews.callOff') });
  await form.getByRole('button', { name: t('reviews.continue') }).click();
  await expect(form.getByLabel(t('reviews.callOffReason'))).toHaveAccessibleDescription(t('reviews.callOffProblem'));
  await form.getByLabel(t('reviews.callOffReason')).fill(REASON);
  await expectAccessible(page);
  await form.getByRole('button', { name: t('reviews.continue') }).click();
  await expect(page.getByText(t('reviews.callOffWarning'))).toBeVisible();
  await confirmAsStaff(page, t('reviews.callOff'), await freshCode(STAFF.finance.username));
  await expect(page.getByText(t('reviews.calledOff'))).toBeVisible();
  await expect(drawer.getByText(t('reviews.status.returned')).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('reviews.callOff') })).toHaveCount(0);

  await page.goto('/operator/bank-files');
  await expect(page.getByRole('link', { name: order.serial_number })).toHaveCount(0);
  await wallet.goto('/wallet/bank-withdrawal');
  await expect(wallet.getByText(REASON)).toBeVisible();
});

test('a user’s withdrawal that waits for a merchant is rejected by staff where the merchant is suspended, and approved by none of them', async ({
  browser,
}) => {
  // It is looked at alone, so it holds nothing.
  const [order] = await sql<{ owner_id: string }>(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
     select merchant_id, 'WUSUSPENDED', 'user_withdrawal', 'pending_review', 'manual', 'USDP', 1000, 5, 995, 50 from merchant where username = $1
     returning owner_id`,
    [LOTUS.username],
  );
  const setStatus = (status: string) => sql('update merchant set status = $1 where username = $2', [status, LOTUS.username]);
  const page = await (await staff(browser, ENGLISH, STAFF.finance, { viewport: PHONE })).newPage();
  const drawer = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  const open = () => page.goto(`/operator/review-orders?open=${order?.owner_id}.WUSUSPENDED`);
  try {
    await open();
    await expect(drawer.getByText(t('reviews.ofMerchant'))).toBeVisible();
    await expect(drawer.getByRole('button', { name: t('reviews.reject') })).toHaveCount(0);
    await setStatus('suspended');
    await open();
    await expect(drawer.getByText(t('reviews.ofSuspended'))).toBeVisible();
    await expect(drawer.getByRole('button', { name: t('reviews.reject') })).toBeVisible();
    await expect(drawer.getByRole('button', { name: t('reviews.approve'), exact: true })).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await setStatus('normal');
    await sql(`delete from review_order where serial_number = 'WUSUSPENDED'`);
  }
});
