import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import type { AmountReader } from '@purser/contract/amount-text';
import { OUTCOMES } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { PAGE_KEY_FIELD, SHOWN_PAYER_FIELD, type PageProblem, type PayerPageDeclaration } from '@purser/contract/payer-page';
import {
  failurePage,
  LANGUAGE_COOKIE,
  PAYER_PAGES,
  KEPT_FIELDS,
  PREFERENCES_PATH,
  THEME_COOKIE,
  type DataOf,
  type PayerPage,
  type PayerPageName,
} from '@purser/contract/payer-pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import type { OpenedSession, Session } from '../security/sessions.ts';
import { logFailure, refusalOf, retryAfterS } from './failure.ts';
import { checkHead, readMultipart, takeMultipart } from './multipart-body.ts';
import { PAYER_ASSETS, type PayerBuild } from './payer-build.ts';
import { setPayerCookie } from './payer-cookie.ts';
import {
  flashOutcome,
  flashProblem,
  forgetFlash,
  keepNamedLanguage,
  languageIn,
  languageOfPage,
  leaveFlash,
  problemOf,
  readPayerForm,
  readPayerRequest,
  themeIn,
  themeOfPage,
  withParts,
  type PayerForm,
  type PayerRequest,
  type Texts,
} from './payer-request.ts';
import { refuse, Refusal } from './refusal.ts';
import { SentForms } from './sent-forms.ts';
import { refuseOtherPayer } from './shown-payer.ts';
import type { Pages } from './server.ts';

const YEAR_S = 31_536_000;
/** Room in a form with files for what is typed, and for what stands around the parts. */
const TEXTS_BYTES = 32_768;

/** What an address is answered with: a page, which may be another's, or where to go instead. */
export type PageAnswer = Shown | { readonly goTo: string };

interface Shown extends ShownHow {
  readonly declaration: PayerPageDeclaration;
  readonly data: object;
}

interface ShownHow {
  readonly status?: number;
  /** The language that was named for the page; a payer who has chosen one keeps theirs. */
  readonly language?: Language | null;
  /** The same for this page alone: it is not kept for the pages that the payer goes on to. */
  readonly pageLanguage?: Language | null;
  /** Told on the page, where nothing else is. */
  readonly refusal?: Refusal;
  /** It is alike for everybody with the same preferences, so that it may be kept for a minute. */
  readonly shared?: boolean;
}

export function show<Declaration extends PayerPageDeclaration>(
  declaration: Declaration,
  data: DataOf<Declaration> & object,
  how: ShownHow = {},
): PageAnswer {
  return { declaration, data, ...how };
}

/** The path to go on to once a form is done (POST, redirect, GET), and the session of who signed in by it. */
export type Done = string | { readonly goTo: string; readonly signedIn: OpenedSession };

/** What a page's form does. */
export interface Act {
  /** Does it, and resolves with where to go on to. Throws the refusal. */
  act(asked: PayerForm): Promise<Done>;
  /** The path of the page that tells a refusal. */
  toldAt(asked: PayerForm, refusal: Refusal): string;
  /** It takes files, of a payer who is signed in: their body is read once that is known. */
  readonly takes?: { readonly mostFiles: number; readonly mostBytes: number };
  /** What is typed in again for the payer after a refusal; never a password. */
  typed?(form: Texts): Texts;
}

/** A declared page with what answers its address and its forms. */
export interface PayerPageRoute {
  readonly declaration: PayerPageDeclaration;
  readonly show: ((asked: PayerRequest) => Promise<PageAnswer>) | undefined;
  /** Everybody is shown the same: who asks is not looked up, so that the page needs no database. */
  readonly anonymous?: boolean;
  readonly forms: readonly (Act & { readonly path: string })[];
}

/** Binds a page to its feature. `show` is left out for a page that is only shown in another's place. */
export function payerPage<Name extends string, Data extends object, ActName extends string>(
  declaration: PayerPageDeclaration<Name, Data, ActName>,
  {
    show,
    acts,
    anonymous = false,
  }: { show?: (asked: PayerRequest) => Promise<PageAnswer>; acts: Readonly<Record<ActName, Act>>; anonymous?: boolean },
): PayerPageRoute {
  if ((declaration.path === null) !== (show === undefined)) throw new Error(`page ${declaration.name} lacks its path or its show`);
  const forms = Object.entries<string>(declaration.acts).map(([name, path]) => ({ ...acts[name as ActName], path }));
  return { declaration, show, anonymous, forms };
}

/** The session of a page or form that only a signed-in payer may ask for. */
export function signedIn({ session, isSuspended }: Pick<PayerRequest, 'session' | 'isSuspended'>): Session {
  if (!session) throw refuse(isSuspended ? 'payer_suspended' : 'unauthenticated');
  return session;
}

/** What the page at which one signs in tells a payer who is suspended. */
export function suspendedTold({ isSuspended }: Pick<PayerRequest, 'isSuspended'>): Pick<ShownHow, 'refusal'> {
  return isSuspended ? { refusal: refuse('payer_suspended') } : {};
}

