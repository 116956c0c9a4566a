import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { useT, type T } from './texts.ts';
import { feeOf, lessOf } from './transfer-form.ts';
import type { Reviewed, TransferForm } from './use-transfer-form.ts';

/** What will happen, in numbers, before it does. */
export function TransferConfirmation({ form }: { readonly form: TransferForm }) {
  const t = useT();
  return (
    <ConfirmWithCode
      {...form.confirmation}
      title={t('transfer.confirmTitle')}
      facts={form.reviewed ? facts(form.reviewed, t) : []}
      unanswered={form.confirmation.unanswered && t('transfer.unsettled')}
      warning={t('transfer.confirmWarning')}
      confirmText={t('transfer.confirm')}
    />
  );
}

function facts({ contents, terms, recipient, quote }: Reviewed, t: T): ConfirmFact[] {
  const { coin_name, amount, remark } = contents;
  const { decimals } = terms;
  const fee = feeOf(quote, decimals);
  const money = (value: string | null | undefined) => <Money amount={value} coin={coin_name} />;
  const optional: ConfirmFact[] = remark === '' ? [] : [{ label: t('field.remark'), value: remark }];
  return [
    { label: t('transfer.to'), value: t('transfer.toFound', { name: recipient.name, id: recipient.merchant_id }) },
    { label: t('transfer.youSend'), value: money(amount) },
    { label: t('transfer.feeOf', { rate: quote.transfer_fee_rate }), value: money(fee) },
    { label: t('transfer.theyGet'), value: money(quote.settlement_amount), strong: true },
    { label: t('transfer.balanceNow'), value: money(quote.available_asset) },
    { label: t('transfer.balanceAfter'), value: money(lessOf(quote.available_asset, amount, decimals)) },
    ...optional,
  ];
}
