import { feeOf, formatAmount } from '@purser/contract/money';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import { refuseOtherThanShown } from '../../domain/shown-amount.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';

/** What a merchant asks for. */
export interface TransferRequest {
  readonly from: number;
  readonly to: number;
  readonly coin: string;
  readonly amount: string;
  /** What the merchant was shown that the recipient gets; undefined where it agrees to the fee of now. */
  readonly shown?: string | undefined;
}

/** What of a merchant decides whether it may send or receive. */
export interface TransferParty {
  readonly name: string;
  readonly status: 'normal' | 'suspended';
  /** Coins the merchant has a main account in. */
  readonly coins: ReadonlySet<string>;
}

/** A transfer that passed every check but the balance; in minor units. */
export interface TransferTerms {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
  readonly decimals: number;
}

/** Checks a transfer against the rules, in the contract's order of precedence; throws its refusal. */
export function agreeTerms(
  request: TransferRequest,
  terms: CoinTerms | undefined,
  sender: TransferParty | undefined,
  recipient: TransferParty | undefined,
): TransferTerms {
  const { coin } = request;
  // They were not when the request came in.
  if (sender?.status === 'suspended') throw refuse('access_restricted');
  if (!terms) throw refuse('coin_unknown');
  const { decimals } = terms;
  const amount = askedAmount(request.amount, decimals);
  if (!terms.is_on) throw refuse('coin_off', { coin });
  if (request.from === request.to) throw refuse('recipient_is_self');
  if (!recipient) throw refuse('recipient_unknown');
  if (recipient.status === 'suspended') throw refuse('recipient_suspended');
  if (!recipient.coins.has(coin) || !sender?.coins.has(coin)) throw refuse('market_not_enabled');
  if (amount < terms.transfer_minimum) {
    throw refuse('amount_below_minimum', { minimum: `${formatAmount(terms.transfer_minimum, decimals)} ${coin}` });
  }
  const fee = feeOf(amount, terms.transfer_fee_bp);
  if (fee >= amount) throw refuse('fee_exceeds_amount');
  refuseOtherThanShown(request.shown, amount - fee, decimals);
  return { amount, fee, settlement: amount - fee, decimals };
}
