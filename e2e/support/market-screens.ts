import { expect, type Page } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

const OVERVIEW = '**/v1/operator/market/overview';

type Overview = Readonly<Record<string, unknown>> & { readonly coins: readonly object[] };

/** A feed whose last answer is too far from the rate before it. */
const HELD_FEED = {
  address: 'https://rates.example.com/usdt',
  pointer: '/price',
  spread_rate: '0.50',
  every_s: 30,
  stale_after_s: 300,
  jump_rate: '5.00',
  is_stale: false,
  held_rate: '123456.789',
};

/** Loads the page anew with another overview than the server's. */
async function withOverview(page: Page, other: (data: Overview) => object): Promise<void> {
  await page.route(OVERVIEW, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Overview };
    await route.fulfill({ response, json: { ...body, data: other(body.data) } });
  });
  await page.reload();
}

/** Markets, networks and their forms; with what waits for a second person, and with nothing. */
export function marketScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  // A form is opened on a page that is loaded anew: no other dialog is in the way.
  const markets = (name: string, act: NonNullable<Screen['act']>): Screen => ({ name, path: '/operator/markets', act });
  const networks = (name: string, act: NonNullable<Screen['act']>): Screen => ({ name, path: '/operator/networks', act });
  return [
    { name: 'operator-markets', title: t('menu.markets'), path: '/operator/markets' },
    { name: 'operator-user-kinds', title: t('menu.userKinds'), path: '/operator/user-kinds' },
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
    markets('operator-market-feed', async (page) => {
      await press(t('market.feed'))(page);
      const form = page.getByRole('dialog');
      await form
        .getByLabel(t('market.feed.address'), { exact: true })
        .fill('https://127.0.0.1/v2/public/exchange-rates/usdt/latest?precision=8');
      await form.getByLabel(t('market.feed.spread'), { exact: true }).fill('70');
      await form.getByRole('button', { name: t('terms.continue') }).click();
      await expect(form.getByText(t('market.feed.problem.spread'))).toBeVisible();
    }),
    markets('operator-market-feed-two', async (page) => {
      await press(t('market.feed'))(page);
      const form = page.getByRole('dialog');
      await form
        .getByLabel(t('market.feed.address'), { exact: true })
        .fill('https://rates.example.com/v2/public/exchange-rates/usdt/latest?precision=8');
      await form.getByLabel(t('market.feed.pointer'), { exact: true }).fill('/data/0/price');
      await form.getByLabel(t('terms.reason'), { exact: true }).fill('Tỷ giá của loại tiền này từ nay theo sàn giao dịch');
      await form.getByRole('button', { name: t('terms.continue') }).click();
      await expect(form.getByText(t('terms.two'))).toBeVisible();
    }),
    {
      name: 'operator-market-held',
      path: '/operator/markets?held',
      act: async (page) => {
        await withOverview(page, ({ coins: [first, ...others], ...rest }) => ({
          ...rest,
          coins: [{ ...first, feed: HELD_FEED }, ...others],
        }));
        await press(t('market.held'))(page);
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('terms.continue') })
          .click();
        await page.unroute(OVERVIEW);
      },
    },
    markets('operator-market-review-bounds', async (page) => {
      await press(t('market.networkChange'))(page);
      const form = page.getByRole('dialog');
      await form.getByLabel(t('terms.usdtWithdrawalBound')).fill('-5');
      await form.getByRole('button', { name: t('terms.continue') }).click();
      await expect(form.getByText(t('market.problem.reviewBound'))).toBeVisible();
    }),
    markets('operator-market-review-bounds-two', async (page) => {
      await press(t('market.networkChange'))(page);
      const form = page.getByRole('dialog');
      await form.getByLabel(t('terms.usdtWithdrawalBound')).fill('123456789.00');
      await form.getByLabel(t('terms.fiatWithdrawalBound')).fill('987654321.00');
      await form.getByLabel(t('terms.reason'), { exact: true }).fill('Nhiều lệnh rút lớn hơn trước đang chờ hai người');
      await form.getByRole('button', { name: t('terms.continue') }).click();
      await expect(form.getByText(t('terms.two'))).toBeVisible();
    }),
    networks('operator-network-add', press(t('market.networkAdd'))),
    networks('operator-network-token', press(t('market.tokenAdd'))),
    {
      name: 'operator-networks-none',
      path: '/operator/networks?none',
      act: async (page) => {
        await withOverview(page, (data) => ({ ...data, networks: [] }));
        await expect(page.getByText(t('market.noNetworks'))).toBeVisible();
        await page.unroute(OVERVIEW);
      },
    },
  ];
}
