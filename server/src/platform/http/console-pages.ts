import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { OUTCOMES } from '@purser/contract/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CannotStart } from '../cannot-start.ts';
import { languageOf } from './call-registration.ts';
import { sendOutcome } from './envelope.ts';
import type { Platform } from '../platform.ts';
import { isForCall } from './server.ts';

export const NONCE_PLACEHOLDER = '{{CSP_NONCE}}';
const YEAR_S = 365 * 24 * 3_600;

/** Throws CannotStart where the console in a folder is not built: it would be missed only by whoever opens it. */
export async function insistOnBuilt(folder: string): Promise<void> {
  await access(join(folder, 'index.html')).catch((error: unknown) => {
    throw notBuilt(error);
  });
}

/** Says what is to be done where pages are not built. */
export function notBuilt(cause: unknown): CannotStart {
  return new CannotStart('The web pages are not built: run "npm run build" first.', { cause });
}

/** Files whose names change with their content are kept for good. */
export function setAssetHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
}

/** An archive of the SDK: its name changes with its content, and merchants' systems go on asking for the one that they know. */
const SDK_ARCHIVE = /^\/sdk\/[^/]+\.tgz$/;

async function presentArchive(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, 'sdk')).catch(() => []);
  return names.find((name) => SDK_ARCHIVE.test(`/sdk/${name}`));
}

/** Says where the present one is. No redirect: whoever has noted the checksum of another must not be given this one. `error` is what npm shows. */
function sendNoArchive(reply: FastifyReply, present: string): FastifyReply {
  const detail = `This release of the SDK is not served here any more. The present one is /sdk/${present}: install it anew by that address.`;
  const body = { code: OUTCOMES.not_found.code, msg: 'not_found', detail, data: null, request_id: reply.request.id, error: detail };
  return reply.code(OUTCOMES.not_found.http).header('cache-control', 'no-store').send(body);
}

/**
 * Serves the merchant console: its files, whose names change with their content, and one page for every other path,
 * because the console routes itself.
 */
export function consolePages(folder: string) {
  return async (fastify: FastifyInstance, { settings: { apiHosts = [] } }: Pick<Platform, 'settings'>): Promise<void> => {
    await fastify.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      setHeaders: setAssetHeaders,
    });
    // In the place of the file of that name, which is for pages without this server.
    fastify.get('/config.json', (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ hosts: apiHosts.length > 0 ? apiHosts : [''] }),
    );
    // The folder itself is no file: its address is one more that the console routes itself.
    fastify.get('/', (_request, reply) => reply.callNotFound());
    fastify.setNotFoundHandler(async (request, reply) => {
      // A file that is not there is no page; what stands behind the question mark may hold points of its own.
      const [path = ''] = request.url.split('?', 1);
      const archive = SDK_ARCHIVE.test(path) ? await presentArchive(folder) : undefined;
      if (archive !== undefined) return sendNoArchive(reply, archive);
      const wantsPage = request.method === 'GET' && !isForCall(request) && !/\.\w{2,5}$/.test(path);
      if (!wantsPage) return sendOutcome(reply, { name: 'not_found', data: null }, languageOf(request));
      // Read anew each time: a build that replaces the files under a running server must not leave it with the old page.
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(page.replaceAll(NONCE_PLACEHOLDER, request.cspNonce));
    });
  };
}
