import type { StaffRole } from '@purser/contract/staff';
import { uuidv7 } from 'uuidv7';
import { postMessage } from '../../../domain/message.ts';
import type { TestApp } from '../../../platform/testing/app.ts';

type AsMember<World> = (role: StaffRole, input: object, other?: object) => Promise<World>;

/** A fresh world for each write of the feature, by its path: what is asked for, and other content, by a member of staff. */
export function messageWorlds<World>(appOf: () => TestApp, asMember: AsMember<World>): Record<string, () => Promise<World>> {
  const post = (): Promise<string> => {
    const { db, secrets } = appOf().platform;
    const told = { kind: 'test', language: 'en', variables: { time: 'now' } } as const;
    return db.systemTransaction((tx) => postMessage(tx, secrets, { ownerId: 1, channel: 'mail', to: 'a@example.com', ...told }));
  };
  /** A message's wording as it stands now, which each test changes on. */
  const templateKey = async () => {
    const [row] = await appOf().sql<{ version: number }>(
      `select coalesce(max(version), 0) as version from message_template where (kind, channel, language) = ('verification_code', 'mail', 'en')`,
    );
    return { kind: 'verification_code', channel: 'mail', language: 'en', version: row?.version ?? 0 };
  };
  return {
    '/v1/operator/message/send_again': async () => {
      const message_id = await post();
      await appOf().sql(`update message set state = 'given_up' where message_id = $1`, [message_id]);
      return asMember('support', { message_id }, { message_id: await post() });
    },
    '/v1/operator/message/test': () =>
      asMember('support', { channel: 'mail', to: 'a@example.com' }, { channel: 'mail', to: 'b@example.com' }),
    '/v1/operator/message/template/change': async () => {
      const input = { ...(await templateKey()), subject: 'Code', body: '{code}' };
      return asMember('support', input, { ...input, body: 'Your code: {code}' });
    },
    '/v1/operator/message/template/reset': async () => {
      const input = await templateKey();
      return asMember('support', input, { ...input, language: 'vi' });
    },
    '/v1/operator/message/provider/mail': () => {
      const server = { host: 'mail.example.com', port: 465, security: 'tls', username: uuidv7(), password: 'its-password' };
      const input = { ...server, from_address: 'no-reply@example.com', from_name: 'Example Pay' };
      return asMember('admin', input, { ...input, port: 587 });
    },
    '/v1/operator/message/provider/sms': () => {
      const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const input = { address: `https://sms.example.com/${uuidv7()}`, from_name: 'Example Pay', key };
      return asMember('admin', input, { ...input, from_name: 'Other' });
    },
    '/v1/operator/message/provider/reset': async () => {
      await appOf().sql(`insert into message_provider (channel, settings, updated_by) values ('mail', '{}', '1') on conflict do nothing`);
      return asMember('admin', { channel: 'mail' }, { channel: 'sms' });
    },
  };
}
