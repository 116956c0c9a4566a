import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { MessageKind, MessageVariables } from '@purser/contract/message-kinds';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { messageJobKey, postMessage, SEND_MESSAGE } from '../../domain/message.ts';
import { addJob, hurryJobs, retryJob, runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { logOptions } from '../../platform/observe/log.ts';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { tablesThatHold } from '../../platform/testing/search-database.ts';
import { messageJobs } from './jobs.ts';
import { Sender } from './send.ts';
import { Gateway } from './testing/gateway.ts';
import { MailServer } from './testing/mail-server.ts';

/** Everything that is ever logged, at the most talkative level. */
const lines: string[] = [];
const log = pino(
  logOptions('trace'),
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  }),
);
const KEY = `whsec_${randomBytes(32).toString('base64')}`;
let server: MailServer;
let gateway: Gateway;
let app: TestApp;
let running: RunningJobs | undefined;

beforeAll(async () => {
  [server, gateway] = [await MailServer.start(), await Gateway.start()];
  const from = { from_address: 'no-reply@pay.example.com', from_name: 'Example Pay' };
  app = await createTestApp({
    routes: () => [],
    log,
    settings: {
      webhookAllow: [{ network: '127.0.0.1/32', port: undefined }],
      mail: {
        settings: { host: '127.0.0.1', port: server.port, security: 'none', username: '', ...from },
        password: 'password-of-the-server',
      },
      sms: { settings: { address: gateway.address, from_name: 'Example Pay' }, key: KEY },
    },
  });
});
beforeEach(() => {
  running = runJobQueue(app.platform, messageJobs(app.platform), 2);
});
afterEach(async () => {
  await running?.close();
  await app.sql('delete from message');
  await app.sql('delete from message_provider');
  await app.sql('delete from graphile_worker._private_jobs');
  server.manners = {};
  server.taken.length = 0;
  gateway.asked.length = 0;
  gateway.status = 200;
});
afterAll(async () => {
  await app.close();
  await server.close();
  await gateway.close();
});

const post = <Kind extends MessageKind>(
  kind: Kind,
  variables: MessageVariables<Kind>,
  to: { channel: 'mail' | 'sms'; to: string } = { channel: 'mail', to: 'alice@example.com' },
) =>
  app.platform.db.systemTransaction((tx) =>
    postMessage(tx, app.platform.secrets, { ownerId: 50000001, kind, language: 'en', variables, ...to }),
  );
const CODE = { code: '739154', minutes: '10' };
const row = async () =>
  (await app.sql('select kind, channel, recipient, state, attempts, problem, reply_code from message order by message_id'))[0];
const jobs = () => app.sql('select key from graphile_worker._private_jobs');

