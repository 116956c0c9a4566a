import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { fiatWithdrawalSetting, type fiatWithdrawalQuery } from '@purser/contract/features/fiat-withdrawal';
import { paymentMethodQuery } from '@purser/contract/features/payment-method';
import type { FiatWithdrawalState } from '@purser/contract/review';
import type { Tone } from '@purser/ui/status-tag';

export type Withdrawal = OutputOf<typeof fiatWithdrawalQuery>['list'][number];
export type Setting = OutputOf<typeof fiatWithdrawalSetting>;
export type Account = OutputOf<typeof paymentMethodQuery>['list'][number];

/** Accounts that are linked and switched on; there are at most 20. */
export const accounts = callQuery(paymentMethodQuery, { binding: 'bound', listing: 'on', page_size: 50 }, ['payment_methods']);

/** What a withdrawal of a coin to a currency costs, and what would arrive of an amount. */
export function setting(coin_name: string, market: string, amount?: string) {
  return callQuery(fiatWithdrawalSetting, { coin_name, market, ...(amount !== undefined && { amount }) }, ['coins', 'balances']);
}

export const TONES: Readonly<Record<FiatWithdrawalState, Tone>> = {
  pending_review: 'warning',
  approved: 'info',
  paid_out: 'success',
  returned: 'danger',
  rejected: 'danger',
  cancelled: 'neutral',
};
