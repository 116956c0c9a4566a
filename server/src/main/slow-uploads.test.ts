import { fileUpload } from '@purser/contract/features/file';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../features/file/testing/pictures.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** Long enough for a busy machine to have let an upload in. */
const REQUEST_MS = 2_000;
const PIECES = 20;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
    settings: { timeouts: { headersMs: 10_000, requestMs: REQUEST_MS, uploadBytesPerS: 100, keepAliveMs: 10_000, silenceMs: 60_000 } },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends it in pieces, for three times as long as any other request may take, and resolves with the beginning of the answer. */
async function sendSlowly(path: string, form: FormData, header: string): Promise<string> {
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    header,
    `content-type: ${body.headers.get('content-type')}`,
    `content-length: ${payload.length}`,
  ];
  const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = once(socket, 'data');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const size = Math.ceil(payload.length / PIECES);
  for (let sent = 0; sent < payload.length; sent += size) {
    await wait((3 * REQUEST_MS) / PIECES);
    socket.write(payload.subarray(sent, sent + size));
  }
  const [begun] = (await answer) as [Buffer];
  socket.destroy();
  return begun.toString();
}

const picture = async (): Promise<File> => new File([new Uint8Array(await photo())], 'a.jpg');

it('a file that comes steadily is taken, however slowly', async () => {
  const merchant = await makeMerchant(app);
  // What is done at the first time only is not among what is timed.
  await app.call(fileUpload, { purpose: 'voucher', file: await picture() }, { token: merchant.token });
  const form = new FormData();
  form.set('purpose', 'voucher');
  form.set('file', await picture());
  expect(await sendSlowly(fileUpload.path, form, `authorization: ${merchant.token}`)).toMatch(/^HTTP\/1.1 200/);
});

it('so are the photographs of a payer', async () => {
  const user = await makeUser(app, { email: 'slow@example.com' });
  const cookie = `${PAYER_COOKIE}=${user.token}`;
  await app.fastify.inject({ url: '/wallet/authentication', headers: { cookie } });
  const form = new FormData();
  for (const [name, value] of Object.entries({ surname: 'Lê', name: 'Lan', id_type: 'passport', id_number: 'C1234567' }))
    form.set(name, value);
  for (const name of ['front', 'holder']) form.set(name, await picture());
  await sendSlowly('/wallet/authentication', form, `cookie: ${cookie}`);
  expect(await app.sql('select status from identity_submission where owner_id = $1', [user.user_id])).toEqual([{ status: 'pending' }]);
});
