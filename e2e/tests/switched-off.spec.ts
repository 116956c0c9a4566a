import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { LOTUS, MERCHANT, merchant, test } from '../support/demo.ts';
import { merchantIdOf } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';
import { openRecharges } from '../support/recharge-screens.ts';
import { openWithdrawals } from '../support/withdrawal-screens.ts';

/** Staff switch a coin or a network off while a merchant's form is open: it is told before the code is asked for, and what was typed stays. */

const t = ENGLISH.console;
const coinOff = outcomeText('coin_off', 'en', { coin: 'USDP' });

async function switchedOff(table: 'coin' | 'network', name: string, act: () => Promise<void>): Promise<void> {
  const column = table === 'coin' ? 'code' : 'network';
  await sql(`update ${table} set is_on = false where ${column} = $1`, [name]);
  try {
    await act();
  } finally {
    await sql(`update ${table} set is_on = true where ${column} = $1`, [name]);
  }
}

async function choose(page: Page, field: Locator, option: RegExp): Promise<void> {
  await field.click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

test('of a USDT withdrawal', async ({ browser }) => {
  await openWithdrawals(MERCHANT.username);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/ustd-withdraw/index?withdraw=1');
  const form = page.getByRole('dialog', { name: t('usdtOut.formTitle') });
  await choose(page, form.getByRole('combobox', { name: t('usdtOut.from') }), /^USDP/);
  await choose(page, form.getByRole('combobox', { name: t('usdtOut.network') }), /^BEP20/);
  const amount = form.getByLabel(t('usdtOut.amount'), { exact: true });
  await amount.fill('200');
  await expect(form.getByText('198.000000')).toBeVisible();
  await switchedOff('coin', 'USDP', async () => {
    await form.getByRole('button', { name: t('usdtOut.review') }).click();
    await expect(form.getByText(coinOff)).toBeVisible();
  });
  await page.reload();
  await choose(page, form.getByRole('combobox', { name: t('usdtOut.from') }), /^USDP/);
  await choose(page, form.getByRole('combobox', { name: t('usdtOut.network') }), /^BEP20/);
  await amount.fill('200');
  await expect(form.getByText('198.000000')).toBeVisible();
  await switchedOff('network', 'BEP20', async () => {
    await form.getByRole('button', { name: t('usdtOut.review') }).click();
    await expect(form.getByText(outcomeText('payout_network_off', 'en', { network: 'BEP20' }))).toBeVisible();
    await expect(amount).toHaveValue('200');
  });
});

test('of a withdrawal to a bank, whose coin stays the one that was chosen', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/coin-withdraw/index?withdraw=USDP');
  const form = page.getByRole('dialog', { name: t('fiat.formTitle') });
  const amount = form.getByLabel(t('fiat.requested'), { exact: true });
  await amount.fill('150');
  await expect(form.locator('.ant-select').first()).toContainText('USDP');
  await switchedOff('coin', 'USDP', async () => {
    await form.getByRole('button', { name: t('fiat.continue') }).click();
    await expect(form.getByText(coinOff)).toBeVisible();
    await expect(form.locator('.ant-select').first()).toContainText('USDP');
    await expect(amount).toHaveValue('150');
  });
});

test('of a withdrawal to a bank whose account is switched off: no other takes its place', async ({ browser }) => {
  const id = await merchantIdOf(MERCHANT.username);
  await sql('delete from payment_method where owner_id = $1 and bank_name = any($2)', [id, ['Kept Bank', 'Gone Bank']]);
  for (const bank of ['Kept Bank', 'Gone Bank']) {
    await sql(
      `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, bank_code, sealed_number, number_mac,
         shown_number, verified_version)
       select $1, gen_random_uuid(), 'merchant', 'USD', holder_name, $2, bank_code, sealed_number, sha256(convert_to($2, 'utf8')), shown_number, 1
       from payment_method order by payment_method_id limit 1`,
      [id, bank],
    );
  }
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/coin-withdraw/index?withdraw=USDP');
  const form = page.getByRole('dialog', { name: t('fiat.formTitle') });
  await choose(page, form.getByRole('combobox', { name: t('fiat.account') }), /^Gone Bank/);
  const amount = form.getByLabel(t('fiat.requested'), { exact: true });
  await amount.fill('150');
  await sql(`update payment_method set listing = 'off' where owner_id = $1 and bank_name = 'Gone Bank'`, [id]);
  const account = form.locator('.ant-select').nth(1);
  for (const _ of ['asked anew', 'known by now']) {
    await form.getByRole('button', { name: t('fiat.continue') }).click();
    await expect(form.getByText(t('fiat.problem.account'))).toBeVisible();
    await expect(page.getByLabel(t('kit.codeLabel'))).toHaveCount(0);
    await expect(account).not.toContainText('Kept Bank');
  }
  await expect(amount).toHaveValue('150');
  await choose(page, form.getByRole('combobox', { name: t('fiat.account') }), /^Kept Bank/);
  await form.getByRole('button', { name: t('fiat.continue') }).click();
  await expect(page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) })).toContainText('Kept Bank');
  await sql('delete from payment_method where owner_id = $1 and bank_name = any($2)', [id, ['Kept Bank', 'Gone Bank']]);
});

test('of a USDT recharge: it is not told in another coin instead', async ({ browser }) => {
  const id = await openRecharges(MERCHANT.username);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/ustd-recharge/index');
  await page
    .getByRole('button', { name: t('recharge.new') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: /^USDP/ }).check();
  await form.getByRole('radio', { name: /^TRC20/ }).check();
  await form.getByRole('button', { name: t('recharge.next') }).click();
  await form.getByRole('button', { name: t('recharge.hasSent') }).click();
  const amount = form.getByLabel(t('recharge.amount'), { exact: true });
  await amount.fill('1000');
  const txid = 'b7'.repeat(32);
  await form.getByLabel(t('recharge.txid'), { exact: true }).fill(txid);
  const submit = form.getByRole('button', { name: t('recharge.submit') });
  await switchedOff('coin', 'USDP', async () => {
    await submit.click();
    await expect(form.getByRole('alert').filter({ hasText: coinOff }).first()).toBeVisible();
    await expect(form.locator('[class*=warning]')).toHaveText(coinOff);
    await submit.click();
    await expect(form.getByRole('alert').filter({ hasText: coinOff }).last()).toBeVisible();
    await expect(amount).toHaveValue('1000');
    expect(await sql('select coin from review_order where owner_id = $1 and txid = $2', [id, txid])).toEqual([]);
  });
});

test('of a transfer', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/transfer/AccountsManage?send=USDP');
  await page.getByLabel(t('transfer.to'), { exact: true }).fill(String(await merchantIdOf(LOTUS.username)));
  const amount = page.getByLabel(t('field.amount'), { exact: true });
  await amount.fill('100.00');
  await switchedOff('coin', 'USDP', async () => {
    await amount.press('Enter');
    await expect(page.getByText(coinOff)).toBeVisible();
    await expect(page.getByLabel(t('kit.codeLabel'))).toHaveCount(0);
    await expect(amount).toHaveValue('100.00');
  });
});
