import { CallRefused } from '@purser/client/transport';
import { LONGEST_REMARK } from '@purser/contract/features/transfer';
import { transfers } from '@purser/contract/outcomes/transfers';
import { groupDigits } from '@purser/ui/money-text';
import type { Problems } from '@purser/console-kit/confirmed-form';
import { coinOffText } from '../../shared/switched-off.ts';
import type { I18n } from './texts.ts';
import type { Recipient } from './api.ts';
import { isRemarkTooLong, type Draft, type SumProblem } from './transfer-form.ts';
import type { Lookups } from './use-lookups.ts';

/** What is wrong with each field as it stands, in the user's words. */
export function problemsOf(draft: Draft, look: Lookups, i18n: I18n): Problems<Draft> {
  const { t, language } = i18n;
  return {
    coin_name: look.coinQuery.isSuccess && !look.terms ? t('transfer.coinRequired') : coinOffText(look.terms, language),
    receipt_merchant_id: recipientProblem(look, i18n),
    amount: typeof look.amount === 'string' ? amountProblem(look.amount, look, i18n) : undefined,
    remark: isRemarkTooLong(draft.remark) ? t('transfer.remarkTooLong', { limit: LONGEST_REMARK }) : undefined,
  };
}

function recipientProblem({ recipientId, found }: Lookups, i18n: I18n): string | undefined {
  const { t, language } = i18n;
  switch (recipientId) {
    case 'required':
      return t('transfer.toRequired');
    case 'not_an_id':
      return t('transfer.toNotId');
    case 'bad_address':
      return t('transfer.toBadAddress');
    case 'self':
      return transfers.recipient_is_self.text[language];
    default:
      return found?.error ? lookupProblem(found.error, i18n) : suspendedProblem(found?.data, i18n);
  }
}

/** Why looking a merchant up failed. */
export function lookupProblem(error: unknown, { t }: I18n): string {
  return error instanceof CallRefused ? error.message : t('transfer.toUnchecked');
}

/** A merchant that exists may still not receive. */
export function suspendedProblem(recipient: Recipient | undefined, { language }: I18n): string | undefined {
  return recipient?.status === 'suspended' ? transfers.recipient_suspended.text[language] : undefined;
}

function amountProblem(problem: SumProblem, { terms, available }: Lookups, { t }: I18n): string {
  const coin = terms?.coin_name ?? '';
  switch (problem) {
    case 'required':
      return t('transfer.amountRequired');
    case 'not_a_number':
      return t('transfer.amountNotNumber');
    case 'too_many_decimals':
      return t('transfer.amountDecimals', { coin, decimals: terms?.decimals ?? 0 });
    case 'too_large':
      return t('transfer.amountTooLarge');
    case 'below_minimum':
      return t('transfer.amountBelow', { minimum: `${groupDigits(terms?.transfer_minimum ?? '')} ${coin}` });
    case 'above_available':
      return t('transfer.amountAbove', { available: `${groupDigits(available ?? '')} ${coin}` });
  }
}
