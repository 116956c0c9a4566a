import { FILE_PURPOSES } from '@purser/contract/file-purpose';
import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { newFileId } from '../../../domain/file-id.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../../platform/testing/parties.ts';
import { saveConsent, saveDocument, saveSelfie } from '../queries.ts';
import { sealedTemplate } from '../templates.ts';
import { portraitPath, type PortraitName } from './moving-portrait.ts';

/** Offers confirming by face, up to 50.00 USDP. */
export async function offerFace(app: TestApp, most = 5_000): Promise<void> {
  await app.sql('update face_setting set is_offered = true');
  await app.sql(`insert into face_limit (coin, most) values ('USDP', $1) on conflict (coin) do update set most = $1`, [most]);
}

/** A wallet user whose identity is approved, with a document that shows a portrait. */
export async function identifiedUser(app: TestApp, portrait: PortraitName = 'astronaut'): Promise<TestUser> {
  const user = await makeUser(app);
  await giveDocument(app, user.user_id, await documentOf(portrait));
  return user;
}

/** A document that was handed in, with this photograph of its front: as staff have approved it, or for them to decide on. Answers the submission's number. */
export async function giveDocument(
  app: TestApp,
  userId: number,
  photograph: Buffer,
  status: 'approved' | 'pending' = 'approved',
): Promise<string> {
  const file_id = newFileId(userId);
  await app.sql(
    `insert into file (owner_id, file_id, purpose, state, name, media_type, size, content_hash, sent_by, used_at)
     values ($1, $2, 'identity', 'kept', 'front.jpg', 'image/jpeg', $3, $4, 'test', now())`,
    [userId, file_id, photograph.length, createHash('sha256').update(photograph).digest()],
  );
  await app.platform.vault.keep({ file_id, purpose: 'identity' }, photograph);
  const submissionId = randomUUID();
  await app.sql(
    `insert into identity_submission (owner_id, submission_id, party, kind, file_ids) values ($1, $2, 'user', 'person', array[$3])`,
    [userId, submissionId, file_id],
  );
  if (status === 'approved') {
    await app.sql(
      `update identity_submission set status = 'approved', decided_by = 1, decided_at = now(), erase_at = now() + make_interval(days => $2)
       where submission_id = $1`,
      [submissionId, FILE_PURPOSES.identity.keptDays],
    );
  }
  await app.sql('update wallet_user set authentication_status = $2 where user_id = $1', [userId, status]);
  return submissionId;
}

/** A card with a portrait on it, as somebody photographs it. */
export async function documentOf(name: PortraitName): Promise<Buffer> {
  const portrait = await sharp(portraitPath(name)).resize(560).toBuffer();
  return sharp({ create: { width: 1500, height: 950, channels: 3, background: '#dfe7ee' } })
    .composite([{ input: portrait, left: 80, top: 180 }])
    .jpeg()
    .toBuffer();
}

/** As if they had agreed, and, with a face, as if theirs had been enrolled. */
export async function enrol(
  app: TestApp,
  userId: number,
  { document, selfie }: { document?: readonly number[]; selfie?: readonly number[] },
): Promise<void> {
  const { db, secrets } = app.platform;
  await db.scoped(userId, async (tx) => {
    await saveConsent(tx, userId);
    if (document) await saveDocument(tx, userId, sealedTemplate(secrets, userId, 'document', document));
    if (selfie) await saveSelfie(tx, userId, sealedTemplate(secrets, userId, 'selfie', selfie));
  });
}
