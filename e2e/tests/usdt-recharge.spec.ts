import { outcomeText } from '@purser/contract/errors';
import { expect } from '@playwright/test';
import { ALICE, expectAccessible, MERCHANT, merchant, payer, test } from '../support/demo.ts';
import { flowScene } from '../support/flow.ts';
import { modulesOfPath, readQr } from '../support/qr.ts';
import { DEPOSIT_ADDRESS, openRecharges } from '../support/recharge-screens.ts';

const { spoken, screen, rows, inMenu } = flowScene('zh-cn', 390);
const { console: t, payer: w, language } = spoken;
const TXID = 'a1'.repeat(32);

test('a merchant sends USDT, submits its TXID, and takes the recharge back', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/ustd-recharge/index');
  await page
    .getByRole('button', { name: t('recharge.new') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: /^USDP/ }).check();
  await form.getByRole('button', { name: t('recharge.next') }).click();

  // The code holds the bare address, which is shown whole beside it.
  await expect(form.getByText(DEPOSIT_ADDRESS, { exact: true })).toBeVisible();
  await form.getByRole('button', { name: t('recharge.hasSent') }).click();

  await form.getByRole('button', { name: t('recharge.submit') }).click();
  await expect(form.getByText(t('recharge.amountRequired'))).toBeVisible();
  await expect(form.getByText(t('recharge.txidRequired'))).toBeVisible();
  await form.getByLabel(t('recharge.amount'), { exact: true }).fill('1000');
  await form.getByLabel(t('recharge.txid'), { exact: true }).fill('not-a-txid');
  await expect(form.getByText(t('recharge.txidWrong'))).toBeVisible();
  await expect(form.getByText(/998\.00/)).toBeVisible();
  await form.getByLabel(t('recharge.txid'), { exact: true }).fill('abc');
  await form.getByRole('button', { name: t('recharge.submit') }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'TRC20' })).toBeVisible();
  await form.getByLabel(t('recharge.txid'), { exact: true }).fill(TXID);
  // Whoever looks at the address once more finds what was typed as it was.
  await form.getByRole('button', { name: t('recharge.back') }).click();
  await expect(form.getByText(DEPOSIT_ADDRESS, { exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: t('recharge.submit') })).toBeHidden();
  await form.getByRole('button', { name: t('recharge.hasSent') }).click();
  await expect(form.getByLabel(t('recharge.txid'), { exact: true })).toHaveValue(TXID);
  await expect(form.getByLabel(t('recharge.amount'), { exact: true })).toHaveValue('1000');
  await form.getByRole('button', { name: t('recharge.submit') }).click();
  await expect(page.getByText(t('recharge.done'), { exact: true })).toBeVisible();
  await expect(form.getByText(t('recharge.doneLead'))).toBeVisible();
  await form
    .getByRole('button', { name: t('recharge.close'), exact: true })
    .last()
    .click();

  const row = rows(page)
    .filter({ hasText: t('recharge.status.pending_review') })
    .filter({ hasText: /1,000\.00/ })
    .first();
  await row.getByRole('button').first().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText(TXID)).toBeVisible();
  await details.getByRole('button', { name: t('recharge.cancel') }).click();
  await page
    .getByRole('dialog', { name: t('recharge.cancelTitle') })
    .getByRole('button', { name: t('recharge.cancel') })
    .click();
  await expect(page.getByText(t('recharge.cancelled')).first()).toBeVisible();
  await expect(details.getByText(t('recharge.status.cancelled'))).toBeVisible();
});

test('only who may recharge quickly has the entry, and sees the address of its own', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await merchant(browser, spoken, screen)).newPage();
  await page.goto('/ustd-recharge/index');
  await inMenu(page, (menu) => menu.getByRole('link', { name: t('menu.quickRecharge') }).click());
  await expect(page.getByRole('button', { name: t('list.export') })).toBeVisible();
  await page
    .getByRole('button', { name: t('recharge.showAddress') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  // Where the demo's chain runs already, its networks come first.
  await dialog.getByText('TRC20', { exact: true }).click();
  const address = await dialog.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/).innerText();
  const path = await dialog
    .getByRole('img', { name: t('recharge.addressQr') })
    .locator('path')
    .getAttribute('d');
  expect(readQr(modulesOfPath(path ?? ''))).toBe(address);
  await expect(dialog.getByText(/^1 USDT = [\d.]+ [A-Z]{4}$/)).toBeVisible();
  await expect(dialog.getByText(/^\d+\.\d\d%$/)).toBeVisible();
  await expect(dialog.getByText(t('recharge.ownTime'))).toBeVisible();
});

test('a wallet user deposits USDT by plain forms, and takes the deposit back', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  // Signing in wants a script for its slider, and copying one for its button; the rest does without.
  const alive = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await alive.goto('/wallet');
  await alive.getByRole('link', { name: w('usdt_in_title') }).click();
  await expect(alive.getByRole('button', { name: w('copy_named', { what: w('usdt_in_address') }) })).toBeVisible();
  await alive.getByRole('button', { name: w('usdt_in_submit') }).click();
  await expect(alive.getByLabel(w('usdt_in_amount'))).toBeFocused();
  await expect(alive.getByLabel(w('usdt_in_txid'))).toHaveAccessibleDescription(new RegExp(w('usdt_in_txid_required')));
  await expectAccessible(alive);

  const page = await (await payer(browser, spoken, ALICE, { ...screen, javaScriptEnabled: false })).newPage();
  await page.goto('/wallet/usdt-recharge');
  await page
    .getByRole('navigation', { name: w('usdt_in_coin') })
    .getByRole('link', { name: 'CNYT' })
    .click();
  await page
    .getByRole('navigation', { name: w('usdt_in_network') })
    .getByRole('link', { name: 'TRC20' })
    .click();
  await expect(page.getByText(DEPOSIT_ADDRESS, { exact: true })).toBeVisible();
  const path = await page
    .getByRole('img', { name: w('usdt_in_qr') })
    .locator('path')
    .getAttribute('d');
  expect(readQr(modulesOfPath(path ?? ''))).toBe(DEPOSIT_ADDRESS);
  const amount = page.getByLabel(w('usdt_in_amount'));
  const txid = page.getByLabel(w('usdt_in_txid'));
  const submit = page.getByRole('button', { name: w('usdt_in_submit') });
  await amount.fill('99');
  await txid.fill('abc');
  await submit.click();
  await expect(amount).toHaveAccessibleDescription(new RegExp(w('usdt_in_amount_below', { minimum: '100' })));
  await amount.fill('1000');
  await submit.click();
  await expect(txid).toHaveAccessibleDescription(new RegExp(outcomeText('txid_malformed', language, { network: 'TRC20' })));
  await txid.fill('c3'.repeat(32));
  await submit.click();
  await expect(page.getByText(w('usdt_in_told'))).toBeVisible();
  const record = page.getByRole('listitem').filter({ hasText: 'c3'.repeat(32) });
  await expect(record).toContainText('CNYT');
  await record.getByRole('button', { name: w('usdt_in_cancel') }).click();
  await expect(page.getByText(w('usdt_in_cancelled'))).toBeVisible();
  await expect(record).toContainText(w('usdt_in_status_cancelled'));
});
