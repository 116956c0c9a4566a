import * as calls from '@purser/contract/features/content-editing';
import { operatorFileUpload } from '@purser/contract/features/file';
import { publicPicturePath } from '@purser/contract/file-purpose';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFileId } from '../domain/file-id.ts';
import { textIn } from '../features/content/testing/content.ts';
import { publicPictures } from '../features/file/public-pictures.ts';
import { Files } from '../features/file/service.ts';
import { keptFile } from '../features/file/testing/kept-file.ts';
import { claimedPng, PDF, photo } from '../features/file/testing/pictures.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant } from '../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

let app: TestApp;
let editor: TestStaff;
beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [(fastify, platform) => publicPictures(new Files(platform))(fastify, platform)],
  });
  editor = await makeStaff(app, 'support');
});
afterAll(() => app.close());

const words = (title: string, text = title) => {
  const { body } = textIn(title, text);
  return { title, body };
};
const created = async () => dataOf(await editor.call(calls.contentCreate, { kind: 'announcement', slug: `text-${uuidv7()}` }));
const save = (content_id: string, revision: number, texts: object) => editor.call(calls.contentSave, { content_id, revision, texts });

describe('a picture in a text', () => {
  const sent = (name: string, content: Buffer) =>
    editor.call(operatorFileUpload, { purpose: 'content_image', file: new File([new Uint8Array(content)], name) });
  const withPicture = (file_id: string, alt = 'Where the key is') => {
    const { title, body } = words('Keys', 'Look here:');
    return { title, body: { ...body, content: [...(body.content ?? []), { type: 'image', attrs: { file_id, alt } }] } };
  };
  const look = (fileId: string) => app.fastify.inject({ method: 'GET', url: publicPicturePath(fileId) });

  it('is shown to everybody once a saved text has it, and stays with the versions', async () => {
    const { file_id } = dataOf(await sent('a.png', await photo({ type: 'png' })));
    const { content_id } = await created();
    expect((await look(file_id)).statusCode).toBe(404);
    dataOf(await save(content_id, 1, { en: withPicture(file_id) }));
    expect((await look(file_id)).statusCode).toBe(200);
    dataOf(await editor.call(calls.contentPublish, { content_id, revision: 2 }));
    const [{ html } = { html: '' }] = await app.sql('select html from content_text where content_id = $1', [content_id]);
    expect(html).toBe(`<p>Look here:</p><img src="/picture/${file_id}" alt="Where the key is" loading="lazy" />`);
    dataOf(await save(content_id, 2, { en: words('Keys') }));
    dataOf(await save(content_id, 3, { en: withPicture(file_id) }));
    expect(await app.sql('select remove_at from file where file_id = $1', [file_id])).toEqual([{ remove_at: null }]);
  });

  it('is nothing but a file that staff sent for it', async () => {
    const { content_id } = await created();
    const merchant = await makeMerchant(app);
    const gone = dataOf(await sent('a.png', await photo({ type: 'png' }))).file_id;
    await app.sql(`update file set remove_at = now() where file_id = $1`, [gone]);
    const others = [
      await keptFile(app, merchant.merchant_id, 'logo'),
      await keptFile(app, merchant.merchant_id, 'content_image'),
      await keptFile(app, 1, 'bank_file'),
      gone,
      newFileId(1),
    ];
    for (const file_id of others) {
      expect(await save(content_id, 1, { en: withPicture(file_id) })).toMatchObject({ msg: 'file_not_usable' });
    }
    expect(dataOf(await editor.call(calls.contentDetail, { content_id }))).toMatchObject({ revision: 1, languages: [] });
    expect(await app.sql('select from file where used_at is not null and file_id = any($1)', [others])).toEqual([]);
  });

  it.each([
    ['a.webp', () => photo({ type: 'webp' }), 'file_type_refused'],
    ['a.png', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'file_type_refused'],
    ['a.png', async () => PDF, 'file_type_refused'],
    ['a.png', async () => Buffer.concat([await photo({ type: 'png' }), Buffer.alloc(5 * 1_048_576)]), 'file_too_large'],
    ['a.png', async () => claimedPng(64, 64), 'file_unreadable'],
  ])('that is %s and no picture that texts may have is refused', async (name, content, msg) => {
    expect(await sent(name, await content())).toMatchObject({ msg });
  });
});
