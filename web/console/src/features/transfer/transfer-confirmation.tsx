import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { useT, type T } from '../../shared/i18n.tsx';
import { feeOf, lessOf } from './transfer-form.ts';
import type { Reviewed } from './use-transfer-draft.ts';

interface TransferConfirmationProps {
  readonly open: boolean;
  readonly reviewed: Reviewed | undefined;
  readonly codeProblem: string | undefined;
  /** An earlier attempt at the same got no answer. */
  readonly triedBefore: boolean;
  readonly onConfirm: (reviewed: Reviewed, code: string) => Promise<void>;
  readonly onCancel: () => void;
  readonly onClosed: () => void;
}

/** What will happen, in numbers, before it does. */
export function TransferConfirmation({
  open,
  reviewed,
  codeProblem,
  triedBefore,
  onConfirm,
  onCancel,
  onClosed,
}: TransferConfirmationProps) {
  const t = useT();
  return (
    <ConfirmWithCode
      open={open}
      title={t('transfer.confirmTitle')}
      facts={reviewed ? facts(reviewed, t) : []}
      warning={triedBefore ? t('transfer.unsettled') : t('transfer.confirmWarning')}
      confirmText={t('transfer.confirm')}
      codeProblem={codeProblem}
      onConfirm={(code) => (reviewed ? onConfirm(reviewed, code) : Promise.resolve())}
      onCancel={onCancel}
      onClosed={onClosed}
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
