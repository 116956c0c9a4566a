import { CallRefused } from '@purser/client/transport';
import { type Problems, type Refuse, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { queryClient } from '@purser/console-kit/query';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { adjustmentAdd } from '@purser/contract/features/adjustment';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { coins } from '../../shared/coins.ts';
import { coinOffNow, coinOffText } from '../../shared/switched-off.ts';
import { useDebounced } from '@purser/console-kit/use-debounced';
import { payee, type Adjustment, type Payee } from './api.ts';
import { type Draft, isReasonTooLong, readSum, readUser, type Sum, type SumProblem } from './adjust-form.ts';
import { type I18n, type T, useI18n } from './texts.ts';

const EMPTY: Draft = { receipt_user_id: '', coin_name: '', balance_type: '', user_may_accept: 'no', amount: '', remark: '' };
/** How long typing rests before the server is asked. */
const USER_REST_MS = 350;

/** What is to be confirmed, as it stood when it was looked up. */
export interface Reviewed {
  readonly contents: Contents<typeof adjustmentAdd>;
  readonly payee: Payee;
  readonly available: string;
  readonly sum: Sum;
}

/** What the server knows about what is typed: the user, and what may be given in their markets. */
function useLookUp(typed: Draft) {
  const read = readUser(typed.receipt_user_id);
  const rested = useDebounced(typeof read === 'number' ? read : undefined, USER_REST_MS);
  const rests = rested !== undefined && rested === read;
  const found = useQuery({ ...payee(rested ?? 0), enabled: rests });
  const known = useQuery(coins).data?.list ?? [];
  const decimalsOf = new Map(known.map(({ coin_name, decimals }) => [coin_name, decimals]));
  const user = rests ? found.data : undefined;
  const market = user?.markets.find(({ coin_name }) => coin_name === typed.coin_name);
  const sum = market && sumOf(typed.amount, market, decimalsOf);
  return {
    read,
    user,
    failure: rests ? found.error : null,
    isLooking: typeof read === 'number' && (!rests || found.isFetching),
    market,
    coin: known.find(({ coin_name }) => coin_name === typed.coin_name),
    sum,
    decimalsOf,
  };
}

type LookUp = ReturnType<typeof useLookUp>;

function sumOf(text: string, market: Payee['markets'][number], decimalsOf: ReadonlyMap<string, number>): Sum | SumProblem {
  const { coin_name, available_asset: available, adjustment_fee_rate: feeRate } = market;
  return readSum(text, { available, feeRate, decimals: decimalsOf.get(coin_name) ?? (available.split('.')[1] ?? '').length });
}

/** The adjustment as it is typed, what is wrong with it, and its way through the confirmation. */
export function useAdjustForm(onMade: (made: Adjustment, triedAgain: boolean) => void) {
  const i18n = useI18n();
  const { t, language } = i18n;
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const look = useLookUp(typed);

  /** Looks the user and what is available up afresh. */
  const review = async (refuse: Refuse): Promise<Reviewed | undefined> => {
    const { read } = look;
    const { balance_type } = typed;
    if (typeof read !== 'number' || balance_type === '') return undefined;
    const off = await coinOffNow(typed.coin_name, language);
    if (off !== undefined) return refuse('coin_name', off);
    const user = await queryClient
      .fetchQuery({ ...payee(read), staleTime: 0 })
      .catch((error: unknown) => refuse('receipt_user_id', lookUpProblem(error, t)));
    if (!user) return undefined;
    const market = user.markets.find(({ coin_name }) => coin_name === typed.coin_name);
    if (!market?.is_enabled) return refuse('coin_name', t('adjustment.marketNotEnabled'));
    const sum = sumOf(typed.amount, market, look.decimalsOf);
    if (typeof sum === 'string') return refuse('amount', amountProblem(sum, market, look, t));
    const contents = {
      receipt_user_id: read,
      coin_name: market.coin_name,
      balance_type,
      user_may_accept: balance_type === 'pending' && typed.user_may_accept === 'yes',
      amount: sum.amount,
      settlement_amount: sum.settlement,
      remark: typed.remark.trim(),
    };
    return { contents, payee: user, available: market.available_asset, sum };
  };

  const form = useConfirmedForm(adjustmentAdd, fields, {
    problems: problemsOf(typed, look, i18n),
    review,
    contentsOf: ({ contents }) => contents,
    moving: ['settlement_amount'],
    onDone: (made, _, triedAgain) => {
      toast.success(t('adjustment.done'));
      onMade(made, triedAgain);
    },
  });
  return { ...form, look, typed };
}

export type AdjustForm = ReturnType<typeof useAdjustForm>;

function problemsOf(typed: Draft, look: LookUp, { t, language }: I18n): Problems<Draft> {
  const { market, coin, sum } = look;
  const remark = typed.remark.trim();
  return {
    receipt_user_id: userProblem(look, t),
    coin_name: market
      ? (coinOffText(coin, language) ?? (market.is_enabled ? undefined : t('adjustment.marketNotEnabled')))
      : t('adjustment.marketRequired'),
    balance_type: typed.balance_type === '' ? t('adjustment.balanceRequired') : undefined,
    amount:
      market && typeof sum === 'string'
        ? amountProblem(sum, market, look, t)
        : typed.amount === ''
          ? t('adjustment.amountRequired')
          : undefined,
    remark:
      remark === ''
        ? t('adjustment.reasonRequired')
        : isReasonTooLong(remark)
          ? t('adjustment.tooLong', { limit: LONGEST_REVIEW_REMARK })
          : undefined,
  };
}

function userProblem({ read, user, failure }: LookUp, t: T): string | undefined {
  if (read === 'required') return t('adjustment.userRequired');
  if (read === 'not_an_id') return t('adjustment.userNotId');
  if (failure) return lookUpProblem(failure, t);
  return user?.status === 'suspended' ? t('adjustment.userSuspended') : undefined;
}

/** Why looking a user up failed. */
function lookUpProblem(error: unknown, t: T): string {
  return error instanceof CallRefused ? error.message : t('adjustment.userUnchecked');
}

function amountProblem(problem: SumProblem, market: Payee['markets'][number], { decimalsOf }: LookUp, t: T): string {
  const coin = market.coin_name;
  switch (problem) {
    case 'required':
      return t('adjustment.amountRequired');
    case 'not_a_number':
      return t('adjustment.amountNotNumber');
    case 'too_many_decimals':
      return t('adjustment.amountDecimals', { coin, decimals: Math.min(2, decimalsOf.get(coin) ?? 2) });
    case 'too_large':
      return t('adjustment.amountTooLarge');
    case 'not_positive':
      return t('adjustment.amountNotPositive');
    case 'above_available':
      return t('adjustment.amountAbove', { available: `${groupDigits(market.available_asset)} ${coin}` });
    case 'fee_exceeds':
      return t('adjustment.amountFee');
  }
}
