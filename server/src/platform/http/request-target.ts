import type { IncomingMessage } from 'node:http';

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * A request's path and query. Where its line has them in absolute form (RFC 9112, 3.2.2), the host that stands there is the one that was asked,
 * whatever the Host header says.
 */
export function originForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  const [, host, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (host === undefined || rest === undefined) return url;
  request.headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
