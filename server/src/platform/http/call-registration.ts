import type { AmountReader } from '@purser/contract/amount-text';
import { FIRST_MEMBER } from '@purser/contract/member';
import { MERCHANT_CALLS } from '@purser/contract/merchant-calls';
import { isPermitted, type Permission } from '@purser/contract/staff';
import { IDEMPOTENCY_HEADER, LONGEST_IDEMPOTENCY_KEY } from '@purser/contract/wire';
import { pickLanguage, type Language } from '@purser/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { CONSOLE_READER, valuesWritten } from './values-written.ts';
import { clientAddress } from './client-address.ts';
import { sendOutcome } from './envelope.ts';
import { logFailure, refusalOf, retryAfterS } from './failure.ts';
import { requestHashOf, UNKEYED } from '../commands/idempotency.ts';
import { parseInput } from './input-problems.ts';
import { JSON_TYPE, parseJsonBody } from './json-body.ts';
import { checkHead, readMultipart, takeMultipart } from './multipart-body.ts';
import type { Platform } from '../platform.ts';
import { refuse, WrongField, wrongField } from './refusal.ts';
import { Answer, type MerchantContext, type RequestContext, type Route, type StaffContext } from './route.ts';
import { operatorTokenOf } from './operator-cookie.ts';
import { ownCookieName, PAYER_COOKIE } from './payer-cookie.ts';
import { isAllowed, loginOf } from '../security/member-login.ts';
import type { Session } from '../security/sessions.ts';
import type { StaffSession } from '../security/staff-sessions.ts';
import type { ClaimedCaller } from '../security/signed-requests.ts';

/** Serves the console's and the open API's calls: one loop over the call table, one way through each request. */
export async function registerCalls(fastify: FastifyInstance, platform: Platform, routes: readonly Route[]): Promise<void> {
  addRoutes(
    fastify,
    platform,
    routes.filter(({ call }) => call.body === 'json'),
  );
  // A body with a file is parsed in a scope of its own: to every other call it stays a type that nobody takes.
  await fastify.register(async (scope) => {
    await takeMultipart(scope, 1);
    addRoutes(
      scope,
      platform,
      routes.filter(({ call }) => call.body === 'multipart'),
    );
  });
}

function addRoutes(fastify: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  for (const route of routes) {
    fastify.route({
      method: route.call.method,
      url: route.call.path,
      // Nobody asks for a call's headers alone, and a stream would stay open for nobody.
      exposeHeadRoute: false,
      bodyLimit: route.call.bodyLimit,
      // Before a byte of the body is read: whoever may not call is not listened to.
      onRequest: (request, reply) => admit(platform, route, request, reply),
      handler: (request, reply) => answer(platform, route, request, reply),
    });
  }
}

export function languageOf(request: FastifyRequest): Language {
  const language = request.headers['language'];
  return pickLanguage(typeof language === 'string' ? language : undefined, request.headers['accept-language']);
}

/** The session's token as the console sends it; a Bearer prefix is as good. */
export function tokenOf({ headers }: FastifyRequest): string {
  return headers.authorization?.replace(/^Bearer /i, '') ?? '';
}

/** Finds out who is calling; answers whoever may not. */
async function admit(platform: Platform, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const language = languageOf(request);
  try {
    request.callContext = await authorise(platform, route, contextOf(request, reply, language));
    if (route.call.body === 'multipart') checkHead(request, route.call.bodyLimit);
    return undefined;
  } catch (error) {
    platform.metrics.outcomes.inc({ path: route.call.path, outcome: refusalOf(error).outcome });
    return sendFailure(reply, error, language);
  }
}

async function answer(platform: Platform, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOf(request);
  try {
    const handled = (body: unknown, caller: RequestContext): Promise<unknown> => {
      const input = inputOf(route, request.method === 'GET' ? request.query : body, language);
      return route.handler(input as never, { ...caller, ...repetitionOf(platform, route, caller, body) } as never);
    };
    const result = await (route.call.body === 'multipart'
      ? withMultipart(platform, request.callContext as CallerContext, async (body) =>
          // A file takes its time: who sends it is looked up again when it is there.
          handled(body, await authorise(platform, route, contextOf(request, reply, language))),
        )
      : withSignatureChecked(platform, route, request.callContext).then((caller) => handled(bodyOf(request), caller)));
    if (route.call.answer !== 'envelope') return reply;
    const outcome =
      result instanceof Answer ? { name: result.outcome, data: result.data, values: result.values } : { name: 'ok' as const, data: result };
    if (platform.settings.checkAnswers) route.call.output.parse(outcome.data);
    platform.metrics.outcomes.inc({ path: route.call.path, outcome: outcome.name });
    return sendOutcome(reply, outcome, language);
  } catch (error) {
    platform.metrics.outcomes.inc({ path: route.call.path, outcome: refusalOf(error).outcome });
    return sendFailure(reply, error, language, readerOf(platform, route, language));
  }
}

