import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMail, shippedWording } from './render.ts';
import type { SendFailure } from './send-failure.ts';
import { type Mail, type MailProvider, sendMail } from './smtp.ts';
import { MailServer, type MailServerManners } from './testing/mail-server.ts';

let server: MailServer;
beforeEach(async () => {
  server = await MailServer.start();
});
afterEach(() => server.close());

const MAIL: Mail = {
  id: '01990000-0000-7000-8000-000000000001',
  to: 'alice@example.com',
  subject: 'Hello',
  text: 'Text\n',
  html: '<p>Text</p>',
};
const provider = (settings: Partial<MailProvider['settings']> = {}, trusted = true): MailProvider => ({
  settings: {
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    username: '',
    from_address: 'no-reply@pay.example.com',
    from_name: 'Example Pay',
    ...settings,
  },
  password: 'pa55word-of-the-server',
  trusted,
});
const send = (mail: Partial<Mail> = {}, from = provider(), signal = new AbortController().signal) =>
  sendMail(from, { ...MAIL, ...mail }, { allow: [], signal, stepTimeoutMs: 1_000 });
const failure = async (manners: MailServerManners, from = provider()): Promise<Pick<SendFailure, 'problem' | 'replyCode' | 'final'>> => {
  server.manners = manners;
  const error: unknown = await send({}, from).catch((thrown: unknown) => thrown);
  expect(String(error)).not.toMatch(/quoted|alice|pa55/);
  const { problem, replyCode, final } = error as SendFailure;
  return { problem, replyCode, final };
};

describe('a mail', () => {
  it('arrives with its parts, from and to whom it should, under an id of its own', async () => {
    await send();
    expect(server.taken).toHaveLength(1);
    const [{ email, from, to }] = server.taken as [MailServer['taken'][number]];
    expect([from, to]).toEqual(['no-reply@pay.example.com', 'alice@example.com']);
    expect(email).toMatchObject({
      from: { name: 'Example Pay', address: 'no-reply@pay.example.com' },
      to: [{ address: 'alice@example.com' }],
      subject: 'Hello',
      text: expect.stringMatching(/^Text\s*$/),
      messageId: '<01990000-0000-7000-8000-000000000001@pay.example.com>',
    });
    expect(email.html?.trim()).toBe('<p>Text</p>');
    expect(email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('logs in where a login is set', async () => {
    server.manners = { login: { user: 'me', password: 'pa55word-of-the-server' } };
    await send({}, provider({ username: 'me' }));
    expect(server.taken).toHaveLength(1);
    expect(await failure(server.manners, provider({ username: 'you' }))).toEqual({
      problem: 'login_refused',
      replyCode: 535,
      final: false,
    });
  });

  it.each(['zh_Hans', 'zh_Hant', 'vi'] as const)('arrives as it was written in %s', async (language) => {
    const values = { name: 'Nguyễn Thị Ánh 陈', link: 'https://pay.example.com/setup#t=1', hours: '72', service: 'Ví 支付' };
    const mail = renderMail(shippedWording('merchant_setup', 'mail', language), values, language);
    await send(mail, provider({ from_name: 'Ví 支付' }));
    const [{ email }] = server.taken as [MailServer['taken'][number]];
    expect([email.subject, email.text?.trim(), email.from?.name]).toEqual([mail.subject, mail.text.trim(), 'Ví 支付']);
    expect(email.html?.trim()).toBe(mail.html.trim());
  });

  it('takes no header from a subject, a name or an address', async () => {
    const evil = 'Hi\r\nBcc: eve@example.com\r\n\r\nbody';
    await send({ subject: evil }, provider({ from_name: evil }));
    const [{ email, raw, to }] = server.taken as [MailServer['taken'][number]];
    expect(to).toBe('alice@example.com');
    expect(email.bcc).toBeUndefined();
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
    await send({ to: 'alice@example.com>\r\nRCPT TO:<eve@example.com' }).catch(() => {});
    expect(server.taken.map(({ to }) => to).join()).not.toContain('eve@');
  });
});

describe('a server that does not take it', () => {
  it.each([
    [{ connect: 421 }, { problem: 'deferred', replyCode: 421, final: false }],
    [{ connect: 554 }, { problem: 'sender_refused', replyCode: 554, final: false }],
    [{ sender: 550 }, { problem: 'sender_refused', replyCode: 550, final: false }],
    [{ recipient: 451 }, { problem: 'deferred', replyCode: 451, final: false }],
    [{ recipient: 550 }, { problem: 'refused', replyCode: 550, final: true }],
    [{ data: 452 }, { problem: 'deferred', replyCode: 452, final: false }],
    [{ data: 554 }, { problem: 'refused', replyCode: 554, final: true }],
    [{ connect: 'hang' }, { problem: 'timeout', replyCode: null, final: false }],
    [{ recipient: 'hang' }, { problem: 'timeout', replyCode: null, final: false }],
    [{ data: 'hang' }, { problem: 'timeout', replyCode: null, final: false }],
    [{ connect: 'cut' }, { problem: 'connection', replyCode: null, final: false }],
    [{ data: 'cut' }, { problem: 'connection', replyCode: null, final: false }],
  ] as const)('%j is told as %j, without its words', async (manners, expected) => {
    expect(await failure(manners)).toEqual(expected);
    expect(server.taken).toEqual([]);
  });

  it('is not waited for once the caller gives up', async () => {
    server.manners = { recipient: 'hang' };
    const stop = new AbortController();
    const sending = sendMail(provider(), MAIL, { allow: [], signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await expect(sending).rejects.toMatchObject({ problem: 'timeout' });
  });

  it('must encrypt where that was asked for, with a certificate that is known', async () => {
    expect(await failure({}, provider({ security: 'starttls' }))).toMatchObject({ problem: 'tls', final: false });
    expect(await failure({}, provider({ security: 'tls' }))).toMatchObject({ problem: 'tls', final: false });
    const secure = await MailServer.start({ disabledCommands: [] });
    try {
      expect(await failure({}, provider({ security: 'starttls', port: secure.port }))).toMatchObject({ problem: 'tls' });
      expect(secure.taken).toEqual([]);
    } finally {
      await secure.close();
    }
  });
});

describe('a server that staff have named', () => {
  const asStaff = (settings: Partial<MailProvider['settings']> = {}) => provider(settings, false);

  it('is not looked for in private networks, unless they are exempted', async () => {
    expect(await failure({}, asStaff())).toMatchObject({ problem: 'target_refused' });
    expect(server.conversations).toBe(0);
    const allow = [{ network: '127.0.0.1/32', port: server.port }];
    await sendMail(asStaff(), MAIL, { allow, signal: new AbortController().signal });
    expect(server.taken).toHaveLength(1);
  });

  it.each([22, 80, 443, 143])('is not looked for at port %i', async (port) => {
    const resolve = async () => [{ address: '93.184.215.14', family: 4 }];
    const sent = sendMail(asStaff({ host: 'mail.example.com', port, security: 'tls' }), MAIL, {
      allow: [],
      signal: new AbortController().signal,
      resolve,
    });
    await expect(sent).rejects.toMatchObject({ problem: 'target_refused' });
  });

  it('is spoken to in the clear in private networks only', async () => {
    const resolve = async () => [{ address: '93.184.215.14', family: 4 }];
    const options = { allow: [], signal: new AbortController().signal, resolve };
    await expect(sendMail(asStaff({ host: 'mail.example.com', port: 25 }), MAIL, options)).rejects.toMatchObject({
      problem: 'target_refused',
    });
  });
});
