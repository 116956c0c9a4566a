import { CallRefused } from '@purser/client/transport';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { client } from '@purser/console-kit/client';
import { useConfirmedDialog, useTyped } from '@purser/console-kit/confirmed-form';
import { failureText } from '@purser/console-kit/failure-text';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { accountAddressCheck } from '@purser/contract/features/usdt-recharge';
import { payoutAddressEdit } from '@purser/contract/features/usdt-withdrawal';
import { LONGEST_ADDRESS } from '@purser/contract/limits';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import type { BookEntry } from './api.ts';
import { useT } from './texts.ts';
import styles from './usdt-withdrawal.module.css';

interface ChangeAddressProps {
  readonly entry: Omit<BookEntry, 'earlier'>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A new address for a network: first the address, then the code. */
export function ChangeAddress({ entry: { network, address: held }, open, onClose }: ChangeAddressProps) {
  const t = useT();
  const fields = useForm({ defaultValues: { address: '' } });
  const address = useTyped(fields).address.trim();
  const form = useConfirmedDialog(payoutAddressEdit, fields, {
    problems: { address: address === '' ? t('usdtOut.addressRequired') : undefined },
    review: async (refuse) => {
      try {
        return { network, ...(await client.request(accountAddressCheck, { network, address }, { quiet: true })) };
      } catch (error) {
        if (error instanceof CallRefused) return refuse('address', error.message);
        toast.error(failureText(error, t));
        return undefined;
      }
    },
    contentsOf: (contents) => contents,
    onDone: () => toast.success(t('usdtOut.addressChanged')),
    onClose,
    changes: ['reviews'],
  });
  const title = t('usdtOut.changeTitle', { network });
  return (
    <>
      <FormDialog
        form={form}
        open={open}
        title={title}
        submitText={t('usdtOut.next')}
        onCancel={form.close}
        keyboard={!fields.formState.isDirty}
      >
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="address" label={t('usdtOut.newAddress')} hint={t('usdtOut.newAddressHint', { network })}>
            {(control) => (
              <Input.TextArea
                {...control}
                className={styles.code}
                autoSize={{ minRows: 2, maxRows: 4 }}
                maxLength={LONGEST_ADDRESS}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </CallField>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          ...(held === null ? [] : [{ label: t('usdtOut.addressBefore'), value: <code className={styles.address}>{held}</code> }]),
          { label: t('usdtOut.newAddress'), value: <code className={styles.address}>{form.reviewed?.address}</code>, strong: true },
        ]}
        warning={t('usdtOut.addressWarning')}
        confirmText={t('usdtOut.changeAddress')}
      />
    </>
  );
}
