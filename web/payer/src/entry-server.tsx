import { renderToString } from 'react-dom/server';
import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import { REDIRECT_AFTER_S } from '@purser/contract/payment-order';
import type { PayerPage, RenderOptions } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { en } from '@purser/i18n/payer/en';
import { vi } from '@purser/i18n/payer/vi';
import { zhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import { App, type AppData, type Components } from './app.tsx';
import { CheckoutPage } from './features/checkout/page.tsx';
import { screenOf } from './features/checkout/screen.ts';
import { PaymentPassword, Wallet, WalletLogin } from './features/wallet/pages.ts';
import { Failure } from './shared/failure.tsx';
import { moneyText } from './shared/money.tsx';
import { qrShape } from './shared/qr.ts';
import type { PayerTranslate } from './shared/texts.ts';

export { areaCodes } from './shared/area-codes.ts';
export { qrPng } from './shared/qr-png.ts';

const COMPONENTS: Components = {
  pay: CheckoutPage,
  wallet: Wallet,
  'wallet-login': WalletLogin,
  'payment-password': PaymentPassword,
  failure: Failure,
};
const TEXTS = { zh_Hans: zhHans, zh_Hant: zhHant, en, vi } as const;
/** How often a page without JavaScript asks whether the order was paid. */
const REFRESH_S = 10;

/** The whole document of a payer's page. */
export function render(page: PayerPage, options: RenderOptions): string {
  const { language, theme, nonce, assets } = options;
  const t = translator(en, TEXTS[language]);
  const data: AppData = { page, qr: page.page === 'pay' && page.order ? qrShape(page.payment_address) : null };
  const body = renderToString(
    <App data={data} context={{ t, language, theme, path: page.path, actions: null }} component={COMPONENTS[page.page]} />,
  );
  const refresh = refreshOf(page);
  return [
    '<!doctype html>',
    `<html lang="${LANGUAGE_TAGS[language]}"${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    `<title>${escapeHtml(titleOf(page, t, language))}</title>`,
    `<meta name="description" content="${escapeHtml(t('secured'))}">`,
    '<meta name="robots" content="noindex"><meta name="referrer" content="same-origin"><meta name="format-detection" content="telephone=no">',
    '<meta name="theme-color" content="#f2f4f8" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0c111c" media="(prefers-color-scheme: dark)">',
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    ...assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`),
    ...[assets.script, ...assets.preloads].map((script) => `<link rel="modulepreload" href="${script}">`),
    refresh ? `<noscript><meta http-equiv="refresh" content="${escapeHtml(refresh)}"></noscript>` : '',
    '</head><body>',
    `<div id="root">${body}</div>`,
    `<script type="application/json" id="data">${jsonForHtml({ ...data, language, theme })}</script>`,
    `<script type="module" nonce="${nonce}" src="${assets.script}"></script>`,
    '</body></html>',
  ].join('');
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#1b56e0"/><path d="M8.2 18V6.5h4.6a3.6 3.6 0 0 1 0 7.2H8.2" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** Without JavaScript the page that waits for a scan looks again by itself; one that is typed into never does. */
function refreshOf(page: PayerPage): string | null {
  if (page.page !== 'pay' || !page.order) return null;
  const screen = screenOf({ order: page.order, payer: page.payer, step: page.step, justPaid: page.just_paid, witnessed: false });
  if (screen === 'scan') return String(REFRESH_S);
  if (screen === 'success' && !page.stays && page.order.return_address) return `${REDIRECT_AFTER_S};url=${page.order.return_address}`;
  return null;
}

function titleOf(page: PayerPage, t: PayerTranslate, language: Language): string {
  switch (page.page) {
    case 'pay':
      return page.order
        ? `${moneyText(page.order.amount, page.order.coin_name, language)} · ${t('pay_title', { merchant: page.order.merchant_name })}`
        : t('unknown_title');
    case 'wallet-login':
      return t('login_title');
    case 'wallet':
      return t('wallet_title');
    case 'payment-password':
      return page.has_payment_password ? t('change_payment_password') : t('set_payment_password');
    case 'failure':
      return t('failure_title');
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON inside a script element: no "<" may begin a tag there. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