describe('a message that was posted', () => {
  it('is sent once, and what it said is then nowhere in the database nor in the log', async () => {
    const id = await post('verification_code', CODE);
    await eventually(() => expect(server.taken).toHaveLength(1));
    await eventually(async () => expect(await jobs()).toEqual([]));
    const [{ email, to }] = server.taken as [MailServer['taken'][number]];
    expect([to, email.subject, email.messageId]).toEqual([
      'alice@example.com',
      'Your verification code for Example Pay',
      `<${id}@pay.example.com>`,
    ]);
    expect(email.text).toContain('739154');
    expect(email.html).toContain('739154');
    expect(await row()).toEqual({
      kind: 'verification_code',
      channel: 'mail',
      recipient: 'alice@example.com',
      state: 'sent',
      attempts: 1,
      problem: null,
      reply_code: null,
    });
    expect(await tablesThatHold(app, '739154')).toEqual([]);
    expect(lines.join('')).not.toContain('739154');
    expect(await app.platform.metrics.registry.metrics()).not.toContain('739154');
  });

  it('is nowhere in the clear while it waits and fails, either; and the search would find it', async () => {
    server.manners = { recipient: 451 };
    const link = 'https://pay.example.com/setup#one-time-token-4711';
    await post('merchant_setup', { name: 'Alice', link, hours: '72' });
    await eventually(async () => expect(await row()).toMatchObject({ state: 'failed', attempts: 1, problem: 'deferred', reply_code: 451 }));
    expect(await tablesThatHold(app, 'one-time-token-4711')).toEqual([]);
    expect(await tablesThatHold(app, 'alice@example.com')).toEqual(['public.message']);
    expect(lines.join('')).not.toMatch(/one-time-token-4711|quoted-by-the-server|password-of-the-server/);
  });

  it('is not sent when its transaction fails', async () => {
    await app.platform.db
      .systemTransaction(async (tx) => {
        const variables = { time: '2026-11-22 05:00 UTC' };
        await postMessage(tx, app.platform.secrets, {
          ownerId: 1,
          kind: 'test',
          channel: 'mail',
          to: 'alice@example.com',
          language: 'en',
          variables,
        });
        throw new Error('no');
      })
      .catch(() => {});
    await post('test', { time: 'later' });
    await eventually(() => expect(server.taken).toHaveLength(1));
    expect(server.taken[0]?.email.text).toContain('later');
  });

  it('is tried again after it failed, under the same id', async () => {
    server.manners = { data: 451 };
    const id = await post('verification_code', CODE);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'failed' }));
    server.manners = {};
    await eventually(() => expect(server.taken).toHaveLength(1));
    expect(server.taken[0]?.email.messageId).toBe(`<${id}@pay.example.com>`);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent', attempts: 2, problem: null, reply_code: null }));
  });

  it('is given up where the recipient is refused, and tried again when staff say so', async () => {
    server.manners = { recipient: 550 };
    const id = await post('merchant_setup', { name: 'Alice', link: 'https://pay.example.com/s', hours: '72' });
    await eventually(async () =>
      expect(await row()).toMatchObject({ state: 'given_up', attempts: 1, problem: 'refused', reply_code: 550 }),
    );
    await eventually(async () => expect(await jobs()).toHaveLength(1));
    server.manners = {};
    await eventually(async () =>
      expect(await app.platform.db.systemTransaction((tx) => retryJob(tx, SEND_MESSAGE, messageJobKey(id)))).toBe(true),
    );
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent', attempts: 2, problem: null }));
  });

  it('is not sent any more once it is of no use', async () => {
    server.manners = { recipient: 451 };
    await post('verification_code', CODE);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'failed' }));
    server.manners = {};
    await app.sql('update message set expire_time = now()');
    await eventually(async () => expect(await row()).toMatchObject({ state: 'given_up', problem: 'expired', attempts: 1 }));
    await eventually(async () => expect(await jobs()).toEqual([]));
    expect(server.taken).toEqual([]);
  });

  it('may arrive twice when the worker dies between the server’s yes and ours, under one Message-ID', async () => {
    server.manners = { cutAfterData: true };
    const id = await post('verification_code', CODE);
    await eventually(() => expect(server.taken).toHaveLength(1));
    server.manners = {};
    await eventually(() => expect(server.taken).toHaveLength(2));
    expect(server.taken.map(({ email }) => email.messageId)).toEqual([`<${id}@pay.example.com>`, `<${id}@pay.example.com>`]);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent' }));
  });

  it('is not sent again when the worker dies after it has written down that it was', async () => {
    const id = await post('verification_code', CODE);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent' }));
    await eventually(async () => expect(await jobs()).toEqual([]));
    // The job as it would be freed from a dead worker.
    const send = vi.spyOn(Sender.prototype, 'send');
    const [job] = messageJobs(app.platform);
    const payload = {
      owner_id: 50000001,
      message_id: id,
      kind: 'verification_code',
      channel: 'mail',
      to: 'alice@example.com',
      language: 'en',
      variables: CODE,
    };
    await job?.run(payload, { attempt: 2, isLastAttempt: false, signal: new AbortController().signal });
    expect(send).not.toHaveBeenCalled();
    expect(server.taken).toHaveLength(1);
  });

  it('arrives once each, of many that are posted at once', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => post('test', { time: `number-${index};` })));
    await eventually(async () => expect(await app.sql(`select from message where state = 'sent'`)).toHaveLength(30));
    expect(new Set(server.taken.map(({ email }) => /number-\d+;/.exec(email.text ?? '')?.[0])).size).toBe(30);
    expect(server.taken).toHaveLength(30);
  });
});

describe('without a provider', () => {
  let bare: TestApp;
  let queue: RunningJobs;
  const mailbox = new Mailbox();
  const postHere = () =>
    bare.platform.db.systemTransaction((tx) =>
      postMessage(tx, bare.platform.secrets, {
        ownerId: 50000001,
        kind: 'verification_code',
        channel: 'mail',
        to: 'alice@example.com',
        language: 'vi',
        variables: CODE,
      }),
    );
  afterEach(async () => {
    await queue.close();
    await bare.close();
  });

  it('messages wait, visibly, and go out once there is one', async () => {
    bare = await createTestApp({ routes: () => [], settings: { webhookAllow: [{ network: '127.0.0.1/32', port: undefined }] } });
    queue = runJobQueue(bare.platform, messageJobs(bare.platform), 1);
    await postHere();
    const state = async () => (await bare.sql('select state, attempts, problem from message'))[0];
    await eventually(async () => expect(await state()).toEqual({ state: 'waiting', attempts: 0, problem: 'no_provider' }));
    const settings = {
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      username: '',
      from_address: 'a@example.com',
      from_name: 'Ví',
    };
    await bare.sql(`insert into message_provider (channel, settings, updated_by) values ('mail', $1, 'admin')`, [settings]);
    await bare.platform.db.systemTransaction((tx) => hurryJobs(tx, SEND_MESSAGE));
    await eventually(async () => expect(await state()).toEqual({ state: 'sent', attempts: 1, problem: null }));
    expect(server.taken[0]?.email.subject).toBe('Mã xác minh Ví của bạn');
  });

  it('a demo’s messages are in its mailbox', async () => {
    bare = await createTestApp({ routes: () => [], settings: { mailbox } });
    queue = runJobQueue(bare.platform, messageJobs(bare.platform), 1);
    await postHere();
    await eventually(() =>
      expect(mailbox.messages).toMatchObject([{ to: 'alice@example.com', channel: 'mail', text: expect.stringContaining('739154') }]),
    );
  });
});

