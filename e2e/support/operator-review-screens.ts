import { expect, type Page } from '@playwright/test';
import { sql } from './database.ts';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

/** An identity and a bank account that wait: nothing of the demo's does. */
async function plantWaiting(): Promise<void> {
  await sql(
    `insert into identity_submission (owner_id, submission_id, party, kind)
     select user_id, gen_random_uuid(), 'user', 'person' from wallet_user where username = 'chen' on conflict do nothing`,
  );
  await sql(
    `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, bank_code, sealed_number, number_mac, shown_number)
     select owner_id, gen_random_uuid(), party, market, holder_name, 'Waiting Bank', bank_code, sealed_number, sha256('waiting'), shown_number
     from payment_method order by payment_method_id limit 1 on conflict do nothing`,
  );
}

/** Orders under review, as staff see and decide them. */
export function operatorReviewScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  const queue = '/operator/reviews?sort_order=asc';
  const orders = '/operator/review-orders?waits_for=staff&sort_order=asc';
  /** By its key, as soon as the list is there: the chip of the filter has the kind's name too. */
  const open = (kind: string) => async (page: Page) => {
    const named = page.locator('main').getByRole('button', { name: t(`queue.kind.${kind}`) });
    await expect(named.nth(1)).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: t('history.title') })).toBeVisible();
  };
  return [
    { name: 'operator-reviews', title: t('menu.reviews'), path: queue },
    { name: 'operator-review-orders', title: t('menu.reviewOrders'), path: orders },
    { name: 'operator-review-orders-all', title: t('menu.reviewOrders'), path: '/operator/review-orders' },
    { name: 'operator-reviews-none', title: t('menu.reviews'), path: `${queue}&serial_number=WF0` },
    { name: 'operator-review', path: `${queue}&kind=usdt_recharge`, act: open('usdt_recharge') },
    { name: 'operator-review-bank', path: `${queue}&kind=fiat_withdrawal`, act: open('fiat_withdrawal') },
    ...(['identity', 'bank_account'] as const).map((kind) => ({
      name: `operator-review-${kind}`,
      path: `${queue}&kind=${kind}`,
      act: async (page: Page) => {
        await plantWaiting();
        await page.reload();
        await open(kind)(page);
        await expect(page.getByText(t(kind === 'identity' ? 'identity.lookFirst' : 'bank.showNumberHint'))).toBeVisible();
      },
    })),
    {
      name: 'operator-review-gone',
      path: `${queue}&kind=bank_account`,
      act: async (page) => {
        const [decided] = await sql<{ owner_id: string; payment_method_id: string }>(
          `select owner_id, payment_method_id from payment_method where status = 'verified' order by owner_id, payment_method_id limit 1`,
        );
        await page.goto(`/operator/reviews?open=bank_account.${decided?.owner_id}.${decided?.payment_method_id}`);
        await expect(page.getByRole('dialog').getByText(t('queue.gone'))).toBeVisible();
      },
    },
    {
      name: 'operator-review-reject',
      path: `${queue}&kind=fiat_withdrawal`,
      act: async (page) => {
        await page.getByRole('checkbox').first().check();
        await page.keyboard.press('r');
        await page.getByRole('button', { name: t('reviews.reason.unclear') }).click();
      },
    },
  ];
}
