import { CallField } from '@purser/console-kit/call-form';
import { KEPT, problemsBySchema, useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { messageProviderMail } from '@purser/contract/features/message';
import { MAIL_SECURITY, type MailSecurity } from '@purser/contract/message-provider';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Input, Select } from 'antd';
import { useForm } from 'react-hook-form';
import { type MailSender, readSendersAgain, SENDERS } from './api.ts';
import { shownAnewIfChanged } from '../../shared/changed-elsewhere.ts';
import { SenderDialog } from './sender-dialog.tsx';
import { useT } from './texts.ts';

interface MailFormProps {
  readonly sender: MailSender;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Setting the mail server. The password is never shown, and stays as it is while its field is empty. */
export function MailForm({ sender, open, onClose }: MailFormProps) {
  const t = useT();
  const { host = '', port = 587, security = 'starttls', username = '', from_address = '', from_name = '' } = sender.settings ?? {};
  const fields = useForm({
    values: { host, port: String(port), security: security as MailSecurity, username, from_address, from_name, password: '' },
    resetOptions: KEPT,
  });
  const typed = useTyped(fields);
  const contents = {
    host: typed.host.trim(),
    port: /^\d+$/.test(typed.port.trim()) ? Number(typed.port) : Number.NaN,
    security: typed.security,
    username: typed.username.trim(),
    from_address: typed.from_address.trim(),
    from_name: typed.from_name.trim(),
    ...(typed.password === '' ? {} : { password: typed.password }),
    before: { update_time: sender.update_time },
  };
  const form = useConfirmedForm(messageProviderMail, fields, {
    problems: problemsBySchema(messageProviderMail, contents, {
      host: t('senders.problem.host'),
      port: t('senders.problem.port'),
      username: t('senders.problem.text'),
      from_address: t('senders.problem.fromAddress'),
      from_name: t('senders.problem.text'),
      password: t('senders.problem.text'),
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
  const title = t('senders.setMail');
  const reviewed = form.reviewed ?? contents;
  return (
    <>
      <SenderDialog open={open} title={title} form={form} onCancel={close}>
        <CallField form={form} name="host" label={t('senders.host')} hint={t('senders.hostHint')}>
          {(control) => <Input {...control} autoCapitalize="none" autoComplete="off" maxLength={253} />}
        </CallField>
        <CallField form={form} name="port" label={t('senders.port')}>
          {(control) => <Input {...control} inputMode="numeric" maxLength={5} />}
        </CallField>
        <CallField form={form} name="security" label={t('senders.security')}>
          {(control) => (
            <Select<MailSecurity>
              {...control}
              value={typed.security}
              options={MAIL_SECURITY.map((value) => ({ value, label: t(`senders.security.${value}`) }))}
            />
          )}
        </CallField>
        <CallField form={form} name="username" label={t('senders.username')} hint={t('senders.usernameHint')}>
          {(control) => <Input {...control} autoCapitalize="none" autoComplete="off" maxLength={254} />}
        </CallField>
        <CallField form={form} name="password" label={t('senders.password')} hint={sender.has_secret ? t('senders.secretHint') : undefined}>
          {(control) => <Input {...control} type="password" autoComplete="new-password" maxLength={500} />}
        </CallField>
        <CallField form={form} name="from_address" label={t('senders.fromAddress')}>
          {(control) => <Input {...control} type="email" autoComplete="off" maxLength={254} />}
        </CallField>
        <CallField form={form} name="from_name" label={t('senders.fromName')}>
          {(control) => <Input {...control} autoComplete="off" maxLength={64} />}
        </CallField>
      </SenderDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('senders.host'), value: `${reviewed.host}:${reviewed.port}`, strong: true },
          { label: t('senders.security'), value: t(`senders.security.${reviewed.security}`) },
          { label: t('senders.username'), value: reviewed.username || '–' },
          { label: t('senders.from'), value: `${reviewed.from_name} <${reviewed.from_address}>` },
        ]}
        warning={reviewed.security === 'none' ? t('senders.unencryptedWarning') : undefined}
        confirmText={t('senders.save')}
      />
    </>
  );
}
