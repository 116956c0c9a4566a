import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { outcomeText, OUTCOMES, type OutcomeName } from '@purser/contract/errors';
import { pickLanguage, type Language } from '@purser/contract/language';
import {
  LANGUAGE_COOKIE,
  LOGIN_KINDS,
  THEME_COOKIE,
  type LoginDraft,
  type LoginIdentity,
  type PageProblem,
  type PayerPage,
  type PayerRenderer,
  type RenderOptions,
  type Theme,
} from '@purser/contract/payer-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownCookieName, PAYER_COOKIE } from './payer-cookie.ts';
import type { Platform } from '../platform.ts';
import { logFailure, refusalOf, retryAfterS } from './failure.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { Session } from '../security/sessions.ts';

const DIST = new URL('../../../../web/payer/dist/', import.meta.url);
/** Where the pages' scripts and styles are served from; the build is told the same. */
export const PAYER_ASSETS = { prefix: '/payer/assets/', folder: new URL('client/assets/', DIST) } as const;
const CLIENT_ENTRY = 'src/entry-client.tsx';
const WALLET_PAGES = 'features/wallet/pages.ts';
const TEXT_FILES: Readonly<Record<Language, string>> = { zh_Hans: 'zh-hans', zh_Hant: 'zh-hant', en: 'en', vi: 'vi' };

/** What a refused form leaves for the page it returns to: the refusal, and what was typed (never a password). */
interface Flash {
  readonly outcome: OutcomeName;
  readonly values: Readonly<Record<string, string | number>>;
  readonly login?: Pick<LoginDraft, 'kind' | 'identity' | 'area_code'> | undefined;
}
const FLASH_COOKIE = 'purser_flash';
const FLASH_KEPT_S = 60;

export interface PayerRequest {
  readonly language: Language;
  readonly theme: Theme;
  readonly session: Session | undefined;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly problem: PageProblem | null;
  /** What was typed into the login form that was refused. */
  readonly typed: Flash['login'];
}

type Manifest = Record<string, { readonly file: string; readonly src?: string }>;

/** The built pages: the renderer, and the files that a page of a language loads. */
export interface PayerBuild {
  readonly renderer: PayerRenderer;
  assets(page: PayerPage['page'], language: Language): RenderOptions['assets'];
}

/** Loads what `npm run build` made. */
export async function loadPayerBuild(): Promise<PayerBuild> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(new URL('client/.vite/manifest.json', DIST), 'utf8')) as Manifest;
  } catch (error) {
    throw new Error('the payer pages are not built: run "npm run build" first', { cause: error });
  }
  const renderer = (await import(new URL('server/entry-server.js', DIST).href)) as PayerRenderer;
  const entry = manifest[CLIENT_ENTRY];
  if (!entry) throw new Error(`the payer pages' build has no ${CLIENT_ENTRY}`);
  const fileOf = (ending: string) => Object.values(manifest).find(({ src }) => src?.endsWith(ending))?.file;
  const styles = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [`/payer/${file}`] : []));
  return {
    renderer,
    assets: (page, language) => {
      const needsWallet = page !== 'pay' && page !== 'failure';
      const chunks = [fileOf(`payer/${TEXT_FILES[language]}.ts`), needsWallet ? fileOf(WALLET_PAGES) : undefined];
      return { script: `/payer/${entry.file}`, styles, preloads: chunks.flatMap((file) => (file === undefined ? [] : [`/payer/${file}`])) };
    },
  };
}

/** What every payer page does alike: whose request it is, rendering, and coming back from a form with a message. */
export class PayerPages {
  readonly #platform: Platform;
  readonly #build: PayerBuild;

  constructor(platform: Platform, build: PayerBuild) {
    this.#platform = platform;
    this.#build = build;
  }

  get renderer(): PayerRenderer {
    return this.#build.renderer;
  }

