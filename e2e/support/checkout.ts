import { type BrowserContext, type Locator, type Page } from '@playwright/test';
import { MERCHANT } from './demo.ts';
import { ENGLISH } from './texts.ts';

export const merchantName = { merchant: MERCHANT.name };

/** How an order ended, or what keeps it from being paid. */
export const ending = (page: Page, title: string): Locator => page.getByRole('heading', { name: title, exact: true });

export async function opened(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

export async function enterPaymentPassword(page: Page, paymentPassword: string, { payer: t } = ENGLISH): Promise<void> {
  await page.getByLabel(t('payment_password'), { exact: true }).fill(paymentPassword);
}

export async function pay(page: Page, paymentPassword: string, spoken = ENGLISH): Promise<void> {
  await enterPaymentPassword(page, paymentPassword, spoken);
  await page.getByRole('button', { name: new RegExp(`^${spoken.payer('pay_amount', { amount: String.raw`[\d.,]+ ` })}`) }).click();
}

/** What a line of a payment's sums says. */
export const line = (page: Page, label: string): Locator =>
  page
    .locator('dl:visible > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
