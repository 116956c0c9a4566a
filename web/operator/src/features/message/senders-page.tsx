import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { messageProviderReset } from '@purser/contract/features/message';
import type { MessageChannel } from '@purser/contract/message-kinds';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { shownAnewIfChanged } from '../../shared/changed-elsewhere.ts';
import { useAllowed } from '../../shared/session.ts';
import { type MailSender, readSendersAgain, SENDERS, senders, type SmsSender } from './api.ts';
import { MailForm } from './mail-form.tsx';
import styles from './message.module.css';
import { RegistrationSwitch } from './registration-switch.tsx';
import { SmsForm } from './sms-form.tsx';
import { TestMessage } from './test-message.tsx';
import { useT, type T } from './texts.ts';

/** By what mail and text messages go out, and whether people may register, who need them. */
export default function SendersPage() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(senders);
  return (
    <>
      <PageHead title={t('menu.senders')} hint={t('senders.hint')} />
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!isError && !data && <Skeleton active aria-busy />}
      {data && (
        <div className={styles.senders}>
          {data.waiting > 0 && <output className={styles.waiting}>{t('senders.waiting', { count: data.waiting })}</output>}
          <Mail sender={data.mail} />
          <Sms sender={data.sms} />
          <RegistrationSwitch />
        </div>
      )}
    </>
  );
}

function Mail({ sender }: { readonly sender: MailSender }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { settings } = sender;
  return (
    <Sender channel="mail" title={t('message.channel.mail')} sender={sender} onChange={() => setOpen(true)}>
      {settings && (
        <Facts>
          <Fact label={t('senders.host')}>{`${settings.host}:${settings.port}`}</Fact>
          <Fact label={t('senders.security')}>{t(`senders.security.${settings.security}`)}</Fact>
          <Fact label={t('senders.username')}>{settings.username || '–'}</Fact>
          <Fact label={t('senders.password')}>{secretText(sender, t)}</Fact>
          <Fact label={t('senders.from')}>{`${settings.from_name} <${settings.from_address}>`}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(sender.update_time)}</Fact>
        </Facts>
      )}
      <MailForm sender={sender} open={open} onClose={() => setOpen(false)} />
    </Sender>
  );
}

function Sms({ sender }: { readonly sender: SmsSender }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { settings } = sender;
  return (
    <Sender channel="sms" title={t('message.channel.sms')} sender={sender} onChange={() => setOpen(true)}>
      {settings && (
        <Facts>
          <Fact label={t('senders.address')}>{settings.address}</Fact>
          <Fact label={t('senders.key')}>{secretText(sender, t)}</Fact>
          <Fact label={t('senders.fromName')}>{settings.from_name}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(sender.update_time)}</Fact>
        </Facts>
      )}
      <SmsForm sender={sender} open={open} onClose={() => setOpen(false)} />
    </Sender>
  );
}

interface SenderProps {
  readonly channel: MessageChannel;
  readonly title: string;
  readonly sender: MailSender | SmsSender;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

/** A sender as it was looked at. */
interface Seen {
  readonly channel: MessageChannel;
  readonly before: { readonly update_time: string | null };
}

function Sender({ channel, title, sender, onChange, children }: SenderProps) {
  const t = useT();
  const isAllowed = useAllowed();
  const reset = useConfirmedAct(messageProviderReset, {
    contentsOf: (seen: Seen) => seen,
    onDone: () => {
      readSendersAgain();
      toast.success(t('senders.saved'));
    },
    onRefused: shownAnewIfChanged(SENDERS),
  });
  const canSend = sender.source !== 'none';
  return (
    <section className={styles.sender} aria-label={title}>
      <div className={styles.senderHead}>
        <h2>{title}</h2>
        <StatusTag tone={canSend ? 'success' : 'warning'}>{t(`senders.source.${sender.source}`)}</StatusTag>
      </div>
      {!canSend && <p>{t('senders.noneHint')}</p>}
      {sender.source === 'mailbox' && <p>{t('senders.mailboxHint')}</p>}
      {children}
      <div className={styles.acts}>
        {isAllowed('system.change') && (
          <Button type={canSend ? 'default' : 'primary'} onClick={onChange}>
            {t(sender.settings ? 'senders.change' : 'senders.set')}
          </Button>
        )}
        {canSend && <TestMessage channel={channel} />}
        {isAllowed('system.change') && sender.source === 'staff' && (
          <Button danger onClick={() => reset.begin({ channel, before: { update_time: sender.update_time } })}>
            {t('senders.reset')}
          </Button>
        )}
      </div>
      <ConfirmWithCode
        {...reset.confirmation}
        title={t('senders.reset')}
        facts={[{ label: t('message.channelTitle'), value: title, strong: true }]}
        warning={t('senders.resetWarning')}
        confirmText={t('senders.reset')}
        danger
      />
    </section>
  );
}

function secretText({ has_secret }: MailSender | SmsSender, t: T): string {
  return t(has_secret ? 'senders.secretKept' : 'senders.secretNone');
}
