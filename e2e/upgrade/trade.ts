import { randomUUID } from 'node:crypto';
import { accessKeyAdd } from '@purser/contract/features/access-key';
import { checkoutPay, checkoutScan } from '@purser/contract/features/checkout';
import { transferAdd } from '@purser/contract/features/transfer';
import { PAYER_COOKIE } from '../../server/src/platform/http/payer-cookie.ts';
import { totpOf } from '../../server/src/platform/security/totp.ts';
import { type Act, attempt, bySdk, keyed, post, type Told } from './acts.ts';
import type { FirstApp, FirstMerchant, FirstOrder, FirstRelease, FirstUser } from './first-release.ts';
import type { Installation } from './installation.ts';

const COIN = 'USDP';
const MERCHANTS = 4;
const USERS = 6;
const FUNDS = '1000000.00';
/** Long enough that what is left open is still open after the upgrade. */
const LIFETIME_MIN = 1_440;
const GRANT_S = 3_600;
const SDK_TIMEOUT_MS = 10_000;

export interface Merchant extends FirstMerchant {
  readonly accessKey: string;
  readonly secret: string;
}

/** Merchants and payers of the first release, and what they do: by its SDK and its calls, before the upgrade and after it. */
export class Trade {
  readonly merchants: readonly Merchant[];
  readonly users: readonly FirstUser[];
  readonly acts: Act[] = [];
  readonly #installation: Installation;
  readonly #first: FirstRelease;
  readonly #asking = new Map<number, Promise<unknown>>();
  readonly #sign: FirstApp['platform']['secrets']['sign'];

  private constructor(
    installation: Installation,
    first: FirstRelease,
    app: FirstApp,
    merchants: readonly Merchant[],
    users: readonly FirstUser[],
  ) {
    this.#installation = installation;
    this.#first = first;
    this.#sign = (...args) => app.platform.secrets.sign(...args);
    this.merchants = merchants;
    this.users = users;
  }

  /** Parties as they stand after registration, made by the first release's own kits; their keys by its api, which must run. */
  static async begin(installation: Installation, first: FirstRelease): Promise<Trade> {
    const app = installation.firstApp();
    const { owner, programs, webhook } = installation;
    const merchants: Merchant[] = [];
    for (let index = 0; index < MERCHANTS; index += 1) {
      const merchant = await first.makeMerchant(app, { username: `merchant-${index}` });
      await owner.query('update merchant set webhook_address = $2, webhook_secret = $3 where merchant_id = $1', [
        merchant.merchant_id,
        webhook.address,
        app.platform.secrets.seal('webhook', webhook.secret),
      ]);
      await first.fund(app, merchant.merchant_id, COIN, FUNDS);
      const made = await post(
        programs.baseUrl + accessKeyAdd.path,
        { google_code: totpOf(merchant.totpSecret).generate() },
        { authorization: merchant.token },
      );
      const { access_key, secret } = (made?.data ?? {}) as { access_key?: string; secret?: string };
      if (access_key === undefined || secret === undefined) throw new Error(`making an access key was answered ${made?.msg}`);
      merchants.push({ ...merchant, accessKey: access_key, secret });
    }
    const users: FirstUser[] = [];
    for (let index = 0; index < USERS; index += 1) {
      const user = await first.makeUser(app, {
        username: `payer-${index}`,
        phone: `+8490100000${index}`,
        email: `payer-${index}@example.com`,
      });
      await first.fund(app, user.user_id, COIN, FUNDS);
      await first.fund(app, user.user_id, COIN, '500.00', 'reward');
      users.push(user);
    }
    await app.platform.close();
    return new Trade(installation, first, app, merchants, users);
  }

  get baseUrl(): string {
    return this.#installation.programs.baseUrl;
  }

  sdk({ accessKey, secret }: Merchant): InstanceType<FirstRelease['Purser']> {
    return new this.#first.Purser({ baseUrl: this.baseUrl, accessKey, secret, timeoutMs: SDK_TIMEOUT_MS, maxRetries: 0 });
  }

  merchant(index: number): Merchant {
    return this.merchants[index % this.merchants.length] as Merchant;
  }

  user(index: number): FirstUser {
    return this.users[index % this.users.length] as FirstUser;
  }

