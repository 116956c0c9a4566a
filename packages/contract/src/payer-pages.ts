import type { z } from 'zod';
import type { ContentLink, ContentText, FoundText } from './content-shown.ts';
import type { AgreementKind, HelpCategory, StandingKind } from './content.ts';
import type { receivedAdjustment } from './features/adjustment.ts';
import type { faceView } from './features/face.ts';
import type { checkoutOrder, checkoutPayer } from './features/checkout.ts';
import type { walletAgreementPending } from './features/content.ts';
import type { PaymentMethodState } from './bank-account.ts';
import type { identityDetail } from './features/identity.ts';
import type { fiatWithdrawal } from './features/fiat-withdrawal.ts';
import type { LiabilityProofs, LiabilityStatement } from './features/liabilities.ts';
import type { WalletRechargeShown } from './features/usdt-recharge.ts';
import type { WalletWithdrawalShown } from './features/wallet-withdrawal.ts';
import type { walletOverview, walletRecordQuery } from './features/wallet.ts';
import type { Language } from './language.ts';
import { page, type PageProblem, type PayerPageDeclaration, type ShownTo } from './payer-page.ts';
import type { CollectShown } from './payment-link.ts';
import type { AddressDraft, AreaCode, LoginDraft, PayerSession } from './payer-drafts.ts';
import type { SystemStatus } from './system-status.ts';
import type { QrShape } from './qr-shape.ts';
import { WALLET_PAGES } from './wallet-pages.ts';
import type { BankCardsShown, BankWithdrawalQuote, WalletBankAccount } from './wallet-bank.ts';

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
export type ReceivedAdjustment = z.infer<typeof receivedAdjustment>;

export type { PayerPageDeclaration };

/** `day` and `night` are the payer's own choice; null follows the device. */
export type Theme = 'day' | 'night' | null;

/** What a payer can do on an unpaid order: look at it, sign in, or confirm giving it up. */
export const PAY_STEPS = ['pay', 'login', 'abandon'] as const;
export type PayStep = (typeof PAY_STEPS)[number];

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
  /** Reward funds were chosen before the page was made anew. */
  readonly use_reward: boolean;
}>()({
  name: 'pay',
  path: '/pay/:token',
  acts: { login: '/pay/:token/login', logout: '/pay/:token/logout', pay: '/pay/:token/pay', abandon: '/pay/:token/abandon' },
});

/** Confirming the payment of an order by face; without scripts or a camera it leads back to the payment password. */
export const facePayPage = /* @__PURE__ */ page<{
  readonly order: CheckoutOrder;
  readonly payer: CheckoutPayer;
  /** Reward funds were chosen before. */
  readonly use_reward: boolean;
  /** The order's page was opened by its code, and is to be again. */
  readonly from_qr: boolean;
}>()({ name: 'face-pay', path: '/pay/:token/face', acts: {}, camera: true });

/** Agreeing to confirm payments by face, enrolling the face, and withdrawing it. */
export const facePage = /* @__PURE__ */ page<{
  readonly face: z.infer<(typeof faceView)['output']>;
  readonly done: 'enrolled' | 'withdrawn' | null;
  /** The box of the consent was ticked in a form that was refused. */
  readonly ticked: boolean;
}>()({ name: 'face', path: '/wallet/face', acts: { consent: '/wallet/face', withdraw: '/wallet/face/withdraw' }, camera: true });

export const collectPage = /* @__PURE__ */ page<{
  /** Null when nothing has this address. */
  readonly shown: CollectShown | null;
  /** What was typed so far. */
  readonly amount: string;
  readonly signed_in: boolean;
}>()({ name: 'collect', path: '/collect/:token', acts: { open: '/collect/:token/open' } });

export const walletLoginPage = /* @__PURE__ */ page<{
  readonly login: LoginDraft;
  /** Where to go after signing in: a path of the payer's pages. */
  readonly next: string;
  /** The password has just been set anew. */
  readonly recovered: boolean;
}>()({ name: 'wallet-login', path: null, acts: { login: '/wallet/login' } });

