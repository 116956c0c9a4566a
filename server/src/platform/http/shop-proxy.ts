import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';

/** Passes /shop on to the demo shop, a program of its own that knows Purser only through the SDK. */
export function shopProxy(upstream: string) {
  return async (fastify: FastifyInstance): Promise<void> => {
    await fastify.register(async (scope) => {
      // The shop answers for its own pages; our policy would forbid what we do not know of.
      scope.addHook('onRequest', async (_request, reply) => {
        reply.removeHeader('content-security-policy');
      });
      // What is passed on is not read here.
      scope.removeAllContentTypeParsers();
      await scope.register(httpProxy, { upstream, prefix: '/shop', rewritePrefix: '/shop', logLevel: 'warn' });
    });
  };
}
