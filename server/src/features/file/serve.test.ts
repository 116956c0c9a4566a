import {
  fileDownload,
  filePreview,
  fileUpload,
  operatorFileDownload,
  operatorFilePreview,
  operatorFileUpload,
  walletFileDownload,
  walletFilePreview,
  walletFileUpload,
} from '@purser/contract/features/file';
import { publicPicturePath, type PurposeName } from '@purser/contract/file-purpose';
import type { Call } from '@purser/contract/call';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseFile, useFile } from '../../domain/file-use.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, headersOf, type CallOptions, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { removeDueFiles } from './jobs.ts';
import { publicPictures } from './public-pictures.ts';
import { Files } from './service.ts';
import { PDF, plain } from './testing/pictures.ts';

let app: TestApp;
let merchant: TestMerchant;
let picture: Buffer;
beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [(fastify, platform) => publicPictures(new Files(platform))(fastify, platform)],
  });
  merchant = await makeMerchant(app);
  picture = await plain(60, 40);
});
afterAll(() => app.close());

type Purpose = 'voucher' | 'identity' | 'logo';
async function send(purpose: Purpose = 'voucher', content = picture, name = 'a.png', whose = merchant): Promise<string> {
  const file = new File([new Uint8Array(content)], name);
  return dataOf(await app.call(fileUpload, { purpose, file }, { token: whose.token })).file_id;
}
function ask(call: Call, file_id: string, options: CallOptions = { token: merchant.token }) {
  const payload = JSON.stringify({ file_id });
  return app.fastify.inject({ method: 'POST', url: call.path, headers: headersOf(call, payload, options), payload });
}
const refusal = async (call: Call, file_id: string, options?: CallOptions) =>
  (await ask(call, file_id, options)).json<{ msg: string }>().msg;
const scoped = (work: Parameters<typeof app.platform.db.scoped>[1]) => app.platform.db.scoped(merchant.merchant_id, work);
const use = (fileId: string, purpose: PurposeName) => scoped((tx) => useFile(tx, { ownerId: merchant.merchant_id, fileId, purpose }));

describe('a file of one’s own', () => {
  it('is downloaded as an attachment that acts as no page, under its name in any letters', async () => {
    const answer = await ask(fileDownload, await send('voucher', PDF, '越南 "hoá đơn"\r\nset-cookie: a=b.pdf'));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(PDF);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''%E8%B6%8A/);
  });

  it('is looked at when it is a picture', async () => {
    const answer = await ask(filePreview, await send());
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline; filename=a.png' });
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(await refusal(filePreview, await send('voucher', PDF))).toBe('file_has_no_preview');
  });

  it('of an identity is not given back once it was sent', async () => {
    const id = await send('identity');
    expect([await refusal(fileDownload, id), await refusal(filePreview, id)]).toEqual(['not_found', 'not_found']);
  });

  it('is a payer’s as well as a merchant’s', async () => {
    const user = await makeUser(app);
    const file = new File([new Uint8Array(picture)], 'b.png');
    const { file_id } = dataOf(await app.call(walletFileUpload, { purpose: 'voucher', file }, { payerToken: user.token }));
    expect((await ask(walletFileDownload, file_id, { payerToken: user.token })).headers['content-type']).toBe('image/png');
    expect((await ask(walletFilePreview, file_id, { payerToken: user.token })).statusCode).toBe(200);
    expect(await refusal(fileDownload, file_id)).toBe('not_found');
  });
});

