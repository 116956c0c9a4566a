import { OWN_DATA_PATH } from '@purser/contract/privacy';
import { privacyPage } from '@purser/contract/wallet-pages';
import { Readable } from 'node:stream';
import { loginPath } from '../../domain/payer-login.ts';
import { cutOnceUnwelcome } from '../../platform/export/cut-file.ts';
import { fileOfPage } from '../../platform/http/file-of-page.ts';
import { readPayerRequest } from '../../platform/http/payer-request.ts';
import type { Pages } from '../../platform/http/server.ts';
import { isGranted } from './grant.ts';
import { type Beside, ownData } from './own-data.ts';

const HERE = privacyPage.path ?? '';

/** What a wallet user takes along, at an address of its own: a link that works without scripts, and again where saving it was cut off. */
export function ownDataFile(beside: Beside): Pages {
  return (fastify, platform) => {
    fastify.get(OWN_DATA_PATH, async (request, reply) => {
      const { session, query } = await readPayerRequest(platform, request, reply);
      void reply.header('cache-control', 'no-store');
      if (!session) return reply.redirect(loginPath(HERE), 303);
      if (!isGranted(platform, session, query['grant'] ?? '')) return reply.redirect(`${HERE}?over=1#take`, 303);
      return fileOfPage(platform, { request, reply, page: HERE }, async () => {
        const giveBack = platform.exportSlots.take(session.ownerId);
        try {
          const stream = Readable.from(await ownData(platform, beside, session.ownerId), { objectMode: false, highWaterMark: 65_536 });
          stream.once('close', giveBack);
          cutOnceUnwelcome(stream, { isWelcome: async () => (await platform.sessions.findAgain(session, session.ip)) !== undefined });
          const day = platform.clock.now().toISOString().slice(0, 10);
          return await reply
            .type('application/zip')
            .header('content-disposition', `attachment; filename="purser_${session.ownerId}_${day}.zip"`)
            .send(stream);
        } catch (error) {
          giveBack();
          throw error;
        }
      });
    });
  };
}
