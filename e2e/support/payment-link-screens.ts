import { type Browser, expect, type Page } from '@playwright/test';
import { sql } from './database.ts';
import { merchant } from './demo.ts';
import { ENGLISH, type SpokenLanguage } from './texts.ts';

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly title?: string;
  readonly act?: (page: Page) => Promise<void>;
}

const TEXT = 'Khóa học buổi tối tại thư viện thành phố, học phí tháng mười một';

/** A payment link, made once. */
async function plantLink(): Promise<void> {
  await sql(
    `insert into payment_link (merchant_id, serial_number, token, coin, amount, description, uses, expire_time)
     select merchant_id, 'PL0000000SCENE0', 'scene', 'VNDT', 25000000, $1, 'many', now() + interval '30 days'
     from merchant where username = 'harbour'
     on conflict do nothing`,
    [TEXT],
  );
}

/** Receiving payment, as the merchant sees it. */
export async function receivingScreens({ console: t }: SpokenLanguage): Promise<Screen[]> {
  await plantLink();
  const path = '/assets/Receive?coin=VNDT';
  return [
    {
      name: 'receive',
      title: t('menu.assets'),
      path: '/assets/Assets?receive=USDP',
      act: async (page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    { name: 'receive-payment', title: t('paymentLink.title'), path },
    {
      name: 'receive-payment-form',
      title: t('paymentLink.title'),
      path: `${path}&create=1`,
      act: async (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: t('paymentLink.create') })
          .click(),
    },
    { name: 'receive-payment-poster', title: t('paymentLink.poster'), path: '/assets/Poster?coin=VNDT&language=vi' },
  ];
}

/** Paying at a standing code, as the payer sees it. */
export async function collectScreens(browser: Browser): Promise<Screen[]> {
  const context = await merchant(browser, ENGLISH);
  const page = await context.newPage();
  await page.goto('/assets/Receive?coin=VNDT');
  const address = await page.getByText(/\/collect\//).innerText();
  await context.close();
  return [{ name: 'collect', path: `${new URL(address).pathname}?amount=25000` }];
}
