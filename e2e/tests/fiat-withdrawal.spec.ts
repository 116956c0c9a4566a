import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { ALICE, expectAccessible, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { callAsStaff, confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';

/** From a bank account that nobody knows to money that a bank has paid: merchant, staff, bank. */

const { spoken, screen } = flowScene('zh-hant-cn', 390);
const { console: t, payer: w } = spoken;
const op = operatorTexts(spoken);
test.describe.configure({ mode: 'serial' });

async function confirm(page: Page, act: string, username = MERCHANT.username): Promise<void> {
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(username));
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(t('kit.codeLabel')) })
    .getByRole('button', { name: act, exact: true })
    .click();
}

/** Approves the newest withdrawal that waits, by the call that the reviews' page makes. */
async function approveNewest(page: Page, code: string): Promise<void> {
  const order = await page.evaluate<{ owner_id: number; serial_number: string }>(`(async () => {
    const ask = async (path, body) => (await fetch('/v1/operator/review/' + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })).json();
    const { data } = await ask('query', { kind: 'fiat_withdrawal', status: 'pending_review' });
    const { owner_id, serial_number } = data.list[0];
    const decided = await ask('decide', { orders: [{ owner_id, serial_number }], decision: 'approve', google_code: '${code}' });
    if (decided.data?.results?.[0]?.code !== 200) throw new Error(JSON.stringify(decided));
    return { owner_id, serial_number };
  })()`);
  expect(order.serial_number).toMatch(/^WF/);
}

const amount = '123.45';
const arrives = '122.46';

test('a merchant links a bank account', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/payment/PaymentMethod');
  await page
    .getByRole('button', { name: t('method.add') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('method.add') });
  await form.getByLabel(t('method.currency')).click();
  await page.getByTitle('USD', { exact: true }).click();
  await form.getByLabel(t('method.number')).fill('DE89 3704 0044 0532 0130 01');
  await form.getByLabel(t('method.holder')).fill('Harbour Books Ltd');
  await form.getByLabel(t('method.bank'), { exact: true }).fill('First Bank');
  await form.getByRole('button', { name: t('method.continue') }).click();
  await expect(form.getByLabel(t('method.number'))).toHaveAccessibleDescription(t('method.problem.number'));
  await form.getByLabel(t('method.number')).fill('DE89 3704 0044 0532 0130 00');
  await expectAccessible(page);
  await form.getByRole('button', { name: t('method.continue') }).click();
  await confirm(page, t('method.add'));
  await expect(page.getByText('First Bank DE••••3000')).toBeVisible();
  await expect(page.locator('main').getByText(t('method.status.unverified')).first()).toBeVisible();
});

test('what another changes of it while a form is open is shown there, and what was typed stays', async ({ browser }) => {
  const context = await merchant(browser, spoken, screen);
  const [first, second] = [await context.newPage(), await context.newPage()];
  const form = (page: Page) => page.getByRole('dialog', { name: t('method.changeTitle') });
  for (const page of [first, second]) {
    await page.goto('/payment/PaymentMethod');
    await page.locator('main').getByRole('button', { name: 'First Bank DE••••3000' }).click();
    await page.getByRole('button', { name: t('method.change'), exact: true }).click();
    await expect(form(page).getByLabel(t('method.holder'))).toHaveValue('Harbour Books Ltd');
  }
  await form(second).getByLabel(t('method.bankCode')).fill('FIRSTDEX');
  await form(first).getByLabel(t('method.holder')).fill('Harbour Books Limited');
  await form(first)
    .getByRole('button', { name: t('method.continue') })
    .click();
  await confirm(first, t('method.changeConfirm'));
  await expect(form(second).getByLabel(t('method.holder'))).toHaveValue('Harbour Books Limited');
  await expect(form(second).getByLabel(t('method.bankCode'))).toHaveValue('FIRSTDEX');
});

