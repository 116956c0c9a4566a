import { CallField, CallForm } from '@purser/console-kit/call-form';
import { type FormState, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { withdrawalLimitUpdate } from '@purser/contract/features/withdrawal-limit';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Button, Input, Switch } from 'antd';
import { useController, useForm } from 'react-hook-form';
import type { Quota } from './api.ts';
import { contentsOf, type Draft, draftOf, FURTHER, problemsOf, type QuotaContents } from './draft.ts';
import { type T, useI18n } from './texts.ts';
import styles from './withdrawal-quota.module.css';

interface QuotaFormProps {
  readonly quota: Quota;
  /** Of its coin. */
  readonly decimals: number;
  readonly onClose: () => void;
}

/** The quota of one coin: first the limits, then what changes and the code. */
export function QuotaForm({ quota, decimals, onClose }: QuotaFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { coin_name: coin } = quota;
  const before = draftOf(quota);
  const fields = useForm<Draft>({ defaultValues: before });
  const typed = useTyped(fields);
  const form = useConfirmedForm(withdrawalLimitUpdate, fields, {
    problems: problemsOf(typed, coin, decimals, i18n),
    review: () => {
      const contents = contentsOf(coin, typed);
      if (changesOf(quota, contents, t).length > 0) return contents;
      toast.info(t('quota.nothingChanged'));
      onClose();
      return undefined;
    },
    contentsOf: (contents) => contents,
    onDone: () => {
      toast.success(t('quota.done'));
      refresh(['reviews']);
      onClose();
    },
  });
  const title = t('quota.formTitle', { coin });
  return (
    <>
      <FormDialog form={form} title={title} onCancel={onClose} destroyOnHidden={false}>
        <CallForm form={form} className={styles.form}>
          <OnSwitch form={form} label={t('quota.switch')} />
          <LimitField form={form} name="single_limit" coin={coin} label={t('quota.single')} hint={t('quota.singleHint')} />
          <LimitField form={form} name="day_limit" coin={coin} label={t('quota.day')} hint={t('quota.dayHint')} />
          <details className={styles.more} open={FURTHER.some((field) => before[field] !== '')}>
            <summary>{t('quota.more')}</summary>
            <LimitField form={form} name="hour_limit" coin={coin} label={t('quota.hour')} hint={t('quota.hourHint')} />
            <CountField form={form} name="day_count" label={t('quota.dayCount')} hint={t('quota.countHint')} />
            <CountField form={form} name="hour_count" label={t('quota.hourCount')} hint={t('quota.countHint')} />
          </details>
          <Button type="primary" htmlType="submit" block>
            {t('quota.review')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={form.reviewed ? changesOf(quota, form.reviewed, t) : []}
        warning={form.reviewed?.is_on ? t('quota.onWarning') : undefined}
        confirmText={t('quota.confirm')}
      />
    </>
  );
}

type TextName = Exclude<keyof Draft, 'is_on'>;

interface FieldProps {
  readonly form: FormState<Draft>;
  readonly name: TextName;
  readonly label: string;
  readonly hint: string;
}

function LimitField({ form, name, coin, label, hint }: FieldProps & { readonly coin: string }) {
  return (
    <CallField form={form} name={name} label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          value={String(control.value)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          placeholder="0.00"
          suffix={coin}
        />
      )}
    </CallField>
  );
}

function CountField({ form, name, label, hint }: FieldProps) {
  return (
    <CallField form={form} name={name} label={label} hint={hint}>
      {(control) => <Input {...control} value={String(control.value)} inputMode="numeric" autoComplete="off" maxLength={7} />}
    </CallField>
  );
}

function OnSwitch({ form, label }: { readonly form: FormState<Draft>; readonly label: string }) {
  const { field } = useController({ control: form.fields.control, name: 'is_on' });
  return (
    <label className={styles.switch}>
      <Switch checked={field.value} onChange={field.onChange} aria-label={label} />
      <span aria-hidden="true">{label}</span>
    </label>
  );
}

/** What the change would make of the quota, a line for each field that it changes. */
function changesOf(quota: Quota, after: QuotaContents, t: T): ConfirmFact[] {
  const money = (value: string | null, none: string): string => (value === null ? none : `${groupDigits(value)} ${quota.coin_name}`);
  const count = (value: number | null): string => (value === null ? t('quota.none') : groupDigits(String(value)));
  const isOn = (value: boolean): string => t(value ? 'quota.on' : 'quota.off');
  const lines = [
    { label: t('quota.state'), was: isOn(quota.is_on), now: isOn(after.is_on), same: quota.is_on === after.is_on },
    ...(['single_limit', 'day_limit', 'hour_limit'] as const).map((field) => {
      const none = t(field === 'hour_limit' ? 'quota.none' : 'quota.notSet');
      return {
        label: t(LABELS[field]),
        was: money(quota[field], none),
        now: money(after[field], none),
        same: isSameAmount(quota[field], after[field]),
      };
    }),
    ...(['day_count', 'hour_count'] as const).map((field) => ({
      label: t(LABELS[field]),
      was: count(quota[field]),
      now: count(after[field]),
      same: quota[field] === after[field],
    })),
  ];
  return lines
    .filter(({ same }) => !same)
    .map(({ label, was, now }) => ({
      label,
      value: (
        <>
          {now}
          <br />
          <span className={styles.was}>{t('quota.was', { value: was })}</span>
        </>
      ),
    }));
}

const LABELS = {
  single_limit: 'quota.single',
  day_limit: 'quota.day',
  hour_limit: 'quota.hour',
  day_count: 'quota.dayCount',
  hour_count: 'quota.hourCount',
} as const;

function isSameAmount(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : one === other || plain(one) === plain(other);
}

/** Without zeros that say nothing. */
function plain(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
