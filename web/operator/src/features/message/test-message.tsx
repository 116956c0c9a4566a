import type { MessageChannel } from '@purser/contract/message-kinds';
import { FormField } from '@purser/ui/form-field';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { Modal } from '@purser/ui/modal';
import { useState, type FormEvent } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { detailOf, sendTest } from './api.ts';
import styles from './message.module.css';
import { told } from './refused.ts';
import { STATE_TONES } from './states.ts';
import { useT } from './texts.ts';

/** Sends a short message to whom staff name, and shows what becomes of it. Without a channel, a phone number gets a text message and anything else mail. */
export function TestMessage({ channel }: { readonly channel?: MessageChannel }) {
  const t = useT();
  const isAllowed = useAllowed();
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string>();
  const [posted, setPosted] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!isAllowed('message.change')) return null;

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setPosted(undefined);
    try {
      const { message_id } = await sendTest({ channel: channel ?? (to.trim().startsWith('+') ? 'sms' : 'mail'), to: to.trim() });
      setPosted(message_id);
    } catch (error) {
      setProblem(told(error, t('failure.network'))?.message);
    } finally {
      setBusy(false);
    }
  };
  const close = (): void => {
    setOpen(false);
    setPosted(undefined);
  };

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('message.test')}</Button>
      <Modal open={open} title={t('message.test')} onCancel={close} busy={busy} footer={null} destroyOnHidden>
        <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
          <p>{t('message.testLead')}</p>
          <FormField label={t('message.testTo')} hint={t('message.testToHint')} problem={problem}>
            {(control) => (
              <Input
                {...control}
                value={to}
                status={problem === undefined ? '' : 'error'}
                autoComplete="off"
                autoCapitalize="none"
                maxLength={254}
                onChange={(event) => {
                  setTo(event.target.value);
                  setProblem(undefined);
                }}
              />
            )}
          </FormField>
          {posted !== undefined && <Outcome messageId={posted} />}
          <Button type="primary" htmlType="submit" loading={busy} block>
            {t('message.test')}
          </Button>
        </form>
      </Modal>
    </>
  );
}

const ASK_EVERY_MS = 1_000;

/** What becomes of a message, with the other server's number: followed until it is sent or given up. */
function Outcome({ messageId }: { readonly messageId: string }) {
  const t = useT();
  const { data } = useQuery({
    ...detailOf(messageId),
    refetchInterval: ({ state }) => (state.data?.state === 'sent' || state.data?.state === 'given_up' ? false : ASK_EVERY_MS),
  });
  if (data?.message_id !== messageId) return null;
  const { state, problem, reply_code } = data;
  return (
    <output className={styles.outcome}>
      <StatusTag tone={STATE_TONES[state]}>{t(`message.state.${state}`)}</StatusTag>
      {problem !== null && <span>{t(`message.problem.${problem}`)}</span>}
      {reply_code !== null && <span>{t('senders.reply', { code: reply_code })}</span>}
    </output>
  );
}
