import type { HISTORY_KINDS } from '@purser/contract/features/review';

/** Where all of a kind is shown, with what was decided of it. */
export const LISTS_OF_KINDS: Readonly<Record<(typeof HISTORY_KINDS)[number], string>> = {
  user_withdrawal: '/review-orders',
  adjustment: '/review-orders',
  usdt_recharge: '/review-orders',
  usdt_withdrawal: '/review-orders',
  fiat_withdrawal: '/review-orders',
  identity: '/identities',
  bank_account: '/bank-accounts',
  approval: '/approvals',
};
