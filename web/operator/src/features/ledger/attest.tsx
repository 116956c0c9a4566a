import { CallField, CallForm } from '@purser/console-kit/call-form';
import { problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { callQuery, refresh } from '@purser/console-kit/query';
import { ledgerAttestationAdd, ledgerReserves } from '@purser/contract/features/ledger';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import styles from './ledger.module.css';
import { useT } from './texts.ts';

/** Opens the form in which finance enters what somebody says that they hold. */
export function AttestButton({ coin = '' }: { readonly coin?: string }) {
  const t = useT();
  const isAllowed = useAllowed();
  const [open, setOpen] = useState(false);
  if (!isAllowed('ledger.post')) return null;
  return (
    <>
      <Button type={coin === '' ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {t('ledger.attest')}
      </Button>
      <Attest open={open} coin={coin} onClose={() => setOpen(false)} />
    </>
  );
}

interface AttestProps {
  readonly open: boolean;
  readonly coin: string;
  readonly onClose: () => void;
}

/** A statement of what is held: first what it says, then the code. */
function Attest({ open, coin, onClose }: AttestProps) {
  const t = useT();
  const { data: coins } = useQuery({ ...callQuery(ledgerReserves, {}, ['ledger', 'coins']), enabled: open });
  const fields = useForm({ defaultValues: { coin_name: coin, amount: '', source: '', as_of: '', remark: '' } });
  const typed = useTyped(fields);
  const contents = {
    coin_name: typed.coin_name,
    amount: typed.amount.trim(),
    source: typed.source.trim(),
    as_of: instantOf(typed.as_of),
    remark: typed.remark.trim(),
  };
  const form = useConfirmedForm(ledgerAttestationAdd, fields, {
    problems: problemsBySchema(ledgerAttestationAdd, contents, {
      coin_name: t('ledger.problem.coin'),
      amount: t('ledger.problem.amount'),
      source: t('ledger.problem.source'),
      as_of: t('ledger.problem.asOf'),
    }),
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => {
      toast.success(t('ledger.attested'));
      close();
      refresh(['ledger']);
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <FormDialog form={form} open={open} title={t('ledger.attest')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('ledger.attestLead')}</p>
          <div className={styles.pair}>
            <CallField form={form} name="coin_name" label={t('field.coin')}>
              {(control) => (
                <Select
                  {...control}
                  value={control.value === '' ? undefined : control.value}
                  options={(coins?.list ?? []).map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
                  virtual={false}
                />
              )}
            </CallField>
            <CallField form={form} name="amount" label={t('field.amount')}>
              {(control) => <Input {...control} inputMode="decimal" maxLength={32} />}
            </CallField>
          </div>
          <CallField form={form} name="source" label={t('ledger.source')} hint={t('ledger.sourceHint')}>
            {(control) => <Input {...control} maxLength={100} />}
          </CallField>
          <CallField form={form} name="as_of" label={t('ledger.asOf')}>
            {(control) => <Input {...control} type="datetime-local" />}
          </CallField>
          <CallField form={form} name="remark" label={t('field.remark')}>
            {(control) => <Input.TextArea {...control} maxLength={500} autoSize={{ minRows: 1, maxRows: 4 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('ledger.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('ledger.attest')}
        facts={[
          { label: t('ledger.source'), value: reviewed.source },
          { label: t('field.amount'), value: <Money amount={reviewed.amount} coin={reviewed.coin_name} />, strong: true },
          { label: t('ledger.asOf'), value: reviewed.as_of && formatInstant(reviewed.as_of) },
          ...(reviewed.remark === '' ? [] : [{ label: t('field.remark'), value: reviewed.remark }]),
        ]}
        warning={t('ledger.attestWarning')}
        confirmText={t('ledger.attest')}
      />
    </>
  );
}

/** The browser's field gives a time of the reader's own zone; empty where it is none. */
function instantOf(local: string): string {
  const time = Date.parse(local);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
