import { assetQuery } from '@purser/contract/features/asset';
import { formatAmount, minorOf } from '@purser/contract/money';
import { useQuery } from '@tanstack/react-query';
import { ownAccount } from '../../shared/account.ts';
import { callQuery } from '@purser/console-kit/query';
import { coins } from '../../shared/coins.ts';
import { quote, recipient } from './api.ts';
import { readAmount, readRecipient, type Draft } from './transfer-form.ts';
import { useDebounced } from '@purser/console-kit/use-debounced';

const balances = callQuery(assetQuery, {}, ['balances']);
/** How long typing rests before the server is asked. */
const RECIPIENT_REST_MS = 350;
const AMOUNT_REST_MS = 250;

/** Everything that the server knows about what is typed: the coin's rules, the balance, the recipient, the cost. */
export function useLookups(typed: Draft, firstCoin: string | undefined) {
  const coinQuery = useQuery(coins);
  const assets = useQuery(balances).data?.list;
  const ownId = useQuery(ownAccount).data?.merchant_id;

  const choices = coinQuery.data?.list ?? [];
  const wanted = choices.find((coin) => coin.coin_name === (typed.coin_name || firstCoin));
  const terms = wanted ?? (typed.coin_name === '' ? choices[0] : undefined);
  const availableOf = (coin: string): string | undefined => assets?.find((asset) => asset.coin_name === coin)?.available_asset;
  const available = terms && availableOf(terms.coin_name);

  const recipientId = readRecipient(typed.receipt_merchant_id, ownId);
  const restedId = useDebounced(typeof recipientId === 'number' ? recipientId : undefined, RECIPIENT_REST_MS);
  const idRests = restedId !== undefined && restedId === recipientId;
  const found = useQuery({ ...recipient(restedId ?? 0), enabled: idRests });

  const amount =
    terms &&
    readAmount(typed.amount, {
      decimals: terms.decimals,
      minimum: minorOf(terms.transfer_minimum, terms.decimals),
      available: available === undefined ? undefined : minorOf(available, terms.decimals),
    });
  const exactAmount = typeof amount === 'bigint' && terms ? formatAmount(amount, terms.decimals) : undefined;
  const restedAmount = useDebounced(exactAmount, AMOUNT_REST_MS);
  const amountRests = terms !== undefined && restedAmount !== undefined && restedAmount === exactAmount;
  const cost = useQuery({ ...quote(terms?.coin_name ?? '', restedAmount), enabled: amountRests });

  return {
    coinQuery,
    choices,
    terms,
    available,
    availableOf,
    recipientId,
    /** Answers about exactly the id that is typed. */
    found: idRests ? found : undefined,
    amount,
    /** The typed amount with all of the coin's places, when it is a good one. */
    exactAmount,
    /** Answers about exactly the amount that is typed. */
    cost: amountRests ? cost : undefined,
  };
}

export type Lookups = ReturnType<typeof useLookups>;
