import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { logFailure, refusalOf } from './failure.ts';
import { leaveFlash } from './payer-request.ts';

/**
 * Sends a file that a page has a link to, or leads to that page, where nothing was sent. What stands in its way is told there, as nothing else
 * would be on show in the file's place.
 */
export async function fileOfPage(
  platform: Platform,
  { request, reply, page }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly page: string },
  send: () => Promise<FastifyReply | undefined>,
): Promise<FastifyReply> {
  try {
    const sent = await send();
    if (sent) return sent;
  } catch (error) {
    logFailure(request.log, error);
    leaveFlash(platform, reply, refusalOf(error), {});
  }
  return reply.header('cache-control', 'no-store').redirect(page, 303);
}
