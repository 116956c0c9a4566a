import { CallRefused } from '@purser/client/transport';
import { type Refuse, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { askAnew, queryClient, refresh } from '@purser/console-kit/query';
import { fiatWithdrawalAdd } from '@purser/contract/features/fiat-withdrawal';
import { isPaidOut, isPaidOutIn } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { coins } from '../../shared/coins.ts';
import { coinOffNow, coinOffText } from '../../shared/switched-off.ts';
import { useDebounced } from '@purser/console-kit/use-debounced';
import { type Account, accounts, type Setting, setting } from './api.ts';
import { type AmountProblem, readAmount } from './amount.ts';
import { type T, useI18n } from './texts.ts';

const EMPTY = { coin_name: '', payment_method_id: '', amount: '', note: '' };
/** How long typing rests before the server is asked. */
const AMOUNT_REST_MS = 250;

/** What the user is asked to confirm, as it stood when it was looked up. */
export interface Reviewed {
  readonly contents: Contents<typeof fiatWithdrawalAdd>;
  readonly account: Account;
  readonly quote: Setting;
}

/** The account that a coin is to be paid out to. */
interface Held {
  readonly coin: string;
  readonly id: string;
}

function accountIn(payable: readonly Account[], id: string): Account | undefined {
  return payable.find(({ payment_method_id }) => payment_method_id === id);
}

/** Everything that the server knows about what is typed. */
function useLookups(typed: typeof EMPTY, firstCoin: string | undefined) {
  const coinQuery = useQuery(coins);
  const accountQuery = useQuery(accounts);
  const known = coinQuery.data?.list ?? [];
  const open = known.filter((one) => one.is_on && isPaidOut(one));
  const first = open.find(({ coin_name }) => coin_name === firstCoin) ?? open[0];
  // What the form began with stays, also where it is switched off meanwhile: nobody has chosen another.
  const [begun, begin] = useState<string>();
  if (begun === undefined && first) begin(first.coin_name);
  const coin = known.find(({ coin_name }) => coin_name === (typed.coin_name || begun)) ?? first;
  const choices = known.filter((one) => open.includes(one) || one === coin);
  const offered = accountQuery.data?.list.filter(({ market }) => coin && isPaidOutIn(coin, market)) ?? [];
  const payable = offered.filter(({ status }) => status === 'verified');
  // Where the account of a coin cannot be used any more, no other takes its place unasked.
  const [held, hold] = useState<Held>();
  const kept = held && held.coin === coin?.coin_name ? held : undefined;
  const account =
    accountIn(payable, typed.payment_method_id) ??
    (kept ? accountIn(payable, kept.id) : (payable.find(({ is_default }) => is_default) ?? payable[0]));
  if (coin && account && kept?.id !== account.payment_method_id) hold({ coin: coin.coin_name, id: account.payment_method_id });
  const place = coin && account ? { coin: coin.coin_name, market: account.market } : undefined;
  const terms = useQuery({ ...setting(place?.coin ?? '', place?.market ?? ''), enabled: place !== undefined });
  const own = terms.data?.coin_name === place?.coin && terms.data?.abbreviation === place?.market ? terms.data : undefined;
  const amount =
    coin && readAmount(typed.amount, { decimals: coin.decimals, minimum: own?.withdrawal_minimum, available: own?.available_asset });
  const exact = coin && typeof amount === 'bigint' ? formatAmount(amount, coin.decimals) : undefined;
  const rested = useDebounced(exact, AMOUNT_REST_MS);
  const rests = place !== undefined && rested !== undefined && rested === exact;
  const cost = useQuery({ ...setting(place?.coin ?? '', place?.market ?? '', rested), enabled: rests });
  return {
    coinQuery,
    accountQuery,
    choices,
    coin,
    offered,
    account,
    terms: own,
    termsFailed: terms.isError,
    amount,
    exact,
    cost: rests ? cost : undefined,
  };
}

/** The withdrawal as it is typed, what is wrong with it, and its way through the confirmation. */
export function useWithdrawalForm(firstCoin: string | undefined, onDone: () => void) {
  const { t, language } = useI18n();
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const look = useLookups(typed, firstCoin);
  const { coin, account, amount, exact } = look;

  /** Looks the cost up afresh: what is confirmed is what was shown. */
  const review = async (refuse: Refuse): Promise<Reviewed | undefined> => {
    if (!coin || !account || exact === undefined) return undefined;
    const off = await coinOffNow(coin.coin_name, language);
    if (off !== undefined) return refuse('coin_name', off);
    const linked = await askAnew(accounts);
    if (!linked) return undefined;
    const isPayable = accountIn(linked.list, account.payment_method_id)?.status === 'verified';
    if (!isPayable) return refuse('payment_method_id', t('fiat.problem.account'));
    const quote = await queryClient
      .fetchQuery({ ...setting(coin.coin_name, account.market, exact), staleTime: 0 })
      .catch((error: unknown) => refuse('amount', error instanceof CallRefused ? error.message : t('fiat.costFailed')));
    if (!quote) return undefined;
    if (quote.count === null) return refuse('amount', t('fiat.problem.tooSmall'));
    const { payment_method_id } = account;
    const shown = { rate: quote.rate, count: quote.count };
    const contents = { coin_name: coin.coin_name, amount: exact, payment_method_id, ...shown, note: typed.note.trim() };
    return { contents, account, quote };
  };

  const form = useConfirmedForm(fiatWithdrawalAdd, fields, {
    problems: {
      coin_name: coinOffText(coin, language),
      payment_method_id: account ? undefined : t('fiat.problem.account'),
      amount: typeof amount === 'string' ? amountProblem(amount, look, t) : undefined,
    },
    review,
    contentsOf: ({ contents }) => contents,
    moving: ['rate', 'count'],
    onDone: () => {
      toast.success(t('fiat.submitted'));
      form.reset();
      refresh(['reviews', 'balances']);
      onDone();
    },
    // The rate has moved on: it is shown anew.
    onRefused: (outcome) => outcome === 'rate_changed' || outcome === 'rate_unavailable',
  });
  return { ...form, look };
}

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>;

function amountProblem(problem: AmountProblem, { coin, terms }: ReturnType<typeof useLookups>, t: T): string {
  const name = coin?.coin_name ?? '';
  switch (problem) {
    case 'below_minimum':
      return t('fiat.problem.minimum', { minimum: `${groupDigits(terms?.withdrawal_minimum ?? '')} ${name}` });
    case 'above_available':
      return t('fiat.problem.available', { available: `${groupDigits(terms?.available_asset ?? '')} ${name}` });
    case 'too_many_decimals':
      return t('fiat.problem.decimals', { coin: name, decimals: coin?.decimals ?? 0 });
    default:
      return t('fiat.problem.amount');
  }
}
