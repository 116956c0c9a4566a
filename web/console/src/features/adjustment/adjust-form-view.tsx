import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { BALANCE_TYPES } from '@purser/contract/features/adjustment';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { Button, Input } from 'antd';
import { type ReactNode, useId } from 'react';
import type { Adjustment } from './api.ts';
import { mostOf } from './adjust-form.ts';
import { useT, type T } from './texts.ts';
import styles from './adjustment.module.css';
import { type AdjustForm, type Reviewed, useAdjustForm } from './use-adjust-form.ts';

interface AdjustFormProps {
  /** Something has been typed: leaving asks first. */
  readonly typed: boolean;
  readonly onTyped: () => void;
  readonly onMade: (made: Adjustment, triedAgain: boolean) => void;
}

/** Whom, in which market, into which balance, how much and why; then the confirmation. */
export function AdjustFormView({ typed, onTyped, onMade }: AdjustFormProps) {
  const t = useT();
  const form = useAdjustForm(onMade);
  return (
    <>
      <CallForm form={form} className={styles.form} onInput={onTyped} unsaved={typed} question={t('adjustment.discard')}>
        <UserField form={form} />
        <Markets form={form} />
        <BalanceTypes form={form} />
        {form.typed.balance_type === 'pending' && <Confirmers form={form} />}
        <AmountField form={form} />
        <CallField
          form={form}
          name="remark"
          label={t('adjustment.reason')}
          hint={t('adjustment.reasonHint', { limit: LONGEST_REVIEW_REMARK })}
        >
          {(control) => <Input.TextArea {...control} autoSize={{ minRows: 2, maxRows: 5 }} />}
        </CallField>
        <Cost form={form} />
        <Button type="primary" htmlType="submit" size="large" block loading={form.reviewing}>
          {form.reviewing ? t('adjustment.reviewing') : t('adjustment.review')}
        </Button>
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('adjustment.confirmTitle')}
        facts={form.reviewed ? factsOf(form.reviewed, t) : []}
        warning={form.reviewed && t(`adjustment.confirmWarning.${warningOf(form.reviewed)}`)}
        confirmText={t('adjustment.confirm')}
      />
    </>
  );
}

/** Whose balance it is, and the name behind the number. */
function UserField({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const { user, isLooking } = form.look;
  const hint =
    user?.status === 'normal' ? (
      <span className={styles.found}>{t('adjustment.userFound', { name: user.receipt_nickname, id: user.receipt_user_id })}</span>
    ) : (
      t(isLooking ? 'adjustment.userLooking' : 'adjustment.userHint')
    );
  return (
    <>
      <CallField form={form} name="receipt_user_id" label={t('adjustment.userId')} hint={hint}>
        {(control) => <Input {...control} inputMode="numeric" autoComplete="off" maxLength={24} />}
      </CallField>
      <output className="visually-hidden">{user?.status === 'normal' ? user.receipt_nickname : ''}</output>
    </>
  );
}

interface ChoiceProps {
  readonly form: AdjustForm;
  readonly name: 'coin_name' | 'balance_type' | 'user_may_accept';
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly title: string; readonly beside?: ReactNode; readonly hint?: string }[];
}

