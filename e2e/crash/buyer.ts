import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Order, Purser, PurserError } from '@purser/client';
import { checkoutPay } from '@purser/contract/features/checkout';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import type { World } from './load.ts';
import type { Promises } from './promises.ts';
import type { SeededRandom } from './random.ts';

/** What a payment may be refused as, depending on what else happens to the order. */
const RIGHT_REFUSALS: ReadonlySet<string> = new Set(['order_already_paid', 'order_cancelled', 'order_expired', 'insufficient_balance']);

/** A merchant's customer: orders are created, paid, raced for, closed, or left to expire. */
export class Buyer {
  readonly #world: World;
  readonly #promises: Promises;
  readonly #random: SeededRandom;
  readonly #merchant: LoadMerchant;
  readonly #payers: readonly [LoadUser, LoadUser];

  constructor(world: World, promises: Promises, random: SeededRandom, index: number) {
    this.#world = world;
    this.#promises = promises;
    this.#random = random;
    const { merchants, users } = world;
    this.#merchant = merchants[index % merchants.length] as LoadMerchant;
    this.#payers = [users[index % users.length] as LoadUser, users[(index + 1) % users.length] as LoadUser];
  }

  async buy(): Promise<void> {
    const order = await this.#create();
    const random = this.#random;
    if (random.chance(0.25)) await this.#hasten(order);
    const dice = random.next();
    const [first, second] = this.#payers;
    if (dice < 0.6) await this.#pay(first, order);
    else if (dice < 0.8) await Promise.all([this.#pay(first, order), this.#pay(second, order)]);
    else if (dice < 0.92) await Promise.all([this.#close(order), this.#pay(first, order)]);
  }

  #sdk(api: string): Purser {
    const { accessKey, secret } = this.#merchant;
    return new Purser({ baseUrl: api, accessKey, secret, timeoutMs: this.#timeoutMs(), maxRetries: 0, fetch: this.#world.apis.fetch });
  }

  /** Impatient clients ask again while the first attempt is still on its way. */
  #timeoutMs(): number {
    return this.#random.between(800, 5_000);
  }

  async #create(): Promise<Order> {
    const orderId = randomUUID();
    const key = `create-${orderId}`;
    const wanted = {
      order_id: orderId,
      coin_name: 'USDP' as const,
      amount: `${this.#random.between(0, 6)}.${this.#random.between(10, 99)}`,
      lifetime_min: 1,
    };
    const ask = (api: string) => this.#sdk(api).orders.create(wanted, { idempotencyKey: key });
    const { answer: order, api } = await this.#world.apis.untilAnswered(this.#random, ask);
    this.#promises.created.set(order.serial_number, { key, orderId, merchantId: this.#merchant.merchantId });
    if (this.#random.chance(0.2)) await this.#sameAgain(`creating ${orderId}`, order, api, ask);
    return order;
  }

  /** The same key again, at another api: the same answer. */
  async #sameAgain(what: string, first: unknown, api: string, ask: (api: string) => Promise<unknown>): Promise<void> {
    const { apis } = this.#world;
    const again = await apis.once(() => ask(apis.besides(api, this.#random)));
    if (again === undefined) return;
    this.#promises.repeated += 1;
    if (!isDeepStrictEqual(again, first)) {
      this.#promises.contradict(`${what} was answered ${JSON.stringify(first)}, then ${JSON.stringify(again)}`);
    }
  }

  /** Moves the order's end so near that its expiry races its payment. */
  async #hasten({ serial_number: serialNumber }: Order): Promise<void> {
    const { sql } = this.#world;
    const leftMs = this.#random.between(0, 300);
    await sql(
      `update payment_order set expire_time = statement_timestamp() + make_interval(secs => $3)
       where merchant_id = $1 and serial_number = $2 and status in ('created', 'scanned')`,
      [this.#merchant.merchantId, serialNumber, leftMs / 1000],
    ).catch(() => {});
  }

  async #close({ serial_number: serialNumber }: Order): Promise<void> {
    const ask = (api: string) => this.#sdk(api).orders.close({ serial_number: serialNumber }, { idempotencyKey: `close-${serialNumber}` });
    try {
      await this.#world.apis.untilAnswered(this.#random, ask);
      this.#promises.closed.add(serialNumber);
    } catch (error) {
      if (!(error instanceof PurserError)) throw error;
      if (error.name === 'order_expired') this.#promises.late.add(serialNumber);
      else if (error.name !== 'order_already_paid') this.#promises.contradict(`closing ${serialNumber}: ${error.name}`);
    }
  }

  async #pay(user: LoadUser, order: Order): Promise<void> {
    const { apis, platform } = this.#world;
    const token = order.payment_url.split('/').at(-1) ?? '';
    const body = {
      token,
      payment_grant: platform.secrets.sign('payment-grant', { user: user.userId, order: token }, platform.clock.inS(300)),
      use_reward: this.#random.chance(0.3),
    };
    const headers = { cookie: `${PAYER_COOKIE}=${user.token}` };
    const { answer, api } = await apis.untilAnswered(this.#random, (api) =>
      apis.post(api + checkoutPay.path, body, headers, this.#timeoutMs()),
    );
    const { serial_number: serialNumber } = order;
    if (answer.code === 200 || answer.code === 42110) return this.#wasPaid(user, serialNumber, api);
    if (!RIGHT_REFUSALS.has(answer.msg)) this.#promises.contradict(`paying ${serialNumber}: ${answer.msg}`);
    if (answer.msg === 'order_expired') this.#promises.late.add(serialNumber);
    if (answer.msg === 'insufficient_balance') this.#promises.insufficient += 1;
  }

  async #wasPaid(user: LoadUser, serialNumber: string, api: string): Promise<void> {
    const { paid } = this.#promises;
    const other = paid.get(serialNumber);
    if (other !== undefined && other !== user.userId) this.#promises.contradict(`two payers were told that they paid ${serialNumber}`);
    paid.set(serialNumber, user.userId);
    const { apis } = this.#world;
    const elsewhere = apis.besides(api, this.#random);
    const seen = await apis.once(() => this.#sdk(elsewhere).orders.query({ serial_number: serialNumber }));
    if (seen && seen.order_status !== 'paid') {
      this.#promises.contradict(`${serialNumber} was paid at ${api} and is ${seen.order_status} at ${elsewhere}`);
    }
  }
}