export const registerPage = /* @__PURE__ */ page<{
  /** Null while nobody may register. */
  readonly draft: AddressDraft | null;
  readonly username: string;
  /** As the address brought it, or as it was typed. */
  readonly referral_code: string;
  readonly next: string;
}>()({ name: 'register', path: '/wallet/register', acts: { code: '/wallet/register/code' } });

/** Behind the code: who it is, the password, and what is accepted. */
export const registerConfirmPage = /* @__PURE__ */ page<
  DataOf<typeof recoverConfirmPage> & {
    readonly username: string;
    readonly nick: string;
    readonly referral_code: string;
    /** Markets that the wallet can begin with, each with its platform token, and the one that is chosen. */
    readonly markets: readonly { readonly market: string; readonly coin_name: string }[];
    readonly market: string;
    readonly agreements: readonly { readonly kind: AgreementKind; readonly version: number; readonly title: string }[];
    /** These were accepted in a form that was refused. */
    readonly accepted: boolean;
  }
>()({
  name: 'register-confirm',
  path: '/wallet/register/confirm',
  acts: { register: '/wallet/register/confirm', again: '/wallet/register/again' },
});

/** Asks for the address of who has forgotten the login password. */
export const recoverPage = /* @__PURE__ */ page<{ readonly draft: AddressDraft; readonly next: string }>()({
  name: 'recover',
  path: '/wallet/recover',
  acts: { code: '/wallet/recover/code' },
});

/** Behind the code: the new login password. */
export const recoverConfirmPage = /* @__PURE__ */ page<{
  /** Names the address on the way back to the server, unreadable on the way. */
  readonly asked: string;
  readonly address: string;
  /** Another code was asked for. */
  readonly sent_again: boolean;
  readonly next: string;
}>()({
  name: 'recover-confirm',
  path: '/wallet/recover/confirm',
  acts: { recover: '/wallet/recover/confirm', again: '/wallet/recover/again' },
});

/** Asks for the address of who signs in by a code. */
export const codeLoginPage = /* @__PURE__ */ page<{ readonly draft: AddressDraft; readonly next: string }>()({
  name: 'code-login',
  path: '/wallet/login-code',
  acts: { code: '/wallet/login-code/code' },
});

/** Behind the code: the wallet. */
export const codeLoginConfirmPage = /* @__PURE__ */ page<DataOf<typeof recoverConfirmPage>>()({
  name: 'code-login-confirm',
  path: '/wallet/login-code/confirm',
  acts: { login: '/wallet/login-code/confirm', again: '/wallet/login-code/again' },
});

export const sessionsPage = /* @__PURE__ */ page<{ readonly sessions: readonly PayerSession[]; readonly ended: boolean }>()({
  name: 'sessions',
  path: '/wallet/sessions',
  acts: { end: '/wallet/sessions/end', end_others: '/wallet/sessions/end-others' },
});

export const walletPage = /* @__PURE__ */ page<{
  readonly overview: WalletOverview;
  readonly records: WalletRecords;
  /** What merchants have added that waits to be confirmed. */
  readonly waiting: readonly ReceivedAdjustment[];
  readonly filter: { readonly coin_name: string | null; readonly page: number; readonly page_size: number };
  /** The payment password has just been set. */
  readonly password_saved: boolean;
  /** Announcements that the wallet user has not read. */
  readonly unread: number;
  readonly has_liabilities: boolean;
  /** Whether the wallet user may confirm payments by face, or has agreed to. */
  readonly has_face: boolean;
}>()({ name: 'wallet', path: '/wallet', acts: { logout: '/wallet/logout', enable: '/wallet/market' } });

export const bankCardsPage = /* @__PURE__ */ page<BankCardsShown>()({
  name: 'bank-cards',
  path: '/wallet/bank-cards',
  acts: { link: '/wallet/bank-cards', unlink: '/wallet/bank-cards/unlink' },
});

