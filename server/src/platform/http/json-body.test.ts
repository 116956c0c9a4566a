import { type Call, call } from '@purser/contract/call';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, headersOf, type TestApp } from '../testing/app.ts';
import { makeMerchant } from '../testing/parties.ts';
import { publicRoute, signedRoute } from './route.ts';

const input = z.strictObject({ text: z.string().optional() });
const signed = call({ path: '/v1/open/test/say', caller: 'access_key', summary: 'Says it again', input, output: z.unknown() });
const open = call({ path: '/v1/test/say', caller: 'public', summary: 'Says it again', input, output: z.unknown() });

let app: TestApp;
let key: { readonly access_key: string; readonly secret: string };
beforeAll(async () => {
  app = await createTestApp({ routes: () => [signedRoute(signed, async (said) => said), publicRoute(open, async (said) => said)] });
  const { merchant_id } = await makeMerchant(app);
  key = { access_key: `pk_${merchant_id.toString(36)}_${randomBytes(12).toString('hex')}`, secret: 'sk_of_a_test' };
  const sealed = app.platform.secrets.seal('access-key', key.secret);
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [merchant_id, key.access_key, sealed]);
});
afterAll(() => app.close());

/** `{"text":"é"}` as UTF-8 has it, and as Latin 1 does, which is no UTF-8. */
const UTF8 = Buffer.from('{"text":"é"}');
const LATIN1 = Buffer.from('{"text":"é"}', 'latin1');

async function send(to: Call, body: Buffer) {
  const headers = headersOf(to, body, { signedWith: to === signed ? key : undefined });
  const answer = await app.fastify.inject({ method: 'POST', url: to.path, headers, payload: body });
  return { status: answer.statusCode, ...answer.json<{ msg: string; data: unknown }>() };
}

describe('a body that is no UTF-8', () => {
  const refused = { status: 400, msg: 'invalid_input', data: { fields: [{ field: 'body', problem: 'must be JSON in UTF-8' }] } };

  it('is refused for that, though its signature is right', async () => {
    expect(await send(signed, UTF8)).toMatchObject({ status: 200, data: { text: 'é' } });
    expect(await send(signed, LATIN1)).toMatchObject(refused);
  });

  it('is refused without a signature as well, rather than kept with other letters', async () => {
    expect(await send(open, UTF8)).toMatchObject({ status: 200, data: { text: 'é' } });
    expect(await send(open, LATIN1)).toMatchObject(refused);
  });
});
