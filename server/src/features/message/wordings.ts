import type { Language } from '@purser/contract/language';
import type { MessageChannel, MessageKind } from '@purser/contract/message-kinds';
import type { Queryable } from '@purser/ledger/accounts';
import { shippedWording, type Wording } from './render.ts';

/** The words that a message is sent with: those of the newest version, or the shipped ones. */
export async function wordingOf(db: Queryable, kind: MessageKind, channel: MessageChannel, language: Language): Promise<Wording> {
  const { rows } = await db.query<{ subject: string | null; body: string | null }>(
    `select subject, body from message_template where kind = $1 and channel = $2 and language = $3 order by version desc limit 1`,
    [kind, channel, language],
  );
  const [newest] = rows;
  if (newest?.subject == null || newest.body === null) return shippedWording(kind, channel, language);
  return { subject: newest.subject, body: newest.body };
}
