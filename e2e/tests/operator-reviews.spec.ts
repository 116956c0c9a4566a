import { expect, type Page } from '@playwright/test';
import { userIdOf } from '../support/adjustments.ts';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { BINH, expectAccessible, LOTUS, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { fundParty } from '../support/fund.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { openRecharges } from '../support/recharge-screens.ts';
import { openWithdrawals } from '../support/withdrawal-screens.ts';

const { spoken, screen, rows, paid } = flowScene('us', 1440);
const t = operatorTexts(spoken);
const w = spoken.payer;
const QUEUE = '/operator/review-orders?waits_for=staff&sort_order=asc';

const statusesOf = async (like: string): Promise<string[]> =>
  (await sql<{ status: string }>('select status from review_order where serial_number like $1', [like])).map(({ status }) => status);

/** Recharges of a merchant's that wait, put straight into the table: they move nothing until they are approved. */
async function submitRecharges(username: string, mark: string, count: number, amount: number): Promise<void> {
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, network,
       address, txid)
     select merchant_id, $2 || lpad(n::text, 3, '0'), 'usdt_recharge', 'pending_review', 'manual', 'USDT', $4::bigint, 0, $4::bigint, 0, 'USDT', $4::bigint, 'TRC20',
       'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', $2 || n
     from merchant, generate_series(1, $3::int) as n where username = $1`,
    [username, mark, count, amount],
  );
}

/** Gives the code of the dialog that is open, and sends it by the keyboard. */
async function confirmByKey(page: Page, username: string): Promise<void> {
  const code = page.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeVisible();
  await code.fill(await freshCode(username));
  await page.keyboard.press('Enter');
}

test('twenty orders are looked through and approved by keyboard, with one code', async ({ browser }) => {
  await submitRecharges('newcomer', 'RCKEY', 20, 1_000_000);
  const [newcomer] = await sql<{ merchant_id: string }>(`select merchant_id from merchant where username = 'newcomer'`);
  await sql(`select ledger.open_account(merchant_id, 'USDT', 'main', false) from merchant where username = 'newcomer'`).catch(() => []);
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`${QUEUE}&owner_id=${newcomer?.merchant_id}`);
  await expect(page.getByRole('button', { name: t('reviews.kind.usdt_recharge') })).toHaveCount(20);
  await page.keyboard.press('j');
  const drawer = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  await expect(drawer.getByText('RCKEY001').first()).toBeVisible();
  await expect(drawer.getByText(t('reviews.found.not_connected'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(drawer.getByText('RCKEY002').first()).toBeVisible();
  await page.keyboard.press('k');
  await expect(drawer.getByText('RCKEY001').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(t('kit.selected', { count: 20 }))).toBeVisible();
  await page.keyboard.press('a');
  await confirmByKey(page, STAFF.finance.username);
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
  await expect(page.getByText(t('kit.selected', { count: 20 }))).toHaveCount(0);
  expect(new Set(await statusesOf('RCKEY%'))).toEqual(new Set(['approved']));
});

test('an order is rejected with a reason that is taken by a press, and support only looks', async ({ browser }) => {
  await submitRecharges('lotus', 'RCNO', 1, 2_000_000);
  const looking = await (await staff(browser, spoken, STAFF.support, screen)).newPage();
  await looking.goto(`${QUEUE}&serial_number=RCNO001`);
  await looking.getByRole('button', { name: t('reviews.kind.usdt_recharge') }).click();
  await expect(looking.getByText(t('reviews.notYours'))).toBeVisible();

  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`${QUEUE}&serial_number=RCNO001`);
  await page.getByRole('button', { name: t('reviews.kind.usdt_recharge') }).click();
  await expect(page.getByText(t('reviews.found.not_connected'))).toBeVisible();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: t('reviews.reason.notArrived') }).click();
  await expectAccessible(page);
  await confirmByKey(page, STAFF.finance.username);
  await expect(page.getByText(t('reviews.status.rejected')).first()).toBeVisible();
  await expect(page.getByText(t('reviews.reason.notArrived')).first()).toBeVisible();
  expect(await statusesOf('RCNO%')).toEqual(['rejected']);
});

test('of orders approved together, those that wait for a second person are not counted as approved', async ({ browser }) => {
  await submitRecharges('lotus', 'RCMIXA', 1, 2_000_000);
  await submitRecharges('lotus', 'RCMIXB', 2, 40_000_000_000);
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`${QUEUE}&kind=usdt_recharge&page_size=100`);
  for (const number of ['RCMIXA001', 'RCMIXB001', 'RCMIXB002']) await page.getByRole('checkbox', { name: number }).check();
  await page.getByRole('button', { name: t('reviews.approve'), exact: true }).click();
  await confirmByKey(page, STAFF.finance.username);
  const told = `${spoken.console('review.approve.doneMany', { count: 1 })} · ${spoken.console('review.waiting', { count: 2 })}`;
  await expect(page.getByRole('dialog', { name: told, exact: true }).getByText(t('reviews.entered'))).toHaveCount(2);
  expect(await statusesOf('RCMIXA%')).toEqual(['approved']);
  expect(await statusesOf('RCMIXB%')).toEqual(['pending_review', 'pending_review']);

  // They stay chosen, and are decided otherwise: then nothing waits for the second person any more.
  await page.getByRole('dialog', { name: told }).getByText(t('kit.close'), { exact: true }).click();
  await page.getByRole('button', { name: t('reviews.reject'), exact: true }).click();
  await page.getByRole('button', { name: t('reviews.reason.notArrived') }).click();
  await confirmByKey(page, STAFF.finance.username);
  await expect(page.getByText(spoken.console('review.reject.doneMany', { count: 2 }), { exact: true })).toBeVisible();
  expect(await statusesOf('RCMIXB%')).toEqual(['rejected', 'rejected']);
});

test('what is beyond the limit waits for a second person, who is shown it and does it', async ({ browser }) => {
  await submitRecharges('lotus', 'RCTWO', 1, 40_000_000_000);
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`${QUEUE}&serial_number=RCTWO001`);
  await page.getByRole('button', { name: t('reviews.kind.usdt_recharge') }).click();
  await expect(page.getByText(t('reviews.twoBound', { limit: '10,000.000000 USDT' }))).toBeVisible();
  await page.getByLabel(t('reviews.secondReason')).fill('Seen at the explorer');
  await page
    .getByRole('dialog', { name: t('reviews.detailTitle') })
    .getByRole('button', { name: t('reviews.approve') })
    .click();
  await confirmByKey(page, STAFF.finance.username);
  const told = page.getByRole('dialog', { name: spoken.console('review.waiting', { count: 1 }), exact: true });
  await expect(told.getByText(t('reviews.entered'))).toBeVisible();
  expect(await statusesOf('RCTWO%')).toEqual(['pending_review']);

  // From there on the order leads to its approval, and is decided there.
  await page.goto(`${QUEUE}&serial_number=RCTWO001`);
  await page.getByRole('button', { name: t('reviews.kind.usdt_recharge') }).click();
  const waiting = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  await expect(waiting.getByText(t('reviews.happened.waiting.second'))).toBeVisible();
  await expect(waiting.getByRole('button', { name: t('reviews.reject') })).toBeVisible();
  await expect(waiting.getByRole('button', { name: t('reviews.approve') })).toHaveCount(0);
  await expectAccessible(page);
  await waiting.getByRole('link', { name: t('reviews.openApproval') }).click();
  await expect(page.getByRole('dialog', { name: t('approvals.detailTitle') }).getByText('RCTWO001')).toBeVisible();

  const second = await (await staff(browser, spoken, STAFF.admin2, screen)).newPage();
  await second.goto('/operator/approvals?state=pending&sort_order=asc');
  await second
    .getByRole('button', { name: t('approvals.kind.review') })
    .first()
    .click();
  const drawer = second.getByRole('dialog', { name: t('approvals.detailTitle') });
  await expect(drawer.getByText('RCTWO001')).toBeVisible();
  await expect(drawer.getByText('Seen at the explorer')).toBeVisible();
  await expectAccessible(second);
  await second.keyboard.press('a');
  await confirmAsStaff(second, t('approvals.approve'), await freshCode(STAFF.admin2.username), spoken);
  await expect(second.getByText(t('approvals.approveDone'))).toBeVisible();
  expect(await statusesOf('RCTWO%')).toEqual(['approved']);
});

/** Asks a call of Purser's from a page of whoever is signed in there; gives its data. */
async function ask(page: Page, path: string, data: object, headers: Record<string, string>): Promise<Record<string, string>> {
  const answer = await (await page.request.post(path, { data, headers })).json();
  expect(answer).toMatchObject({ msg: 'ok' });
  return answer.data;
}

/** A bank card of a wallet user's that staff have verified; gives its id. */
async function verifiedCard(page: Page, market: string, origin: string): Promise<string> {
  const card = { market, holder_name: 'Trần Bình', bank_name: 'Queue Bank', bank_code: '021000021', account_number: '5500 0000 0000 0004' };
  await page.request.post('/wallet/bank-cards', { form: { ...card, payment_password: BINH.paymentPassword }, headers: { origin } });
  const [linked] = await sql<{ payment_method_id: string }>(
    `update payment_method set verified_version = version where bank_name = 'Queue Bank' returning payment_method_id`,
  );
  return linked?.payment_method_id ?? '';
}

test('staff decide a deposit, two withdrawals and an appeal in the queue, and wallet and merchant are told', async ({ browser }) => {
  test.setTimeout(300_000);
  await openRecharges(MERCHANT.username);
  const binh = await openWithdrawals(BINH.username);
  await fundParty(BINH.username, 'USDP', '500.00');

  // What the wallet asks for, on its own pages.
  const wallet = await (await payer(browser, spoken, BINH, screen)).newPage();
  await wallet.goto('/wallet/usdt-recharge?coin=USDP&network=TRC20');
  const { origin } = new URL(wallet.url());
  await wallet.getByLabel(w('usdt_in_amount')).fill('300');
  await wallet.getByLabel(w('usdt_in_txid')).fill('b2'.repeat(32));
  await wallet.getByRole('button', { name: w('usdt_in_submit') }).click();
  await expect(wallet.getByText(w('usdt_in_told'))).toBeVisible();
  await wallet.goto('/wallet/usdt-withdrawal?coin_id=USDP&network=BEP20&withdrawal_count=150');
  const withdraw = wallet.locator('form[action="/wallet/usdt-withdrawal"][method="post"]');
  await withdraw.getByLabel(w('payment_password')).fill(BINH.paymentPassword);
  await withdraw.getByRole('button').click();
  await expect(wallet.getByText(w('usdt_out_asked'))).toBeVisible();
  const card = await verifiedCard(wallet, 'USD', origin);
  await wallet.goto(`/wallet/bank-withdrawal?payment_method_id=${card}&coin_name=USDP&amount=200`);
  await wallet.getByLabel(w('payment_password')).fill(BINH.paymentPassword);
  await wallet.getByRole('button', { name: w('bank_confirm') }).click();
  await expect(wallet.getByText(w('bank_withdrawal_asked'))).toBeVisible();
  // And what it objects to.
  const shop = await (await merchant(browser, spoken, screen, LOTUS)).newPage();
  await shop.goto('/adjustment/AccountAdjustment');
  const { serial_number: appealed = '' } = await ask(
    shop,
    '/v1/merchant/pay_record/plus',
    {
      receipt_user_id: await userIdOf(BINH.username),
      coin_name: 'USDP',
      balance_type: 'pending',
      amount: '17.00',
      remark: 'Deposit for a teapot',
      google_code: await freshCode(LOTUS.username),
    },
    { authorization: await shop.evaluate<string>(`localStorage.getItem('token')`) },
  );
  await ask(wallet, '/v1/wallet/adjustment/appeal', { serial_number: appealed, reason: 'The teapot is back' }, { origin });

  // The three of the wallet are looked at one by one, and approved together with one code.
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`${QUEUE}&owner_id=${binh}`);
  const drawer = page.getByRole('dialog', { name: t('reviews.detailTitle') });
  for (const kind of ['usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal']) {
    await expect(page.getByRole('button', { name: t(`reviews.kind.${kind}`) })).toBeVisible();
  }
  for (const evidence of [t('reviews.found.not_connected'), '0x52908400098527886E0F7030069857D2E4169EE7', t('reviews.found.verified')]) {
    await page.keyboard.press('j');
    await expect(drawer.getByText(evidence).or(drawer.getByTitle(evidence)).first()).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(t('kit.selected', { count: 3 }))).toBeVisible();
  await page.keyboard.press('a');
  await confirmByKey(page, STAFF.finance.username);
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();

  // The appeal is read, and decided for the user.
  await page.goto(`${QUEUE}&serial_number=${appealed}`);
  await page
    .locator('main')
    .getByRole('button', { name: t('reviews.kind.adjustment') })
    .click();
  await expect(drawer.getByText('The teapot is back')).toBeVisible();
  await expect(drawer.getByText(t('reviews.ofAppeal'))).toBeVisible();
  await page.keyboard.press('a');
  await confirmByKey(page, STAFF.finance.username);
  await expect(drawer.getByText(t('reviews.status.completed')).first()).toBeVisible();
  await expect(drawer.getByText(new RegExp(`^${t('purpose.main')} · ${binh}$`)).first()).toBeVisible();

  // Everybody is told: the merchant on the page that is open, the wallet on its own.
  await expect(rows(shop).filter({ hasText: '17.00 USDP' })).toContainText(spoken.console('adjustment.status.completed'));
  for (const [path, word, said] of [
    ['usdt-recharge', w('usdt_in_status_approved'), 'b2'.repeat(32)],
    ['usdt-withdrawal', w('usdt_out_status_approved'), paid('150.00', 'USDP')],
    ['bank-withdrawal', w('bank_state_approved'), paid('200.00', 'USDP')],
  ] as const) {
    await wallet.goto(`/wallet/${path}`);
    await expect(wallet.getByRole('listitem').filter({ hasText: said }).first()).toContainText(word);
  }
  await wallet.goto('/wallet');
  await expect(wallet.getByRole('link', { name: w('usdt_in_record') }).first()).toBeVisible();
  await wallet.goto(`/wallet/adjustment/${appealed}`);
  await expect(wallet.getByText(w('adjustment_completed'))).toBeVisible();
});
