import { amountText } from '@purser/contract/amount-text';
import { formatAmount, placesOf } from '@purser/contract/money';
import { readings, readTyped, typedAmount } from '@purser/contract/typed-amount';
import type { PageContext } from './context.tsx';

/**
 * What is wrong with what was typed for an amount of a coin, in the words of the page; undefined where nothing is.
 *
 * @param example an amount of the coin, with all of its places
 */
export function amountProblem(
  text: string,
  coin: string,
  example: string,
  reader: Pick<PageContext, 't' | 'language' | 'wholeCoins'>,
): string | undefined {
  const { t } = reader;
  const typed = typedAmount(text, coin);
  const places = placesOf(example);
  switch (readTyped(typed, places)) {
    case 'not_a_number':
      return t('amount_wrong', { example: amountText(example, coin, reader) });
    case 'too_many_decimals':
      return t('amount_places', { places });
    case 'too_large':
      return t('amount_too_large');
    case 'unclear':
      return t('amount_unclear', { typed, ...readings(typed, places) });
    default:
      return undefined;
  }
}

/** An amount of a coin for people to see how one is typed, with the places of another amount of it. */
export function exampleLike(amount: string): string {
  return formatAmount(100n * 10n ** BigInt(placesOf(amount)), placesOf(amount));
}
