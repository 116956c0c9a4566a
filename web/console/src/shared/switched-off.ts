import { askAnew } from '@purser/console-kit/query';
import type { Language } from '@purser/contract/language';
import { payouts } from '@purser/contract/outcomes/payouts';
import { transfers } from '@purser/contract/outcomes/transfers';
import { fillText } from '@purser/contract/text';
import { coinsNow } from './coins.ts';

interface Switched {
  readonly coin_name: string;
  readonly is_on: boolean;
}

/** What is wrong with a form's coin where staff have switched it off, as the server would refuse it; undefined where nothing is, or it is not known yet. */
export function coinOffText(coin: Switched | undefined, language: Language): string | undefined {
  return coin?.is_on === false ? fillText(transfers.coin_off.text[language], { coin: coin.coin_name }) : undefined;
}

/** The same of the coin as it is now: asked before its form is confirmed. */
export async function coinOffNow(coin: string, language: Language): Promise<string | undefined> {
  const now = await askAnew(coinsNow);
  return coinOffText(
    now?.list.find(({ coin_name }) => coin_name === coin),
    language,
  );
}

/** That nothing can be withdrawn over a network at present. */
export function networkOffText(network: string, language: Language): string {
  return fillText(payouts.payout_network_off.text[language], { network });
}
