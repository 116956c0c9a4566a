import type { WebhookEvent } from '@purser/client';

/** A webhook as it arrived: verified, and kept word for word to be shown. */
export interface Received {
  readonly event: WebhookEvent;
  readonly body: string;
  readonly at: Date;
}

const MOST_ORDERS = 1_000;
const MOST_EVENTS_PER_ORDER = 20;

/**
 * The webhooks the shop has received, by order number, in memory: this is a demo. A shop that sells for real writes
 * them down, and asks Purser for what it may have missed.
 */
export class ReceivedWebhooks {
  readonly #byOrder = new Map<string, Received[]>();
  readonly #watchers = new Map<string, Set<() => void>>();

  /** Notes a webhook; one that came before under the same id changes nothing. */
  add(received: Received): void {
    const orderId = 'order_id' in received.event.data ? received.event.data.order_id : undefined;
    if (typeof orderId !== 'string') return;
    const known = this.#byOrder.get(orderId) ?? [];
    if (known.some(({ event }) => event.id === received.event.id)) return;
    // Re-inserting makes the oldest order the first of the map, and the first to be forgotten.
    this.#byOrder.delete(orderId);
    this.#byOrder.set(orderId, [received, ...known].slice(0, MOST_EVENTS_PER_ORDER));
    for (const oldest of this.#byOrder.keys()) {
      if (this.#byOrder.size <= MOST_ORDERS) break;
      this.#byOrder.delete(oldest);
    }
    for (const watcher of this.#watchers.get(orderId) ?? []) watcher();
  }

  of(orderId: string): readonly Received[] {
    return this.#byOrder.get(orderId) ?? [];
  }

  /** Calls back whenever a webhook for the order arrives, until the returned function is called. */
  watch(orderId: string, watcher: () => void): () => void {
    const watchers = this.#watchers.get(orderId) ?? new Set();
    this.#watchers.set(orderId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(orderId);
    };
  }
}
