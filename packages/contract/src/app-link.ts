import { SCANNED_QUERY } from './scanned.ts';

/** The scheme of links that the installed wallet opens: browsers let an installed page take names that begin so. */
export const APP_SCHEME = 'web+purser';
/** Where the installed wallet opens such a link: the whole of it stands in the query, as `link`. */
export const APP_LINK_PATH = '/wallet/open';
export const APP_LINK_TEMPLATE = `${APP_LINK_PATH}?link=%s`;

/** What is paid at, and nothing else. */
const PAYABLE = /^\/(pay|collect)\/[\w-]{1,64}$/;

/** A path of the payer's pages as a link that the installed wallet opens. */
export function appLinkTo(path: string): string {
  return `${APP_SCHEME}:${path}`;
}

/**
 * Where one pays what a scanned or typed text names, an address of `origin` or a link of the scheme: a path of the payer's pages. Null for
 * anything else, other sites' addresses among them.
 */
export function payableIn(text: string, origin: string): string | null {
  const typed = text.trim();
  const address = typed.toLowerCase().startsWith(`${APP_SCHEME}:`) ? typed.slice(APP_SCHEME.length + 1) : typed;
  const url = URL.parse(address, origin);
  if (url?.origin !== new URL(origin).origin || !PAYABLE.test(url.pathname)) return null;
  return url.pathname.startsWith('/pay/') ? `${url.pathname}?${SCANNED_QUERY}` : url.pathname;
}
