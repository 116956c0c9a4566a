import type { CookieSerializeOptions } from '@fastify/cookie';

export const PAYER_COOKIE = 'purser_wallet';

/** The wallet session's cookie: unreadable by scripts, never sent by another site's form, over TLS where there is TLS. */
export function payerCookieOptions(publicUrl: string, expires: Date): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:'), expires };
}
