import { type Browser, expect, type Page } from '@playwright/test';
import { orders } from '@purser/contract/outcomes/orders';
import { reviews } from '@purser/contract/outcomes/reviews';
import { pay } from '../support/checkout.ts';
import { freshCode } from '../support/codes.ts';
import { ALICE, merchant, MERCHANT, payer, test } from '../support/demo.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';
import { newWithdrawal } from '../support/withdrawals.ts';

/** Two members, or two windows of one, or a member and a payer act at once: whoever comes second is told what happened, and nothing goes away unsaid. */

const t = ENGLISH.console;

async function paidBy(browser: Browser, path: string): Promise<void> {
  const wallet = await (await payer(browser, ENGLISH, ALICE)).newPage();
  await wallet.goto(path);
  await pay(wallet, ALICE.paymentPassword, ENGLISH);
  await expect(wallet.getByRole('heading', { name: ENGLISH.payer('success_title') })).toBeVisible();
}

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/** Gives the code where it is asked for. */
async function confirm(page: Page): Promise<void> {
  await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  await page.keyboard.type(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
}

test('whoever is asked whether to cancel an order that is paid meanwhile is told so', async ({ browser }) => {
  const order = await newOrder('USDP', '12.00');
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(`/recharge/Order/${order.serial_number}`);
  await press(page, t('order.cancel'));
  const question = page.getByRole('dialog', { name: t('order.cancelTitle') });
  await expect(question).toBeVisible();
  await paidBy(browser, order.path);
  // The page behind shows it.
  await expect(page.locator('main').getByText(t('order.status.paid'), { exact: true }).first()).toBeVisible();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: t('order.cancel') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(orders.order_already_paid.text.en)).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: t('order.cancel'), exact: true })).toHaveCount(0);
  await expect(page.locator('main').locator(':focus')).toHaveCount(1);
});

test('of two who refund an order at once the second is told what is left of it, and keeps what was typed', async ({ browser }) => {
  const order = await newOrder('USDP', '12.00');
  await paidBy(browser, order.path);
  const context = await merchant(browser, ENGLISH);
  const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()];
  const form = (page: Page) => page.getByRole('dialog', { name: t('refund.title') });
  const amount = (page: Page) => form(page).getByLabel(t('field.amount'));
  for (const page of [first, second, third]) {
    await page.goto(`/recharge/Order/${order.serial_number}`);
    await press(page, t('refund.act'));
    await expect(amount(page)).toBeFocused();
  }
  await amount(first).fill('5.00');
  await form(third).getByLabel(t('refund.remark')).fill('Half a reason');
  for (const page of [first, second]) {
    await amount(page).press('Enter');
    await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  }
  await expect(form(second)).toContainText(t('refund.left'));
  await confirm(first);
  await expect(first.getByText(t('refund.done')).first()).toBeVisible();

  const atMost = (left: string) => t('refund.rest', { amount: `${left} USDP` });
  await expect(form(second)).toContainText(atMost('7.00'));
  await expect(form(second)).not.toContainText(t('refund.left'));
  await confirm(second);
  await expect(amount(second)).toBeFocused();
  await amount(second).fill('7.00');
  await amount(second).press('Enter');
  await confirm(second);
  await expect(second.getByText(t('refund.done')).first()).toBeVisible();

  await expect(form(third)).toContainText(atMost('0.00'));
  await expect(form(third).getByLabel(t('refund.remark'))).toHaveValue('Half a reason');
  await form(third).getByLabel(t('refund.remark')).press('Enter');
  await expect(amount(third)).toBeFocused();
  await expect(amount(third)).toHaveAccessibleDescription(new RegExp(atMost('0.00')));
});

test('what somebody else has decided is told, and not offered to be tried again', async ({ browser }) => {
  const withdrawals = [];
  for (const sum of ['31.00', '32.00', '33.00']) withdrawals.push(await newWithdrawal(ALICE.username, 'USDP', sum));
  const context = await merchant(browser, ENGLISH);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const [page, selected] of [[first, withdrawals.slice(0, 2)] as const, [second, withdrawals.slice(1)] as const]) {
    await page.goto('/user/WithdrawalRecord?order_status=pending_review');
    for (const { order_id } of selected) await page.getByRole('checkbox', { name: t('kit.selectNamed', { what: order_id }) }).check();
    await page
      .getByRole('region', { name: t('kit.selection') })
      .getByRole('button', { name: t('withdrawal.approve') })
      .click();
    await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  }
  await confirm(first);
  await expect(first.getByText(t('review.approve.doneMany', { count: 2 }))).toBeVisible();
  await confirm(second);
  const told = second.getByRole('dialog', { name: t('review.approve.partly', { done: 1, left: 1 }) });
  await expect(told).toContainText(withdrawals[1]?.order_id ?? '');
  await expect(told).toContainText(reviews.review_decided.text.en);
  await expect(told.getByRole('button', { name: t('review.again') })).toHaveCount(0);
  await second.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await expect(second.getByRole('checkbox', { name: t('kit.selectAll') })).toBeFocused();
});

test('how somebody else has decided it is one press away, also where the list shows only what waits', async ({ browser }) => {
  const { order_id } = await newWithdrawal(ALICE.username, 'USDP', '34.00');
  const context = await merchant(browser, ENGLISH);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto('/user/WithdrawalRecord?order_status=pending_review');
    await page.getByRole('checkbox', { name: t('kit.selectNamed', { what: order_id }) }).check();
    await page
      .getByRole('region', { name: t('kit.selection') })
      .getByRole('button', { name: t('withdrawal.approve') })
      .click();
    await expect(page.getByLabel(t('kit.codeLabel'))).toBeFocused();
  }
  await confirm(first);
  await expect(first.getByText(t('review.approve.done'), { exact: true }).first()).toBeVisible();
  await confirm(second);
  await second.getByRole('link', { name: t('review.seeHow') }).click();
  const drawer = second.getByRole('dialog', { name: t('withdrawal.detailTitle') });
  await expect(drawer).toContainText(order_id);
  await expect(drawer).toContainText(t('withdrawal.status.approved'));
  await expect(second.getByRole('link', { name: t('review.seeHow') })).toBeHidden();
});
