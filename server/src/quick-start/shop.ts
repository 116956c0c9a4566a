import { once } from 'node:events';
import type { Logger } from 'pino';
import { createShop } from '../../../shop/src/shop.ts';
import type { Program, Seeded } from './programs.ts';

interface ShopOptions {
  readonly port: number;
  /** Where people reach this server. */
  readonly publicUrl: string;
  /** Where a program on this machine reaches it. */
  readonly localUrl: string;
  readonly keys: NonNullable<Seeded['shop']>;
  readonly log: Logger;
}

/**
 * Starts the demo shop, which knows Purser by its address and its key alone, as a merchant's system would. It listens by itself, and is in this
 * process, as one of its own would take 25 MB more.
 */
export async function startShop({ port, publicUrl, localUrl, keys, log }: ShopOptions): Promise<Program> {
  const server = createShop({ publicUrl: `${publicUrl}/shop`, purserUrl: localUrl, ...keys }, (error) =>
    log.error({ err: error }, 'the demo shop could not answer'),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // Open event streams never end by themselves.
      server.closeAllConnections();
      await closed;
    },
  };
}
