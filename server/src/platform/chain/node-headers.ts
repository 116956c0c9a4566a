import { z } from 'zod';

/** What nodes are sent in headers beside each question, such as the key of a provider: by the host of the node, and by the header's name. */
export type NodeHeaders = ReadonlyMap<string, ReadonlyMap<string, string>>;

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** What is visible, with spaces between: nothing that would end the header. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,2046}[\x21-\x7e])?$/;
/** Headers that say how the question itself is sent. */
const TAKEN = new Set(
  'accept accept-encoding connection content-encoding content-length content-type expect host te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

const WANTED = 'must be JSON such as {"api.trongrid.io":{"TRON-PRO-API-KEY":"…"}}: the hosts of nodes, each with its headers';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads them from the text of a setting. What is wrong is told with host and name, never with a value. */
export const nodeHeaders = z.string().transform((text, context): NodeHeaders => {
  const wrong = (message: string) => context.addIssue({ code: 'custom', message });
  const given = parsed(text);
  if (!isObject(given)) {
    wrong(WANTED);
    return z.NEVER;
  }
  return new Map(
    Object.entries(given).map(([host, headers]) => {
      // As an address of it is read: in small letters, without the usual port.
      const read = HOST.test(host.toLowerCase()) && URL.canParse(`https://${host}`) ? new URL(`https://${host}`).host : undefined;
      if (read === undefined || !isObject(headers) || Object.keys(headers).length === 0) {
        wrong(
          read === undefined
            ? `"${host}" must be the host of a node, with its port if there is one, and nothing else`
            : `${host} must have headers by their names`,
        );
        return ['', new Map()];
      }
      for (const [name, value] of Object.entries(headers)) {
        if (!NAME.test(name)) wrong(`${host}: "${name}" must be the name of a header: letters, digits and hyphens`);
        else if (TAKEN.has(name.toLowerCase())) wrong(`${host}: the header ${name} cannot be set`);
        else if (typeof value !== 'string' || !VALUE.test(value))
          wrong(`${host}: the value of ${name} must be 1 to 2048 visible characters on one line`);
      }
      return [read, new Map(Object.entries(headers) as [string, string][])];
    }),
  );
});

/** The parser's own words would quote a part of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let known: NodeHeaders = new Map();

/** A program says once, as it starts, what its nodes are sent. It is kept here and nowhere else: what names a node carries its address alone, into logs and errors too. */
export function sendToNodes(headers: NodeHeaders): void {
  known = headers;
}

/** What the node of a host is sent. */
export function headersFor(host: string): ReadonlyMap<string, string> {
  return known.get(host) ?? new Map();
}
