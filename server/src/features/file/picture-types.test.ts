import { operatorFileUpload } from '@purser/contract/features/file';
import { encode } from 'bmp-ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { PDF, photo, plain } from './testing/pictures.ts';

let app: TestApp;
let support: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const upload = (content: Buffer, name: string) =>
  support.call(operatorFileUpload, { purpose: 'content_image', file: new File([new Uint8Array(content)], name) });

/** A picture whose upper half is red and whose lower half is blue, so that one that stands on its head is seen. */
const RED = [230, 20, 20];
const BLUE = [20, 20, 230];
const [WIDTH, HEIGHT] = [40, 24];
const pixels = (channels: 3 | 4, alpha = 255): Buffer =>
  Buffer.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, at) => [
      ...(at < (WIDTH * HEIGHT) / 2 ? RED : BLUE),
      ...(channels === 4 ? [alpha] : []),
    ]).flat(),
  );
const drawn = () => sharp(pixels(3), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
const gif = () => drawn().gif().toBuffer();

/** bmp-ts wants the bytes of a pixel in the order alpha, blue, green, red. */
function bmp(bitPP: 1 | 4 | 8 | 16 | 24 | 32, alpha = 255): Buffer {
  const rgba = pixels(4, alpha);
  const abgr = Buffer.from(rgba);
  for (let at = 0; at < rgba.length; at += 4) abgr.set([alpha, rgba[at + 2] ?? 0, rgba[at + 1] ?? 0, rgba[at] ?? 0], at);
  return Buffer.from(encode({ data: abgr, width: WIDTH, height: HEIGHT, bitPP }).data);
}

/** An icon of these pictures; kind 2 is a cursor. */
function ico(pictures: readonly { width: number; height: number; bytes: Buffer }[], kind = 1): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(kind, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [place, { width, height, bytes }] of pictures.entries()) {
    const at = 6 + 16 * place;
    header.set([width % 256, height % 256], at);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

/** The bitmap of an icon: without the header of a file, of twice the height, with a mask behind it that hides nothing. */
function bitmapOfIcon(): Buffer {
  const bitmap = Buffer.from(bmp(24).subarray(14));
  bitmap.writeInt32LE(HEIGHT * 2, 8);
  return Buffer.concat([bitmap, Buffer.alloc(Math.ceil(WIDTH / 32) * 4 * HEIGHT)]);
}

const png = () => drawn().png().toBuffer();
const of = (bytes: Buffer, width = WIDTH, height = HEIGHT) => ({ width, height, bytes });

describe('a picture of a text', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a.gif', gif],
    ['a.bmp', () => bmp(24)],
    ['a.bmp, of 32 bits whose fourth byte says nothing', () => bmp(32, 0)],
    ['a.ico', async () => ico([of(await plain(16, 16), 16, 16), of(await png())])],
    ['a.ico, of bitmaps', async () => ico([of(bitmapOfIcon()), of(await plain(16, 16), 16, 16)])],
  ])('may be %s, and is kept as PNG', async (name, content) => {
    const kept = dataOf(await upload(await content(), name.split(',')[0] as string));
    expect(kept).toMatchObject({ name: 'a.png', media_type: 'image/png' });
    const [row] = await app.sql('select * from file where file_id = $1', [kept.file_id]);
    const bytes = (await app.platform.vault.read({ ...row, size: Number(row?.['size']) } as never)) as Buffer;
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect([...data.subarray(0, 3)].map((value, at) => Math.abs(value - (RED[at] ?? 0)) < 8)).toEqual([true, true, true]);
    expect([...data.subarray(-3)].map((value, at) => Math.abs(value - (BLUE[at] ?? 0)) < 8)).toEqual([true, true, true]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a WebP', () => photo({ type: 'webp' }), 'file_type_refused'],
    ['a PDF', () => PDF, 'file_type_refused'],
    ['a cursor', async () => ico([of(await png())], 2), 'file_type_refused'],
    [
      'a moving GIF',
      async () =>
        sharp([await png(), await plain(40, 24)], { join: { animated: true } })
          .gif()
          .toBuffer(),
      'picture_animated',
    ],
    ['a GIF that ends in the middle', async () => (await gif()).subarray(0, 40), 'file_unreadable'],
    ['an icon without a picture', () => ico([]), 'file_unreadable'],
    ['an icon whose list ends in the middle', async () => ico([of(await png()), of(await png())]).subarray(0, 20), 'file_unreadable'],
    ['an icon whose picture is behind its end', async () => ico([of(await png())]).subarray(0, 30), 'file_unreadable'],
    [
      'an icon whose bitmap claims 40,000 x 40,000 pixels',
      () => ico([of(claimed(bitmapOfIcon(), 4, 40_000, 80_000))]),
      'picture_too_large',
    ],
    ['a bitmap of pixels that are claimed and not there', () => claimed(bmp(24), 18, 4_000, 4_000), 'file_unreadable'],
    ['a bitmap that claims 40,000 x 40,000 pixels', () => claimed(bmp(24), 18, 40_000, 40_000), 'picture_too_large'],
    ['a bitmap that claims to stand on its head, too large', () => claimed(bmp(24), 18, 40_000, -40_000), 'picture_too_large'],
    ['a bitmap less wide than nothing', () => claimed(bmp(24), 18, -40, 24), 'picture_too_small'],
    ['a bitmap that ends in its header', () => bmp(24).subarray(0, 20), 'file_unreadable'],
    [
      'the first letters of a bitmap before a page',
      () => Buffer.from('BM<html><script>alert(1)</script></html>'.repeat(4)),
      'picture_too_large',
    ],
  ])('is refused: %s', async (_, content, outcome) => {
    const before = await app.sql('select count(*)::int as files from file');
    expect(await upload(await content(), 'a.png')).toMatchObject({ msg: outcome, data: null });
    expect(await app.sql('select count(*)::int as files from file')).toEqual(before);
  });
});

function claimed(bitmap: Buffer, at: number, width: number, height: number): Buffer {
  const changed = Buffer.from(bitmap);
  changed.writeInt32LE(width, at);
  changed.writeInt32LE(height, at + 4);
  return changed;
}
