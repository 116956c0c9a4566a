import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Purser, PurserError } from '@purser/client';
import type { Envelope } from '@purser/contract/call';
import { checkoutPay } from '@purser/contract/features/checkout';
import { transferAdd } from '@purser/contract/features/transfer';
import type { Platform } from '../../server/src/platform/platform.ts';
import { PAYER_COOKIE } from '../../server/src/platform/payer-cookie.ts';
import { totpOf } from '../../server/src/platform/totp.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';

/** What the system has promised; whatever happens, it must hold. */
export interface Promises {
  /** Serial numbers of orders whose creation was acknowledged, and their merchants' order numbers. */
  readonly created: Map<string, string>;
  /** Payments that were acknowledged to a payer: serial number, payer. */
  readonly paid: Map<string, number>;
  readonly closed: Set<string>;
  readonly transferred: Set<string>;
  /** Answers that can never be right: two payers told that they paid one order, say. */
  readonly contradictions: string[];
}

const WRITE_TIMEOUT_MS = 8_000;

interface World {
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
  /** Runs SQL as the owner of the tables. */
  readonly sql: (text: string, values: unknown[]) => Promise<unknown>;
}

/** Keeps buying, paying, racing, closing and transferring until stopped; every write is repeated until it is answered. */
export class Load {
  readonly promises: Promises = { created: new Map(), paid: new Map(), closed: new Set(), transferred: new Set(), contradictions: [] };
  readonly #world: World;
  #running = true;
  #loops: Promise<void>[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  start(buyers: number): void {
    const { merchants } = this.#world;
    this.#loops = [
      ...Array.from({ length: buyers }, (_, index) => this.#repeat(() => this.#buy(index))),
      ...merchants.map((merchant, index) =>
        this.#repeat(() => this.#transfer(merchant, merchants[(index + 1) % merchants.length] as LoadMerchant)),
      ),
    ];
  }

  /** Lets every write that is under way come to its end. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#running) await work();
  }

  async #buy(buyer: number): Promise<void> {
    const { merchants, users, baseUrl } = this.#world;
    const merchant = merchants[buyer % merchants.length] as LoadMerchant;
    const sdk = new Purser({ baseUrl, accessKey: merchant.accessKey, secret: merchant.secret, timeoutMs: WRITE_TIMEOUT_MS, maxRetries: 1 });
    const orderId = randomUUID();
    const key = `create-${orderId}`;
    const order = await untilAnswered(() =>
      sdk.orders.create({ order_id: orderId, coin_name: 'USDP', amount: '1.37' }, { idempotencyKey: key }),
    );
    this.promises.created.set(order.serial_number, orderId);
    const token = order.payment_url.split('/').at(-1) as string;
    const dice = Math.random();
    const [first, second] = [users[buyer % users.length] as LoadUser, users[(buyer + 1) % users.length] as LoadUser];
    if (dice < 0.7) await this.#pay(first, token, order.serial_number);
    else if (dice < 0.85) await Promise.all([this.#pay(first, token, order.serial_number), this.#pay(second, token, order.serial_number)]);
    else if (dice < 0.95) {
      const close = untilAnswered(() => sdk.orders.close({ serial_number: order.serial_number })).then(
        () => this.promises.closed.add(order.serial_number),
        (error: unknown) => refusedAs(error, ['order_already_paid']),
      );
      await Promise.all([close, this.#pay(first, token, order.serial_number)]);
    }
  }

  async #pay(user: LoadUser, token: string, serialNumber: string): Promise<void> {
    const grant = this.#world.platform.secrets.sign(
      'payment-grant',
      { user: user.userId, order: token },
      this.#world.platform.clock.inS(300),
    );
    const answer = await untilAnswered(() =>
      this.#post(
        checkoutPay.path,
        { token, payment_grant: grant, use_reward: Math.random() < 0.3 },
        { cookie: `${PAYER_COOKIE}=${user.token}` },
      ),
    );
    if (answer.code !== 200 && answer.code !== 42110) {
      if (!['order_already_paid', 'order_cancelled'].includes(answer.msg))
        this.promises.contradictions.push(`paying ${serialNumber}: ${answer.msg}`);
      return;
    }
    const other = this.promises.paid.get(serialNumber);
    if (other !== undefined && other !== user.userId)
      this.promises.contradictions.push(`two payers were told that they paid ${serialNumber}`);
    this.promises.paid.set(serialNumber, user.userId);
  }

  async #transfer(from: LoadMerchant, to: LoadMerchant): Promise<void> {
    const key = randomUUID();
    const answer = await untilAnswered(async () => {
      // A code is good once in its half minute; the test cannot wait for the next one.
      await this.#world.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [from.merchantId]);
      return this.#post(
        transferAdd.path,
        { coin_name: 'USDP', receipt_merchant_id: to.merchantId, amount: '2.00', google_code: totpOf(from.totpSecret).generate() },
        { authorization: from.token, 'idempotency-key': key },
      );
    });
    if (answer.code === 200 || answer.code === 42110)
      this.promises.transferred.add((answer.data as { serial_number: string }).serial_number);
    else if (answer.msg !== 'google_code_used') this.promises.contradictions.push(`a transfer was refused: ${answer.msg}`);
    await sleep(20);
  }

  async #post(path: string, body: unknown, headers: Record<string, string>): Promise<Envelope<unknown>> {
    const response = await fetch(this.#world.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', language: 'en', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429) throw new TypeError(`HTTP ${response.status}`);
    return (await response.json()) as Envelope<unknown>;
  }
}

/** Repeats a write, whose answer a crash may have swallowed, until there is one; a refusal is an answer. */
async function untilAnswered<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const isAnswer = error instanceof PurserError && error.httpStatus !== null && error.httpStatus < 429;
      if (isAnswer) throw error;
      await sleep(50);
    }
  }
}

function refusedAs(error: unknown, allowed: readonly string[]): void {
  if (!(error instanceof PurserError) || !allowed.includes(error.name)) throw error;
}