export const bankWithdrawalPage = /* @__PURE__ */ page<{
  /** Verified ones. */
  readonly accounts: readonly WalletBankAccount[];
  readonly coins: readonly { readonly coin_name: string; readonly available_asset: string }[];
  readonly has_payment_password: boolean;
  readonly asked: { readonly payment_method_id: string; readonly coin_name: string; readonly amount: string };
  /** Null while nothing was asked. */
  readonly quote: BankWithdrawalQuote | null;
  /** Names what is confirmed, so that a form that is sent twice asks once. */
  readonly attempt: string;
  readonly records: readonly z.infer<typeof fiatWithdrawal>[];
  readonly paging: { readonly page: number; readonly pages: number };
  readonly done: 'asked' | 'cancelled' | null;
}>()({
  name: 'bank-withdrawal',
  path: '/wallet/bank-withdrawal',
  acts: { request: '/wallet/bank-withdrawal/confirm', cancel: '/wallet/bank-withdrawal/cancel' },
});

/** What is to be verified, how each stands, and the form by which the identity is handed in. */
export const authenticationPage = /* @__PURE__ */ page<{
  readonly identity: z.infer<(typeof identityDetail)['output']>;
  /** The best that is said of the bank cards; null where none is linked. */
  readonly bank_card: PaymentMethodState | null;
  readonly has_payment_password: boolean;
  /** Where the payer came from. */
  readonly next: string;
  /** What was typed into the form that was refused, without the number. */
  readonly typed: Readonly<Partial<Record<string, string>>>;
  /** The identity has just been handed in. */
  readonly submitted: boolean;
}>()({ name: 'authentication', path: '/wallet/authentication', acts: { submit: '/wallet/authentication' } });

export const paymentPasswordPage = /* @__PURE__ */ page<{
  readonly nick: string;
  readonly has_payment_password: boolean;
  /** Until when it stays as it is, after a code has set the login password anew; null when it may be changed now. */
  readonly held_until: string | null;
  readonly next: string;
}>()({ name: 'payment-password', path: '/wallet/payment-password', acts: { save: '/wallet/payment-password' } });

export const usdtWithdrawalPage = /* @__PURE__ */ page<WalletWithdrawalShown>()({
  name: 'usdt-withdrawal',
  path: '/wallet/usdt-withdrawal',
  acts: { add: '/wallet/usdt-withdrawal', cancel: '/wallet/usdt-withdrawal/cancel', address: '/wallet/usdt-withdrawal/address' },
});

/** Proofs that the wallet user's balances are in a statement of what the provider owes. */
export const liabilitiesPage = /* @__PURE__ */ page<
  LiabilityProofs & {
    /** Another statement was asked for, of which no proofs are kept: this is the newest. */
    readonly is_gone: boolean;
  }
>()({ name: 'liabilities', path: '/wallet/liabilities', acts: {} });
export const usdtRechargePage = /* @__PURE__ */ page<WalletRechargeShown>()({
  name: 'usdt-recharge',
  path: '/wallet/usdt-recharge',
  acts: { add: '/wallet/usdt-recharge', cancel: '/wallet/usdt-recharge/cancel' },
});

/** Where a demo's form for test USDT is sent to. It is no part of the page's declaration, as it is not there in real use. */
export const WALLET_TEST_USDT = '/wallet/usdt-recharge/test';

export const receiptPage = /* @__PURE__ */ page<{
  readonly order: CheckoutOrder;
  /** The payer's own address, masked, to which it can be sent; null where there is none. */
  readonly mail: string | null;
  readonly mailed: boolean;
}>()({ name: 'receipt', path: '/wallet/receipt/:token', acts: { mail: '/wallet/receipt/:token/mail' } });

export const statusPage = /* @__PURE__ */ page<SystemStatus>()({ name: 'status', path: '/status', acts: {}, still: true });
export const helpPage = /* @__PURE__ */ page<{
  readonly categories: readonly { readonly category: HelpCategory; readonly articles: readonly ContentLink[] }[];
  /** What was looked for; empty if nothing was. */
  readonly question: string;
  /** What was found among all texts, the best first; null while nothing was looked for. */
  readonly found: readonly FoundText[] | null;
}>()({ name: 'help', path: '/help', acts: {}, still: true });

export const helpArticlePage = /* @__PURE__ */ page<{
  /** Null when no article has this address. */
  readonly article: ContentText | null;
  readonly category: HelpCategory | null;
  /** Others of the same category. */
  readonly others: readonly ContentLink[];
}>()({ name: 'help-article', path: '/help/:slug', acts: {}, still: true });

