import { webhookUpdate } from '@purser/contract/features/webhook';
import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '@purser/contract/payment-order';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, type InputProps } from 'antd';
import { useForm } from 'react-hook-form';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useConfirmedForm, useTyped, type FormState } from '@purser/console-kit/confirmed-form';
import { useT, type T } from './texts.ts';
import { queryClient } from '@purser/console-kit/query';
import { integration, type Integration } from './api.ts';
import { Card } from '@purser/console-kit/card';
import { changedFields, contentsOf, draftOf, isWebAddress, type IntegrationContents, type IntegrationDraft } from './integration-form.ts';
import styles from './cut-in.module.css';
import { May, useMay } from '../../shared/may.tsx';

type Field = keyof IntegrationDraft;

/** What orders get that do not say otherwise: where payers return to, and how long they live. */
export function IntegrationCard() {
  const t = useT();
  const query = useQuery(integration);
  return (
    <Card title={t('cutIn.settingsTitle')} hint={t('cutIn.settingsHint')}>
      {query.data ? (
        <IntegrationForm saved={query.data} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Card>
  );
}

function IntegrationForm({ saved }: { readonly saved: Integration }) {
  const t = useT();
  // What was not typed into follows what is saved.
  const fields = useForm<IntegrationDraft>({ values: draftOf(saved), resetOptions: KEPT });
  const contents = contentsOf(useTyped(fields));
  const changes = changedFields(saved, contents);

  const form = useConfirmedForm(webhookUpdate, fields, {
    problems: {
      ...problemsBySchema(webhookUpdate, contents, { order_lifetime_min: hintOf('order_lifetime_min', t) }),
      ...(!isWebAddress(contents.return_address) && { return_address: t('cutIn.addressWrong') }),
    },
    review: () => {
      if (changes.length > 0) return contents;
      toast.info(t('cutIn.nothingChanged'));
      return undefined;
    },
    contentsOf: (reviewed) => reviewed,
    onDone: (_, reviewed) => {
      fields.reset(draftOf(reviewed));
      toast.success(t('cutIn.modified'));
      void queryClient.invalidateQueries({ queryKey: integration.queryKey });
    },
  });

  return (
    <>
      <CallForm form={form} className={styles.form} unsaved={changes.length > 0}>
        <TextField form={form} field="return_address" inputMode="url" placeholder="https://" />
        <TextField form={form} field="order_lifetime_min" inputMode="numeric" />
        <div className={styles.buttons}>
          <May permission="integration.change">
            <Button type="primary" htmlType="submit">
              {t('cutIn.save')}
            </Button>
          </May>
        </div>
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('cutIn.saveTitle')}
        facts={changes.map((field) => ({
          label: labelOf(field, t),
          value: <Change before={valueOf(saved, field, t)} after={valueOf(contents, field, t)} />,
        }))}
        confirmText={t('cutIn.save')}
      />
    </>
  );
}

interface TextFieldProps extends Pick<InputProps, 'inputMode' | 'placeholder'> {
  readonly form: FormState<IntegrationDraft>;
  readonly field: Field;
}

function TextField({ form, field, ...input }: TextFieldProps) {
  const t = useT();
  const readOnly = !useMay()('integration.change');
  return (
    <CallField form={form} name={field} label={labelOf(field, t)} hint={hintOf(field, t)}>
      {(control) => <Input {...control} {...input} readOnly={readOnly} autoComplete="off" spellCheck={false} maxLength={2048} />}
    </CallField>
  );
}

function Change({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT();
  return (
    <>
      <span>{after}</span>
      <br />
      <span className={styles.before}>{t('cutIn.changeFrom', { value: before })}</span>
    </>
  );
}

function labelOf(field: Field, t: T): string {
  return field === 'return_address' ? t('cutIn.returnAddress') : t('cutIn.lifetime');
}

function hintOf(field: Field, t: T): string {
  if (field === 'return_address') return t('cutIn.returnAddressHint');
  return t('cutIn.lifetimeHint', { shortest: SHORTEST_ORDER_LIFETIME_MIN, longest: LONGEST_ORDER_LIFETIME_MIN });
}

function valueOf(contents: IntegrationContents, field: Field, t: T): string {
  if (field === 'order_lifetime_min') return t('cutIn.lifetimeMinutes', { count: contents.order_lifetime_min });
  return contents[field] === '' ? t('cutIn.notSet') : contents[field];
}
