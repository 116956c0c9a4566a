import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { messageProviderSms } from '@purser/contract/features/message';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Input } from 'antd';
import { useForm } from 'react-hook-form';
import { readSendersAgain, SENDERS, type SmsSender } from './api.ts';
import { shownAnewIfChanged } from '../../shared/changed-elsewhere.ts';
import { SenderDialog } from './sender-dialog.tsx';
import { useT } from './texts.ts';

interface SmsFormProps {
  readonly sender: SmsSender;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Setting the gateway for text messages. The key is never shown, and stays as it is while its field is empty. */
export function SmsForm({ sender, open, onClose }: SmsFormProps) {
  const t = useT();
  const { address = '', from_name = '' } = sender.settings ?? {};
  const fields = useForm({ values: { address, from_name, key: '' }, resetOptions: KEPT });
  const typed = useTyped(fields);
  const contents = {
    address: typed.address.trim(),
    from_name: typed.from_name.trim(),
    ...(typed.key.trim() === '' ? {} : { key: typed.key.trim() }),
    before: { update_time: sender.update_time },
  };
  const form = useConfirmedForm(messageProviderSms, fields, {
    problems: problemsBySchema(messageProviderSms, contents, {
      address: t('senders.problem.address'),
      from_name: t('senders.problem.text'),
      key: t('senders.problem.key'),
    }),
    review: () => contents,
    contentsOf: (reviewed: typeof contents) => reviewed,
    onRefused: shownAnewIfChanged(SENDERS),
    onDone: () => {
      close();
      readSendersAgain();
      toast.success(t('senders.saved'));
    },
  });
  const close = (): void => {
    onClose();
    form.reset();
  };
  const title = t('senders.setSms');
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <SenderDialog open={open} title={title} form={form} onCancel={close}>
        <CallField form={form} name="address" label={t('senders.address')} hint={t('senders.addressHint')}>
          {(control) => <Input {...control} inputMode="url" autoCapitalize="none" autoComplete="off" maxLength={500} />}
        </CallField>
        <CallField form={form} name="from_name" label={t('senders.fromName')}>
          {(control) => <Input {...control} autoComplete="off" maxLength={64} />}
        </CallField>
        <CallField form={form} name="key" label={t('senders.key')} hint={t(sender.has_secret ? 'senders.secretHint' : 'senders.keyHint')}>
          {(control) => <Input {...control} type="password" autoComplete="new-password" maxLength={120} />}
        </CallField>
      </SenderDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('senders.address'), value: reviewed.address, strong: true },
          { label: t('senders.fromName'), value: reviewed.from_name },
        ]}
        confirmText={t('senders.save')}
      />
    </>
  );
}
