import { CallForm } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { FormDialog, type FormInDialog } from '@purser/console-kit/form-dialog';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import styles from './message.module.css';
import { useT } from './texts.ts';

interface SenderDialogProps<Typed extends FieldValues> {
  readonly form: FormState<Typed> & FormInDialog;
  readonly open: boolean;
  readonly title: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The settings of a sender, before they are confirmed. */
export function SenderDialog<Typed extends FieldValues>({ form, open, title, onCancel, children }: SenderDialogProps<Typed>) {
  const t = useT();
  return (
    <FormDialog form={form} open={open} title={title} submitText={t('senders.continue')} onCancel={onCancel}>
      <CallForm form={form} className={styles.form}>
        {children}
      </CallForm>
    </FormDialog>
  );
}
