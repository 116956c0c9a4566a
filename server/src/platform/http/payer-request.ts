import type { AmountReader } from '@purser/contract/amount-text';
import { outcomeText, OUTCOMES, type OutcomeName } from '@purser/contract/errors';
import { LANGUAGES, pickPageLanguage, type Language } from '@purser/contract/language';
import type { PageProblem } from '@purser/contract/payer-page';
import { LANGUAGE_COOKIE, THEME_COOKIE, type Theme } from '@purser/contract/payer-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ReceivedFile } from '../files/received-file.ts';
import type { Platform } from '../platform.ts';
import type { Session } from '../security/sessions.ts';
import { valuesWritten } from './values-written.ts';
import { ownCookieName, PAYER_COOKIE } from './payer-cookie.ts';
import { isStorable } from './input-problems.ts';
import { refuse, type Refusal } from './refusal.ts';

/** Fields by their names, as they came; a name that was sent twice counts as not sent. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** What a refused form leaves for the page it returns to: the refusal, and what was typed (never a password). */
interface Flash {
  readonly outcome: OutcomeName;
  readonly values: Readonly<Record<string, string | number>>;
  readonly typed: Texts;
}
/** Stands between the names of several fields in a refusal's `field`. */
export const BETWEEN_FIELDS = ', ';
const FLASH_COOKIE = 'purser_flash';
const FLASH_KEPT_S = 60;
/** Of a value, in characters. */
const LONGEST_KEPT = 200;
/** The language that the last order named: until the browser is closed. */
const NAMED_LANGUAGE_COOKIE = 'purser_page_language';

/** A request for a page: whose it is, how they want to see it, and what the form before it left. */
export interface PayerRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Texts;
  readonly query: Texts;
  /** The payer's; undefined for a stranger and for a suspended payer, who is shown the same. */
  readonly session: Session | undefined;
  /** Whoever asks brings a session that has ended. */
  readonly sessionEnded: boolean;
  /** Whoever asks brings the session of a suspended payer. */
  readonly isSuspended: boolean;
  readonly language: Language;
  /** What was typed into the form that was refused. */
  readonly typed: Texts;
}

/** A form that was sent. */
export interface PayerForm extends PayerRequest {
  readonly form: Texts;
  /** By the names of their fields; of a form that takes none, none. */
  readonly files: Readonly<Record<string, ReceivedFile>>;
}

export async function readPayerRequest(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  anonymous = false,
): Promise<PayerRequest> {
  const token = request.cookies[ownCookieName(PAYER_COOKIE, platform.settings.publicUrl)];
  const found = token && !anonymous ? await platform.sessions.find('user', token) : undefined;
  const session = found?.ownerStatus === 'normal' ? found : undefined;
  return {
    request,
    reply,
    params: storableTextsOf(request.params),
    query: storableTextsOf(request.query),
    session,
    sessionEnded: Boolean(token) && !anonymous && !found,
    isSuspended: found?.ownerStatus === 'suspended',
    language: languageOfPage(request),
    typed: readFlash(platform, request)?.typed ?? {},
  };
}

/** Refuses a form that another site's page sent with our payer's cookie. */
export async function readPayerForm(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<PayerForm> {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' : !platform.isOwnOrigin(origin, host);
  if (foreign) throw refuse('forbidden');
  return { ...(await readPayerRequest(platform, request, reply)), form: textsOf(request.body), files: {} };
}

/** The same form with what came in a multipart body. */
export function withParts(asked: PayerForm, body: Readonly<Record<string, unknown>>): PayerForm {
  const files = Object.entries(body).filter((entry): entry is [string, ReceivedFile] => entry[1] instanceof ReceivedFile);
  return { ...asked, form: textsOf(body), files: Object.fromEntries(files) };
}

/** The payer's own choice, else what was named for this page or for the one that led here, else what the browser asks for. */
export function languageOfPage({ cookies, headers }: FastifyRequest, named: Language | null = null): Language {
  const chosen = languageIn(cookies[LANGUAGE_COOKIE]);
  return chosen ?? named ?? languageIn(cookies[NAMED_LANGUAGE_COOKIE]) ?? pickPageLanguage(headers['accept-language']);
}

export function languageIn(text: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === text);
}

/** The same request on a page for which a language was named. */
export function inLanguage(asked: PayerRequest, named: Language | null): PayerRequest {
  return { ...asked, language: languageOfPage(asked.request, named) };
}

