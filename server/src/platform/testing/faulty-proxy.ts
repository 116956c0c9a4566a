import { connect, createServer, type Server, type Socket } from 'node:net';

interface Line {
  readonly near: Socket;
  readonly far: Socket;
  swallowing: boolean;
}

/** A TCP proxy in front of the database that can do to connections what networks do. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  /** Called with what a client sends, before it is passed on; true cuts the connection instead, or after it. */
  onRequest: ((data: Buffer) => 'pass' | 'cut before' | 'cut after') | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param target the database's URL */
  static async start(target: string): Promise<{ proxy: FaultyProxy; url: string }> {
    const { hostname, port } = new URL(target);
    const server = createServer((near) => proxy.#join(near, connect(Number(port || 5432), hostname)));
    const proxy = new FaultyProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as { port: number }).port);
    return { proxy, url: url.href };
  }

  get connections(): number {
    return [...this.#lines].filter(({ near }) => !near.destroyed).length;
  }

  /** From now on nothing passes on the connections that are open, in either direction, and nothing closes them. New ones are whole. */
  swallow(): void {
    for (const line of this.#lines) line.swallowing = true;
  }

  /** Cuts the connections that are open. */
  cut(): void {
    for (const { near, far } of this.#lines) {
      near.destroy();
      far.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    const line: Line = { near, far, swallowing: false };
    this.#lines.add(line);
    near.on('data', (data) => {
      if (line.swallowing) return;
      const fate = this.onRequest?.(data) ?? 'pass';
      if (fate !== 'cut before') far.write(data);
      if (fate === 'pass') return;
      // What was passed on reaches the server; its answer reaches nobody.
      line.swallowing = true;
      near.destroy();
      far.end();
    });
    far.on('data', (data) => {
      if (!line.swallowing) near.write(data);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        // What happens on one side of a swallowed connection is not heard of on the other.
        if (!line.swallowing) other.destroy();
        if (other.destroyed) this.#lines.delete(line);
      });
    }
  }
}
