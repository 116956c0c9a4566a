import { CallRefused } from '@purser/client/transport';
import type { InputOf } from '@purser/contract/call';
import type { transferAdd } from '@purser/contract/features/transfer';
import { groupDigits } from '@purser/ui/money-text';
import { useState } from 'react';
import { useI18n } from '../../shared/i18n.tsx';
import { queryClient } from '../../shared/query.ts';
import { quote, recipient, type CoinTerms, type Quote, type Recipient } from './api.ts';
import { lookupProblem, problemsOf, suspendedProblem, type Problems } from './problems.ts';
import { minorOf, type Draft, type Field } from './transfer-form.ts';
import { useLookups } from './use-lookups.ts';

const EMPTY: Draft = { coin: undefined, recipient: '', amount: '', remark: '' };

/** What the user is asked to confirm, with everything that was looked up for it, as it stood then. */
export interface Reviewed {
  readonly contents: Omit<InputOf<typeof transferAdd>, 'google_code'> & { readonly remark: string };
  readonly terms: CoinTerms;
  readonly recipient: Recipient;
  readonly quote: Quote;
}

/** The transfer as it is typed, what is wrong with it, and its way to the confirmation. */
export function useTransferDraft(firstCoin: string | undefined) {
  const i18n = useI18n();
  const { t } = i18n;
  const [draft, setDraft] = useState(EMPTY);
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [refusals, setRefusals] = useState<Problems>({});
  const look = useLookups(draft, firstCoin);
  const problems = problemsOf(draft, look, i18n);

  const touch = (...fields: readonly Field[]): void => setTouched((before) => new Set([...before, ...fields]));

  /** Shows a refusal at the field it concerns, until that field is changed. */
  const refuse = (field: Field, text: string): undefined => {
    setRefusals((before) => ({ ...before, [field]: text }));
  };

  /** Looks everything up afresh; undefined when something is wrong, which its field then says. */
  const review = async (): Promise<Reviewed | undefined> => {
    touch('coin', 'recipient', 'amount', 'remark');
    // What was refused before may be in order by now; it is asked again.
    setRefusals({});
    const { terms, recipientId, exactAmount } = look;
    const wrong = Object.values(problems).some((text) => text !== undefined);
    if (wrong || !terms || typeof recipientId !== 'number' || exactAmount === undefined) return undefined;

    const to = await queryClient
      .fetchQuery({ ...recipient(recipientId), staleTime: 0 })
      .catch((error: unknown) => refuse('recipient', lookupProblem(error, i18n)));
    if (!to) return undefined;
    const suspended = suspendedProblem(to, i18n);
    if (suspended !== undefined) return refuse('recipient', suspended);

    const cost = await queryClient
      .fetchQuery({ ...quote(terms.coin_name, exactAmount), staleTime: 0 })
      .catch((error: unknown) => refuse('amount', error instanceof CallRefused ? error.message : t('transfer.quoteFailed')));
    if (!cost) return undefined;
    if (minorOf(cost.available_asset, terms.decimals) < minorOf(exactAmount, terms.decimals)) {
      return refuse('amount', t('transfer.amountAbove', { available: `${groupDigits(cost.available_asset)} ${terms.coin_name}` }));
    }
    const contents = { coin_name: terms.coin_name, receipt_merchant_id: recipientId, amount: exactAmount, remark: draft.remark.trim() };
    return { contents, terms, recipient: to, quote: cost };
  };

  return {
    draft,
    look,
    problemOf: (field: Field): string | undefined => refusals[field] ?? (touched.has(field) ? problems[field] : undefined),
    change: (field: Field, value: string): void => {
      setDraft((before) => ({ ...before, [field]: value }));
      // Another coin has other rules: what was refused for the old one says nothing about it.
      setRefusals((before) => (field === 'coin' ? { recipient: before.recipient } : { ...before, [field]: undefined }));
    },
    touch,
    refuse,
    review,
  };
}

export type TransferDraft = ReturnType<typeof useTransferDraft>;
