import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { messageProviderMail, messageProviderReset, messageProviders, messageProviderSms } from '@purser/contract/features/message';
import type { MessageChannel } from '@purser/contract/message-kinds';
import { mailSettings, smsSettings } from '@purser/contract/message-provider';
import { SEND_MESSAGE, SEND_TEXT } from '../../domain/message.ts';
import { hurryJobs } from '../../platform/commands/job-queue.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { providerPurpose, storedProvider } from './providers.ts';

/** By what messages go out, without secrets. */
export function providers(platform: Platform): Promise<OutputOf<typeof messageProviders>> {
  const { mail, sms, mailbox } = platform.settings;
  const elsewhere = (set: unknown) => (set ? 'environment' : mailbox ? 'mailbox' : 'none');
  return readAsStaff(platform, async (tx) => {
    const [ofMail, ofSms] = [await storedProvider(tx, 'mail'), await storedProvider(tx, 'sms')];
    const { rows } = await tx.query<{ waiting: number }>(
      `select count(*)::int as waiting from message where state in ('waiting', 'failed') and problem = 'no_provider'`,
    );
    return {
      mail: {
        source: ofMail ? 'staff' : elsewhere(mail),
        settings: ofMail ? mailSettings.parse(ofMail.settings) : (mail?.settings ?? null),
        has_secret: ofMail ? ofMail.secret !== null : (mail?.password ?? '') !== '',
        update_time: ofMail?.update_time.toISOString() ?? null,
      },
      sms: {
        source: ofSms ? 'staff' : elsewhere(sms),
        settings: ofSms ? smsSettings.parse(ofSms.settings) : (sms?.settings ?? null),
        has_secret: ofSms ? ofSms.secret !== null : sms !== undefined,
        update_time: ofSms?.update_time.toISOString() ?? null,
      },
      waiting: rows[0]?.waiting ?? 0,
    };
  });
}

export function setMail(
  platform: Platform,
  input: ParsedInputOf<typeof messageProviderMail>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { password, before, google_code: _code, ...settings } = input;
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      refuseUnlessSeen(before, await setAt(tx, 'mail'));
      const kept = await secretFor(tx, platform, 'mail', password);
      if (settings.username !== '' && kept === null) throw refuse('message_secret_required');
      // A password that was set for one server is not sent to another.
      if (password === undefined && kept !== null && !(await sameServer(tx, settings.host))) throw refuse('message_secret_required');
      return storeProvider(tx, 'mail', settings, settings.username === '' ? null : kept, context);
    },
    audit: () => ({ action: 'message_provider.change', details: { channel: 'mail', host: settings.host, port: settings.port } }),
  });
}

export function setSms(
  platform: Platform,
  input: ParsedInputOf<typeof messageProviderSms>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { key, before, google_code: _code, ...settings } = input;
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      refuseUnlessSeen(before, await setAt(tx, 'sms'));
      const kept = await secretFor(tx, platform, 'sms', key);
      if (kept === null) throw refuse('message_secret_required');
      return storeProvider(tx, 'sms', settings, kept, context);
    },
    audit: () => ({ action: 'message_provider.change', details: { channel: 'sms', address: settings.address } }),
  });
}

export function resetProvider(
  platform: Platform,
  input: ParsedInputOf<typeof messageProviderReset>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { channel, before } = input;
  return confirmedWrite(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      refuseUnlessSeen(before, await setAt(tx, channel));
      await tx.deleteFrom('message_provider').where('channel', '=', channel).execute();
      await hurryJobs(tx, SEND_MESSAGE, SEND_TEXT);
      return null;
    },
    audit: () => ({ action: 'message_provider.reset', details: { channel } }),
  });
}

/** When staff have set the provider, under its lock. */
async function setAt(tx: Tx, channel: MessageChannel): Promise<{ readonly update_time: string | null }> {
  const { rows } = await tx.query<{ update_time: Date }>('select update_time from message_provider where channel = $1 for update', [
    channel,
  ]);
  return { update_time: rows[0]?.update_time.toISOString() ?? null };
}

/** The secret as it will be kept, sealed: the new one, else what staff had set before. */
async function secretFor(tx: Tx, { secrets }: Platform, channel: MessageChannel, given: string | undefined): Promise<Buffer | null> {
  if (given !== undefined && given !== '') return secrets.seal(providerPurpose(channel), given);
  return (await storedProvider(tx, channel))?.secret ?? null;
}

async function sameServer(tx: Tx, host: string): Promise<boolean> {
  const stored = await storedProvider(tx, 'mail');
  return stored !== undefined && mailSettings.parse(stored.settings).host === host;
}

/** Stores the settings, and lets every message that waits be tried by them. */
async function storeProvider(
  tx: Tx,
  channel: MessageChannel,
  settings: object,
  secret: Buffer | null,
  { staffId }: Pick<StaffContext, 'staffId'>,
): Promise<null> {
  await tx.query(
    `insert into message_provider (channel, settings, secret, updated_by) values ($1, $2, $3, $4)
     on conflict (channel) do update set settings = excluded.settings, secret = excluded.secret, updated_by = excluded.updated_by,
       update_time = date_trunc('milliseconds', now())`,
    [channel, settings, secret, String(staffId)],
  );
  await hurryJobs(tx, SEND_MESSAGE, SEND_TEXT);
  return null;
}
