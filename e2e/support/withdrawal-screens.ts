import { expect, type Page } from '@playwright/test';
import { sql } from './database.ts';
import { setRates } from './rates.ts';
import type { Screen } from './screen.ts';

type Translate = (key: never, values?: Record<string, string | number>) => string;

const RESTED = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Switches the networks on with a rate, and gives an owner an address that has rested. */
export async function openWithdrawals(owner: string): Promise<number> {
  await sql(`update network set is_on = true`);
  await sql(`update coin_network set is_on = true, network_fee = 1000000`);
  await setRates();
  const [found] = await sql<{ owner_id: string }>(
    `select merchant_id as owner_id from merchant where username = $1 union all select user_id from wallet_user where username = $1`,
    [owner],
  );
  const ownerId = Number(found?.owner_id);
  await sql(
    `insert into payout_address (owner_id, network, sequence, address, created_at, usable_at)
     values ($1, 'BEP20', 1, $2, now() - interval '30 hours', now() - interval '6 hours') on conflict do nothing`,
    [ownerId, RESTED],
  );
  await sql(
    `insert into payout_address (owner_id, network, sequence, address, created_at, usable_at)
     values ($1, 'TRC20', 1, 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', now(), now() + interval '24 hours') on conflict do nothing`,
    [ownerId],
  );
  return ownerId;
}

/** Withdrawals of an owner in every state, as far as a list shows them. */
export async function plantWithdrawals(owner: string): Promise<void> {
  const ownerId = await openWithdrawals(owner);
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, other_coin,
       other_amount, rate, network, address, txid, remark, audit_time)
     select $1, 'WC' || $3::text || n, 'usdt_withdrawal', status, 'manual', 'USDP', 123456789, 617284, 100, 122839405, 50, 'USDT', 1228394050000, 1, 'BEP20', $2,
       case when status = 'settled' then '0x' || repeat('ab', 32) else '' end,
       case when status in ('rejected', 'failed', 'refunded') then 'Địa chỉ nhận tiền này không thuộc về chủ tài khoản của người bán' else '' end,
       case when status not in ('pending_review', 'cancelled') then now() end
     from unnest(array['pending_review', 'approved', 'settled', 'failed', 'refunded', 'rejected', 'cancelled']) with ordinality as s (status, n)
     on conflict do nothing`,
    [ownerId, RESTED, owner === 'harbour' ? 'SCREEN' : owner.toUpperCase()],
  );
}

/** Approved withdrawals, numbered with a mark, that wait for the signer of their network: it has too little USDT, the address rests, and a database that was put back. */
export async function plantWaits(owner: string, mark: string): Promise<void> {
  const ownerId = await openWithdrawals(owner);
  await sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, other_coin,
       other_amount, rate, network, address, audit_time)
     select $1, $3::text || n, 'usdt_withdrawal', 'approved', 'manual', 'USDP', 123456789, 617284, 100, 122839405, 50, 'USDT', 1228394050000, 1, 'TRC20', $2, now()
     from generate_series(1, 3) as n on conflict do nothing`,
    [ownerId, RESTED, mark],
  );
  await sql(
    `insert into chain_nonce (network, sender, next_nonce, is_on) values ('TRC20', decode(repeat('5a', 20), 'hex'), 0, true) on conflict do nothing`,
  );
  await sql(
    `insert into signer_told (network, told_at) values ('TRC20', now() + interval '1 hour') on conflict (network) do update set told_at = excluded.told_at`,
  );
  await sql(
    `insert into payout_wait (owner_id, serial_number, network, reason, missing, until, since)
     select $1, $2::text || n, 'TRC20', reason, case when n = 1 then 1234567891 * 10::numeric ^ (select token_decimals - 6 from coin_network where network = 'TRC20' and coin = 'USDT') end,
       case when n = 2 then now() + interval '20 hours' end, now() - interval '2 hours'
     from unnest(array['usdt_short', 'address_rests', 'signed_before']) with ordinality as waits (reason, n) on conflict do nothing`,
    [ownerId, mark],
  );
  await sql(
    `insert into payout_signed_before (owner_id, serial_number, network, txid) values ($1, $2, 'TRC20', sha256(convert_to($2::text, 'UTF8'))) on conflict do nothing`,
    [ownerId, `${mark}3`],
  );
}

