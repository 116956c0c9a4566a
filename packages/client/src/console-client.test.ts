import { assetQuery } from '@purser/contract/features/asset';
import { merchantEvents } from '@purser/contract/features/events';
import { assetFlowExport } from '@purser/contract/features/fund-flow';
import { expect, test } from 'vitest';
import { createConsoleClient, judge } from './console-client.ts';
import { CallRefused, NoAnswer, NotSent } from './transport.ts';

function clientAnswering(answer: () => Response, headers: Readonly<Record<string, string>> = {}) {
  const told: string[] = [];
  const client = createConsoleClient({
    host: () => '',
    headers: () => headers,
    login: () => headers['Authorization'],
    fetch: async () => answer(),
    onLogin: () => told.push('login'),
    onMaintenance: (text) => told.push(text === undefined ? 'maintenance' : `maintenance ${text}`),
    onRestricted: (ip, why) => told.push(`restricted ${why} ${ip}`),
    onNotAllowed: () => told.push('not allowed'),
    onAdvice: (detail) => told.push(`advice ${detail}`),
    onRefused: (detail) => told.push(`refused ${detail}`),
    onNoAnswer: (error) => told.push(`no answer ${error.reason}`),
    wordless: () => 'no words',
  });
  return { client, told };
}

const envelope =
  (code: number, data: unknown = null, http = 200) =>
  () =>
    Response.json({ code, msg: 'name', detail: 'words', data, request_id: 'r' }, { status: http });

test.each([
  [200, undefined, 'as_is'],
  [200, 200, 'success'],
  [200, 6032, 'success'],
  [200, 42110, 'success'],
  [200, 6016, 'advice'],
  [200, 401, 'login'],
  [401, 6511, 'login'],
  [401, undefined, 'login'],
  [200, 511, 'maintenance'],
  [200, 512, 'restricted'],
  [200, 6034, 'restricted'],
  [200, 6201, 'refused'],
  [429, 429, 'refused'],
  [500, 500, 'refused'],
] as const)('HTTP %s with code %s is judged: %s', (http, code, verdict) => {
  expect(judge(http, code)).toBe(verdict);
});

test.each([200, 6032, 42110])('code %s resolves with the data and says nothing', async (code) => {
  const { client, told } = clientAnswering(envelope(code, { list: [] }));
  await expect(client.request(assetQuery, {})).resolves.toEqual({ list: [] });
  expect(told).toEqual([]);
});

test('what a role does not allow is told as that, also to who tells refusals in other ways', async () => {
  const { client, told } = clientAnswering(envelope(6701, null, 403));
  await expect(client.request(assetQuery, {})).rejects.toThrow(CallRefused);
  await expect(client.request(assetQuery, {}, { quiet: true })).rejects.toThrow(CallRefused);
  expect(told).toEqual(['not allowed', 'refused words', 'not allowed']);
});

test('6016 resolves and says its words', async () => {
  const { client, told } = clientAnswering(envelope(6016, { list: [] }));
  await expect(client.request(assetQuery, {})).resolves.toEqual({ list: [] });
  expect(told).toEqual(['advice words']);
});

test.each([
  [envelope(401, null, 401), 'login'],
  [() => new Response('', { status: 401 }), 'login'],
  [envelope(511), 'maintenance'],
  [envelope(511, { text: 'New disks.', starts_at: '', ends_at: null }), 'maintenance New disks.'],
  [envelope(6034, { login_ip: '203.0.113.9' }), 'restricted address 203.0.113.9'],
  [envelope(512), 'restricted account undefined'],
  [envelope(6201), 'refused words'],
])('every other answer rejects after the user was told', async (answer, said) => {
  const { client, told } = clientAnswering(answer);
  await expect(client.request(assetQuery, {})).rejects.toBeInstanceOf(CallRefused);
  expect(told).toEqual([said]);
});

test('a quiet call says nothing of a refusal, yet still leaves the page when the session has ended', async () => {
  const refused = clientAnswering(envelope(6201));
  await expect(refused.client.request(assetQuery, {}, { quiet: true })).rejects.toMatchObject({ code: 6201, message: 'words' });
  expect(refused.told).toEqual([]);

  const ended = clientAnswering(envelope(401, null, 401));
  await expect(ended.client.request(assetQuery, {}, { quiet: true })).rejects.toBeInstanceOf(CallRefused);
  expect(ended.told).toEqual(['login']);
});

