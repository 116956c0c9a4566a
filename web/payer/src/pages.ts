import type { PAYER_PAGES, PayerPageName } from '@purser/contract/payer-pages';
import { pay } from './features/checkout/page.tsx';
import type { PageView } from './shared/page.ts';

type Declared<Name extends PayerPageName> = Extract<(typeof PAYER_PAGES)[number], { readonly name: Name }>;
type View<Name extends PayerPageName> = PageView<Declared<Name>>;

/**
 * How each page looks. What a payer sees who only pays an order is part of the first script; any other page is a file of its own,
 * named after it so that the server finds it and the browser begins to load it at once.
 */
export const PAGES: { readonly [Name in PayerPageName]: View<Name> | (() => Promise<View<Name>>) } = {
  pay,
  failure: async () => (await import('./shared/failure-page.tsx')).failure,
  wallet: async () => (await import('./features/wallet/wallet-page.tsx')).wallet,
  'wallet-login': async () => (await import('./features/wallet/wallet-login-page.tsx')).walletLogin,
  receipt: async () => (await import('./features/checkout/receipt-page.tsx')).receipt,
  'payment-password': async () => (await import('./features/wallet/payment-password-page.tsx')).paymentPassword,
};
