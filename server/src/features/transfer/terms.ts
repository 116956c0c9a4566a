import { decimalsOf, isCoinCode } from '@purser/contract/coin';
import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';
import { refuse } from '../../platform/http/refusal.ts';

/** What a merchant asks for. */
export interface TransferRequest {
  readonly from: number;
  readonly to: number;
  readonly coin: string;
  readonly amount: string;
}

/** What of a merchant decides whether it may send or receive. */
export interface TransferParty {
  readonly name: string;
  readonly status: 'normal' | 'suspended';
  /** Coins the merchant has a main account in. */
  readonly coins: ReadonlySet<string>;
}

/** A coin's rules for transfers. */
export interface CoinTerms {
  readonly transfer_minimum: bigint;
  readonly transfer_fee_bp: number;
}

/** A transfer that passed every check but the balance; in minor units. */
export interface TransferTerms {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
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
  if (!terms || !isCoinCode(coin)) throw refuse('coin_unknown');
  const decimals = decimalsOf(coin);
  const amount = amountOf(request.amount, decimals);
  if (request.from === request.to) throw refuse('recipient_is_self');
  if (!recipient) throw refuse('recipient_unknown');
  if (recipient.status === 'suspended') throw refuse('recipient_suspended');
  if (!recipient.coins.has(coin) || !sender?.coins.has(coin)) throw refuse('market_not_enabled');
  if (amount < terms.transfer_minimum) {
    throw refuse('amount_below_minimum', { minimum: `${formatAmount(terms.transfer_minimum, decimals)} ${coin}` });
  }
  const fee = feeOf(amount, terms.transfer_fee_bp);
  if (fee >= amount) throw refuse('fee_exceeds_amount');
  return { amount, fee, settlement: amount - fee };
}

/** Reads an amount; a problem with it names the field. */
export function amountOf(text: string, decimals: number): bigint {
  const amount = parseAmount(text, decimals);
  if (typeof amount === 'string') throw refuse('invalid_input', { field: 'amount' }, { fields: [{ field: 'amount', problem: amount }] });
  return amount;
}
