import { parseAmount } from '@purser/contract/money';
import { refuse } from '../platform/http/refusal.ts';

/**
 * Refuses with fee_changed where an amount comes to something else than its asker was shown: fees may change between looking and confirming.
 *
 * @param shown what was shown to arrive, in any spelling; undefined for whoever agrees to the fees of now
 * @param minor what arrives, in minor units
 * @param decimals the places of those units
 */
export function refuseOtherThanShown(shown: string | undefined, minor: bigint, decimals: number): void {
  if (shown !== undefined && parseAmount(shown, decimals) !== minor) throw refuse('fee_changed');
}
