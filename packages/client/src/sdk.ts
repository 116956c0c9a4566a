import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';
import { facts } from './sdk-facts.ts';
import { checkHeader, send } from './sdk-request.ts';
import type { CallOptions, Connection, Fetch } from './sdk-request.ts';
import type {
  Balances,
  CreateOrder,
  CreateRefund,
  CreateWithdrawal,
  Order,
  Rate,
  Refund,
  User,
  WhichBalances,
  WhichOrder,
  WhichRate,
  WhichRefund,
  WhichUser,
  WhichWithdrawal,
  Withdrawal,
} from './sdk-types.ts';

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
  readonly refunds: Refunds;
  readonly withdrawals: Withdrawals;
  readonly #connection: Connection;

  constructor(options: PurserOptions) {
    this.#connection = connect(options);
    this.orders = new Orders(this.#connection);
    this.refunds = new Refunds(this.#connection);
    this.withdrawals = new Withdrawals(this.#connection);
  }

  /** A wallet user, by the wallet ID or by what you called them in your orders: whether money can be sent to them, and in which markets. */
  user(which: WhichUser, options: CallOptions = {}): Promise<User> {
    return send<User>(this.#connection, facts.lookUps.user, which, options);
  }

  /** Your balances, of all your coins or of one. */
  balances(which: WhichBalances = {}, options: CallOptions = {}): Promise<Balances> {
    return send<Balances>(this.#connection, facts.lookUps.balances, which, options);
  }

  /** What one USDT is worth in a coin now. */
  rate(which: WhichRate, options: CallOptions = {}): Promise<Rate> {
    return send<Rate>(this.#connection, facts.lookUps.rate, which, options);
  }
}

class Orders {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates an order; send the payer to its `payment_url`. */
  create(order: CreateOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.orders.create, order, options);
  }

  /** The order as it is now, by `serial_number` or by your own `order_id`. */
  query(which: WhichOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.orders.query, which, options);
  }

  /** Cancels an order that nobody has paid. Closing a cancelled order again succeeds and changes nothing. */
  close(which: WhichOrder, options: CallOptions = {}): Promise<Order> {
    return send<Order>(this.#connection, facts.orders.close, which, options);
  }
}

class Refunds {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Gives the payer of an order money back, all of it or a part, from your balance and at once. Whether the order's fee comes back with it is the provider's setting: `fee_returned`. */
  create(refund: CreateRefund, options: CallOptions = {}): Promise<Refund> {
    return send<Refund>(this.#connection, facts.refunds.create, refund, options);
  }

  /** One refund, by `serial_number` or by your own `refund_id`. */
  query(which: WhichRefund, options: CallOptions = {}): Promise<Refund> {
    return send<Refund>(this.#connection, facts.refunds.query, which, options);
  }
}

class Withdrawals {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Pays a user out: at once within your exemption quota (`order_status` is then `approved`), else once you approve it at the console. */
  create(withdrawal: CreateWithdrawal, options: CallOptions = {}): Promise<Withdrawal> {
    return send<Withdrawal>(this.#connection, facts.withdrawals.create, withdrawal, options);
  }

  /** The withdrawal as it is now, by `serial_number` or by your own `order_id`. */
  query(which: WhichWithdrawal, options: CallOptions = {}): Promise<Withdrawal> {
    return send<Withdrawal>(this.#connection, facts.withdrawals.query, which, options);
  }

  /** Cancels a withdrawal that nobody has decided. Cancelling it again succeeds and changes nothing. */
  cancel(which: WhichWithdrawal, options: CallOptions = {}): Promise<Withdrawal> {
    return send<Withdrawal>(this.#connection, facts.withdrawals.cancel, which, options);
  }
}

function connect(options: PurserOptions): Connection {
  for (const name of ['baseUrl', 'accessKey', 'secret'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') throw new TypeError(`Purser: option ${name} is missing`);
  }
  checkHeader('accessKey', options.accessKey);
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
