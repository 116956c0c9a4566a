import { fileUpload, walletFileUpload } from '@purser/contract/features/file';
import { FILE_LIMITS, PURPOSE_NAMES } from '@purser/contract/file-purpose';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { StorageAway } from '../../platform/files/file-storage.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { claimedPng, PDF, photo, plain, withPngChunk } from './testing/pictures.ts';

let app: TestApp;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app);
});

const file = (content: Buffer | string, name = 'photo.jpg', type = 'image/jpeg'): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });
type Purpose = 'voucher' | 'identity' | 'logo';
const upload = (content: Buffer | string, purpose: Purpose = 'voucher', name?: string) =>
  app.call(fileUpload, { purpose, file: file(content, name) }, { token: merchant.token });

/** What lies in the file storage, with the names of its files. */
async function stored(): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = join(app.platform.settings.dataFolder, 'files');
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile());
  return Promise.all(files.map(async ({ parentPath, name }) => ({ name, bytes: await readFile(join(parentPath, name)) })));
}
async function contentOf(fileId: string): Promise<Buffer> {
  const [row] = await app.sql('select * from file where file_id = $1', [fileId]);
  return (await app.platform.vault.read({ ...row, size: Number(row?.['size']) } as never)) as Buffer;
}

describe('an upload', () => {
  it('is kept, with a name that is safe, and removed after a day unless something uses it', async () => {
    const kept = dataOf(await upload(await photo(), 'voucher', '../收据 (1).exe.jpg'));
    expect(kept).toMatchObject({ purpose: 'voucher', name: '收据 (1)_exe.jpg', media_type: 'image/jpeg' });
    expect((Date.parse(kept.expire_time) - Date.parse(kept.create_time)) / 3_600_000).toBeCloseTo(24, 1);
    expect((await contentOf(kept.file_id)).length).toBe(kept.size);
  });

  it('lies sealed in the storage, and nothing of it elsewhere', async () => {
    const before = (await stored()).length;
    const { file_id } = dataOf(await upload(PDF));
    const files = await stored();
    expect(files.length).toBe(before + 1);
    for (const { name, bytes } of files) {
      expect(name).toMatch(/^[0-9a-f]{44}$/);
      expect(bytes.includes('%PDF')).toBe(false);
    }
    expect(await contentOf(file_id)).toEqual(PDF);
    expect(await readdir(app.platform.spoolFolder)).toEqual([]);
  });

  it('is what its bytes are, whatever it is called and said to be', async () => {
    const kept = dataOf(
      await app.call(fileUpload, { purpose: 'voucher', file: file(await plain(40, 40), 'a.jpg', 'image/jpeg') }, { token: merchant.token }),
    );
    expect(kept).toMatchObject({ name: 'a.png', media_type: 'image/png' });
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'of a %s stays one, is turned upright and made no larger than its purpose needs',
    async (type) => {
      const turned = await sharp(await photo({ width: 800, height: 600, type }))
        .withMetadata({ orientation: 6 })
        .toFormat(type)
        .toBuffer();
      const { file_id, media_type } = dataOf(await upload(turned, 'logo'));
      expect(media_type).toBe(`image/${type}`);
      expect(await sharp(await contentOf(file_id)).metadata()).toMatchObject({ format: type, width: 384, height: 512 });
    },
  );

  it('loses what a camera notes, what stands behind the picture, and what hides in it', async () => {
    const secret = 'N 31 13 00 E 121 28 00';
    const jpeg = await sharp(await photo())
      .withExif({ IFD3: { GPSAreaInformation: secret }, IFD0: { Artist: secret } })
      .jpeg()
      .toBuffer();
    const png = withPngChunk(await plain(64, 64), 'tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));
    const zip = Buffer.from('PK\x03\x04 a zip archive behind the picture');
    for (const content of [Buffer.concat([jpeg, zip]), Buffer.concat([png, zip])]) {
      const { file_id } = dataOf(await upload(content));
      const kept = await contentOf(file_id);
      for (const trace of [secret, 'script', 'PK\x03\x04', 'Exif']) expect(kept.includes(trace), trace).toBe(false);
    }
  });

  it('of a payer is the payer’s', async () => {
    const user = await makeUser(app);
    const kept = dataOf(await app.call(walletFileUpload, { purpose: 'identity', file: file(await photo()) }, { payerToken: user.token }));
    expect(await app.sql('select owner_id::int, sent_by, state from file where file_id = $1', [kept.file_id])).toEqual([
      { owner_id: user.user_id, sent_by: `user ${user.user_id}`, state: 'kept' },
    ]);
  });

  it('stands in the audit log', async () => {
    const { file_id } = dataOf(await upload(await photo(), 'identity'));
    const [entry] = await app.sql('select action, details from audit_log where owner_id = $1', [merchant.merchant_id]);
    expect(entry).toMatchObject({ action: 'file.upload', details: { file_id, purpose: 'identity' } });
  });
});

describe('refused, with its field, and nothing is kept', () => {
  const png = () => plain(64, 64);
  const jpeg = () => photo();
  const gif = Buffer.from('47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b', 'hex');
  it.each<[string, () => Promise<Buffer | string> | Buffer | string, Purpose, string, RegExp]>([
    ['nothing', () => '', 'voucher', 'file_unreadable', /empty or damaged/],
    [
      'an SVG',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'voucher',
      'file_type_refused',
      /JPG, PNG, WEBP, PDF/,
    ],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'voucher', 'file_type_refused', /JPG/],
    ['a GIF', () => gif, 'voucher', 'file_type_refused', /JPG/],
    ['a program', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'voucher', 'file_type_refused', /JPG/],
    ['a PDF of an identity', () => PDF, 'identity', 'file_type_refused', /JPG, PNG, WEBP\./],
    ['half a PDF', () => PDF.subarray(0, 30), 'voucher', 'file_unreadable', /damaged/],
    ['a JPEG that ends in the middle', async () => (await jpeg()).subarray(0, 2_000), 'voucher', 'file_unreadable', /damaged/],
    [
      'a PNG that ends in the middle',
      async () => (await photo({ type: 'png' })).subarray(0, 2_000),
      'voucher',
      'file_unreadable',
      /damaged/,
    ],
    [
      'the first bytes of a JPEG before a page',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<html>')]),
      'voucher',
      'file_unreadable',
      /damaged/,
    ],
    ['a WebP’s mark before something else', () => 'RIFF\0\0\0\0WEBP<script>', 'voucher', 'file_unreadable', /damaged/],
    ['one pixel', () => plain(1, 1), 'voucher', 'picture_too_small', /16 pixels/],
    ['30,000 x 30,000 pixels that are only claimed', () => claimedPng(30_000, 30_000), 'voucher', 'picture_too_large', /50 million/],
    ['pixels that are claimed and not there', () => claimedPng(2_000, 2_000), 'voucher', 'file_unreadable', /damaged/],
    ['a decompression bomb', () => plain(8_000, 7_000), 'voucher', 'picture_too_large', /50 million/],
    ['a moving PNG', async () => withPngChunk(await png(), 'acTL', Buffer.alloc(8)), 'voucher', 'picture_animated', /Moving/],
    ['a moving WebP', () => movingWebp(), 'voucher', 'picture_animated', /Moving/],
    [
      'a logo of three mebibytes',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(3 * 1_048_576)]),
      'logo',
      'file_too_large',
      /2 MB/,
    ],
  ])('%s', async (_, content, purpose, outcome, text) => {
    const answer = await upload(await content(), purpose);
    expect(answer).toMatchObject({ msg: outcome, data: null });
    expect(answer.detail).toMatch(text);
    expect(fileUpload.fields[answer.msg as keyof typeof fileUpload.fields]).toBe('file');
    expect(await app.sql('select 1 from file where owner_id = $1', [merchant.merchant_id])).toEqual([]);
    expect(await readdir(app.platform.spoolFolder)).toEqual([]);
  });

  async function movingWebp(): Promise<Buffer> {
    const frames = await Promise.all([plain(40, 40), photo({ width: 40, height: 40, type: 'png' })]);
    return sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
  }

  it('what is longer than any file may be, before it is read', async () => {
    expect(await upload(randomBytes(10 * 1_048_576 + 20_000))).toMatchObject({ status: 413, msg: 'body_too_large' });
  });

  it('in the language of the request', async () => {
    const answer = await app.call(fileUpload, { purpose: 'voucher', file: file('') }, { token: merchant.token, language: 'vi' });
    expect(answer.detail).toBe('Không thể đọc tệp. Tệp trống hoặc bị hỏng.');
  });

  it('a purpose that is for others, named', async () => {
    for (const purpose of ['content_image', 'bank_file', 'other']) {
      const answer = await app.send(fileUpload, { purpose, file: file(await photo()) }, { token: merchant.token });
      expect(answer).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'purpose' }] } });
    }
    expect(PURPOSE_NAMES.length).toBe(5);
  });
});

