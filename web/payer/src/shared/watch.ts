import { checkoutEvents } from 'virtual:call-paths';
import type { OrderNews } from '@purser/contract/payer-pages';

const FIRST_RECONNECT_MS = 500;
const LONGEST_RECONNECT_MS = 10_000;

export interface OrderListener {
  news(news: OrderNews): void;
  connected(yes: boolean): void;
}

/**
 * Follows an order until the returned function is called. EventSource mends most breaks by itself, but gives up for good after an HTTP error
 * (a restart behind a proxy, say); then a new one is opened, later and later. The stream begins with the order as it is, so nothing is missed.
 */
export function watchOrder(token: string, listener: OrderListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait_ms = FIRST_RECONNECT_MS;
  const open = () => {
    source = new EventSource(`${checkoutEvents}?token=${encodeURIComponent(token)}`);
    source.addEventListener('order', (event: MessageEvent<string>) => {
      wait_ms = FIRST_RECONNECT_MS;
      listener.connected(true);
      listener.news(JSON.parse(event.data) as OrderNews);
    });
    source.addEventListener('error', () => {
      listener.connected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait_ms);
      wait_ms = Math.min(wait_ms * 2, LONGEST_RECONNECT_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
