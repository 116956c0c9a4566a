import { expect, type Page } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

const OVERVIEW = '**/v1/operator/market/overview';

/** Markets, networks and their forms; with what waits for a second person, and with nothing. */
export function marketScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  // A form is opened on a page that is loaded anew: no other dialog is in the way.
  const markets = (name: string, act: NonNullable<Screen['act']>): Screen => ({ name, path: '/operator/markets', act });
  const networks = (name: string, act: NonNullable<Screen['act']>): Screen => ({ name, path: '/operator/networks', act });
  return [
    { name: 'operator-markets', title: t('menu.markets'), path: '/operator/markets' },
    { name: 'operator-networks', title: t('menu.networks'), path: '/operator/networks' },
    markets('operator-market-add', press(t('market.add'))),
    markets('operator-market-change', press(t('market.change'))),
    markets('operator-market-why', async (page) => {
      await press(t('market.change'))(page);
      const form = page.getByRole('dialog');
      await form.getByLabel(t('terms.paymentFee')).fill('7.5');
      await form.getByLabel(t('terms.transferFee')).fill('0');
      await form.getByLabel(t('terms.reason'), { exact: true }).fill('Chi phí vận hành của thị trường này đã tăng lên đáng kể');
      await form.getByRole('button', { name: t('terms.continue') }).click();
      await expect(form.getByText(t('terms.two'))).toBeVisible();
    }),
    markets('operator-market-rate', press(t('market.setRate'))),
    markets('operator-market-bounds', press(t('market.boundsChange'))),
    networks('operator-network-add', press(t('market.networkAdd'))),
    networks('operator-network-token', press(t('market.tokenAdd'))),
    {
      name: 'operator-networks-none',
      path: '/operator/networks?none',
      act: async (page) => {
        await page.route(OVERVIEW, async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as { data: object };
          await route.fulfill({ response, json: { ...body, data: { ...body.data, networks: [] } } });
        });
        await page.reload();
        await expect(page.getByText(t('market.noNetworks'))).toBeVisible();
        await page.unroute(OVERVIEW);
      },
    },
  ];
}