/** Who reads the amounts in a refusal: payers and whoever sits at a console. Systems are told them as everywhere on the wire. */
function readerOf({ db }: Platform, { call }: Route, language: Language): AmountReader | undefined {
  if (call.caller === 'payer' || call.caller === 'payer_maybe') return { language, wholeCoins: db.coins.whole };
  return call.caller === 'merchant' || call.caller === 'staff' ? CONSOLE_READER : undefined;
}

/** Reads a body with a file and hands it on; what was received is given up with the answer. */
async function withMultipart(
  platform: Platform,
  { request, session }: CallerContext,
  handled: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  const giveBack = platform.uploadSlots.take('ownerId' in session ? session.ownerId : `staff ${session.staffId}`);
  platform.connections.letUpload(request.raw);
  try {
    const { body, files } = await readMultipart(request, { folder: platform.spoolFolder, mostBytes: request.routeOptions.bodyLimit ?? 0 });
    try {
      return await handled(body);
    } finally {
      await Promise.all(files.map((file) => file.close()));
    }
  } finally {
    giveBack();
  }
}

/** The context of a caller who is signed in. */
interface CallerContext extends RequestContext {
  readonly session: Session | StaffSession;
}

function bodyOf(request: FastifyRequest): unknown {
  refuseOtherForms(request);
  return request.rawBody === undefined ? {} : parseJsonBody(request.rawBody);
}

/** Signatures and idempotency keys cover the JSON text; a body that came in another form would go past them. */
function refuseOtherForms({ body, rawBody }: FastifyRequest): void {
  if (rawBody === undefined && body !== undefined) throw wrongField('content-type', 'content_type', { type: JSON_TYPE });
}

function inputOf(route: Route, given: unknown, language: Language): unknown {
  const input = parseInput(route.call.input, given, language);
  if (input.ok) return input.value;
  const fields = input.problems.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
  throw refuse('invalid_input', { field: fields }, { fields: input.problems });
}

/** Answers with the refusal that was thrown, or with what else failed is told as. Times in it are written as people do, and amounts as its reader does, where somebody reads it. */
export function sendFailure(reply: FastifyReply, error: unknown, language: Language, reader?: AmountReader): FastifyReply {
  const found = refusalOf(error);
  const refusal = found instanceof WrongField ? found.toldIn(language) : found;
  logFailure(reply.request.log, error);
  const seconds = retryAfterS(refusal);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  // Whoever is restricted is told the address that asked, at the login as well as in the midst of something.
  const data = refusal.outcome === 'access_restricted' ? { login_ip: clientAddress(reply.request) } : refusal.data;
  return sendOutcome(reply, { name: refusal.outcome, data, values: valuesWritten(refusal.values, reader) }, language);
}

function contextOf(request: FastifyRequest, reply: FastifyReply, language: Language): RequestContext {
  return {
    language,
    ip: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    ...UNKEYED,
    log: request.log as Logger,
    request,
    reply,
  };
}

/** What tells a repeated write from a new one. Only a request that sends a key pays for the hash, and only once its input is valid. */
function repetitionOf(
  { secrets }: Platform,
  route: Route,
  caller: RequestContext,
  body: unknown,
): Pick<RequestContext, 'idempotencyKey' | 'requestHash'> {
  const key = caller.request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined || !route.call.keyed) return UNKEYED;
  if (typeof key !== 'string' || key.length < 1 || key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw wrongField(IDEMPOTENCY_HEADER, 'idempotency_key', { most: LONGEST_IDEMPOTENCY_KEY });
  }
  return { idempotencyKey: ownKey(route, caller, key), requestHash: requestHashOf(secrets, route.call.path, body) };
}

/**
 * Each member of a merchant's team has keys of their own: nobody uses up a key that another member, or the merchant's system, is going to send. Those
 * of the merchant's own login stand beside the system's, as before there were teams. No header has a line break.
 */