/** Serves the payer's pages: their files, each page with its forms, and the payer's preferences. */
export function payerPages(build: PayerBuild, routes: readonly PayerPageRoute[]): Pages {
  return async (fastify: FastifyInstance, platform: Platform) => {
    await fastify.register(fastifyStatic, {
      root: fileURLToPath(PAYER_ASSETS.folder),
      prefix: PAYER_ASSETS.prefix,
      decorateReply: false,
      preCompressed: true,
      // A file's name changes with its content.
      immutable: true,
      maxAge: '1y',
      index: false,
    });
    const sender = new PageSender(platform, build);
    const sentForms = new SentForms();
    for (const { declaration, show, anonymous, forms } of routes) {
      const shownAt = declaration.path;
      if (shownAt !== null && show) {
        fastify.get(shownAt, (request, reply) =>
          sender.guarded(request, reply, request.url, async () => {
            const asked = await readPayerRequest(platform, request, reply, anonymous);
            const answer = await show(asked);
            return 'goTo' in answer ? redirect(reply, answer.goTo) : sender.send(request, reply, answer, { payer: asked.session });
          }),
        );
      }
      for (const form of forms) {
        const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
          sender.guarded(request, reply, pathFor(shownAt, request), async () =>
            doAct(platform, sentForms, form, await readPayerForm(platform, request, reply)),
          );
        const { takes } = form;
        if (takes === undefined) fastify.post(form.path, answer);
        else
          await fastify.register(async (scope) => {
            await takeMultipart(scope, takes.mostFiles);
            scope.post(form.path, answer);
          });
      }
    }
    fastify.post(PREFERENCES_PATH, (request, reply) =>
      sender.guarded(request, reply, '/wallet', async () => keepPreferences(await readPayerForm(platform, request, reply))),
    );
  };
}

/** Does what a form asks, and sends the payer on, or back with the refusal. */
async function doAct(platform: Platform, forms: SentForms, { act, toldAt, typed, takes }: Act, sent: PayerForm): Promise<FastifyReply> {
  // What was typed is told again also where reading the files ended badly.
  let asked = sent;
  const done = async (whole: PayerForm): Promise<Done> => {
    const { [SHOWN_PAYER_FIELD]: shown, [PAGE_KEY_FIELD]: _page, ...form } = whole.form;
    asked = { ...whole, form };
    if (asked.session) refuseOtherPayer(shown, asked.session.ownerId);
    // Files tell forms apart whose fields are the same.
    return takes === undefined ? forms.once(whole, () => act(asked)) : act(asked);
  };
  try {
    const became = await (takes === undefined ? done(sent) : withFiles(platform, takes, sent, done));
    if (typeof became === 'string') return redirect(sent.reply, became);
    const { token, expiresAt } = became.signedIn;
    setPayerCookie(sent.reply, platform, token, expiresAt);
    return redirect(sent.reply, became.goTo);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const told = toldAt(asked, error);
    leaveFlash(platform, sent.reply, error, typed?.(asked.form) ?? {});
    return redirect(sent.reply, told);
  }
}

/**
 * Reads a form's files and hands it on with them; what was received is given up when it is done. Files take their time: who sends them is looked up
 * again when they are there.
 */
async function withFiles<Done>(
  platform: Platform,
  { mostFiles, mostBytes }: NonNullable<Act['takes']>,
  asked: PayerForm,
  work: (whole: PayerForm) => Promise<Done>,
): Promise<Done> {
  const { ownerId } = signedIn(asked);
  checkHead(asked.request, mostFiles * mostBytes + TEXTS_BYTES);
  const giveBack = platform.uploadSlots.take(ownerId);
  platform.connections.letUpload(asked.request.raw);
  try {
    const { body, files } = await readMultipart(asked.request, { folder: platform.spoolFolder, mostBytes });
    try {
      const now = await readPayerRequest(platform, asked.request, asked.reply);
      signedIn(now);
      return await work(withParts({ ...asked, ...now }, body));
    } finally {
      await Promise.all(files.map((file) => file.close()));
    }
  } finally {
    giveBack();
  }
}

/** For pages that load no scripts: whatever came to stand on one could not run. */
const STILL_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** For pages that show the camera's pictures to somebody: a payer's face to the server, a code to the page itself. */
const CAMERA_POLICY = 'camera=(self), microphone=(), geolocation=(), payment=()';

interface Failed {
  readonly refusal: Refusal;
  /** A path that takes GET. */
  readonly tryAgainAt: string;
}

/** Renders pages, and tells on one what went wrong with another. */
class PageSender {
  readonly #platform: Platform;
  readonly #build: PayerBuild;

