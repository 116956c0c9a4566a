import { messageQuery } from '@purser/contract/features/message';
import type { MessageKind } from '@purser/contract/message-kinds';
import type { StaffRole } from '@purser/contract/staff';
import { sql } from 'kysely';
import { mustSeeRecipients, shownRecipient } from '../../domain/shown-recipient.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';

/** The log of messages, as staff read it. */
export const messageLog = list(messageQuery, {
  from: 'message',
  owner: 'owner_id',
  key: 'message_id',
  columns: {
    owner_id: ({ owner_id }) => Number(owner_id),
    kind: ({ kind }) => kind as MessageKind,
    problem: 'problem',
    recipient: ({ recipient, channel }, role: StaffRole | undefined) => shownRecipient(recipient, channel, role),
  },
  filters: {
    owner_id: 'owner_id',
    kind: 'kind',
    recipient: (recipient, role) => {
      mustSeeRecipients(role);
      return sql`lower(recipient) = lower(${recipient})`;
    },
  },
  beside: async (_db, _rows, { role }) => role,
});

export const messageLogFile = exportFile(messageQuery, {
  name: 'messages',
  title: 'messageLog',
  columns: {
    create_time: 24,
    kind: 28,
    channel: 14,
    recipient: 34,
    language: 20,
    state: 18,
    attempts: 10,
    problem: 26,
    reply_code: 12,
    update_time: 24,
    owner_id: 14,
    message_id: 38,
  },
});
