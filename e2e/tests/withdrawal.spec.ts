import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { freshCode, wrongCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { ALICE, BINH, expectAccessible, merchant, MERCHANT, payer, PHONE, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { expectStill } from '../support/settled.ts';
import { shop } from '../support/shop.ts';
import { newWithdrawal } from '../support/withdrawals.ts';

const { spoken, screen, rows, inMenu, paid } = flowScene('zh-hant-cn', 1440);
const { console: t, language } = spoken;
const PAGE = '/user/WithdrawalRecord';

const rowOf = (page: Page, orderId: string): Locator => rows(page).filter({ hasText: orderId });
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
const fact = (within: Locator, label: string): Locator =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByText(label, { exact: true }) })
    .locator('dd');

/** What waits in the demo is decided, so that counts begin at nothing. */
test.beforeAll(async () => {
  const waiting = await sql<{ serial_number: string }>(
    `select serial_number from review_order
     where status = 'pending_review' and kind = 'user_withdrawal' and owner_id = (select merchant_id from merchant where username = $1)`,
    [MERCHANT.username],
  );
  for (const { serial_number } of waiting) await (await shop()).withdrawals.cancel({ serial_number });
});

test('a withdrawal appears while one looks, is approved by keyboard with one code, and the user has the money', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { level: 1, name: t('menu.userWithdrawals') })).toBeVisible();
  const { order_id, serial_number, settlement_amount } = await newWithdrawal(ALICE.username, 'USDP', '40.00', 'Won in the raffle');

  const row = rowOf(page, order_id);
  await expect(row).toContainText(t('withdrawal.status.pending_review'));
  const entryOf = (menu: Locator): Locator => menu.getByRole('link', { name: t('menu.userWithdrawals') });
  await inMenu(page, (menu) => expect(entryOf(menu)).toContainText('1'));

  await row.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: t('withdrawal.detailTitle') });
  await expect(drawer).toContainText(t('because.no_limit'));
  await expect(fact(drawer, t('withdrawal.note'))).toHaveText('Won in the raffle');
  await expect(drawer.getByText(t('transactionType.review_submitted'))).toBeVisible();
  await expectAccessible(page);

  await button(drawer, t('withdrawal.approve')).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('review.approve.title', { count: 1 }) });
  await expect(fact(dialog, t('withdrawal.arrives'))).toHaveText(`${settlement_amount} USDP`);
  const code = dialog.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(wrongCode());
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(outcomeText('wrong_google_code', language));
  await page.keyboard.type(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: t('kit.toasts') }).getByText(t('review.approve.done'), { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(drawer).toContainText(t('withdrawal.status.approved'));
  await expect(fact(drawer, t('withdrawal.audit'))).toHaveText(MERCHANT.username);
  await button(drawer, t('kit.close')).click();
  await expect(drawer).toBeHidden();
  await inMenu(page, (menu) => expect(entryOf(menu)).not.toContainText('1'));

  const wallet = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await wallet.goto('/wallet');
  await expect(wallet.getByText(serial_number)).toBeVisible();
  await expect(wallet.getByText(`+${paid(settlement_amount, 'USDP')}`)).toBeVisible();
});

test('a rejection wants a reason, which the system is told, and gives the money back', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  const { order_id } = await newWithdrawal(BINH.username, 'USDP', '15.00');
  await page.goto(PAGE);
  await button(rowOf(page, order_id), t('withdrawal.reject')).click();
  const dialog = page.getByRole('dialog', { name: t('review.reject.title', { count: 1 }) });
  const reason = dialog.getByLabel(t('review.reason'));
  await expect(reason).toBeFocused();
  await expect(fact(dialog, t('withdrawal.comesBack'))).toHaveText('15.00 USDP');
  await button(dialog, t('review.reject.act')).click();
  await expect(reason).toHaveAccessibleDescription(t('review.reasonRequired'));
  await expect(reason).toBeFocused();
  await expectAccessible(page);
  await reason.fill('The account is not verified');
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: t('kit.toasts') }).getByText(t('review.reject.done'), { exact: true })).toBeVisible();
  await expect(rowOf(page, order_id)).toContainText(t('withdrawal.status.rejected'));
  await expect(button(rowOf(page, order_id), t('withdrawal.reject'))).toHaveCount(0);
  expect(await (await shop()).withdrawals.query({ order_id })).toMatchObject({
    order_status: 'rejected',
    remark: 'The account is not verified',
  });
});

test('many are decided with one code; those that cannot be say why, and stay', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  const made = [
    await newWithdrawal(ALICE.username, 'USDP', '10.00'),
    await newWithdrawal(BINH.username, 'USDP', '20.50'),
    await newWithdrawal(BINH.username, 'VNDT', '90000.00'),
  ];
  await page.goto(`${PAGE}?order_status=pending_review`);
  await expect(page.getByRole('checkbox', { name: /W-/ })).toHaveCount(3);
  await page.getByRole('checkbox', { name: t('kit.selectAll') }).check();
  const bar = page.getByRole('region', { name: t('kit.selection') });
  await expect(bar).toContainText(t('kit.selected', { count: 3 }));
  await expectAccessible(page);
  await button(bar, t('withdrawal.approve')).click();
  const dialog = page.getByRole('dialog', { name: t('review.approve.title', { count: 3 }) });
  await expect(fact(dialog, t('review.orders'))).toHaveText('3');
  await expect(fact(dialog, t('withdrawal.leaves'))).toContainText('30.50 USDP');
  await expect(fact(dialog, t('withdrawal.leaves'))).toContainText('90,000.00 VNDT');

  // One of them is cancelled by the merchant's system while the merchant decides.
  await (await shop()).withdrawals.cancel({ serial_number: made[0]?.serial_number ?? '' });
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
  const told = page.getByRole('dialog', { name: t('review.approve.partly', { done: 2, left: 1 }) });
  await expect(told).toContainText(made[0]?.order_id ?? '');
  await expect(told).toContainText(outcomeText('review_decided', language));
  await expectAccessible(page);
  await told
    .getByRole('button', { name: t('kit.close'), exact: true })
    .last()
    .click();
  await expect(bar).toBeHidden();
  await page.goto(PAGE);
  await expect(rowOf(page, made[2]?.order_id ?? '')).toContainText(t('withdrawal.status.approved'));
});