describe('nobody sees', () => {
  it('another’s file: it answers as one that is not', async () => {
    const id = await send();
    const other = await makeMerchant(app);
    const user = await makeUser(app);
    const forged = `${id.slice(0, 8)}${'A'.repeat(22)}`;
    for (const [call, file_id, options] of [
      [fileDownload, id, { token: other.token }],
      [filePreview, id, { token: other.token }],
      [walletFileDownload, id, { payerToken: user.token }],
      [fileDownload, forged, { token: merchant.token }],
    ] as const) {
      const answer = await ask(call, file_id, options);
      expect([answer.statusCode, answer.json<{ msg: string; data: unknown }>()]).toMatchObject([404, { msg: 'not_found', data: null }]);
    }
  });

  it('a file whose id is none', async () => {
    for (const id of ['', '../../etc/passwd', 'A'.repeat(29), 'A'.repeat(31), `${'A'.repeat(28)}..`]) {
      expect(await refusal(fileDownload, id), id).toBe('invalid_input');
    }
  });

  it('one that is on its way in or out', async () => {
    const id = await send();
    for (const state of ['pending', 'leaving']) {
      await app.sql('update file set state = $2 where file_id = $1', [id, state]);
      expect(await refusal(fileDownload, id)).toBe('not_found');
    }
  });

  it('one that is damaged, cut short, made longer, exchanged or gone', async () => {
    const folder = join(app.platform.settings.dataFolder, 'files');
    const pathOf = (id: string): string => {
      const key = Buffer.from(id, 'base64url').toString('hex');
      return join(folder, key.slice(-2), key);
    };
    const [id, other] = [await send(), await send()];
    const { storage } = app.platform.vault;
    const key = Buffer.from(id, 'base64url').toString('hex');
    const whole = (await storage.get(key, 10_000)) as Buffer;
    const exchanged = (await storage.get(Buffer.from(other, 'base64url').toString('hex'), 10_000)) as Buffer;
    const flipped = Buffer.from(whole);
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    for (const bytes of [flipped, whole.subarray(0, 50), Buffer.alloc(0), Buffer.concat([whole, whole]), exchanged]) {
      await writeFile(pathOf(id), bytes);
      expect(await refusal(fileDownload, id)).toBe('file_damaged');
    }
    await rm(pathOf(id));
    expect(await refusal(filePreview, id)).toBe('file_damaged');
    await writeFile(pathOf(id), whole);
    expect((await ask(fileDownload, id)).statusCode).toBe(200);
  });

  it('one whose row was changed', async () => {
    const id = await send();
    await app.sql(`update file set purpose = 'logo' where file_id = $1`, [id]);
    expect(await refusal(fileDownload, id)).toBe('file_damaged');
  });
});

describe('staff', () => {
  const entries = () =>
    app.sql(`select action, actor_kind, actor, details from audit_log where owner_id = $1 and actor_kind = 'operator' order by sequence`, [
      merchant.merchant_id,
    ]);

  it('see what their role may see, and each look stands in the party’s audit log before it is taken', async () => {
    const id = await send('identity');
    const [support, finance] = [await makeStaff(app, 'support'), await makeStaff(app, 'finance')];
    expect((await ask(operatorFilePreview, id, { staffToken: support.token })).headers['content-type']).toBe('image/png');
    expect((await ask(operatorFileDownload, id, { staffToken: support.token })).headers['content-disposition']).toMatch(/^attachment/);
    expect(await refusal(operatorFilePreview, id, { staffToken: finance.token })).toBe('staff_not_allowed');
    expect(await entries()).toMatchObject(
      ['file.preview', 'file.download'].map((action) => ({
        action,
        actor: String(support.staffId),
        details: { file_id: id, purpose: 'identity' },
      })),
    );
  });

  it('see nothing when the look cannot be noted', async () => {
    const id = await send('identity');
    const support = await makeStaff(app, 'support');
    await app.sql('alter table audit_log add constraint nothing check (false) not valid');
    try {
      const answer = await ask(operatorFilePreview, id, { staffToken: support.token });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'application/json; charset=utf-8']);
    } finally {
      await app.sql('alter table audit_log drop constraint nothing');
    }
  });

  it('send what their role may send, and it is the provider’s', async () => {
    const [support, finance] = [await makeStaff(app, 'support'), await makeStaff(app, 'finance')];
    const upload = (member: TestStaff, purpose: PurposeName, content = picture) =>
      member.call(operatorFileUpload, { purpose, file: new File([new Uint8Array(content)], 'a.png') });
    const { file_id } = dataOf(await upload(support, 'content_image'));
    dataOf(await upload(finance, 'bank_file', PDF));
    expect((await upload(finance, 'content_image')).msg).toBe('staff_not_allowed');
    expect((await upload(support, 'bank_file', PDF)).msg).toBe('staff_not_allowed');
    expect(await app.sql('select owner_id::int, sent_by from file where file_id = $1', [file_id])).toEqual([
      { owner_id: 1, sent_by: `staff ${support.staffId}` },
    ]);
    expect((await ask(operatorFilePreview, file_id, { staffToken: finance.token })).statusCode).toBe(200);
    expect(await refusal(fileDownload, file_id)).toBe('not_found');
  });
});

