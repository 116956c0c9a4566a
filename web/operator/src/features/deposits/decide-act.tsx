import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import type { chainDepositCredit, chainDepositSetAside } from '@purser/contract/features/chain-deposit';
import type { chainReturnCallOff } from '@purser/contract/features/chain-return';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './deposits.module.css';
import { useT } from './texts.ts';

type Decision = typeof chainDepositCredit | typeof chainDepositSetAside | typeof chainReturnCallOff;

interface DecideActProps<C extends Decision> {
  readonly call: C;
  readonly label: string;
  readonly title: string;
  readonly facts: readonly ConfirmFact[];
  readonly warning: string;
  readonly contentsOf: (reason: string) => Contents<C>;
  readonly doneText: (answer: OutputOf<C>) => string;
  readonly primary?: boolean;
}

/** After these it is not what it was when it was looked at. */
const OVER: ReadonlySet<string> = new Set([
  'deposit_settled',
  'deposit_unknown',
  'deposit_set_aside',
  'review_waits_for_second',
  'deposit_changed',
  'return_not_under_way',
  'return_signed',
]);

/** A decision on a deposit: a button, the reason, what it comes to, and the code. */
export function DecideAct<C extends Decision>(props: DecideActProps<C>) {
  const { call, label, title, facts, warning, contentsOf, doneText, primary = false } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(call, fields, {
    problems: { reason: reason === '' ? t('deposits.reasonRequired') : undefined },
    review: () => reason,
    contentsOf,
    onDone: (answer) => {
      toast.success(doneText(answer as OutputOf<C>));
      close();
      refresh(['review', 'approval']);
    },
    onRefused: (outcome) => {
      const isOver = OVER.has(outcome);
      if (isOver) refresh(['review', 'approval']);
      return isOver;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Button type={primary ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('deposits.remark')} hint={t('deposits.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={LONGEST_REVIEW_REMARK} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('deposits.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[...facts, { label: t('deposits.remark'), value: form.reviewed }]}
        warning={warning}
        confirmText={label}
      />
    </>
  );
}
