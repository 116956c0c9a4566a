import { fileId } from '@purser/contract/fields';
import { publicPicturePath, purposeOf } from '@purser/contract/file-purpose';
import { clientAddress } from '../../platform/http/client-address.ts';
import { languageOf, sendFailure } from '../../platform/http/call-registration.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { FileRow } from './queries.ts';
import { showFile } from './serve.ts';
import type { Files } from './service.ts';

/** Pictures that everybody may see, by an address that pages can name. One that nothing uses is shown to nobody. */
export function publicPictures(files: Files): Pages {
  return (fastify, platform) => {
    fastify.get(publicPicturePath(':fileId'), async (request, reply) => {
      try {
        const id = fileId.safeParse((request.params as { fileId?: string }).fileId);
        if (!id.success) throw refuse('not_found');
        const find = () => files.find(id.data, isPublic);
        return await showFile(platform, files, { asker: clientAddress(request), find }, reply, 'public');
      } catch (error) {
        return sendFailure(reply, error, languageOf(request));
      }
    });
  };
}

function isPublic({ purpose, used_at }: FileRow): boolean {
  return used_at !== null && purposeOf(purpose).seenBy.includes('everybody');
}
