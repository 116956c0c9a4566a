import { staffIdentityDecide, staffIdentityDetail } from '@purser/contract/features/identity';
import { PAGE_KEY_FIELD } from '@purser/contract/payer-page';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { photo } from '../file/testing/pictures.ts';
import { closeAs } from '../privacy/testing/close.ts';

const NEXT = '/pay/abcdefghijklmnopqrstuv';
const HERE = `/wallet/authentication?next=${encodeURIComponent(NEXT)}`;
const PERSON = { surname: 'Lê', middle_name: '', name: 'Lan', id_type: 'passport', id_number: 'C1234567' };

let app: TestApp;
let user: TestUser;
let browser: PlainBrowser;
let support: TestStaff;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
  });
  support = await makeStaff(app, 'support');
  picture = await photo();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await makeUser(app, { email: `lan-${crypto.randomUUID()}@example.com`, payment_password: null });
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

/** Sends the form as a browser does, with the field of a file that was not chosen empty; opens the page that it leads to. */
async function send(
  person: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>>,
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(person)) form.set(name, value);
  for (const name of ['front', 'back', 'holder']) form.set(name, new File([new Uint8Array(files[name] ?? [])], files[name] ? 'a.jpg' : ''));
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  const type = body.headers.get('content-type') ?? '';
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await app.fastify.inject({
    method: 'POST',
    url: HERE,
    headers: { cookie, 'content-type': type, 'content-length': String(payload.length), ...headers },
    payload,
  });
  for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
  if (answer.statusCode === 303) await browser.open(String(answer.headers.location));
  return answer;
}

const submissions = () =>
  app.sql<{ submission_id: string; status: string }>('select submission_id, status from identity_submission where owner_id = $1', [
    user.user_id,
  ]);

