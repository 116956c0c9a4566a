import { CallField, CallForm, useCallField } from '@purser/console-kit/call-form';
import { type FormState, type Problems, useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { joined } from '@purser/console-kit/format';
import { CHECKOUT_WAYS, type CheckoutWay, ENTRANCES, FUNDS } from '@purser/contract/checkout-ways';
import { checkoutTermsSet } from '@purser/contract/features/checkout-terms';
import { parseAmount } from '@purser/contract/money';
import { orders } from '@purser/contract/outcomes/orders';
import { markets } from '@purser/contract/outcomes/markets';
import { type ConfirmFact, ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { FormField } from '@purser/ui/form-field';
import { groupDigits } from '@purser/ui/money-text';
import { toast } from '@purser/ui/toast';
import { Checkbox, Input, Switch } from 'antd';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { CheckoutTerms } from './api.ts';
import styles from './payment-method.module.css';
import { type I18n, type T, useI18n } from './texts.ts';

interface Draft {
  readonly is_listed: boolean;
  readonly ways: readonly CheckoutWay[];
  readonly minimum: string;
  readonly maximum: string;
}

/** The terms as they are set: an empty limit is none. */
function contentsOf(seen: CheckoutTerms, { is_listed, ways, minimum, maximum }: Draft) {
  return {
    coin_name: seen.coin_name,
    listing: is_listed ? ('on' as const) : ('off' as const),
    ways: CHECKOUT_WAYS.filter((way) => ways.includes(way)),
    minimum: minimum.trim() || null,
    maximum: maximum.trim() || null,
    version: seen.version,
  };
}
type Contents = ReturnType<typeof contentsOf>;

interface CheckoutFormProps {
  readonly terms: CheckoutTerms;
  readonly onClose: () => void;
}

/** How payers may pay in one coin: first what is on and the limits, then what changes and the code. */
export function CheckoutForm({ terms, onClose }: CheckoutFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  // What was seen as the form was opened: where somebody else has changed it since, the server refuses.
  const [seen] = useState(terms);
  const { coin_name: coin } = seen;
  const fields = useForm<Draft>({
    defaultValues: {
      is_listed: seen.listing === 'on',
      ways: seen.ways,
      minimum: seen.minimum ?? '',
      maximum: seen.maximum ?? '',
    },
  });
  const typed = useTyped(fields);
  const form = useConfirmedDialog(checkoutTermsSet, fields, {
    problems: problemsOf(seen, typed, i18n),
    review: () => {
      const contents = contentsOf(seen, typed);
      if (changesOf(seen, contents, t).length > 0) return contents;
      toast.info(t('checkout.nothingChanged'));
      form.close();
      return undefined;
    },
    contentsOf: (contents: Contents) => contents,
    onDone: () => toast.success(t('checkout.done')),
    onClose,
    changes: ['coins'],
    endedBy: ['checkout_terms_changed', 'coin_unknown', 'market_not_enabled'],
  });
  const title = t('checkout.formTitle', { coin });
  const allowed = t('checkout.limitHint', {
    minimum: groupDigits(seen.order_minimum),
    maximum: `${groupDigits(seen.order_maximum)} ${coin}`,
  });
  return (
    <>
      <FormDialog form={form} title={title} submitText={t('method.continue')} onCancel={form.close} keyboard={!fields.formState.isDirty}>
        <CallForm form={form} className={styles.form}>
          <Listing form={form} />
          <WaysField form={form} isFloating={seen.price_type === 'floating'} />
          <LimitField form={form} name="minimum" coin={coin} label={t('checkout.minimum')} hint={allowed} />
          <LimitField form={form} name="maximum" coin={coin} label={t('checkout.maximum')} hint={allowed} />
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={form.reviewed ? changesOf(seen, form.reviewed, t) : []}
        warning={t('checkout.warning')}
        confirmText={t('method.changeConfirm')}
      />
    </>
  );
}

function Listing({ form }: { readonly form: FormState<Draft> }) {
  const { t } = useI18n();
  const { field } = useController({ control: form.fields.control, name: 'is_listed' });
  return (
    <label className={styles.switch}>
      <Switch checked={field.value} onChange={field.onChange} aria-label={t('checkout.listingSwitch')} />
      <span aria-hidden="true">{t('checkout.listingSwitch')}</span>
    </label>
  );
}

/** What is paid with, and how one comes to pay: of each at least one. */
function WaysField({ form, isFloating }: { readonly form: FormState<Draft>; readonly isFloating: boolean }) {
  const { t } = useI18n();
  const { field, problem } = useCallField(form, 'ways');
  return (
    <FormField label={t('checkout.ways')} hint={isFloating ? undefined : t('checkout.usdtHint')} problem={problem}>
      {(control) => (
        <fieldset {...control} className={styles.fieldset} aria-label={t('checkout.ways')}>
          <Checkbox.Group
            className={styles.choices ?? ''}
            value={field.value as CheckoutWay[]}
            onChange={(ways) => field.onChange(ways)}
            options={CHECKOUT_WAYS.map((way) => ({ value: way, label: t(`checkout.way.${way}`) }))}
          />
        </fieldset>
      )}
    </FormField>
  );
}

interface LimitFieldProps {
  readonly form: FormState<Draft>;
  readonly name: 'minimum' | 'maximum';
  readonly coin: string;
  readonly label: string;
  readonly hint: string;
}

function LimitField({ form, name, coin, label, hint }: LimitFieldProps) {
  return (
    <CallField form={form} name={name} label={label} hint={hint}>
      {(control) => (
        <Input {...control} value={String(control.value)} inputMode="decimal" autoComplete="off" maxLength={32} suffix={coin} />
      )}
    </CallField>
  );
}

/** What is wrong with each field as it stands, as far as it can be told here. */
function problemsOf({ coin_name: coin, decimals }: CheckoutTerms, draft: Draft, { t, language }: I18n): Problems<Draft> {
  const limit = (text: string): bigint | string | undefined => {
    if (text.trim() === '') return undefined;
    const parsed = parseAmount(text.trim(), decimals);
    if (typeof parsed === 'bigint') return parsed;
    return parsed === 'too_many_decimals' ? t('checkout.decimals', { coin, decimals }) : t('checkout.notNumber');
  };
  const problem = (read: bigint | string | undefined) => (typeof read === 'string' ? read : undefined);
  const [minimum, maximum] = [limit(draft.minimum), limit(draft.maximum)];
  const isReversed = typeof minimum === 'bigint' && typeof maximum === 'bigint' && minimum > maximum;
  const lacks = (needed: readonly CheckoutWay[]) => !needed.some((way) => draft.ways.includes(way));
  return {
    ways: lacks(FUNDS)
      ? orders.checkout_funds_missing.text[language]
      : lacks(ENTRANCES)
        ? orders.checkout_entrance_missing.text[language]
        : undefined,
    minimum: isReversed ? markets.limits_reversed.text[language] : problem(minimum),
    maximum: problem(maximum),
  };
}

/** What the change would make of the terms, a line for each field that it changes. */
function changesOf(seen: CheckoutTerms, after: Contents, t: T): ConfirmFact[] {
  const { coin_name: coin, decimals } = seen;
  const limit = (text: string | null): string => (text === null ? t('checkout.asAllowed') : `${groupDigits(text)} ${coin}`);
  const isSame = (before: string | null, now: string | null): boolean =>
    before === null || now === null ? before === now : parseAmount(before, decimals) === parseAmount(now, decimals);
  const ways = (list: readonly CheckoutWay[]): string =>
    joined(
      list.map((way) => t(`checkout.way.${way}`)),
      t,
    );
  const lines = [
    {
      label: t('checkout.listing'),
      was: t(`checkout.listing.${seen.listing}`),
      now: t(`checkout.listing.${after.listing}`),
      same: seen.listing === after.listing,
    },
    { label: t('checkout.ways'), was: ways(seen.ways), now: ways(after.ways), same: String(seen.ways) === String(after.ways) },
    ...(['minimum', 'maximum'] as const).map((name) => ({
      label: t(`checkout.${name}`),
      was: limit(seen[name]),
      now: limit(after[name]),
      same: isSame(seen[name], after[name]),
    })),
  ];
  return lines
    .filter(({ same }) => !same)
    .map(({ label, was, now }) => ({
      label,
      value: (
        <>
          {now} <span className={styles.was}>{t('checkout.was', { value: was })}</span>
        </>
      ),
    }));
}
