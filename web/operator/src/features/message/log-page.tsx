import { lazyPart } from '@purser/ui/lazy-part';
import { listKit } from '@purser/console-kit/list/list-kit';
import type { message } from '@purser/i18n/operator/message/en';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { messageExport, messageQuery } from '@purser/contract/features/message';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { STATE_TONES } from './states.ts';
import { TestMessage } from './test-message.tsx';

/** What is done to a row comes with the first one that is opened. */
const MessageDetails = lazyPart(async () => ({ default: (await import('./message-details.tsx')).MessageDetails }));

/** Every message that was posted. */
export default listKit<OperatorTexts & typeof message>({}).listPage(messageQuery, {
  id: 'messages',
  title: 'menu.messages',
  hint: 'message.hint',
  label: 'message.table',
  topics: ['message'],
  rowKey: (row) => row.message_id,
  columns: (c, t) => [
    c.copy('recipient', 'message.recipient', { always: true }),
    c.choice('state', 'field.status', (value) => t(`message.state.${value}`), { tones: STATE_TONES, always: true }),
    c.choice('kind', 'message.kindTitle', (value) => t(`message.kind.${value}`), { always: true }),
    c.choice('problem', 'message.problemTitle', (value) => t(`message.problem.${value}`)),
    c.choice('channel', 'message.channelTitle', (value) => t(`message.channel.${value}`)),
    c.time('create_time', 'field.createTime'),
    c.copy('owner_id', 'message.owner'),
    c.text('attempts', 'message.attempts'),
    c.choice('language', 'message.language', (value) => LANGUAGE_NAMES[value], { optional: true }),
    c.text('reply_code', 'message.replyCode', { optional: true }),
    c.time('update_time', 'field.updateTime', { optional: true }),
    c.copy('message_id', 'message.id', { shorten: true, optional: true }),
  ],
  search: { recipient: 'message.recipient', owner_id: 'message.owner', message_id: 'message.id' },
  filters: (f, t) => [
    f.choice('state', 'field.status', (value) => t(`message.state.${value}`)),
    f.choice('kind', 'message.kindTitle', (value) => t(`message.kind.${value}`)),
    f.choice('channel', 'message.channelTitle', (value) => t(`message.channel.${value}`)),
  ],
  details: { title: 'message.detailTitle', find: (message_id) => ({ message_id }), Body: MessageDetails },
  empty: { title: 'message.emptyTitle', hint: 'message.emptyHint' },
  exports: messageExport,
  Actions: TestMessage,
});
