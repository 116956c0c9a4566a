import { type MessageChannel } from '@purser/contract/message-kinds';
import { mailSettings, smsSettings } from '@purser/contract/message-provider';
import type { Queryable } from '@purser/ledger/accounts';
import type { Platform } from '../../platform/platform.ts';
import type { SmsProvider } from './sms.ts';
import type { MailProvider } from './smtp.ts';

interface StoredProvider {
  readonly settings: unknown;
  readonly secret: Buffer | null;
  readonly update_time: Date;
}

type Needed = Pick<Platform, 'db' | 'secrets' | 'settings'>;

/** Where mail goes out: as staff have set it, else as the environment says; undefined when nothing does. */
export async function mailProvider({ db, secrets, settings }: Needed): Promise<MailProvider | undefined> {
  const stored = await storedProvider(db.system, 'mail');
  if (!stored) return settings.mail && { settings: settings.mail.settings, password: settings.mail.password, trusted: true };
  const password = stored.secret === null ? '' : secrets.open(providerPurpose('mail'), stored.secret);
  return { settings: mailSettings.parse(stored.settings), password, trusted: false };
}

/** The same for text messages. */
export async function smsProvider({ db, secrets, settings }: Needed): Promise<SmsProvider | undefined> {
  const stored = await storedProvider(db.system, 'sms');
  if (!stored) return settings.sms && { settings: settings.sms.settings, key: settings.sms.key };
  if (stored.secret === null) return undefined;
  return { settings: smsSettings.parse(stored.settings), key: secrets.open(providerPurpose('sms'), stored.secret) };
}

export async function storedProvider(db: Queryable, channel: MessageChannel): Promise<StoredProvider | undefined> {
  const { rows } = await db.query<StoredProvider>('select settings, secret, update_time from message_provider where channel = $1', [
    channel,
  ]);
  return rows[0];
}

/** What a provider's secret is sealed for. */
export function providerPurpose(channel: MessageChannel): string {
  return `message-provider:${channel}`;
}
