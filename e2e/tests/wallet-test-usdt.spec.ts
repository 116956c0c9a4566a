import { walletOverview } from '@purser/contract/features/wallet';
import { expect, type Page } from '@playwright/test';
import { sql } from '../support/database.ts';
import { ALICE, expectAccessible, expectNoSidewaysScroll, MERCHANT, merchant, payer, PHONE, test } from '../support/demo.ts';
import { openRecharges } from '../support/recharge-screens.ts';
import { expectAlive } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

/** The demo's own chain: it runs once it is asked for, and its networks are open for the rest of the run. */

/** A dozen blocks, one in a second, then what the watcher does; more where the machine is busy. */
const FINAL_MS = 120_000;
test.setTimeout(180_000);

const w = ENGLISH.payer;
const AMOUNT = { amount: '250' };

async function cnytOf(page: Page): Promise<number> {
  const answer = await page.request.fetch(walletOverview.path, {
    method: walletOverview.method,
    ...(walletOverview.method === 'POST' && { data: {} }),
  });
  const { data } = (await answer.json()) as { data: { balances: { coin_name: string; available_asset: string }[] } };
  return Number(data.balances.find(({ coin_name }) => coin_name === 'CNYT')?.available_asset);
}

test('a wallet user is sent test USDT, sees it confirmed, and the balance rises', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await payer(browser, ENGLISH, ALICE, { viewport: PHONE })).newPage();
  await page.goto('/wallet/usdt-recharge');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const before = await cnytOf(page);
  await page.getByRole('button', { name: w('usdt_in_test_send', AMOUNT) }).click();
  await expect(page.getByText(w('usdt_in_test_sent'))).toBeVisible();
  // On a busy machine all blocks may be there at the first look.
  const credited = page
    .getByRole('listitem')
    .filter({ hasText: w('usdt_in_status_approved') })
    .filter({ hasText: '1,771.45' });
  await expect(page.getByText(/Confirming \d+\/\d+/).or(credited.first())).toBeVisible({ timeout: FINAL_MS });
  // Blocks are made, and the page renews itself.
  await expect(credited).toHaveCount(1, { timeout: FINAL_MS });
  await expect(page.getByText(/Confirming \d+\/\d+/)).toHaveCount(0);
  expect((await cnytOf(page)) - before).toBeCloseTo(1771.45);
});

test('a page renews itself in its place: nobody is taken from what they are at, with a network or without', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await payer(browser, ENGLISH, ALICE)).newPage();
  // What is on its way has not come before the page has been looked at.
  const confirmations = (count: number) =>
    sql<{ before: number }>(
      `update coin_network as now set confirmations = $1 from coin_network as before
       where now.network = 'BEP20' and before.network = now.network and before.coin = now.coin returning before.confirmations as before`,
      [count],
    );
  const [{ before } = { before: 0 }] = await confirmations(500);
  try {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    // However soon the real one is there.
    let confirmed = 6;
    let isReleased = false;
    const arriving = { network: 'BEP20', txid: '0x01', trade_count: '250', confirmations_needed: 500, held: null };
    await page.route(/\/wallet\/usdt-recharge\?/, async (route) => {
      // The page itself is drawn by the server.
      if (route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch();
      const seen = JSON.stringify([{ ...arriving, confirmations: confirmed, create_time: '2026-11-30T09:00:00.000Z' }]);
      const body = (await response.text()).replace(/"arriving":\[.*?\]/, `"arriving":${seen}`);
      return route.fulfill({ response, body: isReleased ? body.replaceAll('/entry-client-', '/entry-client-of-another-build-') : body });
    });
    await page.goto('/wallet/usdt-recharge?network=BEP20');
    // Where the chain does not run yet, it is started first.
    await page.getByRole('button', { name: w('usdt_in_test_send', AMOUNT) }).click({ timeout: FINAL_MS });
    await expect(page.getByText(w('usdt_in_test_sent'))).toBeVisible();
    await expectAlive(page);
    await page.evaluate(`globalThis.marked = true`);
    const isSame = () => page.evaluate<boolean>(`globalThis.marked === true`);
    const copy = page.getByRole('button', { name: w('copy') }).first();
    await copy.focus();
    await page.context().setOffline(true);
    await page.clock.fastForward(3_000);
    await expect(copy).toBeFocused();
    await page.context().setOffline(false);
    confirmed = 7;
    await page.clock.fastForward(3_000);
    await expect(page.getByText('Confirming 7/500')).toBeVisible();
    // Heard is that it has come, and not each confirmation.
    const heard = page.getByRole('status').filter({ hasText: w('usdt_in_arriving') });
    await expect(heard).toHaveCount(1);
    await expect(heard).not.toContainText('/500');
    expect(await isSame()).toBe(true);
    await expect(copy).toBeFocused();
    // While nobody sees the page it is not asked for, and once somebody does it is.
    const turn = (state: 'hidden' | 'visible') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await turn('hidden');
    await page.clock.fastForward(3_000);
    confirmed = 8;
    await turn('visible');
    await page.clock.fastForward(100);
    await expect(page.getByText('Confirming 8/500')).toBeVisible();
    expect(await isSame()).toBe(true);
    // What a newer build has made is shown by its own script.
    isReleased = true;
    const anew = page.waitForEvent('load');
    await page.clock.fastForward(3_000);
    await anew;
  } finally {
    await confirmations(before);
  }
});

test('it needs no script', async ({ browser }) => {
  await openRecharges(MERCHANT.username);
  const page = await (await payer(browser, ENGLISH, ALICE, { javaScriptEnabled: false })).newPage();
  await page.goto('/wallet/usdt-recharge?network=BEP20');
  await page.getByRole('button', { name: w('usdt_in_test_send', AMOUNT) }).click();
  // Those of other tests may be credited meanwhile.
  await expect.poll(() => new URL(page.url()).searchParams.get('sent')).toMatch(/^0x/);
  const sent = new URL(page.url()).searchParams.get('sent') ?? '';
  const credited = page
    .getByRole('listitem')
    .filter({ hasText: w('usdt_in_status_approved') })
    .filter({ hasText: sent });
  await expect(credited).toHaveCount(1, { timeout: FINAL_MS });
});

test('a merchant is sent test USDT, sees it confirmed and credited, and comes to it from the fund flow', async ({ browser }) => {
  const t = ENGLISH.console;
  await openRecharges(MERCHANT.username);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/ustd-recharge/manualRecharge');
  const rows = page
    .getByRole('row')
    .filter({ hasText: t('recharge.status.approved') })
    .filter({ hasText: 'ERC20' });
  await page.getByRole('button', { name: t('recharge.test', AMOUNT) }).click();
  await expect(page.getByText(/Confirming \d+\/\d+/).or(rows.first())).toBeVisible({ timeout: FINAL_MS });
  await expect(rows).toHaveCount(1, { timeout: FINAL_MS });

  const number = await rows.getByRole('button', { name: /^RC/ }).innerText();
  await page.goto(`/Property/RunningWater?open=${number}`);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(t('record.openOrder')) })
    .click();
  await expect(page).toHaveURL(`/ustd-recharge/manualRecharge?open=${number}`);
  await expect(page.getByRole('dialog', { name: t('recharge.detailTitle') }).getByText('ERC20')).toBeVisible();
  // One that there is nowhere.
  await page.goto('/ustd-recharge/index?open=RC000000000000');
  await expect(page.getByRole('dialog').getByText(t('list.notFoundTitle'))).toBeVisible();
});