test('on a phone, rows are selected and decided too', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, { viewport: PHONE, hasTouch: true })).newPage();
  const one = await newWithdrawal(ALICE.username, 'USDP', '3.00');
  const two = await newWithdrawal(BINH.username, 'USDP', '4.00');
  await page.goto(`${PAGE}?order_status=pending_review`);
  for (const { order_id } of [one, two]) await page.getByRole('checkbox', { name: t('kit.selectNamed', { what: order_id }) }).check();
  const bar = page.getByRole('region', { name: t('kit.selection') });
  await button(bar, t('withdrawal.reject')).click();
  const dialog = page.getByRole('dialog', { name: t('review.reject.title', { count: 2 }) });
  await expect(dialog.getByLabel(t('review.reason'))).toBeFocused();
  await dialog.getByLabel(t('review.reason')).fill('Asked for twice');
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await button(dialog, t('review.reject.act')).click();
  await expect(page.getByText(t('review.reject.doneMany', { count: 2 }), { exact: true })).toBeVisible();
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
});

test('within the exemption quota a withdrawal is approved by itself, and beyond it waits', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/withdraw/ImmunityTrial');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.withdrawalQuota') })).toBeVisible();
  await button(page, t('quota.setCoin', { coin: 'USDP' })).click();
  const form = page.getByRole('dialog', { name: t('quota.formTitle', { coin: 'USDP' }) });
  await form.getByRole('switch').click();
  await form.getByLabel(t('quota.single'), { exact: true }).fill('25');
  await form.getByLabel(t('quota.day'), { exact: true }).fill('20');
  await button(form, t('quota.review')).click();
  await expect(form.getByLabel(t('quota.day'), { exact: true })).toHaveAccessibleDescription(outcomeText('day_limit_too_low', language));
  await expectAccessible(page);
  await form.getByLabel(t('quota.day'), { exact: true }).fill('30');
  await button(form, t('quota.review')).click();
  const dialog = page.getByRole('dialog', { name: t('quota.formTitle', { coin: 'USDP' }) });
  await expect(fact(dialog, t('quota.single'))).toContainText('25 USDP');
  // The form is there again as it was, and gives way again; what is typed at once is typed into the code.
  // Pressed on its way in, the button is no longer where it was.
  await expectStill(page);
  await button(dialog, t('kit.cancel')).click();
  await expect(form.getByLabel(t('quota.day'), { exact: true })).toHaveValue('30');
  await button(form, t('quota.review')).click();
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('quota.done'), { exact: true })).toBeVisible();
  await expect(button(page, t('quota.changeCoin', { coin: 'USDP' }))).toBeFocused();
  const row = rows(page).filter({ hasText: 'USDP' });
  await expect(row).toContainText(t('quota.on'));

  // An access key that was changed has withdrawals looked at for a day; then the quota holds again.
  const keyChanged = (when: string) =>
    sql(`update access_key set changed_at = ${when} where merchant_id = (select merchant_id from merchant where username = $1)`, [
      MERCHANT.username,
    ]);
  await keyChanged('now()');
  const early = await newWithdrawal(ALICE.username, 'USDP', '5.00');
  await page.goto(`${PAGE}?open=${early.serial_number}`);
  await expect(page.getByRole('dialog')).toContainText(t('because.key_changed'));
  await (await shop()).withdrawals.cancel({ serial_number: early.serial_number });
  await page.goto('/withdraw/ImmunityTrial');
  await keyChanged(`now() - interval '2 days'`);
  await sql(`update risk_sign set noted_at = '-infinity' where owner_id = (select merchant_id from merchant where username = $1)`, [
    MERCHANT.username,
  ]);
  const within = await newWithdrawal(ALICE.username, 'USDP', '20.00');
  const beyond = await newWithdrawal(ALICE.username, 'USDP', '20.00');
  expect([within.order_status, beyond.order_status]).toEqual(['approved', 'pending_review']);
  await expect(row).toContainText('20.00 USDP');
  await page.goto(`${PAGE}?open=${beyond.serial_number}`);
  await expect(page.getByRole('dialog')).toContainText(t('because.day_limit'));
  await page.goto(`${PAGE}?open=${within.serial_number}`);
  await expect(page.getByRole('dialog')).toContainText(t('withdrawal.happened.automatic', { amount: `${within.settlement_amount} USDP` }));

  // What waits is on the dashboard, and leads to the list.
  await page.goto('/payment/InstrumentPanel?market=USD');
  await page.getByRole('link', { name: t('dashboard.waitingWithdrawals', { count: 1 }) }).click();
  await expect(page).toHaveURL(/order_status=pending_review/);
  await expect(rowOf(page, beyond.order_id)).toBeVisible();
});
