import { webhookUpdate } from '@purser/contract/features/webhook';
import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '@purser/contract/payment-order';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, type InputProps } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CallField, CallForm } from '../../shared/call-form.tsx';
import { problemsBySchema, useConfirmedForm, useTyped, type FormState } from '../../shared/confirmed-form.ts';
import { useT, type T } from '../../shared/i18n.tsx';
import { queryClient } from '../../shared/query.ts';
import { integration, type Integration } from './api.ts';
import { Card } from './card.tsx';
import { changedFields, contentsOf, draftOf, isWebAddress, type IntegrationContents, type IntegrationDraft } from './integration-form.ts';
import { SecretDialog, type Secret } from './secret-dialog.tsx';
import styles from './api-management.module.css';

type Field = keyof IntegrationDraft;

/** Where events go, where payers return to, how long orders live. */
export function IntegrationCard() {
  const t = useT();
  const query = useQuery(integration);
  return (
    <Card title={t('apiManagement.settingsTitle')} hint={t('apiManagement.settingsHint')}>
      {query.data ? (
        <IntegrationForm saved={query.data} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Card>
  );
}

function IntegrationForm({ saved }: { readonly saved: Integration }) {
  const t = useT();
  const [secret, setSecret] = useState<Secret>();
  // What was not typed into follows what is saved.
  const fields = useForm<IntegrationDraft>({ values: draftOf(saved), resetOptions: { keepDirtyValues: true } });
  const contents = contentsOf(useTyped(fields));
  const changes = changedFields(saved, contents);
  const makesSecret = !saved.has_secret && contents.webhook_address !== '';

  const form = useConfirmedForm(webhookUpdate, fields, {
    problems: {
      ...problemsBySchema(webhookUpdate, contents, { order_lifetime_min: hintOf('order_lifetime_min', t) }),
      ...(!isWebAddress(contents.webhook_address) && { webhook_address: t('apiManagement.addressWrong') }),
      ...(!isWebAddress(contents.return_address) && { return_address: t('apiManagement.addressWrong') }),
    },
    review: () => {
      if (changes.length > 0) return contents;
      toast.info(t('apiManagement.nothingChanged'));
      return undefined;
    },
    contentsOf: (reviewed) => reviewed,
    onDone: (answer, reviewed) => {
      fields.reset(draftOf(reviewed));
      toast.success(t('apiManagement.modified'));
      if (answer.secret !== null)
        setSecret({ label: t('apiManagement.webhookSecret'), lead: t('apiManagement.webhookSecretLead'), value: answer.secret });
      // A repeated request is answered without the secret, which is in no store.
      else if (makesSecret) toast({ message: t('apiManagement.secretLost'), type: 'warning', duration: 0 });
      void queryClient.invalidateQueries({ queryKey: integration.queryKey });
    },
  });

  return (
    <>
      <CallForm form={form} className={styles['form']} unsaved={changes.length > 0}>
        <TextField form={form} field="webhook_address" inputMode="url" placeholder="https://" />
        <TextField form={form} field="return_address" inputMode="url" placeholder="https://" />
        <TextField form={form} field="order_lifetime_min" inputMode="numeric" />
        <div className={styles['buttons']}>
          <Button type="primary" htmlType="submit">
            {t('apiManagement.save')}
          </Button>
        </div>
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('apiManagement.saveTitle')}
        facts={changes.map((field) => ({
          label: labelOf(field, t),
          value: <Change before={valueOf(saved, field, t)} after={valueOf(contents, field, t)} />,
        }))}
        warning={form.triedBefore ? t('apiManagement.triedBefore') : makesSecret ? t('apiManagement.saveWarning') : undefined}
        confirmText={t('apiManagement.save')}
      />
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

interface TextFieldProps extends Pick<InputProps, 'inputMode' | 'placeholder'> {
  readonly form: FormState<IntegrationDraft>;
  readonly field: Field;
}

function TextField({ form, field, ...input }: TextFieldProps) {
  const t = useT();
  return (
    <CallField form={form} name={field} label={labelOf(field, t)} hint={hintOf(field, t)}>
      {(control) => <Input {...control} {...input} autoComplete="off" spellCheck={false} maxLength={2048} />}
    </CallField>
  );
}

function Change({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT();
  return (
    <>
      <span>{after}</span>
      <br />
      <span className={styles['before']}>{t('apiManagement.changeFrom', { value: before })}</span>
    </>
  );
}

function labelOf(field: Field, t: T): string {
  if (field === 'webhook_address') return t('apiManagement.webhookAddress');
  return field === 'return_address' ? t('apiManagement.returnAddress') : t('apiManagement.lifetime');
}

function hintOf(field: Field, t: T): string {
  if (field === 'webhook_address') return t('apiManagement.webhookAddressHint');
  if (field === 'return_address') return t('apiManagement.returnAddressHint');
  return t('apiManagement.lifetimeHint', { shortest: SHORTEST_ORDER_LIFETIME_MIN, longest: LONGEST_ORDER_LIFETIME_MIN });
}

function valueOf(contents: IntegrationContents, field: Field, t: T): string {
  if (field === 'order_lifetime_min') return t('apiManagement.lifetimeMinutes', { count: contents.order_lifetime_min });
  return contents[field] === '' ? t('apiManagement.notSet') : contents[field];
}
