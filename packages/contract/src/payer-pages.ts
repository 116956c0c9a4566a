import type { z } from 'zod';
import type { OutcomeName } from './errors.ts';
import type { checkoutOrder, checkoutPayer } from './features/checkout.ts';
import type { walletChallenge, walletOverview, walletRecordQuery } from './features/wallet.ts';
import type { Language } from './language.ts';

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
/** What a payer may sign in with, in the order the form offers them. */
export const LOGIN_KINDS = ['username', 'phone', 'email'] as const;
export type LoginIdentity = (typeof LOGIN_KINDS)[number];

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
}

/** What a payer can do on an open order: look at it, sign in, or confirm giving it up. */
export const PAY_STEPS = ['pay', 'login', 'abandon'] as const;
export type PayStep = (typeof PAY_STEPS)[number];

interface AnyPage {
  /** This page's own path and query, to come back to after a preference was changed. */
  readonly path: string;
  readonly problem: PageProblem | null;
  /** Country calling codes with their places' names in the page's language. */
  readonly area_codes: readonly { readonly code: string; readonly label: string }[];
}

export interface PayPage extends AnyPage {
  readonly page: 'pay';
  /** Null when no order has this address. */
  readonly order: CheckoutOrder | null;
  readonly payer: CheckoutPayer | null;
  readonly step: PayStep;
  readonly login: LoginDraft;
  /** What the QR code says: this page's full address, marked as opened by scanning. */
  readonly payment_address: string;
  /** The page was opened by scanning, so it needs no code to scan. */
  readonly from_qr: boolean;
  /** The payer has just paid here; the way back to the merchant starts by itself unless they stay. */
  readonly just_paid: boolean;
  readonly stays: boolean;
}

export interface WalletLoginPage extends AnyPage {
  readonly page: 'wallet-login';
  readonly login: LoginDraft;
  /** Where to go after signing in: a path of the payer's pages. */
  readonly next: string;
}

export interface WalletPage extends AnyPage {
  readonly page: 'wallet';
  readonly overview: WalletOverview;
  readonly records: WalletRecords;
  readonly filter: { readonly coin_name: string | null; readonly page: number; readonly page_size: number };
  /** The payment password has just been set. */
  readonly password_saved: boolean;
}

export interface PaymentPasswordPage extends AnyPage {
  readonly page: 'payment-password';
  readonly nick: string;
  readonly has_payment_password: boolean;
  readonly next: string;
}

/** The page that is shown when the page itself could not be made. */
export interface FailurePage extends AnyPage {
  readonly page: 'failure';
}

export type PayerPage = PayPage | WalletLoginPage | WalletPage | PaymentPasswordPage | FailurePage;

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
  areaCodes(language: Language): PayPage['area_codes'];
  /** The payment code as a PNG file, for saving. */
  qrPng(text: string): Uint8Array;
}

/** Cookies that hold the payer's preferences; plain, so that a script may set them too. */
export const LANGUAGE_COOKIE = 'purser_language';
export const THEME_COOKIE = 'purser_theme';
export const PREFERENCES_PATH = '/wallet/preferences';
/** Marks an address as opened by scanning the payment code. */
export const SCANNED_QUERY = 'via=qr';
