import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Purser, PurserError, verifyWebhook, WebhookError, type Order } from '@purser/client';
import { COINS, GOODS, MARKETS } from './goods.ts';
import { ReceivedWebhooks } from './orders.ts';
import { homePage, messagePage, orderPage, THEMES, versionOf, type Visit } from './pages.ts';
import { LANGUAGES, languageOf, TEXTS, type Language } from './texts.ts';

export interface ShopOptions {
  /** Where the world reaches the shop, "http://localhost:3000/shop": its path is the prefix of every page. */
  readonly publicUrl: string;
  readonly purserUrl: string;
  readonly accessKey: string;
  readonly secret: string;
  readonly webhookSecret: string;
}

interface Request {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly cookies: Readonly<Record<string, string>>;
  readonly visit: Visit;
}

const LARGEST_BODY_BYTES = 65_536;
const ORDER_NUMBER = /^HB-[\dA-Z]{10}$/;
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ORDERS_REMEMBERED = 5;
const CHOICES_KEPT_S = 365 * 24 * 3600;
const ASK_AGAIN_EVERY_MS = 3_000;

const FILES = {
  '/style.css': { type: 'text/css; charset=utf-8', body: readFileSync(new URL('style.css', import.meta.url)) },
  '/live.js': { type: 'text/javascript; charset=utf-8', body: readFileSync(new URL('live.js', import.meta.url)) },
};

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** The demo shop as an HTTP server that does not listen yet; `failed` is told of what it could not answer. */
export function createShop(options: ShopOptions, failed: (error: unknown) => void = console.error): Server {
  const shop = new Shop(options);
  return createServer((message, response) => {
    shop.answer(message, response).catch((error: unknown) => {
      failed(error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end('Something went wrong in the shop.');
    });
  });
}

class Shop {
  readonly #options: ShopOptions;
  readonly #base: string;
  readonly #received = new ReceivedWebhooks();
  /** One client for each language, so that refusals come in the visitor's. */
  readonly #pursers: Record<Language, Purser>;

  constructor(options: ShopOptions) {
    this.#options = options;
    this.#base = new URL(options.publicUrl).pathname.replace(/\/$/, '');
    const { purserUrl: baseUrl, accessKey, secret } = options;
    this.#pursers = Object.fromEntries(
      LANGUAGES.map((language) => [language, new Purser({ baseUrl, accessKey, secret, language, timeoutMs: 10_000, maxRetries: 2 })]),
    ) as Record<Language, Purser>;
  }

  async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://shop');
    const path = url.pathname.startsWith(this.#base) ? url.pathname.slice(this.#base.length) : url.pathname;
    const cookies = cookiesOf(message);
    const visit: Visit = {
      language: languageOf(cookies['shop_language'], message.headers['accept-language']),
      theme: THEMES.find((theme) => theme === cookies['shop_theme']) ?? 'auto',
      base: this.#base,
      path: url.pathname + url.search,
    };
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const request: Request = { message, response, url, cookies, visit };
    if (message.method === 'POST') return this.#post(path, request);
    if (message.method === 'GET' || message.method === 'HEAD') return this.#get(path, request);
    response.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
  }

  async #get(path: string, request: Request): Promise<void> {
    const [, orderId, rest] = /^\/order\/([^/]+)(\/live)?$/.exec(path) ?? [];
    if (path === '' || path === '/') return this.#home(request);
    if (path === '/choose') return this.#choose(request);
    if (path === '/style.css' || path === '/live.js') {
      const { type, body } = FILES[path];
      request.response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
      return undefined;
    }
    if (orderId !== undefined && ORDER_NUMBER.test(orderId)) {
      return rest === '/live' ? this.#live(orderId, request) : this.#order(orderId, request);
    }
    return this.#notFound(request);
  }

  async #post(path: string, request: Request): Promise<void> {
    const body = await bodyOf(request.message);
    if (body === undefined) {
      request.response.writeHead(413, { connection: 'close' }).end();
      return undefined;
    }
    const orderId = /^\/order\/([^/]+)\/cancel$/.exec(path)?.[1];
    if (path === '/webhook') return this.#webhook(body, request);
    if (path === '/buy') return this.#buy(new URLSearchParams(body.toString('utf8')), request);
    if (orderId !== undefined && ORDER_NUMBER.test(orderId)) return this.#cancel(orderId, request);
    return this.#notFound(request);
  }

  #home({ response, url, cookies, visit }: Request, problem?: string): void {
    const market = MARKETS.find((one) => one === url.searchParams.get('market')) ?? 'USD';
    sendPage(response, problem === undefined ? 200 : 502, homePage(visit, market, orderNumbers(cookies), problem));
  }

  /** Creates the order at Purser and sends the payer to its payment page. */
  async #buy(form: URLSearchParams, request: Request): Promise<void> {
    const { response, visit, cookies } = request;
    const good = GOODS.find(({ id }) => id === form.get('good'));
    const market = MARKETS.find((one) => one === form.get('market'));
    if (!good || !market) return this.#notFound(request);
    const orderId = newOrderNumber();
    try {
      const order = await this.#pursers[visit.language].orders.create(
        {
          order_id: orderId,
          coin_name: COINS[market],
          amount: good.price[market],
          description: good.name[visit.language],
          return_address: `${this.#options.publicUrl}/order/${orderId}`,
          language: visit.language,
        },
        { idempotencyKey: orderId },
      );
      const remembered = [orderId, ...orderNumbers(cookies)].slice(0, ORDERS_REMEMBERED).join('.');
      response.setHeader('set-cookie', this.#cookie('shop_orders', remembered));
      redirect(response, order.payment_url);
    } catch (error) {
      this.#home(request, problemOf(error));
    }
  }

  async #cancel(orderId: string, request: Request): Promise<void> {
    try {
      await this.#pursers[request.visit.language].orders.close({ order_id: orderId });
      redirect(request.response, `${this.#base}/order/${orderId}`);
    } catch (error) {
      await this.#order(orderId, request, problemOf(error));
    }
  }

  /** The order's page. What the address says about the order is ignored: Purser is asked. */
  async #order(orderId: string, request: Request, problem?: string): Promise<void> {
    const { response, visit } = request;
    const own = { ...visit, path: `${this.#base}/order/${orderId}` };
    try {
      const order = await this.#pursers[visit.language].orders.query({ order_id: orderId });
      sendPage(response, 200, orderPage(own, order, this.#received.of(orderId), problem));
    } catch (error) {
      const status = error instanceof PurserError && error.name === 'order_unknown' ? 404 : 502;
      sendPage(response, status, messagePage(own, `${TEXTS[visit.language].order} ${orderId}`, problemOf(error)));
    }
  }

  /** Server-sent events: "changed" as soon as the page no longer shows the order as it is. */
  async #live(orderId: string, { message, response, url, visit }: Request): Promise<void> {
    const seen = url.searchParams.get('seen');
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\n');
    const look = async (): Promise<void> => {
      const order = await this.#pursers[visit.language].orders.query({ order_id: orderId }).catch(() => undefined);
      const now: Order | undefined = order;
      if (now && versionOf(now, this.#received.of(orderId)) !== seen) response.write('event: changed\ndata: \n\n');
    };
    const forget = this.#received.watch(orderId, () => void look());
    const timer = setInterval(() => void look(), ASK_AGAIN_EVERY_MS);
    message.on('close', () => {
      forget();
      clearInterval(timer);
    });
    await look();
  }

  /** Answers at once; whatever a real shop does about an event it does afterwards. */
  #webhook(body: Buffer, { message, response }: Request): void {
    try {
      const event = verifyWebhook(body, message.headers, this.#options.webhookSecret);
      this.#received.add({ event, body: body.toString('utf8'), at: new Date() });
      response.writeHead(204).end();
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      response.writeHead(400, { 'content-type': 'text/plain' }).end(error.message);
    }
  }

  #choose({ response, url }: Request): void {
    const language = LANGUAGES.find((one) => one === url.searchParams.get('language'));
    const theme = THEMES.find((one) => one === url.searchParams.get('theme'));
    response.setHeader('set-cookie', [
      ...(language ? [this.#cookie('shop_language', language)] : []),
      ...(theme ? [this.#cookie('shop_theme', theme)] : []),
    ]);
    const back = url.searchParams.get('back') ?? '';
    // Only to a page of the shop's own.
    redirect(response, back === this.#base || back.startsWith(`${this.#base}/`) || back.startsWith(`${this.#base}?`) ? back : this.#base);
  }

  #notFound({ response, visit }: Request): void {
    const t = TEXTS[visit.language];
    sendPage(response, 404, messagePage({ ...visit, path: this.#base }, t.shop, t.not_found));
  }

  #cookie(name: string, value: string): string {
    return `${name}=${value}; Path=${this.#base || '/'}; Max-Age=${CHOICES_KEPT_S}; HttpOnly; SameSite=Lax`;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof PurserError) return error.detail;
  throw error;
}

function newOrderNumber(): string {
  return `HB-${Array.from(randomBytes(10), (byte) => NUMBER_ALPHABET.charAt(byte % 32)).join('')}`;
}

function orderNumbers(cookies: Readonly<Record<string, string>>): string[] {
  return (cookies['shop_orders'] ?? '').split('.').filter((id) => ORDER_NUMBER.test(id));
}

function cookiesOf(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    (message.headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, value.join('=')];
    }),
  );
}

/** The body's bytes as they came; undefined when there are too many. */
async function bodyOf(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sendPage(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
}

function redirect(response: ServerResponse, to: string): void {
  response.writeHead(303, { location: to }).end();
}
