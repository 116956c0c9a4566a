import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { paymentMethodMachine } from '@purser/contract/bank-account';
import { staffPaymentMethodReject, staffPaymentMethodVerify } from '@purser/contract/features/payment-method';
import { next } from '@purser/contract/machine';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from './account-details.tsx';
import styles from './bank.module.css';
import { type T, useT } from './texts.ts';

/** Verifies or rejects an account as it is shown, where its state allows that. */
export function Decide({ account }: { readonly account: Account }) {
  const mayVerify = next(paymentMethodMachine, account.status, 'verify') !== undefined;
  const mayReject = next(paymentMethodMachine, account.status, 'reject') !== undefined;
  return (
    <div className={styles.acts}>
      {mayVerify && <Verify account={account} />}
      {mayReject && <Reject account={account} />}
    </div>
  );
}

function seen({ owner_id, payment_method_id, version }: Account) {
  return { owner_id, payment_method_id, version };
}

function factsOf(account: Account, t: T) {
  return [
    { label: t('bank.owner'), value: `${account.owner_name} (${account.owner_id})` },
    { label: t('bank.holder'), value: account.holder_name, strong: true },
    { label: t('bank.bank'), value: `${account.bank_name} ${account.bank_code}`.trim() },
    { label: t('bank.number'), value: account.account_number },
  ];
}

/** Another look at it is needed where it has changed, or somebody else was quicker. */
function isOver(outcome: string): boolean {
  const over = ['payment_method_changed', 'payment_method_decided', 'payment_method_unknown'].includes(outcome);
  if (over) refresh(['review']);
  return over;
}

function Verify({ account }: { readonly account: Account }) {
  const t = useT();
  const act = useConfirmedAct(staffPaymentMethodVerify, {
    contentsOf: seen,
    onDone: () => {
      toast.success(t('bank.verified'));
      refresh(['review']);
    },
    onRefused: isOver,
  });
  return (
    <>
      <Button type="primary" onClick={() => act.begin(account)}>
        {t('bank.verify')}
      </Button>
      <ConfirmWithCode
        {...act.confirmation}
        title={t('bank.verifyTitle')}
        facts={factsOf(act.reviewed ?? account, t)}
        warning={act.triedBefore ? t('bank.triedBefore') : t('bank.verifyWarning')}
        confirmText={t('bank.verify')}
      />
    </>
  );
}

function Reject({ account }: { readonly account: Account }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(staffPaymentMethodReject, fields, {
    problems: { reason: reason === '' ? t('bank.reasonRequired') : undefined },
    review: () => ({ account, reason }),
    contentsOf: (reviewed) => ({ ...seen(reviewed.account), reason: reviewed.reason }),
    onDone: () => {
      toast.success(t('bank.rejected'));
      close();
      refresh(['review']);
    },
    onRefused: isOver,
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('bank.reject')}
      </Button>
      <FormDialog form={form} open={open} title={t('bank.rejectTitle')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('bank.reason')} hint={t('bank.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={200} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('bank.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('bank.rejectTitle')}
        facts={[...factsOf(form.reviewed?.account ?? account, t), { label: t('bank.reason'), value: form.reviewed?.reason }]}
        warning={form.triedBefore ? t('bank.triedBefore') : t('bank.rejectWarning')}
        confirmText={t('bank.reject')}
        danger
      />
    </>
  );
}
