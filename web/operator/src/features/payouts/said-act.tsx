import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { refresh } from '@purser/console-kit/query';
import type { Call } from '@purser/contract/call';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './payouts.module.css';
import { useT } from './texts.ts';

/** A field of an act: what it is called, and what is said where it is empty. */
export interface SaidField {
  readonly name: 'txid' | 'reason' | 'address';
  readonly label: string;
  readonly hint?: string;
  readonly required: string;
}

interface SaidActProps<C extends Call> {
  readonly call: C;
  /** The button's words. */
  readonly label: string;
  readonly title: string;
  readonly fields: readonly SaidField[];
  readonly facts: readonly ConfirmFact[];
  readonly warning: string;
  readonly done: string;
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly contentsOf: (said: Readonly<Record<SaidField['name'], string>>) => Contents<C>;
}

const EMPTY = { txid: '', reason: '', address: '' };

/** An act of staff's: a button, what is to be said about it, what it comes to, and the code. */
export function SaidAct<C extends Call>(props: SaidActProps<C>) {
  const { call, label, title, fields: said, facts, warning, done, primary = false, danger = false, contentsOf } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: EMPTY });
  const typed = useTyped(fields);
  const trimmed = { txid: typed.txid.trim(), reason: typed.reason.trim(), address: typed.address.trim() };
  const form = useConfirmedForm(call, fields, {
    problems: Object.fromEntries(said.map(({ name, required }) => [name, trimmed[name] === '' ? required : undefined])),
    review: () => trimmed,
    contentsOf: (reviewed: typeof trimmed) => contentsOf(reviewed),
    onDone: () => {
      toast.success(done);
      close();
      refresh(['review', 'approval']);
    },
    onRefused: (outcome) => {
      const isOver = ['review_decided', 'order_unknown', 'not_found', 'payout_not_in_doubt', 'review_waits_for_second'].includes(outcome);
      if (isOver) refresh(['review']);
      return isOver;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Button
        type={primary ? 'primary' : 'default'}
        danger={danger}
        onClick={() => (said.length === 0 ? void form.submit() : setOpen(true))}
      >
        {label}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          {said.map(({ name, label: named, hint }) => (
            <CallField key={name} form={form} name={name} label={named} hint={hint}>
              {(control) => (
                <Input.TextArea {...control} maxLength={200} autoSize={{ minRows: 1, maxRows: 6 }} spellCheck={name === 'reason'} />
              )}
            </CallField>
          ))}
          <Button type="primary" htmlType="submit" block>
            {t('payouts.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          ...facts,
          ...said.map(({ name, label: named }) => ({
            label: named,
            value: <span className={styles.address}>{form.reviewed?.[name]}</span>,
            strong: name !== 'reason',
          })),
        ]}
        warning={warning}
        confirmText={label}
        danger={danger}
      />
    </>
  );
}
