import { PAGE_KEY_FIELD } from '@purser/contract/payer-page';
import type { TestApp } from './app.ts';

/** A browser without scripts: keeps cookies, follows redirects, sends forms. */
export class PlainBrowser {
  readonly #app: TestApp;
  readonly cookies = new Map<string, string>([['purser_language', 'en']]);
  address = '';
  status = 0;
  html = '';
  headers: Record<string, unknown> = {};

  constructor(app: TestApp) {
    this.#app = app;
  }

  async open(address: string): Promise<this> {
    return this.#go('GET', address);
  }

  /** Sends the page's form with this action, or with a button of this one: its hidden fields, and what was filled in. */
  async send(action: string, filled: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<this> {
    const form = [...this.html.matchAll(/<form[^>]*action="([^"]+)".*?<\/form>/gs)].find(
      ([whole, own]) => own === action || whole.includes(`formAction="${action}"`),
    );
    if (!form) throw new Error(`no form ${action} on ${this.address}`);
    const hidden = [...form[0].matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return this.#go('POST', action, { ...Object.fromEntries(hidden), ...filled }, headers);
  }

  async post(action: string, form: Record<string, string>): Promise<this> {
    return this.#go('POST', action, form);
  }

  async #go(method: 'GET' | 'POST', address: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<this> {
    const response = await this.#app.fastify.inject({
      method,
      url: address,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, decodeURIComponent(value));
    }
    this.status = response.statusCode;
    this.headers = response.headers;
    if (response.statusCode === 303) return this.open(String(response.headers.location));
    this.address = address;
    this.html = response.body;
    return this;
  }

  /** What the page tells at its fields, each by its name; told is only what the field itself leads to. */
  get toldAtFields(): Record<string, string> {
    return Object.fromEntries(
      this.#wrongFields().map((field) => {
        const id = /aria-describedby="([^"]*)"/
          .exec(field)?.[1]
          ?.split(' ')
          .find((one) => !one.endsWith('-hint'));
        return [nameOf(field), this.html.split(` id="${id}"`)[1]?.split(/[<>]/)[1] ?? ''];
      }),
    );
  }

  /** The field that the page goes on at, without scripts as well. */
  get focused(): string | undefined {
    const focused = [...this.html.matchAll(/<(?:input|textarea|select)[^>]* autofocus=""[^>]*>/gi)].map(([field]) => nameOf(field));
    if (focused.length > 1) throw new Error(`the page is to go on at ${focused.join(' and ')}`);
    return focused[0];
  }

  #wrongFields(): string[] {
    return [...this.html.matchAll(/<(?:input|textarea|select)[^>]* aria-invalid="true"[^>]*>/g)].map(([field]) => field);
  }

  get text(): string {
    return this.html
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#?\w+;/g, ' ')
      .replace(/\s+/g, ' ');
  }
}

function nameOf(field: string): string {
  return / name="([^"]*)"/.exec(field)?.[1] ?? '';
}

/** A page whose forms do not say which page they are of, so that the same one sent twice is taken for two. */
export function withoutPageKey(html: string): string {
  return html.replaceAll(new RegExp(`<input type="hidden" name="${PAGE_KEY_FIELD}"[^>]*>`, 'g'), '');
}
