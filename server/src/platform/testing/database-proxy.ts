import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { asksToCommit, saysCommitted, WireMessages } from './wire-messages.ts';

/** Where a connection is cut: before the database hears of the commit, or after it has committed and before anybody learns of it. */
export type CommitSide = 'before' | 'after';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Nothing passes any more and nobody is told, as when a cable is pulled out. */
  silent: boolean;
}

/** A way to a database on which connections break, at a chosen moment of a transaction too. Plain connections only, no TLS. */
export class DatabaseProxy {
  readonly #server: Server;
  #database: { readonly host: string; readonly port: number };
  readonly #pairs = new Set<Pair>();
  #answer: Buffer | undefined;
  #cutAt: { side: CommitSide; done: () => void } | undefined;

  private constructor(server: Server, databaseUrl: string) {
    this.#server = server;
    this.#database = placeOf(databaseUrl);
    server.on('connection', (client) => this.#join(client));
  }

  static async to(databaseUrl: string): Promise<DatabaseProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server, databaseUrl);
  }

  /** The same database by this way. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** How many connections clients hold open. */
  get connections(): number {
    return [...this.#pairs].filter(({ client }) => !client.destroyed).length;
  }

  /** Breaks every connection, whatever it is doing; new ones pass. Answers how many there were. */
  cut(): number {
    const pairs = [...this.#pairs];
    for (const pair of pairs) destroy(pair);
    return pairs.length;
  }

  /** Leads to another database from now on, and breaks what it led to the other one. */
  leadTo(databaseUrl: string): void {
    this.#database = placeOf(databaseUrl);
    this.cut();
  }

  /** Breaks the next connection that commits. Resolves with whether one did so within the time. */
  async cutAtCommit(side: CommitSide, withinMs: number): Promise<boolean> {
    let limit: NodeJS.Timeout | undefined;
    const cut = await new Promise<boolean>((resolve) => {
      limit = setTimeout(() => resolve(false), withinMs);
      this.#cutAt = { side, done: () => resolve(true) };
    });
    clearTimeout(limit);
    this.#cutAt = undefined;
    return cut;
  }

  /** Swallows from now on what the present connections carry, both ways; new ones pass. */
  silence(): void {
    for (const pair of this.#pairs) pair.silent = true;
  }

  /** Answers whoever comes from now on as a server does that is starting up. */
  startUp(): void {
    this.#answer = Buffer.from('E\0\0\0\x30SFATAL\0C57P03\0Mthe database is starting up\0\0', 'latin1');
  }

  /** Breaks the connections that are silent. */
  endSilence(): void {
    for (const pair of this.#pairs) if (pair.silent) destroy(pair);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const server = this.#answer ? client : connect(this.#database);
    const pair: Pair = { client, server, silent: false };
    this.#pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        // The end of one side of a silent connection is not heard of on the other either.
        if (!pair.silent) destroy(pair);
        if (client.destroyed && server.destroyed) this.#pairs.delete(pair);
      });
    }
    if (this.#answer) {
      client.end(this.#answer);
      return;
    }
    this.#carry(pair, client, server, 'before', new WireMessages('client'));
    this.#carry(pair, server, client, 'after', new WireMessages('server'));
  }

  #carry(pair: Pair, from: Socket, to: Socket, side: CommitSide, messages: WireMessages): void {
    const isTheMoment = side === 'before' ? asksToCommit : saysCommitted;
    from.on('data', (chunk: Buffer) => {
      for (const message of messages.push(chunk)) {
        if (pair.silent) return;
        if (this.#cutAt?.side === side && isTheMoment(message)) {
          this.#cutAt.done();
          this.#cutAt = undefined;
          return destroy(pair);
        }
        to.write(message);
      }
    });
  }
}

function destroy({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}

function placeOf(databaseUrl: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port || 5432) };
}
