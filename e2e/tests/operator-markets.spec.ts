import { type BrowserContext, expect, type Page } from '@playwright/test';
import { approvals } from '@purser/i18n/operator/approvals/en';
import { market } from '@purser/i18n/operator/market/en';
import { terms } from '@purser/i18n/operator/terms/en';
import { ending, merchantName, opened, pay } from '../support/checkout.ts';
import { freshCode } from '../support/codes.ts';
import { BINH, expectAccessible, expectNoSidewaysScroll, merchant, MERCHANT, payer, PHONE, test } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { confirmToTheEnd, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { keepPicture } from '../support/picture.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH } from '../support/texts.ts';

// Each goes on from what the one before it has made.
// A member's codes are good once, so some of them wait for the next.
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const t = operatorTexts(ENGLISH);

const rowOf = (page: Page, text: string) => page.locator('tr, li, article').filter({ hasText: text }).first();

test('EUR is added by hand, its effect is told in numbers, and it is in use without a restart', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/markets');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.markets') })).toBeVisible();
  await expect(page.getByText('USDP $')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: market['market.add'], exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(market['market.currency']).fill('eur');
  await form.getByLabel(market['market.token']).fill('EURT');
  await form.getByLabel(market['market.symbol']).fill('€');
  await form.getByLabel(terms['terms.rate']).fill('0.92');
  await form.getByLabel(terms['terms.paymentFee']).fill('1,5');
  await form.getByLabel(market['market.decimals']).fill('9');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(form.getByText(terms['terms.problem.fee'])).toBeVisible();
  await expect(form.getByText(market['market.problem.decimals'])).toBeVisible();
  await form.getByLabel(terms['terms.paymentFee']).fill('1.00');
  await form.getByLabel(market['market.decimals']).fill('2');
  await expect(form.getByText('A payment of 100.00 EURT costs the merchant 1.00 EURT; 99.00 EURT arrives.')).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'operator-market-form');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();

  await confirmToTheEnd(page, STAFF.finance, terms['terms.confirm']);
  await expect(page.getByText(terms['terms.saved'])).toBeVisible();
  await expect(page.getByText('EURT €')).toBeVisible();
  await keepPicture(page, 'operator-markets');

  const config = (await (await page.request.post(new URL('/v1/user/config/get', page.url()).href, { data: {} })).json()) as {
    data: { markets: object[] };
  };
  expect(config.data.markets).toContainEqual({ market: 'EUR', coin_name: 'EURT', decimals: 2, symbol: '€' });
});

test('an order in EUR is made, paid by a payer, and seen with two decimals by everybody', async ({ browser }) => {
  // Staff enable the market for the merchant, on the merchant's own page.
  const operator = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await operator.goto('/operator/merchants');
  await operator.locator('main').getByRole('button', { name: MERCHANT.name }).first().click();
  await operator.getByRole('button', { name: t('terms.enable', { market: 'EUR' }), exact: true }).click();
  await confirmToTheEnd(operator, STAFF.finance, terms['terms.confirm']);
  const own = operator.getByRole('region', { name: 'EURT', exact: true });
  await expect(own.getByText('A payment of 100.00 EURT costs the merchant 1.00 EURT; 99.00 EURT arrives.')).toBeVisible();
  await expectAccessible(operator);
  await keepPicture(operator, 'operator-merchant-terms');

  // The payer enables it in the wallet.
  const context = await payer(browser, ENGLISH, BINH);
  const wallet = await opened(context, '/wallet');
  await wallet.getByRole('button', { name: ENGLISH.payer('enable_market', { coin: 'EURT' }), exact: true }).click();
  const balance = wallet.getByRole('article').filter({ hasText: 'EURT' });
  await expect(balance).toContainText('0.00\u00a0EURT');
  await fundParty(BINH.username, 'EURT', '250.00');

  const order = await newOrder('EURT', '100.00');
  expect(order).toMatchObject({ handling_fee: '1.00', settlement_amount: '99.00' });
  const page = await opened(context, order.path);
  await expect(page.locator('main')).toContainText('100.00');
  await expect(page.locator('main')).toContainText('EURT');
  await expectAccessible(page);
  await keepPicture(page, 'pay-eur');
  await pay(page, BINH.paymentPassword);
  await expect(ending(page, ENGLISH.payer('success_title'))).toBeVisible();
  await keepPicture(page, 'paid-eur');
  await wallet.reload();
  await expect(balance).toContainText('150.00\u00a0EURT');
  await expect(wallet.locator('main')).toContainText('−100.00\u00a0EURT');
  await expect(wallet.getByText(ENGLISH.payer('payment_to', merchantName)).first()).toBeVisible();

  // The merchant sees the order, the balance, and the fees and limits.
  const console_ = await merchant(browser, ENGLISH);
  await seenInConsole(console_, order.order_id);
});

