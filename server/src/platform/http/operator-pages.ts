import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './call-registration.ts';
import { NONCE_PLACEHOLDER, setAssetHeaders } from './console-pages.ts';
import { sendOutcome } from './envelope.ts';

/** Serves the operator console below /operator: its files, and one page for every other path, because it routes itself. */
export function operatorPages(folder: string) {
  return async (fastify: FastifyInstance): Promise<void> => {
    const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const [path = ''] = request.url.split('?', 1);
      const html = /\.\w{2,5}$/.test(path) ? undefined : await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
      if (html === undefined) return sendOutcome(reply, { name: 'not_found', data: null }, languageOf(request));
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(html.replaceAll(NONCE_PLACEHOLDER, request.cspNonce));
    };
    await fastify.register(
      async (scope) => {
        await scope.register(fastifyStatic, {
          root: folder,
          prefix: '/',
          index: false,
          preCompressed: true,
          decorateReply: false,
          setHeaders: setAssetHeaders,
        });
        scope.get('/', page);
        scope.setNotFoundHandler((request, reply) =>
          request.method === 'GET' ? page(request, reply) : sendOutcome(reply, { name: 'not_found', data: null }, languageOf(request)),
        );
      },
      { prefix: '/operator' },
    );
  };
}
