import { CallField, CallForm } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { LISTINGS } from '@purser/contract/bank-account';
import { paymentMethodUpdate } from '@purser/contract/features/payment-method';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { BankFields } from './bank-fields.tsx';
import type { Method } from './method-details.tsx';
import styles from './payment-method.module.css';
import { useT } from './texts.ts';

interface ChangeMethodProps {
  readonly method: Method;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changes what is said of an account, and whether money may be withdrawn to it. */
export function ChangeMethod({ method, open, onClose }: ChangeMethodProps) {
  const t = useT();
  const { payment_method_id, holder_name, bank_name, bank_code, listing } = method;
  // What somebody else changes meanwhile is shown where nothing was typed.
  const fields = useForm({ values: { holder_name, bank_name, bank_code, listing }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const contents = {
    payment_method_id,
    holder_name: typed.holder_name.trim(),
    bank_name: typed.bank_name.trim(),
    bank_code: typed.bank_code.trim(),
    listing: typed.listing,
  };
  const form = useConfirmedDialog(paymentMethodUpdate, fields, {
    problems: problemsBySchema(paymentMethodUpdate, contents, {
      holder_name: t('method.problem.holder'),
      bank_name: t('method.problem.bank'),
    }),
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onDone: () => toast.success(t('method.changed')),
    onClose,
    changes: ['payment_methods'],
  });
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <FormDialog form={form} open={open} title={t('method.changeTitle')} onCancel={form.close}>
        <CallForm form={form} className={styles.form}>
          <p className={styles.lead}>{t('method.changeLead')}</p>
          <BankFields form={form} />
          <CallField form={form} name="listing" label={t('method.listing')} hint={t('method.listingHint')}>
            {(control) => <Select {...control} options={LISTINGS.map((value) => ({ value, label: t(`method.listing.${value}`) }))} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('method.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('method.changeTitle')}
        facts={[
          { label: t('method.number'), value: method.account_number },
          { label: t('method.holder'), value: reviewed.holder_name },
          { label: t('method.bank'), value: `${reviewed.bank_name} ${reviewed.bank_code}`.trim() },
          { label: t('method.listing'), value: t(`method.listing.${reviewed.listing}`) },
        ]}
        warning={t('method.changeWarning')}
        confirmText={t('method.changeConfirm')}
      />
    </>
  );
}