async function seenInConsole(console_: BrowserContext, orderId: string): Promise<void> {
  const orders = await opened(console_, `/recharge/RechargeRecord?coin_name=EURT`);
  await expect(rowOf(orders, orderId)).toContainText('100.00');
  await expect(rowOf(orders, orderId)).toContainText('EURT');
  const assets = await opened(console_, '/assets/Assets');
  const balances = assets.getByRole('region', { name: ENGLISH.console('assets.table') });
  await expect(balances.getByRole('row').filter({ hasText: 'EURT' })).toContainText('99.00');
  const limits = assets.getByRole('region', { name: ENGLISH.console('assets.terms') });
  await expect(limits.getByRole('row').filter({ hasText: 'EURT €' })).toContainText('1.00%');
  await expectAccessible(assets);
  await keepPicture(assets, 'console-terms');
}

test('a fee that changes beyond the bound says why, waits, and holds when a second person has approved it', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/merchants');
  await page.locator('main').getByRole('button', { name: MERCHANT.name }).first().click();
  await page.getByRole('button', { name: t('terms.changeIn', { coin: 'EURT' }) }).click();
  const form = page.getByRole('dialog', { name: t('terms.changeOf', { name: MERCHANT.name, coin: 'EURT' }) });
  await form.getByLabel(terms['terms.paymentFee']).fill('1.50');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(form.getByText(terms['terms.problem.reason'])).toBeVisible();
  await form.getByLabel(terms['terms.reason'], { exact: true }).fill('More disputes than expected');
  await expect(form.getByText('A payment of 100.00 EURT costs the merchant 1.50 EURT; 98.50 EURT arrives.')).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'operator-merchant-terms-form');
  await form.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(form.getByText(terms['terms.two'])).toBeVisible();
  await expect(form.getByText('98.50 EURT (now 99.00 EURT)')).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'operator-terms-two-people');
  await confirmToTheEnd(page, STAFF.finance, terms['terms.enter']);
  await expect(page.getByText(terms['terms.waits'])).toBeVisible();
  const own = page.getByRole('region', { name: 'EURT', exact: true });
  await expect(own.getByText(t('terms.waiting', { count: 1 }))).toBeVisible();

  const second = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await second.goto('/operator/approvals?state=pending&sort_order=asc');
  await second.locator('main').getByRole('button', { name: approvals['approvals.kind.merchantTerms'] }).first().click();
  await expect(second.getByText('99.00 → 98.50')).toBeVisible();
  await expect(second.getByText('50.0% > 20.00% (1.00 → 1.50)')).toBeVisible();
  await expectAccessible(second);
  await keepPicture(second, 'operator-approval-terms');
  await second.getByRole('button', { name: approvals['approvals.approve'], exact: true }).click();
  await confirmToTheEnd(second, STAFF.admin, approvals['approvals.approve']);
  await expect(second.getByText(approvals['approvals.approveDone'])).toBeVisible();
  expect(await newOrder('EURT', '100.00')).toMatchObject({ handling_fee: '1.50' });

  await page.reload();
  await expect(own.getByText('98.50 EURT arrives', { exact: false })).toBeVisible();
});

test('a coin is put on a network, and a mistyped contract is told at its field', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  await page.goto('/operator/networks');
  await expect(page.getByText(market['market.networksHint'])).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: market['market.networkAdd'], exact: true }).click();
  const network = page.getByRole('dialog');
  await network.getByLabel(market['market.network'], { exact: true }).fill('base');
  await network.getByLabel(market['market.endpoints']).fill('https://node.example/rpc\n ftp://node.example');
  await network.getByRole('button', { name: terms['terms.continue'] }).click();
  await expect(network.getByText(market['market.problem.endpoints'])).toBeVisible();
  await network.getByLabel(market['market.endpoints']).fill('https://node.example/rpc');
  await expectAccessible(page);
  await keepPicture(page, 'operator-network-form');
  await network.getByRole('button', { name: terms['terms.continue'] }).click();
  await confirmToTheEnd(page, STAFF.admin2, terms['terms.confirm']);
  await expect(rowOf(page, 'BASE')).toContainText('https://node.example/rpc');

  await rowOf(page, 'USDT · ERC20').getByRole('button', { name: market['market.networkChange'] }).click();
  const token = page.getByRole('dialog');
  await token.getByLabel(market['market.contract']).fill('0xDAC17F958D2ee523a2206206994597C13D831ec7');
  await token.getByLabel(market['market.confirmations']).fill('32');
  await token.getByLabel(terms['terms.reason'], { exact: true }).fill('More confirmations');
  await token.getByRole('button', { name: terms['terms.continue'] }).click();
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.admin2.username));
  await page.getByRole('dialog').getByRole('button', { name: terms['terms.confirm'], exact: true }).click();
  await expect(token.getByText('Incorrect address format')).toBeVisible();
  await token.getByLabel(market['market.contract']).fill('0xdAC17F958D2ee523a2206206994597C13D831ec7');
  await token.getByRole('button', { name: terms['terms.continue'] }).click();
  await confirmToTheEnd(page, STAFF.admin2, terms['terms.confirm']);
  await expect(rowOf(page, 'USDT · ERC20')).toContainText('32');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, 'operator-networks-phone');
});
