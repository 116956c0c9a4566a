import { outcomeText } from '@purser/contract/errors';
import { usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { UNANSWERED_APART } from '@purser/i18n/console/unanswered';
import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { BINH, forgetComplaints, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { flowScene, patternOf } from '../support/flow.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { expectLoaded, requestsUnderWay } from '../support/settled.ts';
import { openWithdrawals } from '../support/withdrawal-screens.ts';

const { spoken, screen, rows } = flowScene('vi', 1440);
const { console: t, payer: w, language } = spoken;
const o = operatorTexts(spoken);

test('a merchant sets an address, withdraws USDT once it has rested, and staff pay it out by hand', async ({ browser }) => {
  const ownerId = await openWithdrawals(MERCHANT.username);
  // The demo's shop has an address of this network from the start.
  await sql(`delete from payout_address where owner_id = $1 and network = 'ERC20'`, [ownerId]);
  const page = await (await merchant(browser, spoken, screen)).newPage();
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
  await expect(dialog.getByText(outcomeText('address_malformed', language))).toBeVisible();
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeHidden();
  await dialog.getByLabel(t('usdtOut.newAddress')).fill(address);
  await dialog.getByRole('button', { name: t('usdtOut.next') }).click();
  await confirm(t('usdtOut.changeAddress'));
  await expect(page.getByText(t('usdtOut.addressChanged'))).toBeVisible();
  await expect(page.getByText(patternOf(t('usdtOut.resting'))).first()).toBeVisible();
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
  await page.locator('.ant-select-item-option').filter({ hasText: /^USDP/ }).click();
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
  const row = rows(page).filter({ hasText: number });
  await expect(row).toContainText(t('usdtOut.status.pending_review'));

  // Another approves than pays it out. Approving is the reviews' queue's; here it has happened.
  const [finance] = await sql<{ staff_id: string }>(`select staff_id from staff where username = $1`, [STAFF.admin.username]);
  await sql(
    `update review_order set status = 'approved', reviewer_kind = 'operator', reviewer_id = $2, audit = 'Ada', audit_time = now() where serial_number = $1`,
    [number, finance?.staff_id],
  );
  const desk = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await desk.goto(`/operator/payouts?open=${number}`);
  await expect(desk.getByText(o('payouts.byHand', { network: 'BEP20' }))).toBeVisible();
  await desk.getByRole('button', { name: o('payouts.settle') }).click();
  await desk.getByLabel(o('payouts.txid'), { exact: true }).fill(`0x${number.length.toString(16).padStart(2, '0').repeat(32)}`);
  await desk.getByRole('button', { name: o('payouts.continue') }).click();
  await confirmAsStaff(desk, o('payouts.settle'), await freshCode(STAFF.finance.username), spoken);
  await expect(desk.getByText(o('payouts.settled'))).toBeVisible();
  await page.reload();
  await expect(row).toContainText(t('usdtOut.status.settled'));
});

test('the address is changed while a withdrawal is filled in, and nothing else is confirmed; what was typed stays', async ({ browser }) => {
  const ownerId = await openWithdrawals(MERCHANT.username);
  const page = await (await merchant(browser, spoken, screen)).newPage();
  const underWay = requestsUnderWay(page);
  const address = '0x27b1fdb04752bbc536007a920d24acb045561c26';
  try {
    await page.goto('/ustd-withdraw/index?withdraw=USDP');
    const drawer = page.getByRole('dialog', { name: t('usdtOut.formTitle') });
    const amount = drawer.getByLabel(t('usdtOut.amount'), { exact: true });
    await amount.fill('200');
    await expect(drawer.getByText('198.000000')).toBeVisible();
    await drawer.getByRole('button', { name: t('usdtOut.changeAddress') }).click();
    const dialog = page.getByRole('dialog', { name: t('usdtOut.changeTitle', { network: 'BEP20' }) });
    await dialog.getByLabel(t('usdtOut.newAddress')).fill(address);
    await dialog.getByRole('button', { name: t('usdtOut.next') }).click();
    const code = page.getByLabel(t('kit.codeLabel'));
    await expect(code.first()).toBeVisible();
    await expectLoaded(underWay);
    await expect(code).toHaveCount(1);
    await code.fill(await freshCode(MERCHANT.username));
    await code.press('Enter');
    await expect(page.getByText(t('usdtOut.addressChanged'))).toBeVisible();
    await expectLoaded(underWay);
    await expect(code).toHaveCount(0);
    await expect(drawer.getByText(/0x27b1fdb04752bbc536007a920d24acb045561c26/i)).toBeVisible();
    await expect(amount).toHaveValue('200');
  } finally {
    await sql(`delete from payout_address where owner_id = $1 and network = 'BEP20' and sequence > 1`, [ownerId]);
  }
});

test('a withdrawal whose answer was lost is warned of where the same is asked for at another rate', async ({ browser }) => {
  await openWithdrawals(MERCHANT.username);
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.route(`**${usdtWithdrawalAdd.path}`, (route) => route.abort());
  await page.goto('/ustd-withdraw/index?withdraw=USDP');
  const form = page.getByRole('dialog', { name: t('usdtOut.formTitle') });
  const asked = page.getByRole('dialog', { name: t('usdtOut.confirmTitle') });
  const review = async (): Promise<void> => {
    await form.getByRole('button', { name: t('usdtOut.review') }).click();
    await expect(asked).toBeVisible();
  };
  const leave = async (): Promise<void> => {
    await asked.getByRole('button', { name: t('kit.cancel') }).click();
    await expect(asked).toBeHidden();
  };
  await form.getByLabel(t('usdtOut.amount'), { exact: true }).fill('200');
  await expect(form.getByText('198.000000')).toBeVisible();
  await review();
  await expect(asked.getByText(t('usdtOut.confirmWarning'))).toBeVisible();
  await asked.getByLabel(t('kit.codeLabel')).fill('123456');
  await page.keyboard.press('Enter');
  await expect(asked.getByText(t('usdtOut.unsettled'))).toBeVisible();
  await leave();

  await sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by)
    select coin, max(sequence) + 1, 'fixed', 1.01, 'test' from coin_rate where coin = 'USDP' group by coin`);
  try {
    await review();
    await expect(asked.getByText(UNANSWERED_APART[language])).toBeVisible();
    await expect(asked.getByText(t('usdtOut.unsettled'))).toHaveCount(0);
    await leave();
  } finally {
    await sql(`delete from coin_rate where set_by = 'test'`);
  }
  await review();
  await expect(asked.getByText(t('usdtOut.unsettled'))).toBeVisible();
  await expect(asked.getByText(UNANSWERED_APART[language])).toHaveCount(0);
  forgetComplaints(/ERR_FAILED/);
});

test('a wallet user withdraws USDT by plain forms and takes it back', async ({ browser }) => {
  await openWithdrawals(BINH.username);
  // Signing in wants a script for its slider; what comes after does without.
  await payer(browser, spoken, BINH, screen);
  const context = await payer(browser, spoken, BINH, { ...screen, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/wallet/usdt-withdrawal');
  // The label of a choice holds what can be chosen, too.
  const choice = (label: string) => page.getByLabel(new RegExp(`^${label}`));
  const from = choice(w('usdt_out_from'));
  const coins = await from.locator('option').allInnerTexts();
  expect(coins.length).toBeGreaterThan(0);
  await choice(w('usdt_out_network')).selectOption('BEP20');
  const coin = await from.inputValue();
  await page.getByLabel(w('usdt_out_amount'), { exact: true }).fill(coin === 'VNDT' ? '3000000' : '1500');
  await page.getByRole('button', { name: w('usdt_out_show') }).click();
  await expect(page.getByText(w('usdt_out_arrives'), { exact: true })).toBeVisible();
  const form = page.locator(`form[action="/wallet/usdt-withdrawal"][method="post"]`);
  await form.getByLabel(w('payment_password')).fill(BINH.paymentPassword);
  await form.getByRole('button', { name: w('usdt_out_confirm'), exact: true }).click();
  await expect(page.getByText(w('usdt_out_asked'))).toBeVisible();
  await page
    .getByRole('button', { name: w('usdt_out_cancel'), exact: true })
    .first()
    .click();
  await expect(page.getByText(w('usdt_out_cancelled'))).toBeVisible();
});
