import { minorOf } from '@purser/contract/money';
import { CallRefused } from '@purser/client/transport';
import { transferAdd } from '@purser/contract/features/transfer';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { useForm } from 'react-hook-form';
import { type Refuse, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { coinOffNow } from '../../shared/switched-off.ts';
import { useI18n } from './texts.ts';
import { queryClient } from '@purser/console-kit/query';
import { quote, recipient, type CoinTerms, type Quote, type Recipient } from './api.ts';
import { lookupProblem, problemsOf, suspendedProblem } from './problems.ts';
import type { Made } from './transfer-drawer.tsx';
import { type Draft } from './transfer-form.ts';
import { useLookups } from './use-lookups.ts';

const EMPTY: Draft = { coin_name: '', receipt_merchant_id: '', amount: '', remark: '' };

/** What the user is asked to confirm, with everything that was looked up for it, as it stood then. */
export interface Reviewed {
  readonly contents: Contents<typeof transferAdd> & { readonly remark: string };
  readonly terms: CoinTerms;
  readonly recipient: Recipient;
  readonly quote: Quote;
}

/** The transfer as it is typed, what is wrong with it, and its way through the confirmation. */
export function useTransferForm(firstCoin: string | undefined, onMade: (made: Made) => void) {
  const i18n = useI18n();
  const { t, language } = i18n;
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const look = useLookups(typed, firstCoin);

  /** Looks everything up afresh. */
  const review = async (refuse: Refuse): Promise<Reviewed | undefined> => {
    const { terms, recipientId, exactAmount } = look;
    if (!terms || typeof recipientId !== 'number' || exactAmount === undefined) return undefined;

    const off = await coinOffNow(terms.coin_name, language);
    if (off !== undefined) return refuse('coin_name', off);
    const to = await queryClient
      .fetchQuery({ ...recipient(recipientId), staleTime: 0 })
      .catch((error: unknown) => refuse('receipt_merchant_id', lookupProblem(error, i18n)));
    if (!to) return undefined;
    const suspended = suspendedProblem(to, i18n);
    if (suspended !== undefined) return refuse('receipt_merchant_id', suspended);

    const cost = await queryClient
      .fetchQuery({ ...quote(terms.coin_name, exactAmount), staleTime: 0 })
      .catch((error: unknown) => refuse('amount', error instanceof CallRefused ? error.message : t('transfer.quoteFailed')));
    if (!cost) return undefined;
    if (minorOf(cost.available_asset, terms.decimals) < minorOf(exactAmount, terms.decimals)) {
      return refuse('amount', t('transfer.amountAbove', { available: `${groupDigits(cost.available_asset)} ${terms.coin_name}` }));
    }
    const { settlement_amount } = cost;
    const shown = settlement_amount === null ? {} : { settlement_amount };
    const sum = { coin_name: terms.coin_name, amount: exactAmount, ...shown };
    const contents = { ...sum, receipt_merchant_id: recipientId, remark: typed.remark.trim() };
    return { contents, terms, recipient: to, quote: cost };
  };

  const form = useConfirmedForm(transferAdd, fields, {
    problems: problemsOf(typed, look, i18n),
    review,
    contentsOf: ({ contents }) => contents,
    moving: ['settlement_amount'],
    onDone: (record, _, triedAgain) => {
      toast.success(t('transfer.done'));
      onMade({ record, triedAgain });
    },
  });
  return { ...form, look };
}

export type TransferForm = ReturnType<typeof useTransferForm>;
