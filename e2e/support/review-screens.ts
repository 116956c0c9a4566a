import { expect, type Locator, type Page } from '@playwright/test';
import { accessScreensEmpty } from './access-screens.ts';
import { ALICE, BINH, MERCHANT } from './demo.ts';
import { fundParty } from './fund.ts';
import { sql } from './database.ts';
import { shop } from './shop.ts';
import type { SpokenLanguage } from './texts.ts';
import { newWithdrawal } from './withdrawals.ts';

let made: Promise<void> | undefined;

/** Withdrawals that wait, that were cancelled and rejected, and orders that wait for the provider: once for all scenes. */
function makeReviews(): Promise<void> {
  made ??= (async () => {
    await fundParty(MERCHANT.username, 'USDP', '2000.00');
    await fundParty(MERCHANT.username, 'VNDT', '10000000.00');
    // More than a test lets be approved by itself.
    const cancelled = await newWithdrawal(ALICE.username, 'USDP', '70.00');
    await (await shop()).withdrawals.cancel({ serial_number: cancelled.serial_number });
    await newWithdrawal(ALICE.username, 'USDP', '1250.00', 'Won in the raffle of the autumn fair');
    await newWithdrawal(BINH.username, 'VNDT', '9000000.00');
    await newWithdrawal(BINH.username, 'USDP', '0.50');
    await sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, other_coin, other_amount,
         rate, network, address, txid, payee_nick, note, balance_type, destination, create_time)
       select merchant_id, serial, kind, made.status, 'manual', 'USDP', 1234500, 6173, 100, 1228227, 50, other, case when other is not null then 12345000000 end,
         case when other is not null then 1 end, network, address, '', nick, 'For October', case when kind = 'adjustment' then 'pending' else '' end,
         case when kind = 'fiat_withdrawal' then jsonb_build_object('payment_method_id', '01990000-0000-7000-8000-000000000009', 'market', 'USD',
           'holder_name', 'Harbour Books Ltd', 'bank_name', 'Example Bank', 'bank_code', '', 'account_number', 'DE••••6199') end, now() - age
       from merchant, (values
         ('RC0SCENE00000001', 'usdt_recharge', 'pending_review', 'USDT', 'TRC20', '', '', interval '3 minutes'),
         ('WC0SCENE00000002', 'usdt_withdrawal', 'failed', 'USDT', 'TRC20', 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', '', interval '5 hours'),
         ('WF0SCENE00000003', 'fiat_withdrawal', 'pending_review', null, null, '', '', interval '2 days'),
         ('AJ0SCENE00000004', 'adjustment', 'appeal', null, null, '', 'Nguyễn Thị Phương Thảo', interval '40 days')
       ) as made (serial, kind, status, other, network, address, nick, age)
       where username = $1
       on conflict do nothing`,
      [MERCHANT.username],
    );
  })();
  return made;
}

/** What waits, for the merchant and for the provider, and the pages of a merchant whom nobody tries to be. */
export async function reviewScreens(spoken: SpokenLanguage) {
  const { console: t } = spoken;
  await makeReviews();
  const waiting = '/user/WithdrawalRecord?order_status=pending_review';
  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
  const decide = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('checkbox', { name: t('kit.selectAll') }).check();
    await button(page.getByRole('region', { name: t('kit.selection') }), name).click();
    await expect(page.getByRole('dialog').getByLabel(t('kit.codeLabel'))).toBeVisible();
  };
  return [
    { name: 'withdrawals', title: t('menu.userWithdrawals'), path: '/user/WithdrawalRecord' },
    {
      name: 'withdrawals-none',
      title: t('menu.userWithdrawals'),
      path: '/user/WithdrawalRecord?order_id=nothing',
      act: async (page: Page) => expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible(),
    },
    {
      name: 'withdrawals-selected',
      title: t('menu.userWithdrawals'),
      path: waiting,
      act: async (page: Page) => page.getByRole('checkbox', { name: t('kit.selectAll') }).check(),
    },
    {
      name: 'withdrawals-approve',
      path: waiting,
      act: (page: Page) => decide(page, t('withdrawal.approve')),
    },
    {
      name: 'withdrawals-reject',
      path: waiting,
      act: async (page: Page) => {
        await decide(page, t('withdrawal.reject'));
        await button(page.getByRole('dialog'), t('review.reject.act')).click();
      },
    },
    {
      name: 'withdrawal',
      path: waiting,
      act: async (page: Page) => page.locator('main').getByRole('button', { name: /W-/ }).last().click(),
    },
    { name: 'withdrawal-quota', title: t('menu.withdrawalQuota'), path: '/withdraw/ImmunityTrial' },
    {
      name: 'withdrawal-quota-form',
      title: t('menu.withdrawalQuota'),
      path: '/withdraw/ImmunityTrial?coin=VNDT',
      act: async (page: Page) => button(page.getByRole('dialog'), t('quota.review')).click(),
    },
    { name: 'submissions', title: t('menu.submissions'), path: '/submit/Management' },
    {
      name: 'submission',
      title: t('menu.submissions'),
      path: '/submit/Management?open=WC0SCENE00000002',
      act: async (page: Page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    {
      name: 'submissions-none',
      title: t('menu.submissions'),
      path: '/submit/Management?serial_number=nothing',
      act: async (page: Page) => expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible(),
    },
    ...accessScreensEmpty(spoken),
  ];
}
