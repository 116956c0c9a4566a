import type { Call } from '@purser/contract/call';
import { accountDetail } from '@purser/contract/features/account';
import { walletAnnouncementList } from '@purser/contract/features/content';
import { openBalanceQuery } from '@purser/contract/features/open-look-up';
import { staffSession } from '@purser/contract/features/staff';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../features/open-order/testing/key.ts';
import { createTestApp, headersOf, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** What may stand in a request's line and head, of every kind of caller and at every host. */

const PAY = 'pay.localhost';
const STAFF = 'staff.localhost';
let app: TestApp;
/** Who makes a call that only they may make, and where. */
let callers: Readonly<Record<string, { readonly call: Call; readonly as: CallOptions; readonly host: string }>>;

beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
    settings: { publicUrl: `http://${PAY}`, operatorUrl: `http://${STAFF}` },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const merchant = await makeMerchant(app);
  callers = {
    api: { call: openBalanceQuery, as: { signedWith: await makeKey(app, merchant) }, host: PAY },
    console: { call: accountDetail, as: { token: merchant.token }, host: PAY },
    payer: { call: walletAnnouncementList, as: { payerToken: (await makeUser(app)).token }, host: PAY },
    operator: { call: staffSession, as: { staffToken: (await makeStaff(app, 'admin')).token }, host: STAFF },
  };
});
afterAll(() => app.close());

interface Said {
  readonly status: number;
  readonly head: string;
  readonly body: { readonly msg?: string; readonly data?: unknown };
}

/** Sends a request as it is written, and reads until the server hangs up. */
function say(line: string, headers: Readonly<Record<string, string>>, payload: string | Buffer = ''): Promise<Said> {
  const body = Buffer.from(payload);
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': String(body.length) };
  const head = Object.entries({ ...headers, ...length, connection: 'close' });
  return new Promise((resolve, reject) => {
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    let told = '';
    socket.on('data', (chunk) => (told += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      const [answer = '', text = ''] = told.split('\r\n\r\n', 2);
      const isJson = /content-type: application\/json/i.test(answer);
      resolve({ status: Number(answer.split(' ')[1]), head: answer, body: isJson ? (JSON.parse(text) as Said['body']) : {} });
    });
    const written = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${written}\r\n`), body]));
  });
}

const KINDS = ['api', 'console', 'payer', 'operator'];
const callerOf = (kind: string) => callers[kind] as (typeof callers)[string];

describe('a request line in absolute form', () => {
  it.each(KINDS)('is as good as one that begins with the path: %s', async (kind) => {
    const { call, as, host } = callerOf(kind);
    for (const target of [`http://${host}${call.path}`, `HTTPS://${host.toUpperCase()}:443${call.path}`]) {
      const said = await say(`POST ${target}`, { ...headersOf(call, '{}', as), host }, '{}');
      expect(said, target).toMatchObject({ status: 200, body: { msg: 'ok' } });
      // It is a call, so nothing that guards a page is there.
      expect(said.head).not.toMatch(/content-security-policy/i);
    }
  });

  it('names the host that was asked, whatever the Host header says', async () => {
    for (const kind of KINDS) {
      const { call, as, host } = callerOf(kind);
      const other = host === PAY ? STAFF : PAY;
      const asked = (of: string, header: string) =>
        say(`POST http://${of}${call.path}`, { ...headersOf(call, '{}', as), host: header }, '{}');
      expect(await asked(host, other), kind).toMatchObject({ status: 200 });
      expect(await asked(host, 'evil.example'), kind).toMatchObject({ status: 200 });
      for (const of of [other, 'evil.example', `${host}@evil.example`, `evil.example/${host}`, `evil.example?${host}`]) {
        expect(await asked(of, host), `${kind} ${of}`).toMatchObject({ status: 421, body: { msg: 'host_unknown' } });
      }
    }
  });

  it.each([
    ['', '/', 404],
    ['?a=b', '/?a=b', 404],
    ['/wallet?next=%2Fwallet', '/wallet?next=%2Fwallet', 200],
  ])('with %j behind the host is %j', async (rest, path, status) => {
    const [absolute, origin] = [await say(`GET http://${PAY}${rest}`, { host: PAY }), await say(`GET ${path}`, { host: PAY })];
    expect([absolute.status, origin.status]).toEqual([status, status]);
  });

  it('sends nobody who must sign in first to where it says', async () => {
    const [absolute, origin] = [
      await say(`GET http://${PAY}/wallet/sessions`, { host: PAY }),
      await say('GET /wallet/sessions', { host: PAY }),
    ];
    const goneTo = ({ status, head }: Said) => [status, /^location: (.*)$/im.exec(head)?.[1]];
    expect(goneTo(absolute)).toEqual(goneTo(origin));
    expect(goneTo(origin)).toEqual([303, '/wallet?next=%2Fwallet%2Fsessions']);
  });
});

describe('a body that says it is encoded', () => {
  it.each(KINDS.flatMap((kind) => ['gzip', 'br', 'deflate', 'x-unknown', 'gzip, identity'].map((encoding) => [kind, encoding])))(
    'is not read as if it were not: %s, %s',
    async (kind, encoding) => {
      const { call, as, host } = callerOf(kind);
      for (const payload of ['{}', gzipSync('{}')]) {
        const headers = { ...headersOf(call, payload, as), host, 'content-encoding': encoding };
        expect(await say(`POST ${call.path}`, headers, payload)).toMatchObject({
          status: 400,
          body: { msg: 'invalid_input', data: { fields: [{ field: 'content-encoding', problem: 'must be left out here' }] } },
        });
      }
    },
  );

  it('is not read either where it was encoded for the way', async () => {
    const { call, as, host } = callerOf('api');
    const head = { ...headersOf(call, '{}', as), host };
    const asked = (coding: string) => say(`POST ${call.path}`, { ...head, 'transfer-encoding': coding }, '2\r\n{}\r\n0\r\n\r\n');
    expect(await asked('gzip, chunked')).toMatchObject({
      status: 400,
      body: { msg: 'invalid_input', data: { fields: [{ field: 'transfer-encoding', problem: 'must be chunked' }] } },
    });
    expect(await asked('Chunked')).toMatchObject({ status: 200, body: { msg: 'ok' } });
  });

  it.each(KINDS)('with no encoding is read: %s', async (kind) => {
    const { call, as, host } = callerOf(kind);
    const headers = { ...headersOf(call, '{}', as), host, 'content-encoding': 'Identity' };
    expect(await say(`POST ${call.path}`, headers, '{}')).toMatchObject({ status: 200, body: { msg: 'ok' } });
  });

  it('is refused of a form on a page too', async () => {
    const headers = { host: PAY, 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip', language: 'en' };
    expect(await say('POST /wallet/login', headers, 'identity=a')).toMatchObject({ status: 400, body: { msg: 'invalid_input' } });
  });
});
