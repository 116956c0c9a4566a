import type { Page } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

const openFirst = (number: RegExp) => async (page: Page) => page.locator('main').getByRole('button', { name: number }).first().click();

/** Payment orders and transfers of all merchants, as staff see them. */
export function orderScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  return [
    { name: 'operator-all-orders', title: t('menu.everyOrder'), path: '/operator/all-orders' },
    { name: 'operator-all-orders-none', title: t('menu.everyOrder'), path: '/operator/all-orders?number=nothing&kind=refund&phase=final' },
    { name: 'operator-orders', title: t('menu.orders'), path: '/operator/orders' },
    { name: 'operator-orders-none', title: t('menu.orders'), path: '/operator/orders?order_id=nothing' },
    { name: 'operator-order', path: '/operator/orders?order_status=paid', act: openFirst(/PO[0-9A-Z]{14}/) },
    { name: 'operator-transfers', title: t('menu.transfers'), path: '/operator/transfers' },
    { name: 'operator-transfer', path: '/operator/transfers', act: openFirst(/TR[0-9A-Z]{14}/) },
    { name: 'operator-bank-accounts', title: t('menu.bankAccounts'), path: '/operator/bank-accounts' },
    { name: 'operator-bank-files', title: t('menu.bankFiles'), path: '/operator/bank-files' },
    {
      name: 'operator-payout-account',
      path: '/operator/bank-files',
      act: async (page) => page.getByRole('button', { name: t('bank.payoutAccount'), exact: true }).click(),
    },
    { name: 'operator-bank-file-orders', title: t('bank.filedOrders'), path: '/operator/bank-files/orders' },
  ];
}
