import type { MerchantTopic } from '@purser/contract/features/events';
import pg from 'pg';
import type { Logger } from 'pino';

/** What changed for whom. Orders are named by their token, for the payment pages that show them. */
export interface Changes {
  readonly merchants?: readonly (readonly [merchantId: number, topics: readonly MerchantTopic[]])[];
  readonly orders?: readonly string[];
}

const CHANNEL = 'purser_changed';
/** PostgreSQL refuses payloads of 8,000 bytes and more: a merchant takes at most 80 bytes, an order's token 33. */
const MOST_MERCHANTS = 80;
const MOST_ORDERS = 200;
const RECONNECT_AFTER_MS = 1_000;

type MerchantListener = (topics: readonly MerchantTopic[]) => void;

/**
 * Carries "this changed" from the transaction that changed it to every process's open streams, by LISTEN and
 * NOTIFY. It promises nothing across a lost connection: after one, listeners are told that anything may have changed.
 */
export class Hub {
  readonly #url: string;
  readonly #log: Logger;
  readonly #merchants = new Map<number, Set<MerchantListener>>();
  readonly #orders = new Map<string, Set<() => void>>();
  #client: pg.Client | undefined;
  #closed = false;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      options: '-c role=purser_app',
      application_name: 'purser-hub',
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.#deliver(JSON.parse(payload ?? '{}') as Changes));
    client.on('error', (error) => this.#log.warn({ err: error }, 'the change stream broke'));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    // Closed while it was opening: nobody else would ever end this connection.
    if (this.#closed) return client.end();
    this.#client = client;
    // Only a connection that was open is followed by another here; who fails to open one tries again itself.
    client.once('end', () => this.#restart());
  }

  /** How many listen now. */
  get listeners(): number {
    return [...this.#merchants.values(), ...this.#orders.values()].reduce((sum, { size }) => sum + size, 0);
  }

  onMerchant(merchantId: number, listener: MerchantListener): () => void {
    return subscribe(this.#merchants, merchantId, listener);
  }

  onOrder(token: string, listener: () => void): () => void {
    return subscribe(this.#orders, token, listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }

  #deliver({ merchants = [], orders = [] }: Changes): void {
    for (const [merchantId, topics] of merchants) for (const listener of this.#merchants.get(merchantId) ?? []) listener(topics);
    for (const token of orders) for (const listener of this.#orders.get(token) ?? []) listener();
  }

  #restart(): void {
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.start().then(
        () => this.#everythingMayHaveChanged(),
        (error: unknown) => {
          this.#log.warn({ err: error }, 'the change stream could not be opened');
          this.#restart();
        },
      );
    }, RECONNECT_AFTER_MS).unref();
  }

  #everythingMayHaveChanged(): void {
    for (const listeners of this.#merchants.values())
      for (const listener of listeners) listener(['orders', 'balances', 'transfers', 'webhooks', 'access_key']);
    for (const listeners of this.#orders.values()) for (const listener of listeners) listener();
  }
}

function subscribe<Key, Listener>(all: Map<Key, Set<Listener>>, key: Key, listener: Listener): () => void {
  const listeners = all.get(key) ?? new Set();
  all.set(key, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) all.delete(key);
  };
}

/** Tells every process, when the client's transaction commits. A batch announces all of its changes at once. */
export async function announce(client: Pick<pg.ClientBase, 'query'>, { merchants = [], orders = [] }: Changes): Promise<void> {
  const payloads = [
    ...chunks(merchants, MOST_MERCHANTS).map((some): Changes => ({ merchants: some })),
    ...chunks(orders, MOST_ORDERS).map((some): Changes => ({ orders: some })),
  ].map((changes) => JSON.stringify(changes));
  if (payloads.length > 0) await client.query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`, [payloads]);
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
