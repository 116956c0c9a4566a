import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { fiatWithdrawalCallOff } from '@purser/contract/features/bank-file';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ReviewRow } from './api.ts';
import styles from './reviews.module.css';
import { useT } from './texts.ts';

/** Stops a withdrawal that was approved before a bank file has it, with a reason that its owner reads. */
export function CallOffAct({ row: { owner_id, owner_name, serial_number, amount, coin_name } }: { readonly row: ReviewRow }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(fiatWithdrawalCallOff, fields, {
    problems: { reason: reason === '' ? t('reviews.callOffProblem') : undefined },
    review: () => ({ owner_id, order_no: serial_number, reason }),
    contentsOf: (contents) => contents,
    onDone: () => {
      toast.success(t('reviews.calledOff'));
      close();
      refresh(['review', 'bank', 'party', 'ledger', 'overview']);
    },
    onRefused: (refusal) => {
      const isOver = refusal === 'not_waiting_for_file';
      if (isOver) refresh(['review', 'bank']);
      return isOver;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const title = t('reviews.callOff');
  return (
    <div className={styles.acts}>
      <Button danger onClick={() => setOpen(true)}>
        {title}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('reviews.callOffReason')} hint={t('reviews.callOffReasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={LONGEST_REVIEW_REMARK} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('reviews.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('reviews.owner'), value: `${owner_name} (${owner_id})` },
          { label: t('field.serialNumber'), value: serial_number },
          { label: t('field.amount'), value: <Money amount={amount} coin={coin_name} />, strong: true },
          { label: t('reviews.callOffReason'), value: form.reviewed?.reason },
        ]}
        warning={t('reviews.callOffWarning')}
        confirmText={title}
        danger
      />
    </div>
  );
}