/** One of a few things that are told apart by more than a word. */
function Choice({ form, name, label, options }: ChoiceProps) {
  const id = useId();
  const { problem, field } = useCallField(form, name);
  return (
    <fieldset
      className={styles.choices}
      data-problem={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend>{label}</legend>
      {options.map(({ value, title, beside, hint }) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={`${id}-${name}`} value={value} checked={field.value === value} onChange={() => field.onChange(value)} />
          <span className={styles.choiceTitle}>{title}</span>
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
          {hint !== undefined && <span className={styles.choiceHint}>{hint}</span>}
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The merchant's markets, once it is known which of them the user has, with what is available in each. */
function Markets({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const { user } = form.look;
  if (!user || user.status !== 'normal') return null;
  const options = user.markets.map(({ coin_name, available_asset, is_enabled }) => ({
    value: coin_name,
    title: coin_name,
    beside: is_enabled ? <Money amount={available_asset} /> : undefined,
    ...(is_enabled ? {} : { hint: t('adjustment.notEnabled') }),
  }));
  return <Choice form={form} name="coin_name" label={t('adjustment.market')} options={options} />;
}

function BalanceTypes({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const options = BALANCE_TYPES.map((value) => ({
    value,
    title: t(`adjustment.balance.${value}`),
    hint: t(`adjustment.balanceHint.${value}`),
  }));
  return <Choice form={form} name="balance_type" label={t('adjustment.balanceType')} options={options} />;
}

/** Whether the user need not wait for the merchant. */
function Confirmers({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const options = (['no', 'yes'] as const).map((value) => ({
    value,
    title: t(`adjustment.confirmedBy.${value}`),
    hint: t(`adjustment.confirmedByHint.${value}`),
  }));
  return <Choice form={form} name="user_may_accept" label={t('adjustment.confirmedBy')} options={options} />;
}

function AmountField({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const { market } = form.look;
  return (
    <CallField form={form} name="amount" label={t('field.amount')} hint={t('adjustment.amountHint')}>
      {(control) => (
        <span className={styles.amount}>
          <Input {...control} inputMode="decimal" autoComplete="off" maxLength={32} placeholder="0.00" suffix={market?.coin_name} />
          <Button
            aria-label={t('adjustment.amountAllNamed')}
            disabled={market === undefined}
            onClick={() => control.onChange(mostOf(market?.available_asset ?? ''))}
          >
            {t('adjustment.amountAll')}
          </Button>
        </span>
      )}
    </CallField>
  );
}

/** What it comes to, kept current while one types. */
function Cost({ form }: { readonly form: AdjustForm }) {
  const t = useT();
  const { market, sum } = form.look;
  const known = typeof sum === 'object' ? sum : undefined;
  const money = (amount: string | undefined) => (
    <Money amount={amount} {...(amount !== undefined && market && { coin: market.coin_name })} />
  );
  return (
    <div aria-live="polite">
      <Facts>
        <Fact label={t('adjustment.feeOf', { rate: market?.adjustment_fee_rate ?? '0.00' })}>{money(known?.fee)}</Fact>
        <Fact label={t('adjustment.userGets')} strong>
          {money(known?.settlement)}
        </Fact>
        <Fact label={t('adjustment.balanceAfter')}>{money(known?.after)}</Fact>
      </Facts>
    </div>
  );
}

function warningOf({ contents: { balance_type, user_may_accept } }: Reviewed) {
  return user_may_accept === true ? 'acceptable' : balance_type;
}

function factsOf({ contents, payee, available, sum }: Reviewed, t: T): ConfirmFact[] {
  const money = (amount: string) => <Money amount={amount} coin={contents.coin_name} />;
  const market = payee.markets.find(({ coin_name }) => coin_name === contents.coin_name);
  return [
    { label: t('adjustment.user'), value: t('adjustment.userFound', { name: payee.receipt_nickname, id: payee.receipt_user_id }) },
    { label: t('adjustment.balanceType'), value: t(`adjustment.balance.${contents.balance_type}`) },
    ...(contents.balance_type === 'pending'
      ? [{ label: t('adjustment.confirmedBy'), value: t(`adjustment.confirmedBy.${contents.user_may_accept === true ? 'yes' : 'no'}`) }]
      : []),
    { label: t('field.amount'), value: money(sum.amount) },
    { label: t('adjustment.feeOf', { rate: market?.adjustment_fee_rate ?? '0.00' }), value: money(sum.fee) },
    { label: t('adjustment.userGets'), value: money(sum.settlement), strong: true },
    { label: t('adjustment.balanceNow'), value: money(available) },
    { label: t('adjustment.balanceAfter'), value: money(sum.after) },
    { label: t('adjustment.reason'), value: contents.remark },
  ];
}
