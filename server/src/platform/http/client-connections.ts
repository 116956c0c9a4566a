import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Counter } from 'prom-client';
import { addressHolder, isWithin, normalForm } from './client-address.ts';

export interface ConnectionLimits {
  /** Connections in all; fewer where the process may not open that many files. */
  readonly connections: number;
  /** Connections of one address, or of one /64 of IPv6. Trusted proxies speak for many and are not counted. */
  readonly connectionsPerAddress: number;
  /** Event streams of one client address. */
  readonly streamsPerAddress: number;
}

/** Who sends nothing, or sends slowly, is let go. Looked at every two seconds. */
const TIMEOUTS = {
  /** From the connection's begin, or the request's, to the end of its headers. */
  headersMs: 10_000,
  /** From there to the end of its body. */
  requestMs: 120_000,
  /** An upload may take a second longer for each such number of bytes that has come: a photograph takes a while over a phone's connection. */
  uploadBytesPerS: 8_192,
  /** Longer than the minute for which proxies keep a quiet connection. */
  keepAliveMs: 72_000,
  /** Without a byte in either direction: an answer that nobody takes. Event streams send one every 15 s. */
  silenceMs: 120_000,
} as const;
export type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number };
export const USUAL_LIMITS: ConnectionLimits = { connections: 10_000, connectionsPerAddress: 2_500, streamsPerAddress: 1_000 };
const LOOKED_AT_EVERY_MS = 2_000;
const LOGGED_EVERY_MS = 10_000;
/** Descriptors left for everything that is no client: the database, files, webhooks. */
const FEWEST_SPARE_DESCRIPTORS = 64;
const UNKNOWN_LIMIT = 1_000_000;

/** The limits as far as the process may open that many files; one address never gets more than half of all. */
export function affordableLimits(limits: ConnectionLimits, descriptors = descriptorLimit()): ConnectionLimits {
  const open = Math.max(1, descriptors - Math.max(FEWEST_SPARE_DESCRIPTORS, Math.ceil(descriptors / 4)));
  const connections = Math.min(limits.connections, open);
  const ofAddress = Math.max(1, Math.floor(connections / 2));
  return {
    connections,
    connectionsPerAddress: Math.min(limits.connectionsPerAddress, ofAddress),
    streamsPerAddress: Math.min(limits.streamsPerAddress, ofAddress),
  };
}

