import { fileDownload, fileUpload } from '@purser/contract/features/file';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, multipartOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { photo } from './testing/pictures.ts';

/** Many uploads, slow ones and ones that are broken off, against an api process of its own, whose memory is looked at. */

let app: TestApp;
let api: ChildProcess;
let port: number;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
// One for each test: memory and descriptors are its own.
beforeEach(async () => {
  const { databaseUrl, masterKey, dataFolder } = app.platform.settings;
  api = spawn(process.execPath, [join(import.meta.dirname, '../../main/testing/bare-api.ts')], {
    env: { PATH: process.env['PATH'] ?? '', TEST_URL: databaseUrl, TEST_KEY: masterKey.toString('base64'), TEST_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(api.stdout as NonNullable<typeof api.stdout>, 'data')) as [Buffer];
  port = Number(line.toString());
});
afterEach(async () => {
  api.kill('SIGKILL');
  await once(api, 'exit');
});

const statusOf = (name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1]) / 1024;
const residentMb = (): number => statusOf('VmRSS');
const peakMb = (): number => statusOf('VmHWM');
const descriptors = (): number => readdirSync(`/proc/${api.pid}/fd`).length;

interface Uploaded {
  readonly msg: string;
  readonly file_id: string | undefined;
}

async function upload(merchant: TestMerchant, content: Buffer): Promise<Uploaded> {
  return send(merchant, await bodyOf(content));
}

const bodyOf = (content: Buffer) => multipartOf({ purpose: 'voucher', file: new File([new Uint8Array(content)], 'a.jpg') });

async function send(merchant: TestMerchant, { payload, headers }: Awaited<ReturnType<typeof bodyOf>>): Promise<Uploaded> {
  const response = await fetch(`http://127.0.0.1:${port}${fileUpload.path}`, {
    method: 'POST',
    headers: { ...headers, authorization: merchant.token },
    body: new Uint8Array(payload),
  });
  const { msg, data } = (await response.json()) as { msg: string; data: { file_id: string } | null };
  return { msg, file_id: data?.file_id };
}

describe.runIf(process.platform === 'linux')('the api process', () => {
  it('takes fifty files at once in bounded memory, photographs and documents of nine mebibytes', { timeout: 120_000 }, async () => {
    // Made beforehand: who connects and then takes long to speak is let go.
    const document = await bodyOf(Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(9 * 1_048_576), Buffer.from(' %%EOF')]));
    const picture = await bodyOf(await photo({ width: 1_600, height: 1_200 }));
    const merchants = await Promise.all(Array.from({ length: 25 }, () => makeMerchant(app)));
    const before = residentMb();
    const answers = await Promise.all(
      merchants.flatMap((merchant, index) => [send(merchant, document), send(merchant, index % 5 === 0 ? picture : document)]),
    );
    expect(answers.map(({ msg }) => msg).filter((msg) => msg !== 'ok')).toEqual([]);
    // The documents alone are 405 MiB, and all of them at once took 790 and more. Of those that are done the garbage collector leaves as much as it
    // likes: beside other tests there were 209 to 286.
    expect(peakMb() - before).toBeLessThan(380);
    await eventually(() => expect(readdirSync(join(app.platform.settings.dataFolder, 'uploads'))).toEqual([]));
  });

  it('sends files to forty readers who take nothing, a few at a time, and says busy to the others', async () => {
    const merchant = await makeMerchant(app);
    const { file_id } = await upload(merchant, await photo({ width: 2_800, height: 2_200 }));
    const payload = JSON.stringify({ file_id });
    const readers = Array.from({ length: 40 }, () =>
      open(
        `POST ${fileDownload.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${merchant.token}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
      ),
    );
    // Whoever has an answer keeps its place until all have one.
    for (const reader of readers) reader.once('data', () => reader.pause());
    const heads = await Promise.all(readers.map(async (reader) => String(((await once(reader, 'data')) as [Buffer])[0]).slice(0, 12)));
    expect(heads.filter((head) => head === 'HTTP/1.1 200').length).toBeLessThanOrEqual(40);
    expect(heads.filter((head) => head === 'HTTP/1.1 429').length).toBeGreaterThan(0);
    for (const reader of readers) reader.destroy();
    await eventually(async () => expect((await download(merchant, file_id)).status).toBe(200));
  });

  it('lets go of uploads that are broken off, with what they had sent', async () => {
    const merchant = await makeMerchant(app);
    const before = descriptors();
    const head = `POST ${fileUpload.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${merchant.token}\r\ncontent-type: multipart/form-data; boundary=X\r\ncontent-length: 5000000\r\n\r\n`;
    const begun =
      '--X\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nvoucher\r\n--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    for (let round = 0; round < 3; round += 1) {
      // As many as one may send at a time: a slot that was not given back would refuse the next round.
      const cut = Array.from({ length: 4 }, () => open(head + begun + 'x'.repeat(200_000)));
      await eventually(() => expect(descriptors()).toBeGreaterThanOrEqual(before + 8));
      for (const socket of cut) socket.destroy();
      await eventually(() => expect(descriptors()).toBeLessThanOrEqual(before + 1));
    }
    expect((await upload(merchant, await photo())).msg).toBe('ok');
    await eventually(() => expect(readdirSync(join(app.platform.settings.dataFolder, 'uploads'))).toEqual([]));
    expect(await app.sql('select count(*)::int as files from file where owner_id = $1', [merchant.merchant_id])).toEqual([{ files: 1 }]);
  });

  it('takes nothing of who has logged out while it came: unauthenticated', async () => {
    const merchant = await makeMerchant(app);
    const { payload, headers } = await bodyOf(await photo());
    const lines = [
      `POST ${fileUpload.path} HTTP/1.1`,
      'host: localhost',
      `authorization: ${merchant.token}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...('content-length' in headers ? [] : [`content-length: ${payload.length}`]),
    ];
    const before = descriptors();
    const socket = open(`${lines.join('\r\n')}\r\n\r\n`);
    socket.write(payload.subarray(0, payload.length / 2));
    // The connection, and the file on the disk.
    await eventually(() => expect(descriptors()).toBeGreaterThanOrEqual(before + 2));
    await app.sql('delete from session where owner_id = $1', [merchant.merchant_id]);
    const answer = once(socket, 'data');
    socket.write(payload.subarray(payload.length / 2));
    expect(String((await answer)[0])).toContain('"msg":"unauthenticated"');
    socket.destroy();
    expect(await app.sql('select from file where owner_id = $1', [merchant.merchant_id])).toEqual([]);
  });

  it('takes no more uploads of one sender at a time than it has slots for', async () => {
    const merchant = await makeMerchant(app);
    const head = `POST ${fileUpload.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${merchant.token}\r\ncontent-type: multipart/form-data; boundary=X\r\ncontent-length: 5000\r\n\r\n--X\r\n`;
    const before = descriptors();
    const slow = Array.from({ length: 4 }, () => open(head));
    await eventually(() => expect(descriptors()).toBeGreaterThanOrEqual(before + 4));
    await eventually(async () => expect((await upload(merchant, await photo())).msg).toBe('busy'));
    for (const socket of slow) socket.destroy();
    await eventually(async () => expect((await upload(merchant, await photo())).msg).toBe('ok'));
  });
});

function open(text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(text);
  return socket;
}

function download(merchant: TestMerchant, file_id: string | undefined): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${fileDownload.path}`, {
    method: 'POST',
    headers: { authorization: merchant.token, 'content-type': 'application/json' },
    body: JSON.stringify({ file_id }),
  });
}