describe('a picture for everybody', () => {
  const look = (id: string) => app.fastify.inject({ method: 'GET', url: publicPicturePath(id) });

  it('is shown once it is used, may be kept for ever, and acts as no page', async () => {
    const id = await send('logo');
    expect((await look(id)).statusCode).toBe(404);
    await use(id, 'logo');
    const answer = await look(id);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename=a.png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('is none that its purpose keeps for some', async () => {
    const id = await send('voucher');
    await use(id, 'voucher');
    for (const unknown of [id, 'A'.repeat(30), '..', '%2e%2e%2f']) expect((await look(unknown)).statusCode, unknown).toBe(404);
  });
});

describe('using a file', () => {
  const whenRemoved = async (id: string) =>
    (
      await app.sql<{ days: number | null }>(
        'select round(extract(epoch from remove_at - now()) / 86400)::int as days from file where file_id = $1',
        [id],
      )
    )[0]?.days;

  it('keeps it for as long as its purpose says, whether used once or twice', async () => {
    const [voucher, logo] = [await send('voucher'), await send('logo')];
    expect([await whenRemoved(voucher), await whenRemoved(logo)]).toEqual([1, 1]);
    for (let n = 0; n < 2; n += 1) {
      await use(voucher, 'voucher');
      await use(logo, 'logo');
      expect([await whenRemoved(voucher), await whenRemoved(logo)]).toEqual([3650, null]);
    }
  });

  it('is refused for another purpose, of another owner, and once it is leaving', async () => {
    const id = await send('voucher');
    const other = await makeMerchant(app);
    const theirs = await send('voucher', picture, 'a.png', other);
    await expect(use(id, 'identity')).rejects.toMatchObject({ outcome: 'file_not_usable' });
    await expect(use(theirs, 'voucher')).rejects.toMatchObject({ outcome: 'file_not_usable' });
    await app.sql(`update file set remove_at = now() - interval '1 s' where file_id = $1`, [id]);
    await expect(use(id, 'voucher')).rejects.toMatchObject({ outcome: 'file_not_usable' });
  });
});

describe('removing', () => {
  const exists = async (id: string): Promise<[boolean, boolean]> => {
    const names = await readdir(join(app.platform.settings.dataFolder, 'files'), { recursive: true });
    const key = Buffer.from(id, 'base64url').toString('hex');
    return [(await app.sql('select 1 from file where file_id = $1', [id])).length === 1, names.some((name) => name.endsWith(key))];
  };
  const due = (id: string) => app.sql(`update file set remove_at = now() where file_id = $1`, [id]);

  it('takes what is due and nothing else, and notes what had been used', async () => {
    const [unused, used, kept] = [await send(), await send('identity'), await send()];
    await use(used, 'identity');
    await due(unused);
    await due(used);
    await removeDueFiles(app.platform);
    expect([await exists(unused), await exists(used), await exists(kept)]).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    const entries = await app.sql(`select actor_kind, details from audit_log where owner_id = $1 and action = 'file.remove'`, [
      merchant.merchant_id,
    ]);
    expect(entries).toEqual([{ actor_kind: 'system', details: { file_id: used, purpose: 'identity', kept_days: 1825 } }]);
  });

  it('takes what is released', async () => {
    const id = await send('logo');
    await use(id, 'logo');
    await scoped((tx) => releaseFile(tx, { ownerId: merchant.merchant_id, fileId: id }));
    await removeDueFiles(app.platform);
    expect(await exists(id)).toEqual([false, false]);
  });

  it.each([
    ['the row, before the bytes came', `update file set state = 'pending' where file_id = $1`, true],
    ['the bytes, before they were noted', `update file set state = 'pending' where file_id = $1`, false],
    ['the mark that it leaves, before its bytes went', `update file set state = 'leaving' where file_id = $1`, false],
    ['its bytes gone, before its row went', `update file set state = 'leaving' where file_id = $1`, true],
  ])('goes on after a process died with %s', async (_, change, withoutBytes) => {
    const id = await send();
    await app.sql(change, [id]);
    if (withoutBytes) await app.platform.vault.remove(id);
    await removeDueFiles(app.platform);
    expect((await exists(id))[0]).toBe(true);
    await due(id);
    await Promise.all([removeDueFiles(app.platform), removeDueFiles(app.platform)]);
    expect(await exists(id)).toEqual([false, false]);
  });
});
