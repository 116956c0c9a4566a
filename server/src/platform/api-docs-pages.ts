import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@purser/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Platform } from './platform.ts';

/** The API's documentation at /docs, and the OpenAPI document itself at /docs/json and /openapi.json. */
export async function apiDocsPages(fastify: FastifyInstance, platform: Platform): Promise<void> {
  const document = openApiDocument(platform.settings.publicUrl);
  fastify.get('/openapi.json', async (_request, reply) => reply.send(document));
  await fastify.register(async (scope) => {
    // The documentation's page brings scripts of its own, which know nothing of nonces and Trusted Types.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      );
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(fastifySwaggerUi, { routePrefix: '/docs', uiConfig: { docExpansion: 'list', deepLinking: true } });
  });
}
