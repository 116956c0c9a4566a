import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A gateway for text messages on this machine, which answers as a test says. */
export class Gateway {
  readonly asked: Asked[] = [];
  status: number | 'hang' | 'cut' = 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, reply) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.asked.push({ headers: request.headers, body });
        if (this.status === 'hang') return;
        if (this.status === 'cut') return void request.socket.destroy();
        reply.writeHead(this.status, { location: 'http://127.0.0.1:1/' }).end(`quoted-by-the-gateway ${body}`);
      });
    });
  }

  static async start(): Promise<Gateway> {
    const gateway = new Gateway();
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', () => resolve()));
    return gateway;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/send`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
