import { createServer, type Server } from 'node:http';
import { verifyWebhook } from '@purser/client';

/** A merchant's system that is told of events, now and then fails, and keeps what it was told in order. */
export class ReceivedEvents {
  readonly #server: Server;
  readonly #known = new Set<string>();
  readonly #types = new Map<string, string[]>();
  /** Share of deliveries answered with an error. */
  failing = 0.05;

  constructor(port: number, secret: string) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const event = verifyWebhook(Buffer.concat(chunks).toString('utf8'), request.headers, secret);
        if (Math.random() < this.failing) return response.writeHead(503).end();
        if (!this.#known.has(event.id) && 'serial_number' in event.data) {
          this.#known.add(event.id);
          const types = this.#types.get(event.data.serial_number) ?? [];
          this.#types.set(event.data.serial_number, [...types, event.type]);
        }
        return response.writeHead(204).end();
      });
    });
    this.#server.listen(port, '127.0.0.1');
  }

  get count(): number {
    return this.#known.size;
  }

  /** The types of the order's events, as they came in, each event once. */
  typesOf(serialNumber: string): readonly string[] {
    return this.#types.get(serialNumber) ?? [];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
