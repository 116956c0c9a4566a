import { CallRefused } from '@purser/client/transport';
import { type Refuse, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { queryClient, refresh } from '@purser/console-kit/query';
import { usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { formatAmount, minorOf } from '@purser/contract/money';
import { formatInstant } from '@purser/ui/instant-text';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useDebounced } from '@purser/console-kit/use-debounced';
import { limitProblem, readAmount, shortUsdt, type SumProblem } from './amount.ts';
import { quote, setting, type CoinSetting, type NetworkSetting, type Quote, type Setting } from './api.ts';
import { coinOffText, networkOffText } from '../../shared/switched-off.ts';
import { useI18n, type T } from './texts.ts';

const REST_MS = 250;

/** What is confirmed, with the numbers that it was worked out with. */
export interface Reviewed {
  readonly contents: Contents<typeof usdtWithdrawalAdd>;
  readonly quote: Quote;
  /** What is left of the balance. */
  readonly after: string;
}

/** The withdrawal as it is typed, what it comes to, and its way through the confirmation. */
export function useWithdrawForm(known: Setting, first: string | undefined, onMade: () => void) {
  const { t, language } = useI18n();
  const begun = known.coins.find(({ coin_name }) => coin_name === first) ?? known.coins[0];
  const fields = useForm({ defaultValues: { coin_id: begun?.coin_name ?? '', network: firstNetwork(known), withdrawal_count: '' } });
  const typed = useTyped(fields);
  const coin = coinIn(known, typed.coin_id);
  const on = networkIn(known, typed.network);

  const read = coin && readAmount(typed.withdrawal_count, { decimals: coin.decimals, available: coin.available_asset });
  const exact = typeof read === 'bigint' && coin ? formatAmount(read, coin.decimals) : undefined;
  const rested = useDebounced(exact, REST_MS);
  const rests = rested !== undefined && rested === exact;
  const cost = useQuery({ ...quote(typed.coin_id, typed.network, rested ?? ''), enabled: rests && on !== undefined });
  const worth = rests ? cost.data?.exchange_out : undefined;
  const limit = coin && worth != null ? limitProblem(worth, coin) : undefined;

  const review = async (refuse: Refuse): Promise<Reviewed | undefined> => {
    if (!coin || !on || exact === undefined) return undefined;
    const [now, numbers] = await Promise.all([
      queryClient.fetchQuery({ ...setting, staleTime: 0 }),
      queryClient.fetchQuery({ ...quote(coin.coin_name, on.network, exact), staleTime: 0 }),
    ]).catch((error: unknown) => {
      refuse('withdrawal_count', error instanceof CallRefused ? error.message : t('usdtOut.quoteFailed'));
      return [];
    });
    if (!now || !numbers) return undefined;
    const off = coinOffText(coinIn(now, coin.coin_name), language);
    if (off !== undefined) return refuse('coin_id', off);
    const to = networkIn(now, on.network);
    if (!to) return refuse('network', networkOffText(on.network, language));
    const problem = addressProblem(to, t);
    if (problem !== undefined) return refuse('network', problem);
    if (numbers.rate === null || to.address === null) return refuse('coin_id', t('usdtOut.noRate', { coin: coin.coin_name }));
    const outside = numbers.exchange_out === null ? undefined : limitProblem(numbers.exchange_out, coin);
    if (outside !== undefined) return refuse('withdrawal_count', sumText(outside, coin, t) ?? '');
    const { rate, count } = numbers;
    const shown = { rate, ...(count !== null && { count }) };
    const contents = { coin_id: coin.coin_name, withdrawal_count: exact, network: on.network, address: to.address, ...shown };
    const after = formatAmount(minorOf(numbers.available_asset) - minorOf(exact), coin.decimals);
    return { contents, quote: numbers, after };
  };

  const form = useConfirmedForm(usdtWithdrawalAdd, fields, {
    problems: {
      coin_id: coinOffText(coin, language) ?? (coin?.rate === null ? t('usdtOut.noRate', { coin: coin.coin_name }) : undefined),
      network: on ? addressProblem(on, t) : networkOffText(typed.network, language),
      withdrawal_count: coin && sumText(typeof read === 'string' ? read : limit, coin, t),
    },
    review,
    contentsOf: ({ contents }) => contents,
    moving: ['rate', 'count'],
    onDone: () => {
      toast.success(t('usdtOut.done'));
      refresh(['reviews', 'balances']);
      onMade();
    },
  });
  return { ...form, coin, on, cost: rests ? cost : undefined };
}

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;

function coinIn({ coins }: Setting, wanted: string): CoinSetting | undefined {
  return coins.find(({ coin_name }) => coin_name === wanted);
}

/** Undefined where nothing can be withdrawn over it at present. */
function networkIn({ networks }: Setting, wanted: string): NetworkSetting | undefined {
  return networks.find(({ network }) => network === wanted);
}

/** One whose address can be used, if there is one. */
function firstNetwork({ networks }: Setting): string {
  return (networks.find(({ address, is_resting }) => address !== null && !is_resting) ?? networks[0])?.network ?? '';
}

function addressProblem({ network, address, is_resting, usable_time }: NetworkSetting, t: T): string | undefined {
  if (address === null) return t('usdtOut.noAddress', { network });
  return is_resting ? t('usdtOut.resting', { time: formatInstant(usable_time) }) : undefined;
}

function sumText(
  problem: SumProblem | undefined,
  { coin_name: coin, decimals, available_asset, minimum, maximum }: CoinSetting,
  t: T,
): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'required':
      return t('usdtOut.amountRequired');
    case 'not_a_number':
      return t('usdtOut.amountNotNumber');
    case 'too_many_decimals':
      return t('usdtOut.amountDecimals', { coin, decimals });
    case 'below_minimum':
      return t('usdtOut.amountBelow', { minimum: `${groupDigits(shortUsdt(minimum))} USDT` });
    case 'too_large':
    case 'above_maximum':
      return t('usdtOut.amountOver', { maximum: `${groupDigits(shortUsdt(maximum))} USDT` });
    case 'above_available':
      return t('usdtOut.amountAbove', { available: `${groupDigits(available_asset)} ${coin}` });
  }
}