describe('a text message', () => {
  const phone = { channel: 'sms', to: '+84912345678' } as const;

  it('does not wait behind mails whose server takes connections and says nothing', async () => {
    server.manners = { connect: 'hang' };
    const before = server.conversations;
    for (let mails = 0; mails < 8; mails += 1) await post('login_code', CODE);
    await eventually(() => expect(server.conversations).toBeGreaterThan(before));
    await post('login_code', CODE, phone);
    await eventually(() => expect(gateway.asked).toHaveLength(1));
  });

  it('that an earlier release has queued among the mails is sent as well', async () => {
    const payload = { owner_id: 50000001, kind: 'login_code', language: 'en', variables: CODE, ...phone } as const;
    const message_id = await post('login_code', CODE, phone);
    await running?.close();
    await app.sql('delete from graphile_worker._private_jobs');
    await app.sql(`update message set state = 'waiting'`);
    gateway.asked.length = 0;
    await app.platform.db.systemTransaction((tx) =>
      addJob(tx, app.platform.secrets, SEND_MESSAGE, { ...payload, message_id }, messageJobKey(message_id)),
    );
    running = runJobQueue(app.platform, messageJobs(app.platform), 2);
    await eventually(() => expect(gateway.asked).toHaveLength(1));
  });

  it('is sent to the gateway, signed as Standard Webhooks says', async () => {
    const id = await post('login_code', CODE, phone);
    await eventually(async () => expect(await row()).toMatchObject({ state: 'sent', channel: 'sms' }));
    const [{ headers, body }] = gateway.asked as [Gateway['asked'][number]];
    expect(new Webhook(KEY).verify(body, headers as Record<string, string>)).toEqual({
      id,
      kind: 'login_code',
      to: '+84912345678',
      language: 'en',
      text: 'Example Pay: your login code is 739154, good for 10 minutes. Never tell it to anybody.',
    });
    expect(() => new Webhook(KEY).verify(body.replace('739154', '000000'), headers as Record<string, string>)).toThrow(/signature/i);
    expect(await tablesThatHold(app, '739154')).toEqual([]);
  });

  it.each([
    [503, { state: 'failed', problem: 'deferred', reply_code: 503 }],
    [429, { state: 'failed', problem: 'deferred', reply_code: 429 }],
    [302, { state: 'failed', problem: 'deferred', reply_code: 302 }],
    [401, { state: 'failed', problem: 'login_refused', reply_code: 401 }],
    [422, { state: 'given_up', problem: 'refused', reply_code: 422 }],
    ['cut', { state: 'failed', problem: 'connection', reply_code: null }],
  ] as const)('that the gateway answers with %s is %j, without its words', async (status, expected) => {
    gateway.status = status;
    await post('login_code', CODE, phone);
    await eventually(async () => expect(await row()).toMatchObject(expected));
    expect(lines.join('')).not.toMatch(/quoted-by-the-gateway|739154/);
    expect(await tablesThatHold(app, '739154')).toEqual([]);
  });

  it('goes to no private address that is not exempted, whoever set it', async () => {
    const strict = await createTestApp({
      routes: () => [],
      settings: { demo: false, sms: { settings: { address: gateway.address, from_name: 'Example Pay' }, key: KEY } },
    });
    const payload = { owner_id: 1, message_id: '01990000-0000-7000-8000-000000000001', kind: 'login_code', to: phone.to } as const;
    const sending = new Sender(strict.platform).send(
      { ...payload, channel: 'sms', language: 'en', variables: CODE },
      new AbortController().signal,
    );
    await expect(sending).rejects.toMatchObject({ problem: 'target_refused' });
    expect(gateway.asked).toEqual([]);
    await strict.close();
  });
});

describe('what cannot be posted', () => {
  it.each([
    ['mail', 'alice'],
    ['mail', 'alice@example.com\r\nBcc: eve@example.com'],
    ['mail', 'alice@example.com, eve@example.com'],
    ['sms', '0912345678'],
    ['sms', '+84 912 345 678'],
    ['sms', '+84912345678,+84912345679'],
  ] as const)('a %s to %j', async (channel, to) => {
    await expect(post('login_code', CODE, { channel, to })).rejects.toThrow('cannot be sent');
    expect(await app.sql('select from message')).toEqual([]);
  });
});
