import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';

/** What the console sends with its calls, and reads of answers. */
const SENT = 'authorization, content-type, accept-language, language, idempotency-key';
const READ = 'content-disposition, purser-export-rows, retry-after, x-request-id';
const REMEMBERED_S = 600;

/**
 * Lets the console reach this server from the pages of another of the installation's hosts. Only origins that are configured may read answers, never
 * with a cookie, and never of the operator console's calls.
 */
export function letHostsCallEachOther(
  fastify: FastifyInstance,
  { settings: { publicUrl, apiHosts = [] } }: Pick<Platform, 'settings'>,
): void {
  if (apiHosts.length === 0) return;
  const origins = new Set([new URL(publicUrl).origin, ...apiHosts]);
  fastify.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!isConsoleCall(request)) return;
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.has(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READ });
    if (request.method !== 'OPTIONS') return;
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': SENT,
        'access-control-max-age': REMEMBERED_S,
      })
      .code(204)
      .send();
  });
}

/** The console writes whose a call is in plain letters: what is written in another way may be the operator console's. */
function isConsoleCall({ url }: FastifyRequest): boolean {
  return /^\/v\d+\/(?!operator\/)[a-z]+\//.test(url);
}