export const announcementsPage = /* @__PURE__ */ page<{
  readonly list: readonly ContentLink[];
  readonly number: number;
  readonly has_more: boolean;
}>()({ name: 'announcements', path: '/announcements', acts: {}, still: true });

export const announcementPage = /* @__PURE__ */ page<{ readonly announcement: ContentText | null }>()({
  name: 'announcement',
  path: '/announcements/:slug',
  acts: {},
  still: true,
});

export const legalPage = /* @__PURE__ */ page<{
  readonly kind: StandingKind | null;
  /** Null while the provider has published none. */
  readonly text: ContentText | null;
  /** Every version with its date, newest first. */
  readonly versions: readonly { readonly version: number; readonly published_at: string }[];
}>()({ name: 'legal', path: '/legal/:name', acts: {}, still: true });

export const aboutPage = /* @__PURE__ */ page<{
  readonly text: ContentText | null;
  readonly statement: LiabilityStatement | null;
}>()({ name: 'about', path: '/about', acts: {}, still: true });

export const agreementPage = /* @__PURE__ */ page<{
  readonly agreements: z.infer<(typeof walletAgreementPending)['output']>['list'];
  /** Where to go on to once they are accepted. */
  readonly next: string;
}>()({ name: 'agreement', path: '/wallet/agreement', acts: { accept: '/wallet/agreement' }, still: true });

/** Shown when the page itself could not be made. `unclear`: what a form sent may have been done. */
export const failurePage = /* @__PURE__ */ page<{ readonly unclear: boolean }>()({ name: 'failure', path: null, acts: {} });

export const PAYER_PAGES = [
  payPage,
  facePayPage,
  facePage,
  collectPage,
  walletLoginPage,
  registerPage,
  registerConfirmPage,
  recoverPage,
  recoverConfirmPage,
  codeLoginPage,
  codeLoginConfirmPage,
  sessionsPage,
  ...WALLET_PAGES,
  walletPage,
  bankCardsPage,
  bankWithdrawalPage,
  authenticationPage,
  paymentPasswordPage,
  usdtRechargePage,
  usdtWithdrawalPage,
  liabilitiesPage,
  receiptPage,
  statusPage,
  helpPage,
  helpArticlePage,
  announcementsPage,
  announcementPage,
  legalPage,
  aboutPage,
  agreementPage,
  failurePage,
] as const;
export type PayerPageName = (typeof PAYER_PAGES)[number]['name'];

interface AnyPage<Name> extends ShownTo {
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
  /** Tokens of currencies without a smaller unit: whole amounts of them are written as such where that is the custom. */
  readonly wholeCoins: readonly string[];
  readonly theme: Theme;
  /** Content-Security-Policy nonce of this answer. */
  readonly nonce: string;
  /** Our public address, without a trailing slash: what search engines are told is made of it. */
  readonly origin: string;
  readonly assets: {
    readonly script: string;
    readonly styles: readonly string[];
    readonly preloads: readonly string[];
    /** What stands in the page itself where it rests: the stylesheet, and the script that it lives by until React comes. */
    readonly resting: { readonly style: string; readonly script: string };
  };
}

/** What the built server bundle of the payer's pages exports. */
export interface PayerRenderer {
  render(page: PayerPage, options: RenderOptions): string;
  readonly pagesWithScripts: readonly PayerPageName[];
  /** What a page calls a field of its forms; of a hidden one, what to do about it. */
  fieldLabel(page: PayerPageName, field: string, language: Language): string;
  areaCodes(language: Language): readonly AreaCode[];
  /** `logoScale` is the share of the width that is kept free for a mark. */
  qrShape(text: string, options?: { readonly logoScale?: number }): QrShape;
  /** The same code as a PNG file, for saving. */
  qrPng(text: string): Uint8Array;
}

/** Cookies that hold the payer's preferences; plain, so that a script may set them too. */
export const LANGUAGE_COOKIE = 'purser_language';
export const THEME_COOKIE = 'purser_theme';
export const PREFERENCES_PATH = '/wallet/preferences';
/** What was chosen or typed on a page and goes, with a change of preferences, into the address of the page that is made anew. */
export const KEPT_FIELDS = ['use_reward', 'amount', 'q'] as const;
