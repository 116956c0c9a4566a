import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { languageOf } from './call-registration.ts';
import { sendOutcome } from './envelope.ts';
import type { Platform } from '../platform.ts';
import { isForCall } from './server.ts';

export const NONCE_PLACEHOLDER = '{{CSP_NONCE}}';
const YEAR_S = 365 * 24 * 3_600;

/** Files whose names change with their content are kept for good. */
export function setAssetHeaders(reply: Pick<FastifyReply, 'header'>, path: string): void {
  if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`);
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