  order(merchant: Merchant, amount: string): Act {
    const orderId = randomUUID();
    const key = `create-${orderId}`;
    const order = { order_id: orderId, coin_name: COIN, amount, description: 'Two tickets', lifetime_min: LIFETIME_MIN };
    const ask = (content: typeof order) => bySdk(() => this.sdk(merchant).orders.create(content, { idempotencyKey: key }));
    return this.#remember({
      kind: 'order',
      key,
      ownerId: merchant.merchant_id,
      ask: () => ask(order),
      askOtherwise: () => ask({ ...order, amount: '9999.99' }),
      done: undefined,
    });
  }

  transfer(from: Merchant, to: Merchant, amount: string): Act {
    const key = randomUUID();
    const wanted = { coin_name: COIN, receipt_merchant_id: to.merchant_id, amount, remark: key };
    const ask = (content: typeof wanted) =>
      this.#oneByOne(from, async () => {
        const google_code = await this.googleCode(from);
        return post(this.baseUrl + transferAdd.path, { ...content, google_code }, { authorization: from.token, ...keyed(key) });
      });
    return this.#remember({
      kind: 'transfer',
      key,
      ownerId: from.merchant_id,
      ask: () => ask(wanted),
      askOtherwise: () => ask({ ...wanted, amount: '9999.99' }),
      done: undefined,
    });
  }

  payment(user: FirstUser, order: FirstOrder, useReward: boolean): Act {
    const token = tokenOf(order);
    const payment_grant = this.#sign('payment-grant', { user: user.user_id, order: token }, GRANT_S);
    return this.#remember({
      kind: 'payment',
      key: `${order.serial_number} ${user.user_id}`,
      ownerId: user.user_id,
      ask: () => post(this.baseUrl + checkoutPay.path, { token, payment_grant, use_reward: useReward }, payerHeaders(user)),
      done: undefined,
    });
  }

  closing(merchant: Merchant, { serial_number }: FirstOrder): Act {
    const key = `close-${serial_number}`;
    return this.#remember({
      kind: 'closing',
      key,
      ownerId: merchant.merchant_id,
      ask: () => bySdk(() => this.sdk(merchant).orders.close({ serial_number }, { idempotencyKey: key })),
      done: undefined,
    });
  }

  async scan(order: FirstOrder): Promise<void> {
    const told = await post(this.baseUrl + checkoutScan.path, { token: tokenOf(order) });
    if (told?.msg !== 'ok') throw new Error(`scanning was answered ${told?.msg}`);
  }

  /** A code is good once in its half minute; nobody here can wait for the next one. */
  async googleCode({ merchant_id, totpSecret }: Merchant): Promise<string> {
    await this.#installation.owner.query('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant_id]).catch(() => {});
    return totpOf(totpSecret).generate();
  }

  /** One transfer, and one order with what becomes of it; one in five stays open. Where the order is not acknowledged, nothing can become of it. */
  async round(index: number, note: (told: Told | undefined) => void = () => {}): Promise<void> {
    const [merchant, user] = [this.merchant(index), this.user(index)];
    note(await attempt(this.transfer(merchant, this.merchant(index + 1), `${1 + (index % 40)}.${10 + (index % 90)}`)));
    const making = this.order(merchant, `${index % 7}.${10 + (index % 90)}`);
    note(await attempt(making));
    if (making.done === undefined) return;
    const order = making.done as FirstOrder;
    const fate = index % 10;
    if (fate < 7) note(await attempt(this.payment(user, order, fate === 6)));
    else if (fate === 7) note(await attempt(this.closing(merchant, order)));
    else if (fate === 8) await this.scan(order).catch(() => {});
  }

  /** Two acts of one merchant at once would take each other's code. */
  #oneByOne({ merchant_id }: Merchant, ask: () => ReturnType<Act['ask']>): ReturnType<Act['ask']> {
    const asked = (this.#asking.get(merchant_id) ?? Promise.resolve()).then(ask);
    this.#asking.set(merchant_id, asked);
    return asked;
  }

  #remember(act: Act): Act {
    this.acts.push(act);
    return act;
  }
}

export function payerHeaders({ token }: Pick<FirstUser, 'token'>): Record<string, string> {
  return { cookie: `${PAYER_COOKIE}=${token}` };
}

export function tokenOf({ payment_url }: FirstOrder): string {
  return payment_url.split('/').at(-1) ?? '';
}

/** Does something with each of many, eight at a time. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