function ownKey({ call }: Route, caller: RequestContext, key: string): string {
  if (call.caller !== 'merchant') return key;
  const { memberId } = loginOf(caller as MerchantContext);
  return memberId === FIRST_MEMBER ? key : `${memberId}\n${key}`;
}

async function authorise(platform: Platform, route: Route, context: RequestContext): Promise<RequestContext> {
  // The whole console closes in maintenance, and beside it whatever call says so.
  const closes = route.call.caller === 'merchant' || route.call.errors.includes('maintenance');
  if (closes) await platform.maintenance.refuseWhileRunning(context.language);
  switch (route.call.caller) {
    case 'public':
      return context;
    case 'merchant':
      return merchantContext(platform, route, context);
    case 'access_key':
      return {
        ...context,
        caller: await platform.signedRequests.identify({ headers: context.request.headers, ip: context.ip }),
      } as RequestContext;
    case 'payer':
    case 'payer_maybe':
      return payerContext(platform, route, context);
    case 'staff':
      return staffContext(platform, route, context);
  }
}

async function staffContext(platform: Platform, route: Route, context: RequestContext): Promise<StaffContext> {
  const { request } = context;
  const { operator, operatorUrl } = platform;
  const origin = request.headers.origin;
  if (origin !== undefined && !platform.isOwnOrigin(origin, request.headers.host, operatorUrl)) throw refuse('forbidden');
  if (operator.warning !== undefined) throw refuse('not_ready');
  const session = await operator.sessions.find(operatorTokenOf(request, operatorUrl));
  if (!session) throw refuse('unauthenticated');
  const { staffId, role, sessionId } = session;
  const permission = route.call.permission as Permission;
  if (!isPermitted(role, permission)) throw refuse('staff_not_allowed');
  return { ...context, session, staffId, role, sessionId, permission };
}

async function merchantContext(platform: Platform, route: Route, context: RequestContext): Promise<RequestContext> {
  const session = await platform.sessions.find('merchant', tokenOf(context.request), context.ip);
  if (!session) throw refuse('unauthenticated');
  if (session.ownerStatus === 'suspended') throw refuse('access_restricted');
  if (!session.ipIsAllowed) throw refuse('login_ip_refused', { ip: context.ip }, { login_ip: context.ip });
  const permission = MERCHANT_CALLS[route.call.path];
  if (!isAllowed(session.member?.role, permission)) throw refuse('member_not_allowed');
  return { ...context, session, merchantId: session.ownerId, permission } as RequestContext;
}

const NO_BODY = Buffer.alloc(0);

/** The signature covers the body, so it is checked once that is here, and before anything is made of it. */
async function withSignatureChecked(platform: Platform, route: Route, context: RequestContext): Promise<RequestContext> {
  if (route.call.caller !== 'access_key') return context;
  // Told first: whoever names another form by mistake, as curl does unasked, would look for the fault in the signature.
  refuseOtherForms(context.request);
  const { method, url, rawBody = NO_BODY } = context.request;
  const caller = await platform.signedRequests.verify((context as ClaimedContext).caller, { method, url, body: rawBody });
  if (!route.options.nonceInHandler) await platform.signedRequests.useNonce(caller);
  return { ...context, caller, merchantId: caller.merchantId } as RequestContext;
}

/** A signed call's context until its signature is checked. */
interface ClaimedContext extends RequestContext {
  readonly caller: ClaimedCaller;
}

async function payerContext(platform: Platform, route: Route, context: RequestContext): Promise<RequestContext> {
  const { request } = context;
  // A cookie comes along whoever sends the form, so a write must come from our own pages.
  const origin = request.headers.origin;
  if (route.call.write && origin !== undefined && !platform.isOwnOrigin(origin, request.headers.host)) throw refuse('forbidden');
  const token = request.cookies[ownCookieName(PAYER_COOKIE, platform.settings.publicUrl)];
  const session = token ? await platform.sessions.find('user', token) : undefined;
  if (!session && route.call.caller === 'payer') throw refuse('unauthenticated');
  if (session?.ownerStatus !== 'suspended') return { ...context, session, userId: session?.ownerId } as RequestContext;
  // A suspended payer is a stranger who may look at an order and no more.
  if (route.call.caller === 'payer') throw refuse('payer_suspended');
  return { ...context, session: undefined, userId: undefined } as RequestContext;
}
