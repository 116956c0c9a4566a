import type { z } from 'zod';
import type { receivedAdjustment } from './features/adjustment.ts';
import type { WalletCommissions, WalletReferral } from './features/referral.ts';
import type { WalletTerms } from './features/wallet.ts';
import type { keptPasskey } from './passkey.ts';
import { page } from './payer-page.ts';
import type { ClosingObstacle } from './privacy.ts';
import type { QrShape } from './qr-shape.ts';

/** Where a payment code is scanned, or its address typed. */
export const scanPage = /* @__PURE__ */ page<{
  /** What was scanned is nothing that is paid here. */
  readonly is_unknown: boolean;
}>()({ name: 'scan', path: '/wallet/scan', acts: { open: '/wallet/scan' }, camera: true });

/** What the installed wallet shows while there is no network. */
export const offlinePage = /* @__PURE__ */ page<object>()({ name: 'offline', path: '/wallet/offline', acts: {}, still: true });

export const passkeysPage = /* @__PURE__ */ page<{
  readonly passkeys: readonly z.infer<typeof keptPasskey>[];
  /** Nothing is added or removed without it. */
  readonly has_payment_password: boolean;
  readonly done: 'added' | 'removed' | null;
}>()({ name: 'passkeys', path: '/wallet/passkeys', acts: { remove: '/wallet/passkeys/remove' } });

/** What is kept about the wallet user; taking it along, and closing the account. */
export const privacyPage = /* @__PURE__ */ page<{
  /** What is kept of who has closed their account is kept under this number. */
  readonly user_id: number;
  /** The payment password confirms; where none is set, the login password. */
  readonly has_payment_password: boolean;
  /** Where the file can be saved that was asked for just now. */
  readonly file: string | null;
  /** The file was asked for too long ago. */
  readonly is_over: boolean;
  readonly obstacles: readonly ClosingObstacle[];
  /** The form that was refused. */
  readonly refused: 'take' | 'close' | null;
}>()({ name: 'privacy', path: '/wallet/privacy', acts: { take: '/wallet/privacy/take', close: '/wallet/privacy/close' } });

/** What is shown to who has closed their account. */
export const closedPage = /* @__PURE__ */ page<object>()({ name: 'closed', path: '/wallet/closed', acts: {}, still: true });

/** What a merchant has added to the balance: how it stands, and where one accepts it or objects. */
export const adjustmentPage = /* @__PURE__ */ page<{
  /** Null where the user has received none of this number. */
  readonly adjustment: z.infer<typeof receivedAdjustment> | null;
  /** What was typed before it was refused. */
  readonly reason: string;
}>()({
  name: 'adjustment',
  path: '/wallet/adjustment/:number',
  acts: { accept: '/wallet/adjustment/:number/accept', object: '/wallet/adjustment/:number/object' },
});

/** The id of what the page says of how it stands; it can be focused. */
export const STANDING = 'standing';

/** Where a user's receipt is as a PDF file; its query's `zone` names the time zone of its times. */
export const adjustmentReceiptPath = (serialNumber: string): string => `/wallet/adjustment/${serialNumber}/receipt.pdf`;

/** The fees and limits that hold for the wallet user. */
export const termsPage = /* @__PURE__ */ page<WalletTerms>()({ name: 'terms', path: '/wallet/terms', acts: {}, still: true });

/** An agent's referral code, and what the users who came by it have earned the agent. */
export const referralPage = /* @__PURE__ */ page<
  WalletReferral & {
    /** Of the link; null for who has no code. */
    readonly qr: QrShape | null;
    readonly records: WalletCommissions;
    readonly paging: { readonly page: number; readonly page_size: number };
  }
>()({ name: 'referral', path: '/wallet/referral', acts: {} });

/** Those of the wallet that are declared here. */
export const WALLET_PAGES = [
  scanPage,
  offlinePage,
  passkeysPage,
  privacyPage,
  closedPage,
  adjustmentPage,
  termsPage,
  referralPage,
] as const;
