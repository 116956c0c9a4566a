import { type Browser, expect, type Page } from '@playwright/test';
import { adjustmentScreens } from './adjustment-screens.ts';
import { sql } from './database.ts';
import { setRates } from './rates.ts';
import { MERCHANT } from './demo.ts';
import type { Screen } from './screen.ts';
import type { SpokenLanguage } from './texts.ts';

/** Where everybody sends to, and an address of the merchant's own. */
export const DEPOSIT_ADDRESS = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const OWN_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Opens one network with its address, sets rates, and lets a merchant recharge quickly. */
export async function openRecharges(username: string): Promise<number> {
  const [found] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [username]);
  const merchantId = Number(found?.merchant_id);
  await sql(`update network set is_on = true where network = 'TRC20'`);
  await sql(`update coin_network set is_on = true, deposit_address = $1 where network = 'TRC20' and coin = 'USDT'`, [DEPOSIT_ADDRESS]);
  await setRates();
  await sql(`update merchant set recharge_configuration = '{1,2}' where merchant_id = $1`, [merchantId]);
  await sql(
    `insert into deposit_address (owner_id, network, address, set_by) values ($1, 'TRC20', $2, 1) on conflict (owner_id, network) do nothing`,
    [merchantId, OWN_ADDRESS],
  );
  return merchantId;
}

/** Recharges of a merchant, in every state. */
async function makeRecharges(username: string): Promise<void> {
  const merchantId = await openRecharges(username);
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, rate,
       network, address, txid, remark, way, audit_time)
     select $1, 'RC0SCREEN' || number, 'usdt_recharge', state, 'manual', 'USDP', 99000, 198, 98802, 20, 'USDT', 1000000000, 0.99,
       'TRC20', $2, repeat(number::text, 64), reason, way, case when state = 'pending_review' then null else now() end
     from (values (1, 'pending_review', '', ''), (2, 'approved', '', ''), (3, 'rejected', 'This TXID is of another network.', ''), (4, 'cancelled', '', ''),
       (5, 'approved', '', 'quick')) as made (number, state, reason, way)
     on conflict do nothing`,
    [merchantId, DEPOSIT_ADDRESS],
  );
}

/** Bringing USDT in, step by step, with its records. */
function rechargeScreens({ console: t }: SpokenLanguage): Screen[] {
  const path = '/ustd-recharge/index';
  const press = (name: string, page: Page) => page.getByRole('button', { name, exact: true }).click();
  const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
  return [
    { name: 'usdt-recharges', title: t('menu.manualRecharge'), path },
    { name: 'usdt-recharge-choose', path: `${path}?recharge=USDP`, act: dialog },
    {
      name: 'usdt-recharge-send',
      path: `${path}?recharge=USDP`,
      act: async (page) => press(t('recharge.next'), page),
    },
    {
      name: 'usdt-recharge-tell',
      path: `${path}?recharge=USDP`,
      act: async (page) => {
        await press(t('recharge.next'), page);
        await press(t('recharge.hasSent'), page);
        await page.getByLabel(t('recharge.amount'), { exact: true }).fill('1234567.891');
        await press(t('recharge.submit'), page);
      },
    },
    {
      name: 'usdt-recharge',
      title: t('menu.manualRecharge'),
      path: `${path}?status=rejected`,
      act: async (page) =>
        page
          .locator('main')
          .getByRole('button', { name: /RC0SCREEN/ })
          .first()
          .click(),
    },
    { name: 'quick-recharges', title: t('menu.quickRecharge'), path: '/ustd-recharge/manualRecharge' },
    { name: 'quick-recharge-address', title: t('menu.quickRecharge'), path: '/ustd-recharge/manualRecharge?address=1', act: dialog },
  ];
}

/** The merchant's pages of adjustments and recharges, with rows in every state. */
export async function ordersInAndOut(browser: Browser, spoken: SpokenLanguage): Promise<Screen[]> {
  await makeRecharges(MERCHANT.username);
  return [...(await adjustmentScreens(browser, spoken)), ...rechargeScreens(spoken)];
}

/** The wallet's page of deposits, where USDT can be sent. */
export const WALLET_DEPOSIT_SCREENS: readonly Screen[] = [
  { name: 'wallet-deposit', path: '/wallet/usdt-recharge?coin=VNDT&network=TRC20' },
];
