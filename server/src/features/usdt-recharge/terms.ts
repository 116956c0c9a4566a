import { coinOfUsdt, USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { feeOf, formatAmount, LARGEST_AMOUNT_MINOR, parseAmount } from '@purser/contract/money';
import type { CoinTerms } from '../../domain/coin-terms.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';

/** What a recharge comes to; in minor units. */
export interface RechargeAmounts {
  /** The USDT that was sent. */
  readonly sent: bigint;
  /** In the coin, before and after the fee. */
  readonly exchanged: bigint;
  readonly fee: bigint;
  readonly settlement: bigint;
}

/** Reckons a recharge, in the contract's order of precedence; throws its refusal. */
export function rechargeAmounts(tradeCount: string, rate: string, terms: CoinTerms): RechargeAmounts {
  const sent = askedAmount(tradeCount, USDT_DECIMALS, 'trade_count');
  if (sent < terms.usdt_recharge_minimum) {
    throw refuse('amount_below_minimum', { minimum: `${formatAmount(terms.usdt_recharge_minimum, USDT_DECIMALS)} ${USDT}` });
  }
  const exchanged = coinOfUsdt(sent, rate, terms.decimals);
  if (exchanged > LARGEST_AMOUNT_MINOR) throw wrongField('trade_count', 'too_large');
  const fee = feeOf(exchanged, terms.usdt_recharge_fee_bp);
  if (fee >= exchanged) throw refuse('fee_exceeds_amount');
  return { sent, exchanged, fee, settlement: exchanged - fee };
}

/** Whether a text is this amount of a coin: 0.10 and 0.1 are one. */
export function isAmount(text: string, minor: bigint, decimals: number): boolean {
  return parseAmount(text, decimals) === minor;
}