/** Pages that the payer goes on to, to set a payment password, say, speak the same language. */
export function keepNamedLanguage({ settings }: Platform, reply: FastifyReply, language: Language): void {
  const secure = settings.publicUrl.startsWith('https:');
  reply.setCookie(NAMED_LANGUAGE_COOKIE, language, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

export function themeOfPage(request: FastifyRequest): Theme {
  return themeIn(request.cookies[THEME_COOKIE]);
}

export function themeIn(text: string | undefined): Theme {
  return text === 'day' || text === 'night' ? text : null;
}

/** What a page calls a field of its forms. */
export type FieldLabel = (field: string) => string;

/** A refusal in words: times and amounts are written as its reader writes them, and a field is named as the page that tells it does. */
export function problemOf(
  { outcome, values: sent }: Pick<Refusal, 'outcome' | 'values'>,
  reader: AmountReader,
  labelOf: FieldLabel,
): PageProblem {
  const { language } = reader;
  const values = valuesWritten(sent, reader);
  const { field } = values;
  if (typeof field !== 'string') return { outcome, detail: outcomeText(outcome, language, values) };
  const saidOf = (named: string): string => outcomeText(outcome, language, { ...values, field: named });
  const names = field.split(BETWEEN_FIELDS);
  return {
    outcome,
    detail: saidOf([...new Set(names.map(labelOf))].join(BETWEEN_FIELDS)),
    fields: Object.fromEntries(names.map((name) => [name, saidOf(labelOf(name))])),
  };
}

/** Leaves a refusal, and what may be shown again, for the next page. */
export function leaveFlash({ settings }: Platform, reply: FastifyReply, { outcome, values }: Refusal, typed: Texts): void {
  const flash: Flash = { outcome, values: cut(values), typed: cut(typed) };
  const value = Buffer.from(JSON.stringify(flash)).toString('base64url');
  const secure = settings.publicUrl.startsWith('https:');
  reply.setCookie(ownCookieName(FLASH_COOKIE, settings.publicUrl), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: FLASH_KEPT_S,
  });
}

/** The refusal that the form before this page left. */
export function flashProblem(platform: Platform, request: FastifyRequest, reader: AmountReader, labelOf: FieldLabel): PageProblem | null {
  const flash = readFlash(platform, request);
  return flash ? { ...problemOf(flash, reader, labelOf), typed: flash.typed } : null;
}

/** The outcome that the next page tells, if there is one to tell. */
export function flashOutcome(platform: Platform, request: FastifyRequest): OutcomeName | undefined {
  return readFlash(platform, request)?.outcome;
}

/** It is shown once. */
export function forgetFlash({ settings }: Platform, request: FastifyRequest, reply: FastifyReply): void {
  const name = ownCookieName(FLASH_COOKIE, settings.publicUrl);
  if (request.cookies[name] !== undefined) reply.clearCookie(name, { path: '/', secure: settings.publicUrl.startsWith('https:') });
}

/** A cookie has little room: of a long text its beginning is kept, so that the refusal is told whatever was typed. */
function cut<Value>(values: Readonly<Record<string, Value>>): Record<string, Value | string> {
  const short = (value: Value): Value | string => (typeof value === 'string' ? value.slice(0, LONGEST_KEPT) : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)]));
}

/** What the cookie may hold: it comes back from the browser, so it may hold anything. */
const flashForm = z.object({
  outcome: z.custom<OutcomeName>((name) => typeof name === 'string' && Object.hasOwn(OUTCOMES, name)),
  values: z.record(z.string(), z.union([z.string().max(LONGEST_KEPT), z.number()])).default({}),
  typed: z.record(z.string(), z.string().max(LONGEST_KEPT)).default({}),
});

function readFlash({ settings }: Platform, request: FastifyRequest): Flash | undefined {
  const value = request.cookies[ownCookieName(FLASH_COOKIE, settings.publicUrl)];
  if (value === undefined) return undefined;
  try {
    return flashForm.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Browsers send each line's end as two characters, of which the page has counted one. */
function textsOf(fields: unknown): Texts {
  return Object.fromEntries(
    Object.entries((fields ?? {}) as object).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
    ),
  );
}

/** Of an address, which names nothing by what the database cannot even look for. */
function storableTextsOf(fields: unknown): Texts {
  return Object.fromEntries(Object.entries(textsOf(fields)).filter(([, text]) => text !== undefined && isStorable(text)));
}