  async read(request: FastifyRequest): Promise<PayerRequest> {
    const token = request.cookies[this.#nameOf(PAYER_COOKIE)];
    const language = languageOfPage(request);
    const theme = request.cookies[THEME_COOKIE];
    const flash = readFlash(request.cookies[this.#nameOf(FLASH_COOKIE)]);
    const session = token ? await this.#platform.sessions.find('user', token) : undefined;
    return {
      language,
      theme: theme === 'day' || theme === 'night' ? theme : null,
      // A suspended payer is shown what a stranger is.
      session: session?.ownerStatus === 'normal' ? session : undefined,
      query: textsOf(request.query),
      problem: flash ? { outcome: flash.outcome, detail: outcomeText(flash.outcome, language, flash.values) } : null,
      typed: flash?.login,
    };
  }

  /** Reads a form that was sent; refuses one that another site's page sent with our payer's cookie. */
  async readForm(request: FastifyRequest): Promise<PayerRequest & { form: Readonly<Record<string, string | undefined>> }> {
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' : !this.#platform.isOwnOrigin(origin, host);
    if (foreign) throw refuse('forbidden');
    return { ...(await this.read(request)), form: textsOf(request.body) };
  }

  #isSecure(): boolean {
    return this.#platform.settings.publicUrl.startsWith('https:');
  }

  #nameOf(cookie: string): string {
    return ownCookieName(cookie, this.#platform.settings.publicUrl);
  }

  areaCodes(language: Language): PayerPage['area_codes'] {
    return this.renderer.areaCodes(language);
  }

  send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: PayerPage,
    { language, theme }: Pick<PayerRequest, 'language' | 'theme'>,
    status = 200,
  ): FastifyReply {
    const html = this.renderer.render(page, { language, theme, nonce: request.cspNonce, assets: this.#build.assets(page.page, language) });
    const flash = this.#nameOf(FLASH_COOKIE);
    if (request.cookies[flash] !== undefined) reply.clearCookie(flash, { path: '/', secure: this.#isSecure() });
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'cookie, accept-language, accept-encoding');
    // A payer's first page is worth compressing even where no proxy does it. Nothing secret stands beside what a stranger can put in.
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(gzipSync(html));
  }

  /** After a form: on to the page that shows what became of it (POST, redirect, GET). */
  redirect(reply: FastifyReply, to: string, flash?: Flash): FastifyReply {
    if (flash) {
      const value = Buffer.from(JSON.stringify(flash)).toString('base64url');
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure(), maxAge: FLASH_KEPT_S } as const;
      reply.setCookie(this.#nameOf(FLASH_COOKIE), value, options);
    }
    return reply.header('cache-control', 'no-store').redirect(to, 303);
  }

  /** The page for a request that failed; what the person did not cause is logged and not told. */
  async sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const refusal = refusalOf(error);
    logFailure(request.log, error);
    const seconds = retryAfterS(refusal);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    const language = languageOfPage(request);
    const theme = request.cookies[THEME_COOKIE];
    // A form that failed is not offered again by its own address, which only takes POST.
    const path = request.method === 'GET' ? request.url : request.url.replace(/\/[a-z]+$/, '');
    return this.send(
      request,
      reply,
      {
        page: 'failure',
        path,
        problem: { outcome: refusal.outcome, detail: outcomeText(refusal.outcome, language, refusal.values) },
        area_codes: [],
      },
      { language, theme: theme === 'day' || theme === 'night' ? theme : null },
      OUTCOMES[refusal.outcome].http,
    );
  }
}

export function flashOf(refusal: Refusal, login?: Flash['login']): Flash {
  return { outcome: refusal.outcome, values: refusal.values, login };
}

/** The login form as it is shown first, or again with what was typed. */
export function draftOf({ typed, query }: PayerRequest, challenge: LoginDraft['challenge'], areaCode: string): LoginDraft {
  const kind = LOGIN_KINDS.find((known) => known === query['kind']) ?? typed?.kind ?? 'username';
  const again = typed?.kind === kind ? typed : undefined;
  return { kind, identity: again?.identity ?? '', area_code: again?.area_code || areaCode, challenge };
}

export function identityKindOf(text: string | undefined): LoginIdentity {
  return LOGIN_KINDS.find((kind) => kind === text) ?? 'username';
}

/** A path of the payer's pages to go on to, or the wallet: never an address that someone else put there. */
export function safePath(text: string | undefined): string {
  const address = text === undefined ? null : URL.parse(text, 'http://here');
  if (address?.origin !== 'http://here' || !/^\/(pay\/[\w-]+|wallet(\/payment-password)?)$/.test(address.pathname)) return '/wallet';
  return address.pathname + address.search;
}

/** The calling code that the form starts with: that of the language's largest market. */
export function usualAreaCode(language: Language): string {
  return ({ zh_Hans: '86', zh_Hant: '852', en: '1', vi: '84' } as const)[language];
}

function languageOfPage(request: FastifyRequest): Language {
  return pickLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language']);
}

/** What the cookie may hold: it comes back from the browser, so it may hold anything. */
const flashForm = z.object({
  outcome: z.custom<OutcomeName>((name) => typeof name === 'string' && Object.hasOwn(OUTCOMES, name)),
  values: z.record(z.string(), z.union([z.string().max(200), z.number()])).default({}),
  login: z.object({ kind: z.enum(LOGIN_KINDS), identity: z.string().max(200), area_code: z.string().max(8) }).optional(),
});

function readFlash(value: string | undefined): Flash | undefined {
  if (value === undefined) return undefined;
  try {
    return flashForm.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Single texts only: a name sent twice counts as not sent. */
function textsOf(fields: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries((fields ?? {}) as object).filter(([, value]) => typeof value === 'string'));
}

/** Signing in by a plain form, which the wallet brings and the checkout uses as well. */
export interface PayerSignIn {
  challenge(): NonNullable<LoginDraft['challenge']>;
  /** Signs in and sets the session's cookie on the reply; throws the refusal. */
  login(form: Readonly<Record<string, string | undefined>>, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** What to show again after a refusal. */
  typed(form: Readonly<Record<string, string | undefined>>): NonNullable<Flash['login']>;
  logout(session: Session | undefined, reply: FastifyReply): Promise<void>;
}
