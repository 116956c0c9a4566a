import type { z } from 'zod';
import type { PaymentMethodState } from './bank-account.ts';
import type { OutcomeName } from './errors.ts';
import type { fiatWithdrawalSetting } from './features/fiat-withdrawal.ts';

/** A bank card that the wallet is paid out to; its number is masked. */
export interface WalletBankAccount {
  readonly payment_method_id: string;
  readonly market: string;
  readonly holder_name: string;
  readonly bank_name: string;
  readonly account_number: string;
  readonly status: PaymentMethodState;
  /** Why staff rejected it; empty otherwise. */
  readonly reason: string;
}

/** What the page of the bank cards shows. */
export interface BankCardsShown {
  readonly accounts: readonly WalletBankAccount[];
  /** Markets that the wallet has enabled. */
  readonly markets: readonly string[];
  readonly has_payment_password: boolean;
  /** What was typed into the form that was refused, without the number. */
  readonly typed: Readonly<Partial<Record<string, string>>>;
  readonly done: 'linked' | 'unlinked' | null;
  /** Where the payer came from. */
  readonly next: string;
}

type FiatWithdrawalSetting = z.infer<(typeof fiatWithdrawalSetting)['output']>;

/** What a withdrawal takes and brings: to which account, what of the amount is fee, at which rate, and what arrives. */
export type WithdrawalCosts = Pick<FiatWithdrawalSetting, 'coin_name' | 'abbreviation' | 'currency_withdrawal_fee' | 'rate'> &
  Pick<WalletBankAccount, 'bank_name' | 'account_number'> & { readonly fee: string; readonly count: string };

/** What a withdrawal would cost, or why it cannot be. */
export type BankWithdrawalQuote = { readonly outcome: OutcomeName; readonly problem: string } | { readonly costs: WithdrawalCosts };
