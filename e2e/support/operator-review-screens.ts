import type { Page } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

/** Orders under review, as staff see and decide them. */
export function operatorReviewScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  const queue = '/operator/reviews?waits_for=staff&sort_order=asc';
  const open = (kind: string) => async (page: Page) =>
    page
      .locator('main')
      .getByRole('button', { name: t(`reviews.kind.${kind}`) })
      .first()
      .click();
  return [
    { name: 'operator-reviews', title: t('menu.reviews'), path: queue },
    { name: 'operator-reviews-all', title: t('menu.reviews'), path: '/operator/reviews' },
    { name: 'operator-reviews-none', title: t('menu.reviews'), path: `${queue}&serial_number=WF0` },
    { name: 'operator-review', path: `${queue}&kind=usdt_recharge`, act: open('usdt_recharge') },
    { name: 'operator-review-bank', path: `${queue}&kind=fiat_withdrawal`, act: open('fiat_withdrawal') },
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