describe('the authentication centre without JavaScript', () => {
  it('tells what is missing and where it is done, and leads back to the order', async () => {
    await browser.open(HERE);
    for (const told of ['Authentication center', 'Not authenticated', 'Not linked', 'Not set', 'Back to the order'])
      expect(browser.text).toContain(told);
    expect(browser.html).toContain(`href="${NEXT}"`);
    expect(browser.html).toContain(`href="/wallet/bank-cards?next=${encodeURIComponent(HERE)}"`);
    expect(browser.html).toContain(`/wallet/payment-password?next=${encodeURIComponent(HERE)}`);
  });

  it('leads nowhere else, and a stranger to the login', async () => {
    await browser.open('/wallet/authentication?next=https%3A%2F%2Fevil.example%2F');
    expect(browser.html).not.toMatch(/(href|action)="[^"]*evil/);
    expect((await app.fastify.inject({ method: 'GET', url: HERE })).headers.location).toContain('/wallet?next=');
  });

  it('tells at each field what is wrong with it, and which photographs are missing', async () => {
    await send({ surname: '', middle_name: 'x1', name: '-', id_type: 'id_card', id_number: '' }, {});
    const hint = 'Chinese characters or letters only. Leave out hyphens, apostrophes and dots.';
    expect(browser.toldAtFields).toMatchObject({ surname: hint, middle_name: hint, name: hint, id_number: expect.any(String) });
    expect(browser.focused).toBe('surname');
    await send({ ...PERSON, id_type: 'id_card' }, { front: picture });
    const missing = 'Information not filled completely';
    expect(browser.toldAtFields).toEqual({ back: missing, holder: missing });
    expect(browser.focused).toBe('back');
  });

  it('takes the identity with its photographs; it waits, is rejected with a reason, is handed in again and approved', async () => {
    await send(PERSON, { front: picture, holder: picture });
    for (const told of ['Submitted', 'Pending', 'Lê Lan ••••4567', 'Back to the order']) expect(browser.text).toContain(told);
    const [first] = await submissions();
    const which = { owner_id: user.user_id, submission_id: first?.submission_id ?? '' };
    const { content } = dataOf(await support.call(staffIdentityDetail, which));
    expect(content).toMatchObject({ ...PERSON, documents: [{ document: 'front' }, { document: 'holder' }] });
    const decide = async (submission_id: string, decision: 'approve' | 'reject', reason = '') =>
      dataOf(
        await support.call(staffIdentityDecide, {
          ...which,
          submission_id,
          status: 'pending',
          decision,
          reason,
          google_code: await support.code(),
        }),
      );
    await decide(which.submission_id, 'reject', 'Blurred');
    await browser.open(HERE);
    for (const told of ['Rejected', 'Blurred']) expect(browser.text).toContain(told);
    expect(await app.sql('select kind from message where owner_id = $1', [user.user_id])).toEqual([{ kind: 'identity_rejected' }]);

    await send(PERSON, { front: picture, holder: picture });
    const again = (await submissions()).find(({ status }) => status === 'pending');
    await decide(again?.submission_id ?? '', 'approve');
    await browser.open(HERE);
    expect(browser.text).toContain('Approved');
    expect(browser.html).not.toContain('type="file"');
    const status = await app.sql('select authentication_status from wallet_user where user_id = $1', [user.user_id]);
    expect(status).toEqual([{ authentication_status: 'approved' }]);
  });

  it('keeps what was typed after a refusal, without the number, and keeps no file', async () => {
    await send({ ...PERSON, id_type: 'id_card' }, { front: picture, holder: picture });
    expect(browser.text).toContain('Information not filled completely');
    expect(browser.html).toContain('value="Lê"');
    expect(browser.html).not.toContain('C1234567');
    await send({ ...PERSON, id_number: 'C-1' }, { front: picture, holder: picture });
    await send(PERSON, { front: Buffer.from('<script>alert(1)</script>'), holder: picture });
    expect(browser.text).toContain('This kind of file is not accepted here');
    expect(await submissions()).toEqual([]);
    expect(await app.sql('select from file where owner_id = $1', [user.user_id])).toEqual([]);
  });

  it('looks at other photographs though everything else of the form is as it was', async () => {
    const same = { ...PERSON, [PAGE_KEY_FIELD]: crypto.randomUUID() };
    await send(same, { front: Buffer.from('no picture'), holder: picture });
    await send(same, { front: picture, holder: picture });
    expect(await submissions()).toHaveLength(1);
  });

  it('hands in once: what waits is not changed', async () => {
    await send(PERSON, { front: picture, holder: picture });
    await send({ ...PERSON, name: 'Other' }, { front: picture, holder: picture });
    expect(browser.text).toContain('under review');
    expect(await submissions()).toHaveLength(1);
    expect(await app.sql('select from file where owner_id = $1', [user.user_id])).toHaveLength(2);
  });

  it('reads no body of a stranger, nor of a form that another site sent, nor one that is too long', async () => {
    browser.cookies.delete(PAYER_COOKIE);
    const stranger = await send(PERSON, { front: picture, holder: picture });
    expect(stranger.headers.location).toContain('/wallet?next=');
    browser.cookies.set(PAYER_COOKIE, user.token);
    expect((await send(PERSON, { front: picture, holder: picture }, { origin: 'https://evil.example' })).statusCode).toBe(403);
    await send(PERSON, { front: Buffer.alloc(11 * 1_048_576), holder: picture });
    expect(browser.text).toContain('The file is too large. It may have at most 10 MB.');
    expect(await submissions()).toEqual([]);
  });

  it.each([
    ['front', Buffer.from('no picture'), 'Photograph of the front', 'This kind of file is not accepted here'],
    ['holder', Buffer.alloc(11 * 1_048_576), 'Photograph of you with the document', 'The file is too large.'],
  ])('tells at the photograph of the %s what is wrong with it', async (document, content, label, told) => {
    await send(PERSON, { front: picture, holder: picture, [document]: content });
    const [, field = ''] = new RegExp(`<label[^>]*><span>${label}(.*?)</label>`).exec(browser.html) ?? [];
    expect(field).toContain(told);
    expect(browser.text.split(told)).toHaveLength(2);
  });

  it('takes the rest of a form that it has refused already, so that a browser goes on to the answer', async () => {
    const part = (name: string, bytes: number) => [
      Buffer.from(`--X\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`),
      Buffer.alloc(bytes, 65),
      Buffer.from('\r\n'),
    ];
    const body = Buffer.concat([
      ...part('front', 11_000_000),
      ...part('back', 9_000_000),
      ...part('holder', 9_000_000),
      Buffer.from('--X--'),
    ]);
    const head = `POST ${HERE} HTTP/1.1\r\nhost: localhost\r\ncookie: ${PAYER_COOKIE}=${user.token}\r\ncontent-type: multipart/form-data; boundary=X\r\n`;
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    const answer = once(socket, 'data');
    const sent = promisify<Buffer>(socket.write).bind(socket);
    await sent(Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body]));
    expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 303/);
    socket.destroy();
  });

  it.each([
    ['logs out elsewhere', () => app.sql('delete from session where owner_id = $1', [user.user_id]), 'unauthenticated'],
    ['is suspended', () => app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]), 'payer_suspended'],
    ['closes the account', () => closeAs(app, user), 'unauthenticated'],
  ])('takes nothing of a payer who %s while the photographs are on their way', async (_what, meanwhile, told) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(PERSON)) form.set(name, value);
    for (const name of ['front', 'holder']) form.set(name, new File([new Uint8Array(picture)], 'a.jpg'));
    const body = new Response(form);
    const payload = Buffer.from(await body.arrayBuffer());
    const head = [
      `POST ${HERE} HTTP/1.1`,
      'host: localhost',
      `cookie: ${PAYER_COOKIE}=${user.token}`,
      `content-type: ${body.headers.get('content-type')}`,
      `content-length: ${payload.length}`,
    ];
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    const answer = once(socket, 'data');
    const isTakenIn = vi.spyOn(app.platform.uploadSlots, 'take');
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), payload.subarray(0, payload.length / 2)]));
    await eventually(() => expect(isTakenIn).toHaveBeenCalled());
    await meanwhile();
    socket.write(payload.subarray(payload.length / 2));
    const [, flash = ''] = /purser_flash=([\w-]+)/.exec(String((await answer)[0])) ?? [];
    socket.destroy();
    isTakenIn.mockRestore();
    expect(JSON.parse(Buffer.from(flash, 'base64url').toString())).toMatchObject({ outcome: told });
    expect(await submissions()).toEqual([]);
    expect(await app.sql('select from file where owner_id = $1', [user.user_id])).toEqual([]);
  });
});
