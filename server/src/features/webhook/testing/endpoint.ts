import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Hit {
  readonly id: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly type: string;
}

/** A merchant's endpoint on this machine: keeps what it is sent and answers as the test says. */
export class TestEndpoint {
  readonly hits: Hit[] = [];
  readonly #server: Server;
  #waiting: { count: number; resolve: () => void }[] = [];
  /** The answer: a status, or a function that answers itself (or never does). */
  answer: number | ((hit: Hit, response: ServerResponse) => void) = 204;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { type } = JSON.parse(body) as { type: string };
      const hit: Hit = { id: String(request.headers['webhook-id']), body, headers: request.headers, type };
      this.hits.push(hit);
      if (typeof this.answer === 'function') this.answer(hit, response);
      else response.writeHead(this.answer).end();
      this.#waiting = this.#waiting.filter(({ count, resolve }) => this.hits.length < count || void resolve());
    });
  }

  static async start(): Promise<TestEndpoint> {
    const endpoint = new TestEndpoint();
    await new Promise<void>((resolve) => endpoint.#server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves when so many requests have come in all. */
  async received(count: number): Promise<void> {
    if (this.hits.length < count) await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
