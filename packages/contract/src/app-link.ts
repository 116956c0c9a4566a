import { SCANNED_QUERY } from './scanned.ts';

/** The scheme of links that the installed wallet opens: browsers let an installed page take names that begin so. */
export const APP_SCHEME = 'web+purser';
/** Where the installed wallet opens such a link: the whole of it stands in the query, as `link`. */
export const APP_LINK_PATH = '/wallet/open';
export const APP_LINK_TEMPLATE = `${APP_LINK_PATH}?link=%s`;

/** What is paid at, and nothing else. */
const PAYABLE = /^\/(pay|collect)\/[\w-]{1,64}$/;

/** Whether a text was meant as a link or an address: it names a host, a path or a scheme. */
export function looksLikeLink(text: string): boolean {
  return /^\S*[./:]\S*$/.test(text.trim());
}

/** A path of the payer's pages as a link that the installed wallet opens. */
export function appLinkTo(path: string): string {
  return `${APP_SCHEME}:${path}`;
}

/**
 * Where one pays what a scanned or typed text names, an address of `origin`, which may lack its scheme, or a link of the app's: a path of the payer's
 * pages. Null for anything else, other sites' addresses among them.
 */
export function payableIn(text: string, origin: string): string | null {
  const typed = text.trim();
  const address = typed.toLowerCase().startsWith(`${APP_SCHEME}:`) ? typed.slice(APP_SCHEME.length + 1) : typed;
  const own = new URL(origin);
  const isBare = address.toLowerCase().startsWith(`${own.host}/`);
  const url = URL.parse(isBare ? `${own.protocol}//${address}` : address, origin);
  if (url?.origin !== own.origin || !PAYABLE.test(url.pathname)) return null;
  return url.pathname.startsWith('/pay/') ? `${url.pathname}?${SCANNED_QUERY}` : url.pathname;
}
