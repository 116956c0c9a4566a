import { readFile } from 'node:fs/promises';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@purser/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';

const LOOK = {
  title: 'Purser API',
  css: [{ filename: 'purser.css', content: await readFile(new URL('api-docs-pages.css', import.meta.url), 'utf8') }],
  favicon: [
    {
      filename: 'purser.svg',
      rel: 'icon',
      sizes: 'any',
      type: 'image/svg+xml',
      content:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#1b56e0"/><path d="M8.2 18V6.5h4.6a3.6 3.6 0 0 1 0 7.2H8.2" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/></svg>',
    },
  ],
};

/** The API's documentation at /docs, and the OpenAPI document itself at /docs/json and /openapi.json. */
export async function apiDocsPages(fastify: FastifyInstance, platform: Platform): Promise<void> {
  const document = openApiDocument(platform.settings.publicUrl);
  fastify.get('/openapi.json', async (_request, reply) => reply.send(document));
  await fastify.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      // The documentation's page brings scripts of its own, which know nothing of nonces and Trusted Types.
      reply.header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      );
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return payload;
      // The page as it comes names no viewport: a phone would show it as a desktop's, in small.
      return payload.replace(
        '<meta charset="UTF-8">',
        '<meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      );
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: -1 },
      theme: LOOK,
    });
  });
}