test('staff verify it', async ({ browser }) => {
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto('/operator/bank-accounts?status=unverified');
  await page.locator('main').getByRole('button', { name: 'First Bank DE••••3000' }).click();
  const drawer = page.getByRole('dialog', { name: op('bank.account') });
  await drawer.getByRole('button', { name: op('bank.showNumber') }).click();
  await expect(drawer.getByText('DE89370400440532013000')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: op('bank.verify'), exact: true }).click();
  await confirmAsStaff(page, op('bank.verify'), await freshCode(STAFF.finance.username), spoken);
  await expect(page.getByText(op('bank.verified'), { exact: true }).first()).toBeVisible();
});

test('the merchant withdraws to it, and sees it wait', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/coin-withdraw/index');
  await page
    .getByRole('button', { name: t('fiat.withdraw') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('fiat.formTitle') });
  await form.getByLabel(t('field.coin')).click();
  await page.getByTitle('USDP', { exact: true }).click();
  await form.getByLabel(t('fiat.requested')).fill(amount);
  await expect(form.getByText(arrives)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: t('fiat.continue') }).click();
  await confirm(page, t('fiat.confirm'));
  // The list is renewed by itself, and its rows move.
  await expect(page.locator('main').getByText(amount).first()).toBeVisible();
  const row = page.locator('main').getByRole('button', { name: /^WF/ }).first();
  await row.click();
  const drawer = page.getByRole('dialog', { name: t('fiat.detailTitle') });
  await expect(drawer.getByText(t('fiat.status.pending_review')).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('fiat.cancel') })).toBeVisible();
  await expectAccessible(page);
});

test('staff approve it, put it into a bank file, and mark the file as paid', async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await staff(browser, spoken, STAFF.finance, screen);
  const page = await context.newPage();
  await page.goto('/operator/bank-files');
  await approveNewest(page, await freshCode(STAFF.finance.username));
  await page.goto('/operator/bank-files');
  await page.getByRole('button', { name: op('bank.payoutAccount') }).click();
  const account = page.getByRole('dialog', { name: op('bank.payoutAccount') });
  await account.getByLabel(op('bank.currency')).click();
  await page.getByTitle('USD', { exact: true }).click();
  await account.getByLabel(op('bank.holder')).fill('Purser Ltd');
  await account.getByLabel(op('bank.bank'), { exact: true }).fill('House Bank');
  await account.getByLabel(op('bank.bankCode')).fill('DEUTDEFF');
  await account.getByLabel(op('bank.number')).fill('GB82WEST12345698765432');
  await expectAccessible(page);
  await account.getByRole('button', { name: op('bank.continue') }).click();
  // That the account is set is known to this page before what it has of the waiting orders is renewed.
  const renewed = Promise.withResolvers<void>();
  await page.route('**/v1/operator/bank_file/waiting', async (route) => {
    await renewed.promise;
    await route.continue();
  });
  await confirmAsStaff(page, op('bank.payoutAccountConfirm'), await freshCode(STAFF.finance.username), spoken);
  await expect(page.getByText(op('bank.payoutAccountSet'))).toBeVisible();

  await page.getByRole('button', { name: op('bank.makeFile') }).click();
  const making = page.getByRole('dialog', { name: op('bank.makeFile') });
  await making.getByLabel(op('bank.executionDate')).fill('2999-01-01');
  await making.getByRole('button', { name: op('bank.continue') }).click();
  renewed.resolve();
  await confirmAsStaff(page, op('bank.makeFile'), await freshCode(STAFF.finance.username), spoken);
  await page.locator('main').getByRole('button', { name: /^BF/ }).first().click();
  const drawer = page.getByRole('dialog', { name: op('bank.file') });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: op('bank.download.xml') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^BF\w+\.xml$/);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: op('bank.markPaid') }).click();
  await confirmAsStaff(page, op('bank.markPaid'), await freshCode(STAFF.finance.username), spoken);
  await expect(drawer.getByText(op('bank.fileState.paid'), { exact: true }).first()).toBeVisible();
  await drawer.getByRole('button', { name: op('bank.showOrders') }).click();
  await expect(page.getByRole('heading', { level: 1, name: op('bank.filedOrders') })).toBeVisible();
  await expect(page.locator('main').getByText(op('bank.filedState.paid')).first()).toBeVisible();
});

