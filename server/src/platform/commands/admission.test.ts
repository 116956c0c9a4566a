import { call } from '@purser/contract/call';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { merchantRoute, payerRoute, signedRoute } from '../http/route.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { endMaintenance, startMaintenance } from '../testing/maintenance.ts';
import { makeMerchant, type TestMerchant } from '../testing/parties.ts';

/** Who may not call is told so before the body is read, and what is signed is made sense of after its signature only. */

const declared = { summary: 'Answers', input: z.strictObject({ text: z.string().optional() }), output: z.null() } as const;
const forMerchant = call({ ...declared, path: '/v1/test/merchant', caller: 'merchant' });
const forPayer = call({ ...declared, path: '/v1/test/payer', caller: 'payer', write: true });
const forKey = call({ ...declared, path: '/v1/test/signed', caller: 'access_key' });

let app: TestApp;
let port: number;
let merchant: TestMerchant;
let signedWith: { access_key: string; secret: string };

beforeAll(async () => {
  app = await createTestApp({
    routes: () => [
      merchantRoute(forMerchant, async () => null),
      payerRoute(forPayer, async () => null),
      signedRoute(forKey, async () => null),
    ],
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  port = (app.fastify.server.address() as AddressInfo).port;
  merchant = await makeMerchant(app);
  signedWith = { access_key: `pk_${merchant.merchant_id.toString(36)}_0123456789abcdef`, secret: 'sk_test' };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    signedWith.access_key,
    app.platform.secrets.seal('access-key', signedWith.secret),
  ]);
});
afterAll(() => app.close());

/** Sends a head that announces a body, and never the body; the answer's first line and outcome. */
function headAlone(path: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('"msg"')) {
        socket.destroy();
        resolve(`${text.slice(9, 12)} ${/"msg":"(\w+)"/.exec(text)?.[1]}`);
      }
    });
    socket.on('error', reject);
    const head = { host: 'localhost', 'content-type': 'application/json', 'content-length': '10000', ...headers };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

const now = () => String(Math.floor(Date.now() / 1000));
const signature = (change: Record<string, string> = {}) => ({
  'purser-key': signedWith.access_key,
  'purser-timestamp': now(),
  'purser-nonce': 'nonce',
  'purser-signature': 'f'.repeat(64),
  ...change,
});

describe('before a byte of the body', () => {
  it('a session that is none is refused', async () => {
    expect(await headAlone(forMerchant.path)).toBe('401 unauthenticated');
    expect(await headAlone(forMerchant.path, { authorization: merchant.token.slice(0, -1) + 'x' })).toBe('401 unauthenticated');
    expect(await headAlone(forPayer.path)).toBe('401 unauthenticated');
    expect(await headAlone(forPayer.path, { cookie: `purser_wallet=${merchant.token}` })).toBe('401 unauthenticated');
  });

  it("another site's page is refused", async () => {
    expect(await headAlone(forPayer.path, { origin: 'https://evil.example' })).toBe('403 forbidden');
  });

  it('a signed request is refused by key, address and time', async () => {
    expect(await headAlone(forKey.path)).toBe('401 signature_missing');
    expect(await headAlone(forKey.path, signature({ 'purser-key': 'pk_zz_0123456789abcdef' }))).toBe('401 access_key_unknown');
    expect(await headAlone(forKey.path, signature({ 'purser-timestamp': '1' }))).toBe('401 timestamp_out_of_window');
    await app.sql(`update access_key set ip_permission = '{10.0.0.1}'`);
    expect(await headAlone(forKey.path, signature())).toMatch(/^40[13] key_ip_refused$/);
    await app.sql(`update access_key set ip_permission = '{}'`);
  });

  it('maintenance is told', async () => {
    await startMaintenance(app);
    try {
      expect(await app.call(forMerchant, {}, { token: merchant.token })).toMatchObject({ msg: 'maintenance' });
      expect(await headAlone(forMerchant.path, { authorization: merchant.token })).toMatch(/maintenance$/);
    } finally {
      await endMaintenance(app);
    }
  });
});

it('nobody parses a signed body whose signature is wrong', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const send = (headers: Record<string, string>) =>
    app.fastify.inject({
      method: 'POST',
      url: forKey.path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"text":"mine"}',
    });
  const response = await send(signature());
  expect(parse.mock.calls.filter(([text]) => text === '{"text":"mine"}')).toEqual([]);
  expect(response.json()).toMatchObject({ msg: 'signature_wrong' });
  parse.mockRestore();
  expect(await app.call(forKey, { text: 'mine' }, { signedWith })).toMatchObject({ msg: 'ok' });
  // What is wrong with the content is told to whoever signed it only.
  expect(await app.send(forKey, { other: 1 }, { signedWith })).toMatchObject({ msg: 'invalid_input' });
});
