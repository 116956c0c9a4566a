import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openOrderQuery } from '@purser/contract/features/open-order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrderRoutes } from '../features/open-order/routes.ts';
import { signedRequest } from '../features/webhook/send.ts';
import { newWebhookSecret, rotateWebhookSecret, sealWebhookSecret } from '../features/webhook/signing.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant } from '../platform/testing/parties.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/samples');
/** No sample may take longer, whatever it waits for. */
const LONGEST_RUN_MS = 30_000;

/** What runs each sample. One whose programs are not on this machine is skipped, and its name says which is missing. */
const SAMPLES = [
  { file: 'purser.sh', command: 'sh', needs: ['sh', 'curl', 'openssl'] },
  { file: 'purser.mts', command: process.execPath, needs: [process.execPath] },
  { file: 'purser.php', command: 'php', needs: ['php'] },
  { file: 'purser.py', command: 'python3', needs: ['python3'] },
].map((sample) => ({ ...sample, missing: sample.needs.filter((program) => !isThere(program)) }));

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { timeout: 10_000 }).status === 0;
}

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

let app: TestApp;
let address: string;
let key: { access_key: string; secret: string };

beforeAll(async () => {
  app = await createTestApp({ routes: openOrderRoutes });
  const { merchant_id } = await makeMerchant(app);
  key = {
    access_key: `pk_${merchant_id.toString(36)}_${randomBytes(10).toString('hex')}`,
    secret: `sk_${randomBytes(24).toString('base64url')}`,
  };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant_id,
    key.access_key,
    app.platform.secrets.seal('access-key', key.secret),
  ]);
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const title = ({ file, missing }: (typeof SAMPLES)[number]) =>
  missing.length === 0 ? `docs/samples/${file}` : `docs/samples/${file} (not on this machine: ${missing.join(', ')})`;

describe.each(SAMPLES.map((sample) => [title(sample), sample] as const))('%s', (_, { file, command, missing }) => {
  const test = it.skipIf(missing.length > 0);

  /** Runs the sample as its reader would, with nothing but the variables that it names. */
  function run(args: readonly string[], input: string | Buffer, variables: Record<string, string>): Promise<Ran> {
    const { promise, resolve, reject } = Promise.withResolvers<Ran>();
    const child = spawn(command, [join(FOLDER, file), ...args], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
      timeout: LONGEST_RUN_MS,
      killSignal: 'SIGKILL',
    });
    let out = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject).on('close', (status) => resolve({ status, out, errors }));
    // Whoever refuses by the headers need not read the body.
    child.stdin.on('error', () => {}).end(input);
    return promise;
  }

  const order = (args: readonly string[], variables: Record<string, string> = {}) =>
    run(['order', ...args], '', { PURSER: address, PURSER_ACCESS_KEY: key.access_key, PURSER_SECRET: key.secret, ...variables });
  const number = (what: string) => `${what}-${file.replace('.', '-')}`;

  test(
    'makes an order and reads it back with the same amount; run again, it shows the same order',
    async () => {
      const order_id = number('made');
      const ran = await order([order_id, 'USDP', '12.50']);
      expect(ran).toMatchObject({ status: 0, errors: '' });
      const kept = dataOf(await app.call(openOrderQuery, { order_id }, { signedWith: key }));
      expect(kept).toMatchObject({ amount: '12.50', coin_name: 'USDP', order_status: 'created' });
      expect(ran.out).toBe(`Pay here: ${kept.payment_url}\nOrder ${order_id}: 12.50 USDP, created\n`);
      expect(await order([order_id, 'USDP', '12.50'])).toEqual(ran);
    },
    3 * LONGEST_RUN_MS,
  );

  test(
    'tells what the API refuses: its code, its name and its data',
    async () => {
      const order_id = number('refused');
      const wrong = await order([order_id, 'USDP', '12.505.1']);
      expect(wrong).toMatchObject({ status: 1, out: '' });
      expect(wrong.errors).toContain('400 invalid_input');
      expect(wrong.errors).toMatch(/"fields": ?\[.*"amount"/);
      const forged = await order([order_id, 'USDP', '1.00'], { PURSER_SECRET: 'sk_another' });
      expect(forged).toMatchObject({ status: 1, out: '' });
      expect(forged.errors).toContain('6514 signature_wrong');
    },
    3 * LONGEST_RUN_MS,
  );

  test(
    'tells that no answer came, and that something else answered',
    async () => {
      const nobody = await order([number('lost'), 'USDP', '1.00'], { PURSER: 'http://127.0.0.1:1' });
      expect(nobody).toMatchObject({ status: 1, out: '' });
      expect(nobody.errors).toMatch(/No answer of Purser/);
      const other = await order([number('lost'), 'USDP', '1.00'], { PURSER: `${address}/elsewhere` });
      expect(other).toMatchObject({ status: 1, out: '' });
      expect(other.errors).not.toBe('');
    },
    3 * LONGEST_RUN_MS,
  );

  const secret = newWebhookSecret();
  const id = '01a1fd6c-9502-7e40-a4a5-28e937ecfc6b';
  const body = JSON.stringify({ type: 'order.paid', data: { order_id: 'A-1', amount: '12.50', description: 'Hai cốc trà, 茶' } });

  /** A webhook as the server sends it, signed so many seconds ago. */
  function sent(ageS = 0, sealedSecret = sealWebhookSecret(app.platform.secrets, secret)) {
    const { headers } = signedRequest(app.platform, { id, body, sealedSecret }, Math.floor(Date.now() / 1000) - ageS);
    return { timestamp: headers['webhook-timestamp'] ?? '', signature: headers['webhook-signature'] ?? '' };
  }
  const check = ({ timestamp, signature }: ReturnType<typeof sent>, given: string | Buffer = body, withId = id) =>
    run(['webhook', withId, timestamp, signature], given, { PURSER_WEBHOOK_SECRET: secret });
  const refused = (why: RegExp) => ({ status: 1, out: '', errors: expect.stringMatching(why) });

  test(
    'takes a webhook of the server, also one signed with two secrets or within the five minutes',
    async () => {
      const genuine = { status: 0, errors: '', out: expect.stringMatching(`^Genuine: ${id}`) };
      expect(await check(sent())).toEqual(genuine);
      const { secrets } = app.platform;
      const changedOver = rotateWebhookSecret(secrets, sealWebhookSecret(secrets, secret), newWebhookSecret(), Date.now() / 1000);
      const twice = sent(0, changedOver);
      expect(twice.signature.split(' ')).toHaveLength(2);
      expect(await check(twice)).toEqual(genuine);
      expect(await check(sent(200))).toEqual(genuine);
    },
    4 * LONGEST_RUN_MS,
  );

  test(
    'refuses a webhook with a changed byte, in the body or in what is signed beside it',
    async () => {
      const changed = Buffer.from(body);
      changed[20] = (changed[20] ?? 0) ^ 1;
      expect(await check(sent(), changed)).toEqual(refused(/^Refused: .*signature/));
      expect(await check(sent(), `${body}\n`)).toEqual(refused(/^Refused: .*signature/));
      expect(await check(sent(), body, id.replace('0', '1'))).toEqual(refused(/^Refused: .*signature/));
      const { timestamp, signature } = sent();
      expect(await check({ timestamp: String(Number(timestamp) - 1), signature })).toEqual(refused(/^Refused: .*signature/));
    },
    5 * LONGEST_RUN_MS,
  );

  test(
    'refuses a webhook that is too old or ahead, or has no time',
    async () => {
      expect(await check(sent(320))).toEqual(refused(/^Refused: .*timestamp/));
      expect(await check(sent(-340))).toEqual(refused(/^Refused: .*timestamp/));
      expect(await check({ ...sent(), timestamp: 'now' })).toEqual(refused(/^Refused: .*timestamp/));
    },
    4 * LONGEST_RUN_MS,
  );

  test(
    'refuses a webhook of another secret, and one without a signature of the kind it knows',
    async () => {
      const other = sealWebhookSecret(app.platform.secrets, newWebhookSecret());
      expect(await check(sent(0, other))).toEqual(refused(/^Refused: .*signature/));
      const { timestamp, signature } = sent();
      for (const given of ['v1,', 'v1', '*', signature.replace('v1,', 'v2,'), signature.slice(0, -4)]) {
        expect(await check({ timestamp, signature: given })).toEqual(refused(/^Refused: .*signature/));
      }
    },
    7 * LONGEST_RUN_MS,
  );
});

