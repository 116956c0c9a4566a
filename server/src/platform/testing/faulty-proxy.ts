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
      if (!line.swallowing) far.write(data);
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