const PATH = '/ustd-withdraw/index';

/** The merchant's side: the list, one order, the form with its numbers, the confirmation, the address book. */
export function withdrawalScreens(text: unknown): Screen[] {
  const t = text as Translate as (key: string, values?: Record<string, string | number>) => string;
  const fill = async (page: Page): Promise<void> => {
    await page.getByLabel(t('usdtOut.amount'), { exact: true }).fill('1550.55');
    await expect(page.getByRole('dialog').getByText(/USDT/).last()).toBeVisible();
  };
  return [
    { name: 'usdt-withdrawals', title: t('menu.usdtWithdrawals'), path: PATH },
    { name: 'usdt-withdrawals-none', path: `${PATH}?order_no=WC0` },
    {
      name: 'usdt-withdrawal',
      path: `${PATH}?open=WCSCREEN3`,
      act: async (page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    { name: 'usdt-withdraw', path: `${PATH}?withdraw=1`, act: fill },
    {
      name: 'usdt-withdraw-confirm',
      path: `${PATH}?withdraw=1&confirm`,
      act: async (page) => {
        await fill(page);
        await page.getByRole('button', { name: t('usdtOut.review') }).click();
        await expect(page.getByText(t('usdtOut.confirmTitle'))).toBeVisible();
      },
    },
    { name: 'usdt-addresses', path: `${PATH}?book=1`, act: async (page) => expect(page.getByText(RESTED)).toBeVisible() },
    {
      name: 'usdt-address-change',
      path: `${PATH}?book=1&change`,
      act: async (page) =>
        page
          .getByRole('button', { name: t('usdtOut.changeAddress') })
          .first()
          .click(),
    },
  ];
}

/** Staff's side: what is to be sent, one order with its steps, and the block list. */
export function payoutScreens(t: (key: string, values?: Record<string, string | number>) => string): Screen[] {
  return [
    { name: 'operator-payouts', title: t('menu.payouts'), path: '/operator/payouts' },
    {
      name: 'operator-payout',
      path: '/operator/payouts?open=WCSCREEN2',
      act: async (page) => expect(page.getByRole('button', { name: t('payouts.settle') })).toBeVisible(),
    },
    {
      name: 'operator-payout-settle',
      path: '/operator/payouts?open=WCSCREEN2&settle',
      act: async (page) => page.getByRole('button', { name: t('payouts.settle') }).click(),
    },
    {
      name: 'operator-payout-waits',
      path: '/operator/payouts?open=WAITSCREEN1',
      act: async (page) => expect(page.getByRole('dialog').getByText(t('wait.usdt_short.do'))).toBeVisible(),
    },
    {
      name: 'operator-payout-signed-before',
      path: '/operator/payouts?open=WAITSCREEN3',
      act: async (page) => page.getByText(t('payouts.before')).scrollIntoViewIfNeeded(),
    },
    { name: 'operator-blocked-addresses', title: t('menu.blockedAddresses'), path: '/operator/blocked-addresses' },
    {
      name: 'operator-block-address',
      path: '/operator/blocked-addresses?block',
      act: async (page) =>
        page
          .getByRole('button', { name: t('payouts.block') })
          .first()
          .click(),
    },
  ];
}

/** The wallet's page, with what an amount comes to, its addresses and its withdrawals. */
export const WALLET_WITHDRAWAL_SCREENS: readonly Screen[] = [
  { name: 'wallet-usdt-withdrawal', path: '/wallet/usdt-withdrawal?coin_id=CNYT&network=BEP20&withdrawal_count=1500' },
];
