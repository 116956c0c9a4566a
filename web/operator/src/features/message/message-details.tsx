import { LANGUAGE_NAMES } from '@purser/contract/language';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { detailOf, sendAgain, type Message } from './api.ts';
import { STATE_TONES } from './states.ts';
import { useT } from './texts.ts';

/** One message: to whom, how it went, and when it is tried again. */
export function MessageDetails({ row }: { readonly row: Message }) {
  const t = useT();
  const isAllowed = useAllowed();
  const { data } = useQuery(detailOf(row.message_id));
  const message = data ?? row;
  return (
    <Details>
      <DetailsHead>
        <strong>{t(`message.kind.${message.kind}`)}</strong>
        <StatusTag tone={STATE_TONES[message.state]}>{t(`message.state.${message.state}`)}</StatusTag>
        {data?.can_send_again && isAllowed('message.change') && <SendAgain messageId={row.message_id} />}
      </DetailsHead>
      <Facts>
        <Fact label={t('message.recipient')}>{message.recipient}</Fact>
        <Fact label={t('message.channelTitle')}>{t(`message.channel.${message.channel}`)}</Fact>
        <Fact label={t('message.language')}>{LANGUAGE_NAMES[message.language]}</Fact>
        <Fact label={t('message.problemTitle')}>{message.problem === null ? '–' : t(`message.problem.${message.problem}`)}</Fact>
        <Fact label={t('message.replyCode')}>{message.reply_code ?? '–'}</Fact>
        <Fact label={t('message.attempts')}>{message.attempts}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(message.create_time)}</Fact>
        <Fact label={t('field.updateTime')}>{formatInstant(message.update_time)}</Fact>
        <Fact label={t('message.nextAttempt')}>{formatInstant(data?.next_attempt_time ?? null)}</Fact>
        <Fact label={t('message.usefulUntil')}>{formatInstant(data?.expire_time ?? null)}</Fact>
        <Fact label={t('message.owner')}>{message.owner_id}</Fact>
        <Fact label={t('message.id')}>
          <CopyText text={message.message_id} what={t('message.id')} />
        </Fact>
      </Facts>
    </Details>
  );
}

function SendAgain({ messageId }: { readonly messageId: string }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendAgain(messageId);
      toast.success(t('message.sentAgain'));
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void send()}>
      {t('message.sendAgain')}
    </Button>
  );
}
