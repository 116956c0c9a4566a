import { expect } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { ALICE, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { newOrder } from '../support/shop.ts';
import { pay } from '../support/checkout.ts';

const { spoken, screen, rows } = flowScene('zh-cn', 390);
const { console: t, payer: w } = spoken;

test('a merchant gives a payer a part back, then the rest, and the payer has it in the wallet', async ({ browser }) => {
  const order = await newOrder('USDP', '12.00');
  const wallet = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await wallet.goto(order.path);
  await pay(wallet, ALICE.paymentPassword, spoken);
  await expect(wallet.getByRole('heading', { name: w('success_title') })).toBeVisible();

  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto(`/recharge/Order/${order.serial_number}`);
  const refund = async (amount: string | undefined): Promise<void> => {
    await page.getByRole('button', { name: t('refund.act'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('refund.title') });
    if (amount !== undefined) await form.getByLabel(t('field.amount')).fill(amount);
    await form.getByRole('button', { name: t('refund.review') }).click();
    const code = page.getByRole('dialog', { name: t('refund.title') }).getByLabel(t('kit.codeLabel'));
    await code.fill(await freshCode(MERCHANT.username));
    await code.press('Enter');
    await expect(page.getByText(t('refund.done')).first()).toBeVisible();
  };

  await page.getByRole('button', { name: t('refund.act'), exact: true }).click();
  const form = page.getByRole('dialog', { name: t('refund.title') });
  // Whoever uses the keyboard types at once: to press Enter there does not close what was just opened.
  await expect(form.getByLabel(t('field.amount'))).toBeFocused();
  await form.getByLabel(t('field.amount')).fill('12.01');
  await form.getByRole('button', { name: t('refund.review') }).click();
  await expect(form.getByLabel(t('field.amount'))).toHaveAccessibleDescription(new RegExp(t('refund.rest', { amount: '12.00 USDP' })));
  // Something was typed.
  page.once('dialog', (question) => void question.accept());
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await refund('5.00');
  const list = page.locator('section').filter({ has: page.getByRole('heading', { name: t('refund.list') }) });
  await expect(list).toContainText('5.00');
  // The rest is what the form begins with.
  await refund(undefined);
  await expect(list).toContainText('7.00');
  await expect(page.getByRole('button', { name: t('refund.act'), exact: true })).toHaveCount(0);

  // The order's page tells of both among what happened to it and what it moved.
  const [part, rest] = (await list.getByText(/^RF/).allInnerTexts()).toReversed();
  for (const amount of ['5.00 USDP', '7.00 USDP'])
    await expect(page.getByText(t('order.happened.refunded', { amount }), { exact: true })).toBeVisible();
  const entries = page.locator('section').filter({ has: page.getByRole('heading', { name: t('record.entries') }) });
  await expect(entries.getByText(t('transactionType.refund'), { exact: true })).toHaveCount(2);

  // A refund's row of the fund flow leads to it, among all refunds, and from there to its order.
  await page.goto(`/Property/RunningWater?serial_number=${part}`);
  await rows(page)
    .getByRole('button', { name: part ?? '' })
    .click();
  await page.getByRole('link', { name: t('transactionType.refund') }).click();
  await expect(page).toHaveURL(new RegExp(String.raw`/recharge/Refunds\?open=${part}`));
  const refunded = page.getByRole('dialog', { name: t('transactionType.refund') });
  await expect(refunded.getByText('5.00 USDP').first()).toBeVisible();
  await refunded.getByRole('link', { name: t('record.openOrder') }).click();
  await expect(page).toHaveURL(new RegExp(`/recharge/Order/${order.serial_number}`));

  // They are listed and taken as a file from a page beside the orders.
  await page.goto('/recharge/RechargeRecord');
  await page.getByRole('button', { name: t('refund.list'), exact: true }).click();
  await expect(page).toHaveURL(/\/recharge\/Refunds$/);
  await page.goto(`/recharge/Refunds?order_serial_number=${order.serial_number}`);
  for (const serial of [part, rest]) await expect(rows(page).filter({ hasText: serial ?? '' })).toBeVisible();
  await expect(page.getByRole('button', { name: t('list.export') })).toBeVisible();

  // The page of the payment may be on its way to the shop.
  const records = await wallet.context().newPage();
  await records.goto('/wallet');
  await expect(records.getByText(w('type_refund')).first()).toBeVisible();
});
