import type { PAYER_PAGES, PayerPageName } from '@purser/contract/payer-pages';
import type { PageView } from './shared/page.ts';

type Declared<Name extends PayerPageName> = Extract<(typeof PAYER_PAGES)[number], { readonly name: Name }>;
type View<Name extends PayerPageName> = PageView<Declared<Name>>;

/**
 * How each page looks. Each is a file of its own, named after it so that the server finds it and the browser begins to load it at once.
 */
export const PAGES: { readonly [Name in PayerPageName]: () => Promise<View<Name>> } = {
  pay: async () => (await import('./features/checkout/pay-page.tsx')).pay,
  'face-pay': async () => (await import('./features/face/face-pay-page.tsx')).facePay,
  face: async () => (await import('./features/face/face-page.tsx')).face,
  failure: async () => (await import('./shared/failure-page.tsx')).failure,
  collect: async () => (await import('./features/collect/collect-page.tsx')).collect,
  wallet: async () => (await import('./features/wallet/wallet-page.tsx')).wallet,
  'wallet-login': async () => (await import('./features/wallet/wallet-login-page.tsx')).walletLogin,
  register: async () => (await import('./features/wallet/register-page.tsx')).register,
  'register-confirm': async () => (await import('./features/wallet/register-confirm-page.tsx')).registerConfirm,
  recover: async () => (await import('./features/wallet/recover-page.tsx')).recover,
  'recover-confirm': async () => (await import('./features/wallet/recover-confirm-page.tsx')).recoverConfirm,
  'code-login': async () => (await import('./features/wallet/code-login-page.tsx')).codeLogin,
  'code-login-confirm': async () => (await import('./features/wallet/code-login-confirm-page.tsx')).codeLoginConfirm,
  scan: async () => (await import('./features/wallet/scan-page.tsx')).scan,
  offline: async () => (await import('./features/wallet/offline-page.tsx')).offline,
  passkeys: async () => (await import('./features/wallet/passkeys-page.tsx')).passkeys,
  privacy: async () => (await import('./features/privacy/privacy-page.tsx')).privacy,
  closed: async () => (await import('./features/privacy/closed-page.tsx')).closed,
  sessions: async () => (await import('./features/wallet/sessions-page.tsx')).sessions,
  referral: async () => (await import('./features/wallet/referral-page.tsx')).referral,
  terms: async () => (await import('./features/wallet/terms-page.tsx')).terms,
  'usdt-recharge': async () => (await import('./features/usdt-recharge/usdt-recharge-page.tsx')).usdtRecharge,
  'usdt-withdrawal': async () => (await import('./features/usdt-withdrawal/usdt-withdrawal-page.tsx')).usdtWithdrawal,
  liabilities: async () => (await import('./features/liabilities/liabilities-page.tsx')).liabilities,
  receipt: async () => (await import('./features/checkout/receipt-page.tsx')).receipt,
  adjustment: async () => (await import('./features/adjustment/adjustment-page.tsx')).adjustment,
  status: async () => (await import('./features/status/status-page.tsx')).status,
  help: async () => (await import('./features/content/help-page.tsx')).help,
  'help-article': async () => (await import('./features/content/help-article-page.tsx')).helpArticle,
  announcements: async () => (await import('./features/content/announcements-page.tsx')).announcements,
  announcement: async () => (await import('./features/content/announcement-page.tsx')).announcement,
  legal: async () => (await import('./features/content/legal-page.tsx')).legal,
  about: async () => (await import('./features/content/about-page.tsx')).about,
  agreement: async () => (await import('./features/content/agreement-page.tsx')).agreement,
  'bank-cards': async () => (await import('./features/wallet/bank-cards-page.tsx')).bankCards,
  'bank-withdrawal': async () => (await import('./features/wallet/bank-withdrawal-page.tsx')).bankWithdrawal,
  authentication: async () => (await import('./features/wallet/authentication-page.tsx')).authentication,
  'payment-password': async () => (await import('./features/wallet/payment-password-page.tsx')).paymentPassword,
};
