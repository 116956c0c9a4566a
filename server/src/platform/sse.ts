import type { FastifyReply } from 'fastify';

/** A comment line this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;
/** How long a browser's EventSource waits before it connects again. */
const RETRY_MS = 2_000;
const MOST_BUFFERED_BYTES = 1_048_576;

export interface EventStream {
  /** Sends one event; a stream that cannot keep up is ended, and its client fetches afresh when it connects again. */
  send(event: string, data: unknown): void;
  end(): void;
}

const openStreams = new Set<EventStream>();

/** Turns a reply into a stream of server-sent events (WHATWG HTML, section 9.2). */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply;
  reply.hijack();
  if (raw.destroyed || raw.closed) {
    // The client left while it was being let in: its end was told already and will not be told again.
    onClose();
    return { send: () => {}, end: () => {} };
  }
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  // An end is told when all of it has been sent; what would be written until then has come too late.
  const write = (text: string): boolean => raw.writableEnded || raw.destroyed || raw.write(text);
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS);
  const stream: EventStream = {
    send(event, data) {
      const keptUp = write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!keptUp && raw.writableLength > MOST_BUFFERED_BYTES) raw.destroy();
    },
    end() {
      raw.end();
    },
  };
  openStreams.add(stream);
  raw.on('close', () => {
    clearInterval(heartbeat);
    openStreams.delete(stream);
    onClose();
  });
  return stream;
}

/** Ends every stream, so that the server can close: an open stream would hold it for ever. */
export function endEventStreams(): void {
  for (const stream of openStreams) stream.end();
}
