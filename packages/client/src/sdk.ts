import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { facts } from './sdk-facts.ts';
import { send } from './sdk-request.ts';
import type { CallOptions, Connection, Fetch } from './sdk-request.ts';
import type { CreateOrder, Order, WhichOrder } from './sdk-types.ts';

export interface PurserOptions {
  /** Where Purser runs, for example `https://pay.example.com`. */
  baseUrl: string;
  /** The key's public half, from API management. */
  accessKey: string;
  /** The key's secret half; it signs and never travels. */
  secret: string;
  /** Language of `PurserError.detail`: `en` (default), `zh_Hans`, `zh_Hant` or `vi`. */
  language?: 'en' | 'zh_Hans' | 'zh_Hant' | 'vi';
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number;
  /** How often a call is repeated after a network failure, "busy" or a server's error; 0 never repeats. */
  maxRetries?: number;
  /** In place of the global `fetch`: for a proxy, or in tests. */
  fetch?: Fetch;
}

const DEFAULT_RETRIES = 4;

/** A merchant's connection to Purser. Holds no socket and needs no closing; make one and keep it. */
export class Purser {
  readonly orders: Orders;

  constructor(options: PurserOptions) {
    this.orders = new Orders(connect(options));
  }
}

class Orders {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates an order; send the payer to its `payment_url`. */
  create(order: CreateOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.paths.create, order, options);
  }

  /** The order as it is now, by `serial_number` or by your own `order_id`. */
  query(which: WhichOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.paths.query, which, options);
  }

  /** Cancels an order that nobody has paid. Closing a cancelled order again succeeds and changes nothing. */
  close(which: WhichOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.paths.close, which, options);
  }
}

function connect(options: PurserOptions): Connection {
  for (const name of ['baseUrl', 'accessKey', 'secret'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') throw new TypeError(`Purser: option ${name} is missing`);
  }
  if (!/^https?:$/.test(new URL(options.baseUrl).protocol)) throw new TypeError('Purser: option baseUrl must be an http(s) address');
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    accessKey: options.accessKey,
    secret: options.secret,
    language: options.language ?? 'en',
    timeoutMs: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    clockOffsetMs: 0,
  };
}
