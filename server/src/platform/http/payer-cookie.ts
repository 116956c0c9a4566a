import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../platform.ts';

export const PAYER_COOKIE = 'purser_wallet';

/** With the prefix `__Host-`, which browsers take from this very host and over TLS only, so that no neighbouring host can set it. */
export function ownCookieName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The wallet session's cookie: unreadable by scripts, never sent by another site's form, over TLS where there is TLS. */
export function setPayerCookie(
  reply: FastifyReply,
  { settings: { publicUrl }, clock }: Pick<Platform, 'settings' | 'clock'>,
  token: string,
  expires: Date,
): void {
  // A device whose own clock is wrong goes by how long it is kept, not by until when.
  const maxAge = Math.floor((expires.getTime() - clock.now().getTime()) / 1000);
  reply.setCookie(ownCookieName(PAYER_COOKIE, publicUrl), token, { ...optionsOf(publicUrl), expires, maxAge });
}

export function clearPayerCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(ownCookieName(PAYER_COOKIE, publicUrl), optionsOf(publicUrl));
}

function optionsOf(publicUrl: string): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') };
}
