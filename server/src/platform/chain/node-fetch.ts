import { headersFor } from './node-headers.ts';

/** No answer of a node is read any further: it may never end. A range of blocks that takes more is asked for in halves. */
export const MOST_ANSWER_BYTES = 10 * 1024 * 1024;

/** What a node did before anything of its answer was read as one. */
export class NodeFault extends Error {
  /** Its host. */
  readonly node: string;
  readonly what: 'answer_too_large' | 'redirects';

  constructor(node: string, what: NodeFault['what']) {
    super(
      what === 'redirects'
        ? `${node} redirects to another address, which is not followed`
        : `${node} gave an answer of more than ${MOST_ANSWER_BYTES} bytes`,
    );
    this.node = node;
    this.what = what;
  }
}

/** The fault of a node that an error is about, however often it was wrapped. */
export function faultIn(error: unknown): NodeFault | undefined {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof NodeFault) return one;
  return undefined;
}

/**
 * Asks a node, with the headers of its host. Nothing is sent on to another host, and no more is read than the bound; all within the time that the signal
 * gives. Whoever asks sees the answer without the headers' values, in case that the node says them.
 */
export async function askNode(url: string, init: RequestInit): Promise<Response> {
  const { host } = new URL(url);
  const own = headersFor(host);
  const headers = new Headers(init.headers);
  for (const [name, value] of own) headers.set(name, value);
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new NodeFault(host, 'redirects');
  }
  const body = withoutSecrets(await readBounded(response, host), own);
  const type = response.headers.get('content-type');
  const isEmpty = response.status === 204 || response.status === 205;
  return new Response(isEmpty ? null : body, { status: response.status, headers: type === null ? {} : { 'content-type': type } });
}

async function readBounded({ body, headers }: Response, host: string): Promise<Buffer<ArrayBuffer>> {
  if (!body) return Buffer.alloc(0);
  const told = Number(headers.get('content-length') ?? 0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the answer, and with it the connection.
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (Math.max(size, told) > MOST_ANSWER_BYTES) throw new NodeFault(host, 'answer_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function withoutSecrets(body: Buffer<ArrayBuffer>, headers: ReadonlyMap<string, string>): string | Buffer<ArrayBuffer> {
  // Of "Bearer …" a node would say the last word.
  const said = [...headers.values()]
    .flatMap((value) => [value, value.split(' ').at(-1) ?? value])
    .filter((secret) => body.includes(secret));
  return said.length === 0 ? body : said.reduce((text, secret) => text.replaceAll(secret, '…'), body.toString('utf8'));
}