/**
 * Bounds the connections of a process, so that no client and no crowd takes the descriptors that the rest needs. One too many is closed as
 * it comes in.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #trustedProxies: readonly string[];
  readonly #timeouts: Timeouts;
  readonly #uploads = new WeakSet<IncomingMessage>();
  /** What Node's HTTP server is made with. */
  readonly serverOptions: ServerOptions;
  readonly #log: Logger;
  readonly #refused: Counter<'reason'>;
  readonly #ofHolder = new Map<string, number>();
  readonly #servers: Server[] = [];
  /** Of each connection by which a body is on its way, the timer that looks at it. A connection brings one at a time. */
  readonly #bodies = new Map<Socket, NodeJS.Timeout>();
  #open = 0;
  #loggedAt = -LOGGED_EVERY_MS;

  constructor(
    limits: ConnectionLimits,
    trustedProxies: readonly string[],
    { log, refused, timeouts = TIMEOUTS }: { log: Logger; refused: Counter<'reason'>; timeouts?: Timeouts },
  ) {
    this.#limits = limits;
    this.#trustedProxies = trustedProxies;
    this.#timeouts = timeouts;
    this.serverOptions = {
      connectionsCheckingInterval: Math.min(LOOKED_AT_EVERY_MS, timeouts.headersMs / 2),
      headersTimeout: timeouts.headersMs,
      // Node has one limit for all requests; theirs is kept in #awaitBody.
      requestTimeout: 0,
      keepAliveTimeout: timeouts.keepAliveMs,
    };
    this.#log = log;
    this.#refused = refused;
  }

  get open(): number {
    return this.#open;
  }

  /** Bodies that are on their way. */
  get awaitedBodies(): number {
    return this.#bodies.size;
  }

  guard(server: Server): void {
    this.#servers.push(server);
    // Node drops what is beyond this before it makes a socket of it.
    server.maxConnections = this.#limits.connections;
    server.on('drop', () => this.#tell('all'));
    server.on('connection', (socket: Socket) => this.#take(socket));
    server.on('request', (request: IncomingMessage) => this.#awaitBody(server, request));
    server.setTimeout(this.#timeouts.silenceMs);
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Accepting fails while no descriptor is left, and goes on when one is. Errors of listening are told to whoever listens.
      if (error.syscall === 'accept') this.#log.error({ err: error }, 'a connection could not be accepted');
    });
  }

  /** What comes by this request is an upload that was let in: it goes on for as long as it comes steadily. */
  letUpload(request: IncomingMessage): void {
    this.#uploads.add(request);
  }

  /** Listens; `localhost` is both loopback addresses, the second where the machine has it. Resolves to the address. */
  async listen(fastify: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
    if (host !== 'localhost') return fastify.listen({ host, port });
    const address = await fastify.listen({ host: '127.0.0.1', port });
    const second = createServer(this.serverOptions, (request, response) => fastify.routing(request, response));
    this.guard(second);
    const chosen = (fastify.server.address() as AddressInfo).port;
    await new Promise<void>((resolve, reject) => {
      second.once('listening', resolve);
      second.once('error', (error: NodeJS.ErrnoException) =>
        ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '') ? resolve() : reject(error),
      );
      second.listen({ host: '::1', port: chosen });
    });
    return address;
  }

  /** Takes no more connections on the servers that Fastify does not know of. */
  stopListening(): void {
    for (const server of this.#servers.slice(1)) server.close();
  }

  closeAll(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  /** Answers whoever takes too long to send a body, and lets them go. What came of an upload pays for the time that the rest may take. */
  #awaitBody(server: Server, request: IncomingMessage): void {
    const { socket, headers } = request;
    // What the connection brought before has come whole.
    this.#awaitNoBody(socket);
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const { requestMs, uploadBytesPerS } = this.#timeouts;
    const since = performance.now();
    const before = socket.bytesRead;
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const paidMs = this.#uploads.has(request) ? ((socket.bytesRead - before) / uploadBytesPerS) * 1000 : 0;
      const leftMs = since + requestMs + paidMs - performance.now();
      if (request.complete || socket.destroyed) this.#awaitNoBody(socket);
      else if (leftMs > 0) {
        timer = setTimeout(look, Math.ceil(leftMs)).unref();
        this.#bodies.set(socket, timer);
      } else if (!server.emit('clientError', tookTooLong(), socket)) socket.destroy();
    };
    look();
    // Of one that was answered before it had come whole the rest is still on its way; and the next one's body may be by now.
    request.once('close', () => {
      if (request.complete && this.#bodies.get(socket) === timer) this.#awaitNoBody(socket);
    });
  }

  #awaitNoBody(socket: Socket): void {
    clearTimeout(this.#bodies.get(socket));
    this.#bodies.delete(socket);
  }

  #take(socket: Socket): void {
    const holder = this.#holderOf(socket);
    const beside = holder === undefined ? 0 : (this.#ofHolder.get(holder) ?? 0);
    if (this.#open >= this.#limits.connections || beside >= this.#limits.connectionsPerAddress) {
      this.#tell(this.#open >= this.#limits.connections ? 'all' : 'address', holder);
      socket.destroy();
      return;
    }
    this.#open += 1;
    if (holder !== undefined) this.#ofHolder.set(holder, beside + 1);
    socket.once('close', () => {
      this.#open -= 1;
      this.#awaitNoBody(socket);
      if (holder === undefined) return;
      const left = (this.#ofHolder.get(holder) ?? 1) - 1;
      if (left > 0) this.#ofHolder.set(holder, left);
      else this.#ofHolder.delete(holder);
    });
  }

  /** Undefined for a trusted proxy, behind which stand many. */
  #holderOf({ remoteAddress = '' }: Socket): string | undefined {
    const address = normalForm(remoteAddress) ?? '0.0.0.0';
    return isWithin(this.#trustedProxies, address) ? undefined : addressHolder(address);
  }

  /** A flood must not become one of the log. */
  #tell(reason: 'all' | 'address', address?: string): void {
    this.#refused.inc({ reason });
    if (performance.now() - this.#loggedAt < LOGGED_EVERY_MS) return;
    this.#loggedAt = performance.now();
    this.#log.warn({ reason, address, open: this.#open, most: this.#limits.connections }, 'connections are refused: there are too many');
  }
}

/** As Node names a request that its own limit ends. */
function tookTooLong(): Error {
  return Object.assign(new Error('the body takes too long to come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** How many files the process may have open. Only Linux tells; Node has raised the soft limit to the hard one as it started. */
function descriptorLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? UNKNOWN_LIMIT);
  } catch {
    return UNKNOWN_LIMIT;
  }
}
