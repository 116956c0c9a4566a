import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../../platform/files/file-name.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileRow } from './queries.ts';
import type { Files } from './service.ts';

/** To be saved; to be looked at by whoever asked; to be looked at by everybody, and kept by their browsers. */
export type Sending = 'download' | 'preview' | 'public';

interface Asked {
  /** Whose slots it takes while it is on its way. */
  readonly asker: number | string;
  /** Finds the file; refuses whoever may not see it. */
  readonly find: () => Promise<FileRow>;
  /** Notes that it is about to be seen. */
  readonly note?: (file: FileRow) => Promise<unknown>;
}

/**
 * Reads a file and sends it such that nothing in it can act as a page of ours: of one declared type, in a sandbox where it is opened, and for
 * pages of our own origin only. Refuses with busy while too many are on their way.
 */
export async function showFile(
  { fileSlots }: Pick<Platform, 'fileSlots'>,
  files: Files,
  { asker, find, note }: Asked,
  reply: FastifyReply,
  how: Sending,
): Promise<FastifyReply> {
  const giveBack = fileSlots.take(asker);
  try {
    const file = await find();
    if (how !== 'download' && !file.media_type.startsWith('image/')) throw refuse('file_has_no_preview');
    const content = await files.contentOf(file);
    await note?.(file);
    reply.raw.once('close', giveBack);
    return await reply
      .headers({
        'content-type': file.media_type,
        'content-length': content.length,
        'content-disposition': contentDisposition(how === 'download' ? 'attachment' : 'inline', file.name),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': how === 'public' ? 'public, max-age=31536000, immutable' : 'no-store',
      })
      .send(content);
  } catch (error) {
    giveBack();
    throw error;
  }
}