  constructor(platform: Platform, build: PayerBuild) {
    this.#platform = platform;
    this.#build = build;
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { declaration, data, status = 200, language: named = null, pageLanguage = null, refusal, shared = false }: Shown,
    { failed, payer }: { readonly failed?: Failed; readonly payer?: Session | undefined },
  ): Promise<FastifyReply> {
    const language = languageOfPage(request, pageLanguage ?? named);
    if (named) keepNamedLanguage(this.#platform, reply, named);
    const reader = { language, wholeCoins: this.#platform.db.coins.whole };
    const problem = await this.#problemTold(request, declaration, reader, failed?.refusal, refusal);
    // What was to be told on a page that failed is told once it is there.
    if (!failed) forgetFlash(this.#platform, request, reply);
    const page = {
      page: declaration.name,
      path: failed?.tryAgainAt ?? request.url,
      problem,
      ...(!shared && { page_key: randomUUID(), ...(payer && { user_id: payer.ownerId }) }),
      ...data,
    } as PayerPage;
    const html = this.#build.renderer.render(page, {
      ...reader,
      theme: themeOfPage(request),
      nonce: request.cspNonce,
      origin: this.#platform.settings.publicUrl,
      assets: this.#build.assets(page.page, language),
    });
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'cookie, accept-language, accept-encoding');
    if (declaration.still) reply.header('content-security-policy', STILL_POLICY);
    if (declaration.camera) reply.header('permissions-policy', CAMERA_POLICY);
    if (shared && status === 200 && problem === null) {
      // Weak: what is compressed differs by a byte here and there.
      const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
      reply.headers({ 'cache-control': 'public, max-age=60', etag: tag });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    }
    // A payer's first page is worth compressing even where no proxy does it. Nothing secret stands beside what a stranger can put in.
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(gzipSync(html));
  }

  /** What went wrong, and of maintenance what the provider says of it. */
  async #problemTold(
    request: FastifyRequest,
    { name }: PayerPageDeclaration,
    reader: AmountReader,
    failed: Refusal | undefined,
    otherwise: Refusal | undefined,
  ): Promise<PageProblem | null> {
    const { language } = reader;
    const labelOf = (field: string): string => this.#build.renderer.fieldLabel(name as PayerPageName, field, language);
    const told = (refusal: Refusal | undefined) => refusal && problemOf(refusal, reader, labelOf);
    const problem = told(failed) ?? flashProblem(this.#platform, request, reader, labelOf) ?? told(otherwise) ?? null;
    if (problem?.outcome !== 'maintenance') return problem;
    const closing = await this.#platform.maintenance.next(language).catch(() => null);
    return closing?.is_running && closing.text !== null ? { ...problem, detail: `${problem.detail} ${closing.text}` } : problem;
  }

  /** Answers with a page of its own where a page or form failed; what the person did not cause is logged and not told. */
  async guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    tryAgainAt: string,
    handler: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await handler();
    } catch (error) {
      const refusal = refusalOf(error);
      logFailure(request.log, error);
      const seconds = retryAfterS(refusal);
      if (seconds !== undefined) reply.header('retry-after', seconds);
      const unclear = this.#isUnclear(request, error);
      const failure = { declaration: failurePage, data: { unclear }, status: OUTCOMES[refusal.outcome].http };
      return this.send(request, reply, failure, { failed: { refusal, tryAgainAt } });
    }
  }

  /** Whether what was sent by a form may have been done: now, or just before, where the page that was to tell of it failed. */
  #isUnclear(request: FastifyRequest, error: unknown): boolean {
    if (request.method === 'POST') return !(error instanceof Refusal) || error.outcome === 'outcome_unknown';
    return flashOutcome(this.#platform, request) === 'outcome_unknown';
  }
}

/** The page's own path with the request's parameters; the wallet's for a page that has none. */
function pathFor(path: string | null, request: FastifyRequest): string {
  const params = request.params as Texts;
  return path?.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) ?? '/wallet';
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}

function keepPreferences({ query, form, reply }: PayerForm): FastifyReply {
  const language = languageIn(form['language']);
  const theme = themeIn(form['theme']);
  // Not HttpOnly: the page's own switch sets them too. They hold a preference and nothing else.
  const options = { path: '/', sameSite: 'lax', maxAge: YEAR_S } as const;
  if (language) reply.setCookie(LANGUAGE_COOKIE, language, options);
  if (theme) reply.setCookie(THEME_COOKIE, theme, options);
  // A page's own form that is sent here says it in the address.
  const { keeps, back } = { ...form, ...query };
  return redirect(reply, keeps === 'yes' ? withTyped(safePath(back), form) : safePath(back));
}

/** The page's address with what was chosen or typed on it. */
function withTyped(path: string, form: Texts): string {
  const address = new URL(path, 'http://here');
  for (const field of KEPT_FIELDS) {
    const typed = form[field];
    if (typed) address.searchParams.set(field, typed);
    else address.searchParams.delete(field);
  }
  return address.pathname + address.search;
}

const PAGE_PATHS = PAYER_PAGES.flatMap(({ path }) => (path === null ? [] : [new RegExp(`^${path.replaceAll(/:\w+/g, '[\\w-]+')}$`)]));

/** A path of the payer's pages to go on to, or the wallet: never an address that someone else put there. */
export function safePath(text: string | undefined): string {
  const address = text === undefined ? null : URL.parse(text, 'http://here');
  if (address?.origin !== 'http://here' || !PAGE_PATHS.some((path) => path.test(address.pathname))) return '/wallet';
  return address.pathname + address.search;
}
