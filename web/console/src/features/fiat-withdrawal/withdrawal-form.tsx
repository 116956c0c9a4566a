import { CallField, CallForm } from '@purser/console-kit/call-form';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { groupDigits } from '@purser/ui/money-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useNavigate } from '@tanstack/react-router';
import { Button, Input, Select, Skeleton } from 'antd';
import { NeedsIdentity } from '../../shared/needs-identity.tsx';
import { PATHS } from '../../shared/paths.ts';
import { Cost } from './cost.tsx';
import styles from './fiat-withdrawal.module.css';
import { useT } from './texts.ts';
import { useWithdrawalForm, type WithdrawalForm as Form } from './use-withdrawal-form.ts';
import { WithdrawalConfirmation } from './withdrawal-confirmation.tsx';

interface WithdrawalFormProps {
  readonly firstCoin: string | undefined;
  /** Something has been typed: leaving asks first. */
  readonly typed: boolean;
  readonly onTyped: () => void;
  readonly onDone: () => void;
}

/** Which coin, to which account, how much; then the confirmation with its numbers. */
export function WithdrawalForm({ firstCoin, typed, onTyped, onDone }: WithdrawalFormProps) {
  const t = useT();
  const form = useWithdrawalForm(firstCoin, onDone);
  const { coinQuery, accountQuery, choices } = form.look;
  const failed = [coinQuery, accountQuery].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
  if (!coinQuery.data || !accountQuery.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (choices.length === 0) return <EmptyState title={t('assets.emptyTitle')} hint={t('assets.emptyHint')} />;
  return (
    <>
      {form.look.terms?.needs_identity && <NeedsIdentity />}
      <CallForm form={form} className={styles.form} onInput={onTyped} unsaved={typed}>
        <CoinField form={form} />
        <AccountField form={form} />
        <AmountField form={form} />
        <CallField form={form} name="note" label={t('fiat.note')} hint={t('fiat.noteHint')}>
          {(control) => <Input.TextArea {...control} maxLength={LONGEST_REVIEW_REMARK} autoSize={{ minRows: 1, maxRows: 4 }} />}
        </CallField>
        <Cost form={form} />
        <Button type="primary" htmlType="submit" size="large" block loading={form.reviewing}>
          {t('fiat.continue')}
        </Button>
      </CallForm>
      <WithdrawalConfirmation form={form} />
    </>
  );
}

function CoinField({ form }: { readonly form: Form }) {
  const t = useT();
  const { choices, coin } = form.look;
  return (
    <CallField form={form} name="coin_name" label={t('field.coin')}>
      {(control) => (
        <Select
          {...control}
          value={coin?.coin_name}
          options={choices.map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
          virtual={false}
        />
      )}
    </CallField>
  );
}

/** The accounts that the coin can be paid out to; one that is not verified is shown, so that nobody wonders where it is. */
function AccountField({ form }: { readonly form: Form }) {
  const t = useT();
  const navigate = useNavigate();
  const { offered, account } = form.look;
  const link = (
    <Button
      type="link"
      className={styles.link ?? ''}
      onClick={() => void navigate({ to: PATHS.paymentMethod, search: { link: '1' } } as never)}
    >
      {t('fiat.linkAccount')}
    </Button>
  );
  return (
    <div>
      <CallField
        form={form}
        name="payment_method_id"
        label={t('fiat.account')}
        hint={offered.length === 0 ? t('fiat.noAccount') : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={account?.payment_method_id}
            options={offered.map((one) => ({
              value: one.payment_method_id,
              label: `${one.bank_name} ${one.account_number} · ${one.market}${one.status === 'verified' ? '' : ` · ${t('fiat.unverified')}`}`,
              disabled: one.status !== 'verified',
            }))}
            notFoundContent={t('fiat.noAccount')}
            virtual={false}
          />
        )}
      </CallField>
      {link}
    </div>
  );
}

function AmountField({ form }: { readonly form: Form }) {
  const t = useT();
  const { terms, coin } = form.look;
  const hint =
    terms &&
    t('fiat.amountHint', { minimum: `${groupDigits(terms.withdrawal_minimum)} ${terms.coin_name}`, rate: terms.currency_withdrawal_fee });
  return (
    <CallField form={form} name="amount" label={t('fiat.requested')} hint={hint}>
      {(control) => (
        <span className={styles.amount}>
          <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={coin?.coin_name} />
          <Button disabled={terms === undefined} onClick={() => control.onChange(terms?.available_asset ?? '')}>
            {t('fiat.all')}
          </Button>
        </span>
      )}
    </CallField>
  );
}
