import { LONGEST_REMARK } from '@purser/contract/features/transfer';
import { groupDigits } from '@purser/ui/money-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { Button, Input, Skeleton } from 'antd';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useT } from './texts.ts';
import { CoinChoice } from './coin-choice.tsx';
import { Cost } from './cost.tsx';
import { TransferConfirmation } from './transfer-confirmation.tsx';
import type { Made } from './transfer-drawer.tsx';
import styles from './transfer.module.css';
import { useTransferForm, type TransferForm } from './use-transfer-form.ts';

interface TransferFormProps {
  readonly firstCoin: string | undefined;
  /** Something has been typed: leaving asks first. */
  readonly typed: boolean;
  readonly onTyped: () => void;
  readonly onMade: (made: Made) => void;
}

/** Sending to another merchant, up to the confirmation and through it. */
export function TransferFormView({ firstCoin, typed, onTyped, onMade }: TransferFormProps) {
  const t = useT();
  const form = useTransferForm(firstCoin, onMade);
  const { coinQuery, choices } = form.look;

  if (coinQuery.isError && !coinQuery.data)
    return <ErrorState error={coinQuery.error} onRetry={() => void coinQuery.refetch()} busy={coinQuery.isFetching} />;
  if (!coinQuery.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (choices.length === 0) return <EmptyState title={t('assets.emptyTitle')} hint={t('assets.emptyHint')} />;
  return (
    <>
      <CallForm form={form} className={styles.form} onInput={onTyped} unsaved={typed} question={t('transfer.discard')}>
        <CoinChoice form={form} />
        <RecipientField form={form} />
        <AmountField form={form} />
        <CallField form={form} name="remark" label={t('field.remark')} hint={t('transfer.remarkHint', { limit: LONGEST_REMARK })}>
          {(control) => <Input.TextArea {...control} autoSize={{ minRows: 2, maxRows: 5 }} />}
        </CallField>
        <Cost look={form.look} />
        <Button type="primary" htmlType="submit" size="large" block loading={form.reviewing}>
          {form.reviewing ? t('transfer.reviewing') : t('transfer.review')}
        </Button>
      </CallForm>
      <TransferConfirmation form={form} />
    </>
  );
}

/** Whom it goes to, and the name behind what was typed. */
function RecipientField({ form }: { readonly form: TransferForm }) {
  const t = useT();
  const { found, recipientId } = form.look;
  const merchant = found?.data?.status === 'normal' ? found.data : undefined;
  const looking = typeof recipientId === 'number' && !found?.data && !found?.error;
  const hint = merchant ? (
    <span className={styles.found}>{t('transfer.toFound', { name: merchant.name, id: merchant.merchant_id })}</span>
  ) : (
    t(looking ? 'transfer.toChecking' : 'transfer.toHint')
  );
  return (
    <>
      <CallField form={form} name="receipt_merchant_id" label={t('transfer.to')} hint={hint}>
        {(control) => <Input {...control} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={64} />}
      </CallField>
      <output className="visually-hidden">{merchant?.name ?? ''}</output>
    </>
  );
}

/** How much, with the coin's rules beside it. */
function AmountField({ form }: { readonly form: TransferForm }) {
  const t = useT();
  const { terms, available } = form.look;
  const hint =
    terms &&
    t('transfer.amountHint', { minimum: `${groupDigits(terms.transfer_minimum)} ${terms.coin_name}`, rate: terms.transfer_fee_rate });
  return (
    <CallField form={form} name="amount" label={t('field.amount')} hint={hint}>
      {(control) => (
        <span className={styles.amount}>
          <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={terms?.coin_name} />
          <Button
            aria-label={t('transfer.amountAllNamed')}
            disabled={available === undefined}
            onClick={() => control.onChange(available ?? '')}
          >
            {t('transfer.amountAll')}
          </Button>
        </span>
      )}
    </CallField>
  );
}
