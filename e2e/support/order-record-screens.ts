import { expect, type Page } from '@playwright/test';
import type { Order } from '@purser/client';
import type { Screen } from './screen.ts';
import type { SpokenLanguage } from './texts.ts';

/** Payment orders as their merchant sees them. */
export function orderRecordScreens(t: SpokenLanguage['console'], open: Order): Screen[] {
  return [
    { name: 'recharge-records', title: t('menu.orders'), path: '/recharge/RechargeRecord' },
    {
      name: 'recharge-filtered',
      title: t('menu.orders'),
      path: '/recharge/RechargeRecord?order_status=paid&coin_name=VNDT&order_from=api',
    },
    {
      name: 'recharge-order',
      title: t('menu.orders'),
      path: '/recharge/RechargeRecord',
      act: async (page) =>
        page
          .getByRole('button', { name: /^(HB|E2E)-/ })
          .first()
          .click(),
    },
    {
      name: 'order',
      path: '/recharge/RechargeRecord?order_status=paid',
      act: async (page) => openRecord(page, /^HB-/, t('record.openOrder')),
    },
    {
      name: 'refund',
      path: '/recharge/RechargeRecord?order_status=paid&coin_name=VNDT',
      act: async (page) => {
        await openRecord(page, /^HB-/, t('record.openOrder'));
        await page.getByRole('button', { name: t('refund.act'), exact: true }).click();
      },
    },
    { name: 'refunds', title: t('refund.list'), path: '/recharge/Refunds' },
    { name: 'order-open', title: t('order.title', { order: open.order_id }), path: `/recharge/Order/${open.serial_number}` },
    { name: 'order-unknown', title: t('order.unknown'), path: '/recharge/Order/PO0' },
  ];
}

/** Opens the first row's drawer, and from there the page of what the row is about. */
export async function openRecord(page: Page, row: RegExp, link: string): Promise<void> {
  await page.getByRole('button', { name: row }).first().click();
  await page.getByRole('link', { name: link }).click();
  await expect(page.locator('main a').filter({ hasText: '←' })).toBeVisible();
}
