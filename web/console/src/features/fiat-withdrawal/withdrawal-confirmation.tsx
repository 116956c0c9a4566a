import { groupDigits } from '@purser/ui/money-text';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { type T, useT } from './texts.ts';
import type { Reviewed, WithdrawalForm } from './use-withdrawal-form.ts';

/** What will happen, in numbers, before it does. */
export function WithdrawalConfirmation({ form }: { readonly form: WithdrawalForm }) {
  const t = useT();
  return (
    <ConfirmWithCode
      {...form.confirmation}
      title={t('fiat.confirmTitle')}
      facts={form.reviewed ? factsOf(form.reviewed, t) : []}
      unanswered={form.confirmation.unanswered && t('fiat.triedBefore')}
      warning={t('fiat.confirmWarning')}
      confirmText={t('fiat.confirm')}
    />
  );
}

function factsOf({ contents, account, quote }: Reviewed, t: T): ConfirmFact[] {
  const { coin_name, amount } = contents;
  const exchanged: ConfirmFact[] =
    quote.rate === '1'
      ? []
      : [
          {
            label: t('fiat.rate'),
            value: t('fiat.rateOf', { coin: coin_name, rate: groupDigits(quote.rate), currency: quote.abbreviation }),
          },
        ];
  return [
    { label: t('fiat.account'), value: `${account.bank_name} ${account.account_number}` },
    { label: t('fiat.holder'), value: account.holder_name },
    { label: t('fiat.requested'), value: <Money amount={amount} coin={coin_name} /> },
    { label: t('fiat.feeOf', { rate: quote.currency_withdrawal_fee }), value: <Money amount={quote.fee} coin={coin_name} /> },
    ...exchanged,
    { label: t('fiat.received'), value: <Money amount={quote.count} coin={quote.abbreviation} />, strong: true },
  ];
}
