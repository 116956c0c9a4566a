import { CallForm } from '@purser/console-kit/call-form';
import type { FormState } from '@purser/console-kit/confirmed-form';
import { useKitTexts } from '@purser/ui/texts';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import styles from './message.module.css';
import { useT } from './texts.ts';

interface SenderDialogProps<Typed extends FieldValues> {
  readonly form: FormState<Typed>;
  readonly open: boolean;
  readonly title: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The settings of a sender, before they are confirmed. */
export function SenderDialog<Typed extends FieldValues>({ form, open, title, onCancel, children }: SenderDialogProps<Typed>) {
  const t = useT();
  const { t: kit } = useKitTexts();
  return (
    <Modal
      open={open}
      title={title}
      okText={t('senders.continue')}
      cancelText={kit('kit.cancel')}
      okButtonProps={{ htmlType: 'submit', form: form.id }}
      onCancel={onCancel}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <CallForm form={form} className={styles.form}>
        {children}
      </CallForm>
    </Modal>
  );
}