test('no answer at all is told and rejects', async () => {
  const { client, told } = clientAnswering(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(client.request(assetQuery, {})).rejects.toBeInstanceOf(NoAnswer);
  expect(told).toEqual(['no answer network']);
});

test.each(['', '  ', undefined])(
  'a refusal whose words are %j is told by words of our own, and advice without words by none',
  async (detail) => {
    const saying = (code: number) => () => Response.json({ code, msg: 'name', detail, data: null });
    const refused = clientAnswering(saying(6201));
    await expect(refused.client.request(assetQuery, {})).rejects.toMatchObject({ code: 6201, message: 'no words' });
    expect(refused.told).toEqual(['refused no words']);

    const quiet = clientAnswering(saying(6201));
    await expect(quiet.client.request(assetQuery, {}, { quiet: true })).rejects.toMatchObject({ message: 'no words' });
    expect(quiet.told).toEqual([]);

    const advised = clientAnswering(saying(6016));
    await expect(advised.client.request(assetQuery, {})).resolves.toBeNull();
    expect(advised.told).toEqual([]);
  },
);

test('a body without a code is what a call resolves with, unless HTTP says that it is an error', async () => {
  const bare = (status: number) => clientAnswering(() => Response.json({ hosts: [] }, { status }));
  await expect(bare(200).client.request(assetQuery, {})).resolves.toEqual({ hosts: [] });

  const failed = bare(502);
  await expect(failed.client.request(assetQuery, {})).rejects.toMatchObject({ reason: 'unavailable' });
  expect(failed.told).toEqual(['no answer unavailable']);
  await expect(bare(401).client.request(assetQuery, {})).rejects.toBeInstanceOf(CallRefused);
});

test('a request that cannot be made is told by its error, and nothing is sent', async () => {
  let sent = 0;
  const client = () => clientAnswering(() => Response.json({ sent: (sent += 1) }), { Authorization: '令牌' });
  const told = client();
  await expect(told.client.request(assetQuery, {})).rejects.toBeInstanceOf(NotSent);
  expect(told.told).toEqual([expect.stringMatching(/^refused .*(header|ByteString)/i)]);

  const quiet = client();
  await expect(quiet.client.request(assetQuery, {}, { quiet: true })).rejects.toBeInstanceOf(NotSent);
  expect(quiet.told).toEqual([]);
  expect(sent).toBe(0);
});

test('a file comes as a response; a refusal in its place is read and told', async () => {
  const file = clientAnswering(() => new Response('a,b\n', { headers: { 'content-type': 'text/csv' } }));
  expect(await (await file.client.file(assetFlowExport, { format: 'csv' })).text()).toBe('a,b\n');

  const refused = clientAnswering(envelope(6209));
  await expect(refused.client.file(assetFlowExport, { format: 'csv' })).rejects.toMatchObject({ code: 6209 });
  expect(refused.told).toEqual(['refused words']);
});

test('a stream comes as a response; an answer in its place leads where it does everywhere', async () => {
  const { signal } = new AbortController();
  const stream = clientAnswering(() => new Response(': \n\n', { headers: { 'content-type': 'text/event-stream' } }));
  expect((await stream.client.events(merchantEvents, { signal })).ok).toBe(true);
  expect(stream.told).toEqual([]);

  const shutOut = clientAnswering(envelope(6034, { login_ip: '203.0.113.9' }));
  await expect(shutOut.client.events(merchantEvents, { signal })).rejects.toBeInstanceOf(CallRefused);
  expect(shutOut.told).toEqual(['restricted address 203.0.113.9']);

  const ended = clientAnswering(envelope(401, null, 401));
  expect((await ended.client.events(merchantEvents, { signal })).status).toBe(401);
  expect(ended.told).toEqual(['login']);

  const busy = clientAnswering(envelope(429, null, 429));
  await expect(busy.client.events(merchantEvents, { signal })).rejects.toMatchObject({ code: 429 });
  expect(busy.told).toEqual([]);
});

test.each([
  ['in another tab somebody has logged in meanwhile', 'second', []],
  ['somebody has logged out meanwhile', undefined, ['login']],
  ['nobody has logged in or out', 'first', ['login']],
])('a refusal that comes late ends only the login it was asked under: %s', async (_, now, expected) => {
  for (const ask of ['request', 'file', 'events'] as const) {
    let token: string | undefined = 'first';
    const told: string[] = [];
    const client = createConsoleClient({
      host: () => '',
      headers: () => ({ ...(token !== undefined && { Authorization: token }) }),
      login: () => token,
      fetch: async (_url, init) => {
        const asked = new Headers(init?.headers).get('Authorization');
        token = now;
        return asked === 'first'
          ? envelope(6511, null, 401)()
          : new Response(': \n\n', { headers: { 'content-type': 'text/event-stream' } });
      },
      onLogin: () => told.push('login'),
      onMaintenance: () => {},
      onRestricted: () => {},
      onNotAllowed: () => {},
      onAdvice: () => {},
      onRefused: () => {},
      onNoAnswer: () => {},
      wordless: () => 'no words',
    });
    const { signal } = new AbortController();
    if (ask === 'request') await expect(client.request(assetQuery, {})).rejects.toThrow(CallRefused);
    if (ask === 'file') await expect(client.file(assetFlowExport, { format: 'csv' } as never)).rejects.toThrow(CallRefused);
    // What happens is followed on under the new login.
    if (ask === 'events') expect((await client.events(merchantEvents, { signal })).ok).toBe(now === 'second');
    expect(told, ask).toEqual(expected);
  }
});
