import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownCookieName } from './payer-cookie.ts';

export const OPERATOR_COOKIE = 'purser_operator';

/** The staff session's cookie: unreadable by scripts, sent by no other site, over TLS where there is TLS, then bound to its host. */
export function setOperatorCookie(reply: FastifyReply, operatorUrl: string, token: string, expires: Date): void {
  reply.setCookie(ownCookieName(OPERATOR_COOKIE, operatorUrl), token, { ...optionsOf(operatorUrl), expires });
}

export function clearOperatorCookie(reply: FastifyReply, operatorUrl: string): void {
  reply.clearCookie(ownCookieName(OPERATOR_COOKIE, operatorUrl), optionsOf(operatorUrl));
}

/** The token of a request's staff session; empty when it brings none. */
export function operatorTokenOf(request: FastifyRequest, operatorUrl: string): string {
  return request.cookies[ownCookieName(OPERATOR_COOKIE, operatorUrl)] ?? '';
}

function optionsOf(operatorUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: operatorUrl.startsWith('https:') };
}