describe("the guide's function for the shell", () => {
  const guide = readFileSync(join(FOLDER, '../integrate.md'), 'utf8');
  const written = /^purser\(\) \{.*?^\}$/ms.exec(guide)?.[0] ?? '';

  it('has no comment and no variable that zsh has uses of its own for', () => {
    expect(written).toContain('purser-signature');
    expect(written).not.toMatch(/(^|\s)#/m);
    expect(written).not.toMatch(/\b(path|status|argv|options)=/);
  });

  const shells = [
    { shell: 'bash', args: ['--norc', '--noprofile'] },
    { shell: 'zsh', args: ['-f', '-i'] },
  ];
  for (const { shell, args } of shells)
    it.skipIf(!isThere(shell))(
      `works as it is pasted into ${shell}`,
      async () => {
        const order_id = `guide-${shell}`;
        const order = JSON.stringify({ order_id, coin_name: 'USDP', amount: '12.50', description: 'Two mugs' });
        const create = `purser /v1/open/order/create '${order}' create-${order_id}`;
        const lines = [written, create, create, `purser /v1/open/order/query '{"order_id":"${order_id}"}'`, ''];
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        const child = spawn(shell, args, {
          env: { PATH: process.env['PATH'], PURSER: address, PURSER_ACCESS_KEY: key.access_key, PURSER_SECRET: key.secret },
          timeout: LONGEST_RUN_MS,
          killSignal: 'SIGKILL',
          stdio: ['pipe', 'pipe', 'ignore'],
        });
        let out = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
        child.on('error', reject).on('close', () => resolve(out));
        child.stdin.on('error', () => {}).end(lines.join('\n'));
        const answers =
          (await promise).match(/\{"code":.*\}/g)?.map((answer) => JSON.parse(answer) as { code: number; data: unknown }) ?? [];
        const made = { order_id, amount: '12.50', order_status: 'created' };
        expect(answers).toMatchObject([
          { code: 200, data: made },
          { code: 42110, data: made },
          { code: 200, data: made },
        ]);
      },
      2 * LONGEST_RUN_MS,
    );
});
