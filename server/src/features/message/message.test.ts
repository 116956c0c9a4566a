import {
  messageDetail,
  messageExport,
  messageProviderMail,
  messageProviderReset,
  messageProviders,
  messageProviderSms,
  messageQuery,
  messageSendAgain,
  messageTemplateChange,
  messageTemplateList,
  messageTemplateReset,
  messageTemplateVersions,
  messageTest,
} from '@purser/contract/features/message';
import { LANGUAGES } from '@purser/contract/language';
import { MESSAGE_KIND_NAMES, wordingProblem } from '@purser/contract/message-kinds';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postMessage } from '../../domain/message.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { tablesThatHold } from '../../platform/testing/search-database.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { messageJobs } from './jobs.ts';
import { shippedWording } from './render.ts';
import { messageRoutes } from './routes.ts';
import { MailServer } from './testing/mail-server.ts';

let app: TestApp;
let server: MailServer;
let admin: TestStaff;
let support: TestStaff;
let auditor: TestStaff;
let running: RunningJobs | undefined;

beforeAll(async () => {
  server = await MailServer.start();
  app = await createTestApp({ routes: messageRoutes, settings: { webhookAllow: [{ network: '127.0.0.1/32', port: undefined }] } });
  [admin, support, auditor] = [await makeStaff(app, 'admin'), await makeStaff(app, 'support'), await makeStaff(app, 'auditor')];
});
beforeEach(() => {
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
afterEach(async () => {
  await running?.close();
  server.manners = {};
  server.taken.length = 0;
  for (const table of ['message', 'message_template', 'message_provider', 'graphile_worker._private_jobs', 'throttle']) {
    await app.sql(`delete from ${table}`);
  }
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const SETTINGS = { username: '', from_address: 'no-reply@example.com', from_name: 'Example Pay', security: 'none' } as const;
const setServer = async (wishes: object = {}) => {
  const input = { ...SETTINGS, host: '127.0.0.1', port: server.port, ...wishes, google_code: await admin.code() };
  return admin.call(messageProviderMail, input);
};
const LINK = 'https://pay.example.com/setup#token-815';
const post = (to = 'alice@example.com', ownerId = 10000001) =>
  app.platform.db.systemTransaction((tx) =>
    postMessage(tx, app.platform.secrets, {
      ownerId,
      kind: 'merchant_setup',
      channel: 'mail',
      to,
      language: 'en',
      variables: { name: 'Alice', link: LINK, hours: '72' },
    }),
  );
const detail = async (message_id: string, staff = support) => dataOf(await staff.call(messageDetail, { message_id }));

describe('the log', () => {
  it('shows messages newest first, filtered, without what they said', async () => {
    const [first, second] = [await post(), await post('bob@example.com', 10000002)];
    await eventually(async () => expect(await detail(second)).toMatchObject({ state: 'waiting', problem: 'no_provider' }));
    const answer = await support.call(messageQuery, {});
    const rows = dataOf(answer).list;
    expect(rows.map(({ message_id }) => message_id)).toEqual([second, first]);
    expect(rows[1]).toMatchObject({ kind: 'merchant_setup', channel: 'mail', recipient: 'alice@example.com', owner_id: 10000001 });
    expect(JSON.stringify(answer)).not.toMatch(/token-815|setup#/);
    for (const filters of [
      { recipient: 'bob@example.com' },
      { recipient: 'Bob@Example.com' },
      { owner_id: 10000002 },
      { message_id: second },
    ]) {
      expect(dataOf(await support.call(messageQuery, filters)).list.map(({ message_id }) => message_id)).toEqual([second]);
    }
    for (const filters of [{ state: 'sent' }, { kind: 'test' }, { channel: 'sms' }, { recipient: 'eve@example.com' }] as const) {
      expect(dataOf(await support.call(messageQuery, filters))).toMatchObject({ list: [], total: 0 });
    }
  });

  it('goes on after a cursor, across owners', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await post(`a${index}@example.com`, 10000001 + index));
    const page = dataOf(await support.call(messageQuery, { page_size: 2 }));
    const next = dataOf(await support.call(messageQuery, { page_size: 10, cursor: page.next_cursor as string }));
    expect([...page.list, ...next.list].map(({ message_id }) => message_id)).toEqual(ids);
    expect(page).toMatchObject({ total: 5, total_is_exact: true });
  });

  it('shows recipients in part to a role that only looks', async () => {
    const id = await post();
    expect(dataOf(await auditor.call(messageQuery, {})).list[0]?.recipient).toBe('a••••@example.com');
    expect(await auditor.call(messageQuery, { recipient: 'alice@example.com' })).toMatchObject({ msg: 'staff_not_allowed' });
    expect(await detail(id, auditor)).toMatchObject({ recipient: 'a••••@example.com' });
    expect(await detail(id, admin)).toMatchObject({ recipient: 'alice@example.com' });
  });

  it('is exported with the recipients that the role sees', async () => {
    await post();
    const exported = async (staff: TestStaff) => {
      const payload = JSON.stringify({ format: 'csv' });
      const headers = headersOf(messageExport, payload, { staffToken: staff.token });
      const answer = await app.fastify.inject({ method: 'POST', url: messageExport.path, payload, headers });
      expect(answer.headers['purser-export-rows']).toBe('1');
      return readCsv(answer.body);
    };
    expect((await exported(support))[1]).toContain('alice@example.com');
    expect((await exported(support))[1]).toContain('Merchant set-up link');
    expect((await exported(auditor))[1]).toContain('a••••@example.com');
  });

  it('knows no message that is not there', async () => {
    const message_id = '01990000-0000-7000-8000-000000000000';
    expect(await support.call(messageDetail, { message_id })).toMatchObject({ msg: 'not_found' });
    expect(await support.call(messageSendAgain, { message_id })).toMatchObject({ msg: 'not_found' });
  });
});

describe('sending again', () => {
  it('tries a message that was given up, once, and notes who asked', async () => {
    await setServer();
    server.manners = { recipient: 550 };
    const id = await post();
    await eventually(async () =>
      expect(await detail(id)).toMatchObject({ state: 'given_up', can_send_again: true, next_attempt_time: null }),
    );
    server.manners = {};
    expect(await support.call(messageSendAgain, { message_id: id })).toMatchObject({ msg: 'ok' });
    await eventually(async () => expect(await detail(id)).toMatchObject({ state: 'sent', attempts: 2, problem: null }));
    await eventually(async () => expect(await detail(id)).toMatchObject({ can_send_again: false }));
    expect(server.taken).toHaveLength(1);
    expect(await app.sql(`select actor, action from audit_log where action = 'message.send_again'`)).toEqual([
      { actor: String(support.staffId), action: 'message.send_again' },
    ]);
    expect(await support.call(messageSendAgain, { message_id: id })).toMatchObject({ msg: 'message_gone' });
    expect(await detail(id)).toMatchObject({ state: 'sent' });
  });
});

describe('the test', () => {
  it('sends a message to whom staff name, and its detail tells how it went', async () => {
    await setServer();
    const { message_id } = dataOf(await support.call(messageTest, { channel: 'mail', to: 'me@example.com' }, { language: 'vi' }));
    await eventually(async () => expect(await detail(message_id)).toMatchObject({ state: 'sent', kind: 'test' }));
    expect(server.taken[0]?.email.subject).toBe('Tin nhắn thử từ Example Pay');
    server.manners = { connect: 554 };
    const again = dataOf(await support.call(messageTest, { channel: 'mail', to: 'me@example.com' }));
    await eventually(async () => expect(await detail(again.message_id)).toMatchObject({ problem: 'sender_refused', reply_code: 554 }));
  });

  it('takes addresses only, and not many', async () => {
    for (const [channel, to] of [
      ['mail', 'nobody'],
      ['mail', 'a@example.com\nb@example.com'],
      ['sms', '12345'],
    ] as const) {
      expect(await support.call(messageTest, { channel, to })).toMatchObject({ msg: 'message_address_wrong' });
    }
    for (let index = 0; index < 20; index += 1) await support.call(messageTest, { channel: 'mail', to: 'me@example.com' });
    expect(await support.call(messageTest, { channel: 'mail', to: 'me@example.com' })).toMatchObject({ msg: 'too_many_requests' });
  });
});

describe('the provider', () => {
  it('is shown without its password, which is kept sealed', async () => {
    expect(dataOf(await auditor.call(messageProviders, {}))).toMatchObject({
      mail: { source: 'none', settings: null, has_secret: false },
      waiting: 0,
    });
    expect(await setServer({ username: 'me', password: 'the-servers-pa55word' })).toMatchObject({ msg: 'ok' });
    const shown = await auditor.call(messageProviders, {});
    expect(dataOf(shown).mail).toMatchObject({ source: 'staff', has_secret: true, settings: { host: '127.0.0.1', username: 'me' } });
    expect(JSON.stringify(shown)).not.toContain('the-servers');
    expect(await tablesThatHold(app, 'the-servers-pa55word')).toEqual([]);
    expect(
      await app.sql(`select details from audit_log where action = 'message_provider.change' order by sequence desc limit 1`),
    ).toMatchObject([{ details: { channel: 'mail', host: '127.0.0.1' } }]);
  });

  it('keeps its password for its own server only', async () => {
    expect(await setServer({ username: 'me' })).toMatchObject({ msg: 'message_secret_required' });
    await setServer({ username: 'me', password: 'the-servers-pa55word' });
    expect(await setServer({ username: 'me', from_name: 'Other' })).toMatchObject({ msg: 'ok' });
    expect(await setServer({ username: 'me', host: 'mail.example.org' })).toMatchObject({ msg: 'message_secret_required' });
    expect(dataOf(await admin.call(messageProviders, {})).mail.settings).toMatchObject({ host: '127.0.0.1', from_name: 'Other' });
  });

  it('lets what waited go at once, and is forgotten again', async () => {
    const id = await post();
    await eventually(async () => expect(await detail(id)).toMatchObject({ state: 'waiting', problem: 'no_provider' }));
    expect(dataOf(await admin.call(messageProviders, {})).waiting).toBe(1);
    await setServer();
    await eventually(async () => expect(await detail(id)).toMatchObject({ state: 'sent' }));
    // Whoever has not seen this server does not take it away.
    const unseen = { channel: 'mail', before: { update_time: null } } as const;
    expect(await admin.call(messageProviderReset, { ...unseen, google_code: await admin.code() })).toMatchObject({ msg: 'terms_changed' });
    const { update_time } = dataOf(await admin.call(messageProviders, {})).mail;
    const seen = { channel: 'mail', before: { update_time } } as const;
    expect(await admin.call(messageProviderReset, { ...seen, google_code: await admin.code() })).toMatchObject({ msg: 'ok' });
    expect(dataOf(await admin.call(messageProviders, {})).mail).toMatchObject({ source: 'none' });
  });

  it('of text messages needs a key', async () => {
    const input = { address: 'https://sms.example.com/send', from_name: 'Example Pay' };
    expect(await admin.call(messageProviderSms, { ...input, google_code: await admin.code() })).toMatchObject({
      msg: 'message_secret_required',
    });
    const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await admin.call(messageProviderSms, { ...input, key, google_code: await admin.code() })).toMatchObject({ msg: 'ok' });
    expect(dataOf(await admin.call(messageProviders, {})).sms).toMatchObject({ source: 'staff', settings: input, has_secret: true });
    expect(await tablesThatHold(app, key)).toEqual([]);
  });

  it('that somebody else has set since it was looked at is not set back', async () => {
    const seen = async () => ({ update_time: dataOf(await admin.call(messageProviders, {})).mail.update_time });
    const before = await seen();
    expect(before).toEqual({ update_time: null });
    expect(await setServer({ before, from_name: 'First' })).toMatchObject({ msg: 'ok' });
    expect(await setServer({ before, from_name: 'Second' })).toMatchObject({ msg: 'terms_changed' });
    expect(dataOf(await admin.call(messageProviders, {})).mail.settings).toMatchObject({ from_name: 'First' });
    expect(await setServer({ before: await seen(), from_name: 'Second' })).toMatchObject({ msg: 'ok' });
    const sms = { address: 'https://sms.example.com/send', from_name: 'x', key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
    const setSms = async () => admin.call(messageProviderSms, { ...sms, before: { update_time: null }, google_code: await admin.code() });
    expect([await setSms(), await setSms()]).toMatchObject([{ msg: 'ok' }, { msg: 'terms_changed' }]);
  });

  it('is set by nobody without a code', async () => {
    const input = { ...SETTINGS, host: '127.0.0.1', port: server.port };
    expect(await admin.call(messageProviderMail, { ...input, google_code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await app.sql('select from message_provider')).toEqual([]);
  });
});

describe('the wording', () => {
  const KEY = { kind: 'verification_code', channel: 'mail', language: 'en' } as const;
  const words = { subject: 'Code from {service}', body: 'Dear customer,\r\n\r\n{code}\n\nBest <regards>' };

  it.each(MESSAGE_KIND_NAMES)('of %s as it is shipped names what it may and must, in every language', async (kind) => {
    const { templates } = dataOf(await auditor.call(messageTemplateList, {}));
    const own = templates.filter((template) => template.kind === kind);
    expect(own.length).toBeGreaterThan(0);
    for (const { channel, wordings } of own) {
      expect(wordings.map(({ language }) => language)).toEqual(LANGUAGES);
      for (const { language, subject, body, changed, version } of wordings) {
        expect([wordingProblem(kind, { subject, body }), changed, version]).toEqual([undefined, false, 0]);
        expect({ subject, body }).toEqual(shippedWording(kind, channel, language));
        expect([body !== '', (subject !== '') === (channel === 'mail')]).toEqual([true, true]);
      }
    }
  });

  it('is sent as staff changed it, keeps its versions and goes back to what was shipped', async () => {
    await setServer();
    expect(dataOf(await support.call(messageTemplateChange, { ...KEY, ...words, version: 0 }))).toEqual({ version: 1 });
    const send = () =>
      app.platform.db.systemTransaction((tx) =>
        postMessage(tx, app.platform.secrets, { ownerId: 1, to: 'a@example.com', ...KEY, variables: { code: '123456', minutes: '10' } }),
      );
    await send();
    await eventually(() => expect(server.taken).toHaveLength(1));
    expect(server.taken[0]?.email).toMatchObject({
      subject: 'Code from Example Pay',
      text: expect.stringContaining('Dear customer,\n\n123456\n\nBest <regards>'),
    });
    expect(server.taken[0]?.email.html).toContain('Best &lt;regards&gt;');
    expect(dataOf(await support.call(messageTemplateReset, { ...KEY, version: 1 }))).toEqual({ version: 2 });
    await send();
    await eventually(() => expect(server.taken).toHaveLength(2));
    expect(server.taken[1]?.email.subject).toBe('Your verification code for Example Pay');
    const { versions } = dataOf(await auditor.call(messageTemplateVersions, KEY));
    expect(versions).toMatchObject([
      { version: 2, subject: null, body: null, changed_by: support.username },
      { version: 1, subject: 'Code from {service}' },
    ]);
  });

  it.each([
    [{ body: 'Your code is here' }, 'message_variable_missing', '{code}'],
    [{ body: 'https://elsewhere.example/?{code}' }, 'message_variable_missing', '{code}'],
    [{ body: 'elsewhere.example/é{code}{minutes} {code}' }, 'message_variable_missing', '{code}'],
    [{ body: '{code} {name}' }, 'message_variable_unknown', '{name}'],
    [{ body: '{code} and {cod' }, 'message_variable_unknown', '{{}'],
    [{ subject: 'Code {code}' }, 'message_secret_in_subject', '{code}'],
  ] as const)('%j is refused with %s, which names %s', async (change, outcome, variable) => {
    const answer = await support.call(messageTemplateChange, { ...KEY, ...words, ...change, version: 0 });
    expect(answer).toMatchObject({ msg: outcome, detail: expect.stringContaining(variable) });
    expect(await app.sql('select from message_template')).toEqual([]);
  });

  it('is not changed on top of a version that somebody else has made meanwhile', async () => {
    const answers = await Promise.all([support, admin].map((staff) => staff.call(messageTemplateChange, { ...KEY, ...words, version: 0 })));
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['message_template_changed', 'ok']);
    expect(await support.call(messageTemplateReset, { ...KEY, version: 0 })).toMatchObject({ msg: 'message_template_changed' });
  });

  it('of a text message has no subject and is short; of a mail it has one, on one line', async () => {
    const sms = { ...KEY, channel: 'sms', version: 0 } as const;
    expect(await support.call(messageTemplateChange, { ...sms, ...words })).toMatchObject({ msg: 'invalid_input' });
    expect(await support.call(messageTemplateChange, { ...sms, subject: '', body: `{code}${'x'.repeat(300)}` })).toMatchObject({
      msg: 'invalid_input',
    });
    expect(await support.call(messageTemplateChange, { ...KEY, ...words, subject: 'a\nBcc: b', version: 0 })).toMatchObject({
      msg: 'invalid_input',
    });
    expect(await support.call(messageTemplateChange, { ...KEY, ...words, subject: ' ', version: 0 })).toMatchObject({
      msg: 'invalid_input',
    });
    expect(
      await support.call(messageTemplateChange, { ...KEY, ...words, kind: 'password_changed', channel: 'sms', subject: '', version: 0 }),
    ).toMatchObject({
      msg: 'not_found',
    });
  });
});