describe('a body', () => {
  const send = (payload: Buffer | string, headers: Record<string, string>) =>
    app.fastify.inject({
      method: 'POST',
      url: fileUpload.path,
      payload,
      headers: { authorization: merchant.token, language: 'en', ...headers },
    });
  const part = (name: string, content: string, rest = '') =>
    `--X\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;
  const form = { 'content-type': 'multipart/form-data; boundary=X' };

  it.each<[string, string, Record<string, string>, string]>([
    ['that is no form', '{}', { 'content-type': 'application/json' }, 'content-type'],
    ['that is a form of another kind', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 'content-type'],
    ['without a boundary', 'x', { 'content-type': 'multipart/form-data' }, 'body'],
    [
      'that ends in the middle',
      `${part('purpose', 'voucher')}--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
      form,
      'body',
    ],
    ['without a file', `${part('purpose', 'voucher')}--X--\r\n`, form, 'file'],
    ['with a text where the file should be', `${part('purpose', 'voucher')}${part('file', 'abc')}--X--\r\n`, form, 'file'],
    [
      'with a field that nobody knows',
      `${part('purpose', 'voucher')}${part('more', '1')}${part('file', 'abc', '; filename="a"')}--X--\r\n`,
      form,
      'more',
    ],
    ['with a field twice', `${part('purpose', 'voucher')}${part('purpose', 'logo')}--X--\r\n`, form, 'purpose'],
    [
      'with two files',
      `${part('purpose', 'voucher')}${part('file', 'a', '; filename="a"')}${part('file', 'b', '; filename="b"')}--X--\r\n`,
      form,
      'body',
    ],
    [
      'with a prototype',
      `${part('__proto__', 'a')}${part('purpose', 'voucher')}${part('file', 'abc', '; filename="a"')}--X--\r\n`,
      form,
      '',
    ],
    ['with more fields than any form', `${Array.from({ length: 50 }, (_, n) => part(`f${n}`, '1')).join('')}--X--\r\n`, form, ''],
    ['with a field too long', `${part('purpose', 'x'.repeat(5_000))}--X--\r\n`, form, 'purpose'],
  ])('%s is refused', async (_, payload, headers, field) => {
    const answer = await send(payload, headers);
    expect(answer.statusCode, answer.body).toBe(400);
    const { msg, data } = answer.json<{ msg: string; data: { fields: { field: string }[] } }>();
    expect(msg).toBe('invalid_input');
    if (field !== '') expect(data.fields.map((each) => each.field)).toContain(field);
    expect(await readdir(app.platform.spoolFolder).catch(() => [])).toEqual([]);
  });

  it('is not read of whoever may not send it', async () => {
    const answer = await send(`${part('purpose', 'voucher')}--X--\r\n`, { ...form, authorization: 'nobody' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('limits', () => {
  it('as many files that nothing uses as one may have, and no more', async () => {
    await app.sql(
      `insert into file (owner_id, file_id, purpose, state, name, media_type, size, content_hash, sent_by, remove_at, created_at)
       select $1, 'unused' || n, 'voucher', 'kept', 'a', 'image/png', 1, sha256(''), 'test', now() + interval '1 day', now() - interval '2 hours'
       from generate_series(1, $2) n`,
      [merchant.merchant_id, FILE_LIMITS.merchant.unused - 1],
    );
    dataOf(await upload(await photo()));
    expect(await upload(await photo())).toMatchObject({ msg: 'too_many_unused_files', detail: expect.stringContaining('50 files') });
  });

  it('as many bytes, and as many in an hour', async () => {
    await app.sql(
      `insert into file (owner_id, file_id, purpose, state, name, media_type, size, content_hash, sent_by, used_at, created_at)
       values ($1, 'large', 'voucher', 'kept', 'a', 'image/png', $2, sha256(''), 'test', now(), now() - interval '2 hours')`,
      [merchant.merchant_id, FILE_LIMITS.merchant.bytes - 100],
    );
    expect(await upload(await photo())).toMatchObject({ msg: 'file_space_used_up', detail: expect.stringContaining('2048 MB') });
    await app.sql(`delete from file where owner_id = $1`, [merchant.merchant_id]);
    await app.sql(
      `insert into file (owner_id, file_id, purpose, state, name, media_type, size, content_hash, sent_by, used_at)
       select $1, 'lately' || n, 'voucher', 'kept', 'a', 'image/png', 1, sha256(''), 'test', now() from generate_series(1, $2) n`,
      [merchant.merchant_id, FILE_LIMITS.merchant.hourly],
    );
    expect(await upload(await photo())).toMatchObject({ status: 429, msg: 'too_many_requests' });
  });

  it('as many refused files in a row', async () => {
    for (let n = 0; n < 20; n += 1) expect((await upload('nothing of use')).msg).toBe('file_type_refused');
    expect(await upload(await photo())).toMatchObject({ status: 429, msg: 'too_many_requests' });
  });
});

describe('a storage that cannot keep it', () => {
  it('is told, leaves no file that could be used, and the same request may be sent again', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const put = vi.spyOn(app.platform.vault.storage, 'put').mockRejectedValueOnce(new StorageAway('write', full));
    const input = { purpose: 'voucher' as const, file: file(await photo()) };
    const options = { token: merchant.token, idempotencyKey: 'again' };
    expect(await app.call(fileUpload, input, options)).toMatchObject({ status: 503, msg: 'file_storage_away', data: null });
    expect(await app.sql('select state from file where owner_id = $1', [merchant.merchant_id])).toEqual([{ state: 'pending' }]);
    put.mockRestore();
    const { file_id } = dataOf(await app.call(fileUpload, input, options));
    expect(await app.call(fileUpload, input, options)).toMatchObject({ msg: 'already_done', data: { file_id } });
  });

  it('while its body comes: the same', async () => {
    const settings = app.platform.settings as { dataFolder: string };
    const { dataFolder } = settings;
    settings.dataFolder = '/dev/full';
    try {
      expect(await upload(await photo())).toMatchObject({ status: 503, msg: 'file_storage_away' });
    } finally {
      settings.dataFolder = dataFolder;
    }
  });
});
