import { expect, test } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { BINH, MERCHANT, merchant, payer } from '../support/demo.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';
import { openWithdrawals } from '../support/withdrawal-screens.ts';

const t = ENGLISH.console;
const o = operatorTexts(ENGLISH);

test('a merchant sets an address, withdraws USDT once it has rested, and staff pay it out by hand', async ({ browser }) => {
  const ownerId = await openWithdrawals(MERCHANT.username);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const confirm = async (act: string): Promise<void> => {
    await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
    await page
      .getByRole('dialog')
      .filter({ has: page.getByLabel(t('kit.codeLabel')) })
      .getByRole('button', { name: act, exact: true })
      .click();
  };

  // A new address, which rests.
  const address = '0xde709f2102306220921060314715629080e2fb77';
  await page.goto('/ustd-withdraw/index?book=1');
  await page
    .getByRole('button', { name: t('usdtOut.addAddress') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('usdtOut.changeTitle', { network: 'ERC20' }) });
  await dialog.getByLabel(t('usdtOut.newAddress')).fill('0x1234');
  await dialog.getByRole('button', { name: t('usdtOut.next') }).click();
  await confirm(t('usdtOut.changeAddress'));
  await expect(page.getByText('Incorrect address format')).toBeVisible();
  await dialog.getByLabel(t('usdtOut.newAddress')).fill(address);
  await dialog.getByRole('button', { name: t('usdtOut.next') }).click();
  await confirm(t('usdtOut.changeAddress'));
  await expect(page.getByText(t('usdtOut.addressChanged'))).toBeVisible();
  await expect(page.getByText(/Can be used from/).first()).toBeVisible();
  const [kept] = await sql<{ hours: string }>(
    `select extract(epoch from usable_at - created_at) / 3600 as hours from payout_address where owner_id = $1 and network = 'ERC20'`,
    [ownerId],
  );
  expect(Number(kept?.hours)).toBeCloseTo(24, 3);

  // The withdrawal itself, over the network whose address has rested.
  await page.goto('/ustd-withdraw/index?withdraw=1');
  const form = page.getByRole('dialog', { name: t('usdtOut.formTitle') });
  await expect(form.getByText('0x52908400098527886E0F7030069857D2E4169EE7')).toBeVisible();
  await form.getByRole('combobox', { name: t('usdtOut.from') }).click();
  await page
    .getByRole('option', { name: /^USDP/ })
    .or(page.locator('.ant-select-item-option').filter({ hasText: /^USDP/ }))
    .first()
    .click();
  await form.getByLabel(t('usdtOut.amount'), { exact: true }).fill('50');
  await form.getByRole('button', { name: t('usdtOut.review') }).click();
  await expect(form.getByText(t('usdtOut.amountBelow', { minimum: '100 USDT' }))).toBeVisible();
  await form.getByLabel(t('usdtOut.amount'), { exact: true }).fill('200');
  await expect(form.getByText('198.000000')).toBeVisible();
  await form.getByRole('button', { name: t('usdtOut.review') }).click();
  await confirm(t('usdtOut.confirm'));
  await expect(page.getByText(t('usdtOut.done'))).toBeVisible();
  const [order] = await sql<{ serial_number: string }>(
    `select serial_number from review_order where owner_id = $1 and kind = 'usdt_withdrawal' and status = 'pending_review' and amount = 20000
     order by create_time desc limit 1`,
    [ownerId],
  );
  const number = order?.serial_number ?? '';
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toContainText(t('usdtOut.status.pending_review'));

  // Another approves than pays it out. Approving is the reviews' queue's; here it has happened.
  const [finance] = await sql<{ staff_id: string }>(`select staff_id from staff where username = $1`, [STAFF.admin.username]);
  await sql(
    `update review_order set status = 'approved', reviewer_kind = 'operator', reviewer_id = $2, audit = 'Ada', audit_time = now() where serial_number = $1`,
    [number, finance?.staff_id],
  );
  const desk = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await desk.goto(`/operator/payouts?open=${number}`);
  await desk.getByRole('button', { name: o('payouts.settle') }).click();
  await desk.getByLabel(o('payouts.txid'), { exact: true }).fill(`0x${number.length.toString(16).padStart(2, '0').repeat(32)}`);
  await desk.getByRole('button', { name: o('payouts.continue') }).click();
  await confirmAsStaff(desk, o('payouts.settle'), await freshCode(STAFF.finance.username));
  await expect(desk.getByText(o('payouts.settled'))).toBeVisible();
  await page.reload();
  await expect(row).toContainText(t('usdtOut.status.settled'));
});

test('a wallet user withdraws USDT by plain forms and takes it back', async ({ browser }) => {
  await openWithdrawals(BINH.username);
  // Signing in wants a script for its slider; what comes after does without.
  await payer(browser, ENGLISH, BINH);
  const context = await payer(browser, ENGLISH, BINH, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/wallet/usdt-withdrawal');
  const coins = await page.getByLabel('From').locator('option').allInnerTexts();
  expect(coins.length).toBeGreaterThan(0);
  await page.getByLabel('Network').selectOption('BEP20');
  const coin = await page.getByLabel('From').inputValue();
  const amount = coin === 'VNDT' ? '3000000' : '1500';
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Show what arrives' }).click();
  await expect(page.getByText('Arrives', { exact: true })).toBeVisible();
  await page.locator(`form[action="/wallet/usdt-withdrawal"][method="post"]`).getByLabel('Payment password').fill(BINH.paymentPassword);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('Your withdrawal is submitted and will be reviewed.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await expect(page.getByText('The withdrawal is cancelled.', { exact: false })).toBeVisible();
});
