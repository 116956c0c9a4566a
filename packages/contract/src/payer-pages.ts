import type { z } from 'zod';
import type { OutcomeName } from './errors.ts';
import type { checkoutOrder, checkoutPayer } from './features/checkout.ts';
import type { walletChallenge, walletOverview, walletRecordQuery } from './features/wallet.ts';
import type { Language } from './language.ts';
import type { LoginIdentity } from './sign-in.ts';

/**
 * What the server hands to the payer's pages. The same value renders the page on the server and hydrates it in
 * the browser, so it holds nothing that the payer may not see.
 */
export type CheckoutOrder = z.infer<typeof checkoutOrder>;
/** An order's news, as its stream of events tells it: what can change while a page is open. */
export type OrderNews = Pick<CheckoutOrder, 'order_status' | 'cancelled_by' | 'server_time' | 'return_address'>;
export type CheckoutPayer = z.infer<typeof checkoutPayer>;
export type WalletOverview = z.infer<(typeof walletOverview)['output']>;
export type WalletRecords = z.infer<(typeof walletRecordQuery)['output']>;
export type SliderChallenge = z.infer<(typeof walletChallenge)['output']>;

/** `day` and `night` are the payer's own choice; null follows the device. */
export type Theme = 'day' | 'night' | null;

/** A refusal to show on the page, already in its language. */
export interface PageProblem {
  readonly outcome: OutcomeName;
  readonly detail: string;
}

/** A login form as it is shown: empty at first, with what was typed (never the password) after a refusal. */
export interface LoginDraft {
  readonly kind: LoginIdentity;
  readonly identity: string;
  readonly area_code: string;
  readonly challenge: SliderChallenge | null;
  /** Country calling codes with their places' names in the page's language; empty where nobody has to sign in. */
  readonly area_codes: readonly AreaCode[];
}

export interface AreaCode {
  readonly code: string;
  readonly label: string;
}

/** A QR code as one SVG path. */
export interface QrShape {
  readonly size: number;
  /** Where the grid of dots begins, and the width of one cell. */
  readonly margin: number;
  readonly cell: number;
  /** All dark dots, in cells. */
  readonly path: string;
  /** Where the mark goes. */
  readonly logo: { readonly at: number; readonly size: number };
}

/** What a payer can do on an open order: look at it, sign in, or confirm giving it up. */
export const PAY_STEPS = ['pay', 'login', 'abandon'] as const;
export type PayStep = (typeof PAY_STEPS)[number];

/** One page of the payer's, declared once: the page's type, its addresses, where one may return to and its preload derive from it. */
export interface PayerPageDeclaration<Name extends string = string, Data extends object = object, Act extends string = string> {
  /** The page's file in `web/payer` is called `<name>-page.tsx`, unless it is part of the first script. */
  readonly name: Name;
  /** Its address, with `:token` for an order's; null for a page that is only shown in another's place. */
  readonly path: string | null;
  /** Where each of its forms is sent to. */
  readonly acts: Readonly<Record<Act, string>>;
  /** What it shows. Only a type: there is never a value. */
  readonly data?: Data;
}

/** Declares a page. Marked as pure where it is called, so that the browser's script does without what only the server needs. */
const page =
  <Data extends object>() =>
  <Name extends string, Act extends string = never>(
    declared: Omit<PayerPageDeclaration<Name, Data, Act>, 'data'>,
  ): PayerPageDeclaration<Name, Data, Act> =>
    declared;

export const payPage = /* @__PURE__ */ page<{
  /** Null when no order has this address. */
  readonly order: CheckoutOrder | null;
  readonly payer: CheckoutPayer | null;
  readonly step: PayStep;
  readonly login: LoginDraft;
  /** This page's full address, marked as opened by scanning; null without an order. */
  readonly qr: QrShape | null;
  /** The page was opened by scanning, so it needs no code to scan. */
  readonly from_qr: boolean;
  /** The payer has just paid here; the way back to the merchant starts by itself unless they stay. */
  readonly just_paid: boolean;
  readonly stays: boolean;
}>()({
  name: 'pay',
  path: '/pay/:token',
  acts: { login: '/pay/:token/login', logout: '/pay/:token/logout', pay: '/pay/:token/pay', abandon: '/pay/:token/abandon' },
});

export const walletLoginPage = /* @__PURE__ */ page<{
  readonly login: LoginDraft;
  /** Where to go after signing in: a path of the payer's pages. */
  readonly next: string;
}>()({ name: 'wallet-login', path: null, acts: { login: '/wallet/login' } });

export const walletPage = /* @__PURE__ */ page<{
  readonly overview: WalletOverview;
  readonly records: WalletRecords;
  readonly filter: { readonly coin_name: string | null; readonly page: number; readonly page_size: number };
  /** The payment password has just been set. */
  readonly password_saved: boolean;
}>()({ name: 'wallet', path: '/wallet', acts: { logout: '/wallet/logout' } });

export const paymentPasswordPage = /* @__PURE__ */ page<{
  readonly nick: string;
  readonly has_payment_password: boolean;
  readonly next: string;
}>()({ name: 'payment-password', path: '/wallet/payment-password', acts: { save: '/wallet/payment-password' } });

export const receiptPage = /* @__PURE__ */ page<{ readonly order: CheckoutOrder }>()({
  name: 'receipt',
  path: '/wallet/receipt/:token',
  acts: {},
});

/** Shown when the page itself could not be made. */
export const failurePage = /* @__PURE__ */ page<object>()({ name: 'failure', path: null, acts: {} });

export const PAYER_PAGES = [payPage, walletLoginPage, walletPage, paymentPasswordPage, receiptPage, failurePage] as const;
export type PayerPageName = (typeof PAYER_PAGES)[number]['name'];

interface AnyPage<Name> {
  readonly page: Name;
  /** This page's own path and query, to come back to after a preference was changed. */
  readonly path: string;
  readonly problem: PageProblem | null;
}

/** What a declared page shows. */
export type DataOf<Declaration> = Declaration extends PayerPageDeclaration<string, infer Data, string> ? Data : never;
/** A page's whole value; of several declarations, the union of theirs. */
export type PageOf<Declaration> =
  Declaration extends PayerPageDeclaration<infer Name, infer Data, string> ? Readonly<AnyPage<Name> & Data> : never;
export type PayerPage = PageOf<(typeof PAYER_PAGES)[number]>;

export interface RenderOptions {
  readonly language: Language;
  readonly theme: Theme;
  /** Content-Security-Policy nonce of this answer. */
  readonly nonce: string;
  readonly assets: { readonly script: string; readonly styles: readonly string[]; readonly preloads: readonly string[] };
}

/** What the built server bundle of the payer's pages exports. */
export interface PayerRenderer {
  render(page: PayerPage, options: RenderOptions): string;
  /** The pages that are no part of the first script. */
  readonly pagesOfTheirOwn: readonly PayerPageName[];
  areaCodes(language: Language): readonly AreaCode[];
  qrShape(text: string): QrShape;
  /** The same code as a PNG file, for saving. */
  qrPng(text: string): Uint8Array;
}

/** Cookies that hold the payer's preferences; plain, so that a script may set them too. */
export const LANGUAGE_COOKIE = 'purser_language';
export const THEME_COOKIE = 'purser_theme';
export const PREFERENCES_PATH = '/wallet/preferences';
/** Marks an address as opened by scanning the payment code. */
export const SCANNED_QUERY = 'via=qr';
