import { keysOf } from '@purser/console-kit/act-key';
import { CallField, CallForm } from '@purser/console-kit/call-form';
import { Card } from '@purser/console-kit/card';
import { client } from '@purser/console-kit/client';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { refresh } from '@purser/console-kit/query';
import { refusedField } from '@purser/console-kit/refused-field';
import { CallRefused } from '@purser/client/transport';
import { noticeMailCode, noticeMailUpdate } from '@purser/contract/features/account-security';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@purser/contract/language';
import { CODE_DIGITS } from '@purser/contract/message-kinds';
import { Bones } from '@purser/ui/bones';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Fact, Facts } from '@purser/ui/facts';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { tellFailure } from '../../shared/login-failure.ts';
import { security } from './api.ts';
import { useI18n } from './texts.ts';

interface Typed {
  mail: string;
  code: string;
  language: Language;
}

/** Where the merchant is told of changes to the account: an address that a mailed code has proved. */
export function NoticeMailCard() {
  const { t, language } = useI18n();
  const { data, error, isError, isFetching, refetch } = useQuery(security);
  const fields = useForm<Typed>({ defaultValues: { mail: '', code: '', language } });
  const { mail, code, language: chosen } = useTyped(fields);
  const [sentTo, setSentTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSent = sentTo !== undefined && sentTo === mail.trim();
  const isMail = noticeMailCode.input.shape.mail.safeParse(mail.trim()).success;
  const form = useConfirmedForm(noticeMailUpdate, fields, {
    problems: {
      mail: isMail ? undefined : t('accountSecurity.mailWrong'),
      code: new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) ? undefined : t('accountSecurity.mailCodeRequired', { digits: CODE_DIGITS }),
    },
    review: () => ({ mail: mail.trim(), code, language: chosen }),
    contentsOf: (reviewed) => reviewed,
    onDone: () => {
      toast.success(t('accountSecurity.mailDone'));
      form.reset();
      setSentTo(undefined);
      refresh(['self']);
    },
  });
  const send = async (): Promise<void> => {
    if (!isMail) return form.refuse('mail', t('accountSecurity.mailWrong'));
    const asked = { mail: mail.trim() };
    setBusy(true);
    try {
      await keysOf(noticeMailCode).attempt(asked.mail, (idempotencyKey) =>
        client.request(noticeMailCode, asked, { quiet: true, idempotencyKey }),
      );
      setSentTo(asked.mail);
    } catch (error) {
      const refused = error instanceof CallRefused ? refusedField(noticeMailCode, error) : undefined;
      if (refused) form.refuse(refused.field, refused.text);
      else tellFailure(error, t);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('accountSecurity.mail')} hint={t('accountSecurity.mailHint')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!isError && !data && <Bones lines={1} />}
      {data && (
        <Facts>
          <Fact label={t('accountSecurity.mailPresent')}>{data.notice?.mail ?? t('accountSecurity.mailNone')}</Fact>
          {data.notice && <Fact label={t('shell.language')}>{LANGUAGE_NAMES[data.notice.language]}</Fact>}
        </Facts>
      )}
      <CallForm form={isSent ? form : { ...form, submit: send }} className={styles.form}>
        <CallField form={form} name="mail" label={t('accountSecurity.mailNew')}>
          {(control) => <Input {...control} type="email" autoComplete="email" maxLength={254} />}
        </CallField>
        <Button className={styles.act} loading={busy} onClick={() => void send()}>
          {t('accountSecurity.mailSend')}
        </Button>
        {isSent && (
          <>
            <CallField
              form={form}
              name="code"
              label={t('accountSecurity.mailCode')}
              hint={t('accountSecurity.mailSent', { mail: mail.trim() })}
            >
              {(control) => <Input {...control} inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_DIGITS} />}
            </CallField>
            <CallField form={form} name="language" label={t('shell.language')} hint={t('accountSecurity.mailLanguageHint')}>
              {(control) => <Select {...control} options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />}
            </CallField>
            <Button className={styles.act} htmlType="submit">
              {t('accountSecurity.mailSet')}
            </Button>
          </>
        )}
      </CallForm>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('accountSecurity.mailSet')}
        facts={[{ label: t('accountSecurity.mailNew'), value: form.reviewed?.mail }]}
        warning={t('accountSecurity.mailEffect')}
        confirmText={t('accountSecurity.mailSet')}
      />
    </Card>
  );
}
