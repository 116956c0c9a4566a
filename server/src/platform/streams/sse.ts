import type { FastifyReply } from 'fastify';
import { addressHolder, clientAddress } from '../http/client-address.ts';
import { refuse } from '../http/refusal.ts';

/** A comment line this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;
/** How long a browser's EventSource waits before it connects again. */
const RETRY_MS = 2_000;
const MOST_BUFFERED_BYTES = 1_048_576;
const COME_AGAIN_IN_S = 10;

export interface EventStream {
  /** Sends one event; a stream that cannot keep up is ended, and its client fetches afresh when it connects again. */
  send(event: string, data: unknown): void;
  /** The same with an event's text as `eventText` makes it. */
  write(text: string): void;
  end(): void;
}

export interface StreamLimits {
  readonly connections: number;
  readonly streamsPerAddress: number;
}

/** Whose a stream is (a session, an order), and how many there may be of that one. */
export interface StreamOwner {
  readonly key: string;
  readonly most: number;
}

/** An event as it goes over the wire (WHATWG HTML, section 9.2). */
function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** All of a process's streams of server-sent events: bounded, and kept alive by one timer. */
export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #open = new Set<EventStream>();
  readonly #ofKey = new Map<string, number>();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Turns a reply into a stream, or refuses it: half of all connections may be streams, so that requests get through beside them.
   */
  open(reply: FastifyReply, of: StreamOwner, onClose: () => void): EventStream {
    const address = `address ${addressHolder(clientAddress(reply.request))}`;
    const room =
      this.#open.size < this.#limits.connections / 2 &&
      (this.#ofKey.get(address) ?? 0) < this.#limits.streamsPerAddress &&
      (this.#ofKey.get(of.key) ?? 0) < of.most;
    if (!room) throw refuse('too_many_requests', { seconds: COME_AGAIN_IN_S });
    const { raw } = reply;
    reply.hijack();
    if (raw.destroyed || raw.closed) {
      // The client left while it was being let in: its end was told already and will not be told again.
      onClose();
      return { send: () => {}, write: () => {}, end: () => {} };
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write(`retry: ${RETRY_MS}\n\n`);
    const write = (text: string): void => {
      // An end is told when all of it has been sent; what would be written until then has come too late.
      const keptUp = raw.writableEnded || raw.destroyed || raw.write(text);
      if (!keptUp && raw.writableLength > MOST_BUFFERED_BYTES) raw.destroy();
    };
    const stream: EventStream = { send: (event, data) => write(eventText(event, data)), write, end: () => raw.end() };
    this.#add(stream, [address, of.key]);
    raw.on('close', () => {
      this.#remove(stream, [address, of.key]);
      onClose();
    });
    return stream;
  }

  /** Ends every stream, so that the server can close: an open stream would hold it for ever. */
  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  #add(stream: EventStream, keys: readonly string[]): void {
    this.#open.add(stream);
    for (const key of keys) this.#ofKey.set(key, (this.#ofKey.get(key) ?? 0) + 1);
    this.#heartbeat ??= setInterval(() => {
      for (const open of this.#open) open.write(':\n\n');
    }, HEARTBEAT_MS).unref();
  }

  #remove(stream: EventStream, keys: readonly string[]): void {
    this.#open.delete(stream);
    for (const key of keys) {
      const left = (this.#ofKey.get(key) ?? 1) - 1;
      if (left > 0) this.#ofKey.set(key, left);
      else this.#ofKey.delete(key);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

type Tell = (event: string, data: unknown) => void;

/** Streams that are told the same things: one subscription for all of them, and each event is made and written as text once. */
export class StreamGroups<Key> {
  readonly #subscribe: (key: Key, tell: Tell, end: () => void) => () => void;
  readonly #groups = new Map<Key, { readonly streams: Set<EventStream>; readonly unsubscribe: () => void }>();

  /** @param subscribe begins to call `tell` for a key, or `end` when the streams had better begin anew; answers how to stop */
  constructor(subscribe: (key: Key, tell: Tell, end: () => void) => () => void) {
    this.#subscribe = subscribe;
  }

  /** Opens a stream that belongs to a key's group until it closes. */
  open(streams: EventStreams, reply: FastifyReply, key: Key, of: StreamOwner, onClose: () => void = () => {}): EventStream {
    // A client that has left already closes its stream while it is being opened.
    const member: { stream?: EventStream; closed: boolean } = { closed: false };
    const stream = streams.open(reply, of, () => {
      member.closed = true;
      if (member.stream) this.#leave(key, member.stream);
      onClose();
    });
    if (member.closed) return stream;
    member.stream = stream;
    this.#join(key, stream);
    return stream;
  }

  #join(key: Key, stream: EventStream): void {
    const known = this.#groups.get(key);
    if (known) {
      known.streams.add(stream);
      return;
    }
    const streams = new Set([stream]);
    const unsubscribe = this.#subscribe(
      key,
      (event, data) => {
        const text = eventText(event, data);
        for (const one of streams) one.write(text);
      },
      () => {
        for (const one of streams) one.end();
      },
    );
    this.#groups.set(key, { streams, unsubscribe });
  }

  #leave(key: Key, stream: EventStream): void {
    const group = this.#groups.get(key);
    if (!group?.streams.delete(stream) || group.streams.size > 0) return;
    group.unsubscribe();
    this.#groups.delete(key);
  }
}