test('the merchant sees it paid out', async ({ browser }) => {
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/coin-withdraw/index?status=paid_out');
  await expect(page.locator('main').getByText(t('fiat.status.paid_out')).first()).toBeVisible();
  await page.locator('main').getByRole('button', { name: /^WF/ }).first().click();
  await expect(
    page
      .getByRole('dialog', { name: t('fiat.detailTitle') })
      .getByText(arrives)
      .first(),
  ).toBeVisible();
});

test('whoever marks a withdrawal as returned is told first that its owner has closed the account, also where that was since the list was read', async ({
  browser,
}) => {
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto('/operator/bank-files/orders?status=paid');
  await page.locator('main').getByRole('button', { name: /^WF/ }).first().click();
  const drawer = page.getByRole('dialog', { name: op('bank.filedOrder') });
  await expect(drawer.getByText(op('bank.ownerClosed'))).toHaveCount(0);
  await drawer.getByRole('button', { name: op('bank.mark.returned') }).click();
  const form = page.getByRole('dialog', { name: op('bank.mark.returned') });
  await form.getByLabel(op('bank.reason')).fill('No such account');
  const goOn = form.getByRole('button', { name: op('bank.continue') });
  await goOn.click();
  await expect(page.getByText(op('bank.giveBackWarning'))).toBeVisible();
  await page
    .getByRole('button', { name: op('kit.cancel') })
    .last()
    .click();

  // That a closed owner is told as such is proven by tests of the server.
  await page.route('**/v1/operator/bank_file/order/query', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"owner_is_closed":false', '"owner_is_closed":true') });
  });
  await goOn.click();
  await expect(page.getByText(op('bank.giveBackToClosed'))).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(drawer.getByText(op('bank.ownerClosed'))).toBeVisible();
});

test('the merchant of one that was returned sees in it that the money is back', async ({ browser }) => {
  const [order] = await sql<{ file_no: string; order_no: string }>(
    `select file_no, serial_number as order_no from bank_file_order where status = 'paid'`,
  );
  await callAsStaff(browser, STAFF.finance, 'bank_file/order/return', { ...order, outcome: 'returned', reason: 'No such account' });
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto(`/coin-withdraw/index?open=${order?.order_no}`);
  const drawer = page.getByRole('dialog', { name: t('fiat.detailTitle') });
  await expect(drawer.getByText(t('fiat.status.returned')).first()).toBeVisible();
  await expect(drawer.getByText(new RegExp(String.raw`^\+${amount} USDP$`))).toBeVisible();
  await drawer.getByRole('link', { name: t('record.fundFlow') }).click();
  await expect(page).toHaveURL(new RegExp(`/Property/RunningWater\\?serial_number=${order?.order_no}`));
});

test('a wallet user links a bank card', async ({ browser }) => {
  const page = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await page.goto('/wallet/bank-withdrawal');
  await page.getByRole('link', { name: w('bank_card_link') }).click();
  await page.getByLabel(w('bank_holder'), { exact: true }).fill('Alice Example');
  await page.getByLabel(w('bank_name'), { exact: true }).fill('First Bank');
  await page.getByLabel(w('bank_code'), { exact: true }).fill('021000021');
  await page.getByLabel(w('bank_number'), { exact: true }).fill('4111 1111 1111 1111');
  await page.getByLabel(w('payment_password')).fill(ALICE.paymentPassword);
  await expectAccessible(page);
  await page.getByRole('button', { name: w('bank_card_link') }).click();
  await expect(page.getByText('First Bank ••••1111')).toBeVisible();
  await expectAccessible(page);
});
