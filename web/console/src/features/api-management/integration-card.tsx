import { LONGEST_ORDER_LIFETIME_MIN, SHORTEST_ORDER_LIFETIME_MIN } from '@purser/contract/payment-order';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { focusFirstProblem, FormField } from '@purser/ui/form-field';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Button, Input, Skeleton, type InputProps } from 'antd';
import { useRef } from 'react';
import { useT, type T } from '../../shared/i18n.tsx';
import { integration, type Integration } from './api.ts';
import { Card } from './card.tsx';
import type { IntegrationContents, IntegrationField } from './integration-form.ts';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './api-management.module.css';
import { useIntegration, type IntegrationState } from './use-integration.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const state = useIntegration(saved, form);
  const unsaved = state.changes.length > 0;
  useBlocker({
    // oxlint-disable-next-line eslint/no-alert -- the browser's own question, the same as when the tab is closed
    shouldBlockFn: () => unsaved && !confirm(t('apiManagement.unsaved')),
    enableBeforeUnload: unsaved,
  });
  return (
    <>
      <form
        ref={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <TextField state={state} field="webhook_address" inputMode="url" placeholder="https://" />
        <TextField state={state} field="return_address" inputMode="url" placeholder="https://" />
        <TextField state={state} field="order_lifetime_min" inputMode="numeric" />
        <div className={styles['buttons']}>
          <Button type="primary" htmlType="submit">
            {t('apiManagement.save')}
          </Button>
        </div>
      </form>
      <ConfirmWithCode
        open={state.confirming}
        title={t('apiManagement.saveTitle')}
        facts={state.changes.map((field) => ({
          label: labelOf(field, t),
          value: <Change before={valueOf(saved, field, t)} after={valueOf(state.contents, field, t)} />,
        }))}
        warning={state.triedBefore ? t('apiManagement.triedBefore') : state.makesSecret ? t('apiManagement.saveWarning') : undefined}
        confirmText={t('apiManagement.save')}
        codeProblem={state.codeProblem}
        onConfirm={state.save}
        onCancel={state.cancel}
        onClosed={() => focusFirstProblem(form.current)}
      />
      <SecretDialog secret={state.secret} onStored={state.stored} />
    </>
  );
}

interface TextFieldProps extends Pick<InputProps, 'inputMode' | 'placeholder'> {
  readonly state: IntegrationState;
  readonly field: IntegrationField;
}

function TextField({ state, field, ...input }: TextFieldProps) {
  const t = useT();
  return (
    <FormField label={labelOf(field, t)} hint={hintOf(field, t)} problem={state.problemOf(field)}>
      {(control) => (
        <Input
          {...control}
          {...input}
          name={field}
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          value={state.draft[field]}
          status={control['aria-invalid'] && 'error'}
          onChange={(event) => state.change(field, event.target.value)}
        />
      )}
    </FormField>
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

function labelOf(field: IntegrationField, t: T): string {
  if (field === 'webhook_address') return t('apiManagement.webhookAddress');
  return field === 'return_address' ? t('apiManagement.returnAddress') : t('apiManagement.lifetime');
}

function hintOf(field: IntegrationField, t: T): string {
  if (field === 'webhook_address') return t('apiManagement.webhookAddressHint');
  if (field === 'return_address') return t('apiManagement.returnAddressHint');
  return t('apiManagement.lifetimeHint', { shortest: SHORTEST_ORDER_LIFETIME_MIN, longest: LONGEST_ORDER_LIFETIME_MIN });
}

function valueOf(contents: IntegrationContents, field: IntegrationField, t: T): string {
  if (field === 'order_lifetime_min') return t('apiManagement.lifetimeMinutes', { count: contents.order_lifetime_min });
  return contents[field] === '' ? t('apiManagement.notSet') : contents[field];
}
