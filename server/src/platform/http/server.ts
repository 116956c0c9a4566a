import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse as parseQueryString } from 'node:querystring';
import { USUAL_BODY_LIMIT } from '@purser/contract/wire';
import { isIP } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { letHostsCallEachOther } from './api-hosts.ts';
import { languageOf, registerCalls, sendFailure } from './call-registration.ts';
import type { Database } from '../database/database.ts';
import { sendOutcome } from './envelope.ts';
import { JSON_TYPE } from './json-body.ts';
import { wrongField } from './refusal.ts';
import { originForm } from './request-target.ts';
import { watchJobs } from '../commands/job-queue.ts';
import type { Platform } from '../platform.ts';
import type { RequestContext, Route } from './route.ts';
import { logOfRequest } from '../observe/log.ts';
import { STUCK_AFTER_MS } from '../database/under-way.ts';

/** From here on whoever runs the database should find the session that listens and does not read. */
const NOTIFICATION_QUEUE_FULL = 0.5;
/** A database that takes longer to answer one question is away for whoever balances the load. */
const READY_WITHIN_MS = 2_000;
/** What a request under way gets to finish when the server stops. */
export const GRACE_MS = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the JSON body as sent: what signatures cover. */
    rawBody: Buffer | undefined;
    /** Who makes a call, found out before its body is read. */
    callContext: RequestContext;
    /** Made anew for every request; allows this page's own scripts and styles and no others. */
    cspNonce: string;
  }
}

/** Pages and files beside the calls; each registers itself. */
export type Pages = (fastify: FastifyInstance, platform: Platform) => void | Promise<void>;

/** Builds the HTTP server; it does not listen yet. */
export async function buildServer(platform: Platform, routes: readonly Route[], pages: readonly Pages[]): Promise<FastifyInstance> {
  const fastify = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    childLoggerFactory: (log, bindings, options) => logOfRequest(log as Logger, bindings, options),
    // One line per request costs more than many requests; failures and refusals log themselves.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.settings.trustedProxies.length > 0 ? [...platform.settings.trustedProxies] : false,
    bodyLimit: USUAL_BODY_LIMIT,
    genReqId: () => uuidv7(),
    rewriteUrl: originForm,
    http: platform.connections.serverOptions,
    requestTimeout: platform.connections.serverOptions.requestTimeout ?? 0,
    keepAliveTimeout: platform.connections.serverOptions.keepAliveTimeout ?? 0,
    // A URL that cannot be decoded reaches no route and no error handler.
    frameworkErrors: (_error, request, reply) => {
      void sendOutcome(
        reply as FastifyReply,
        { name: 'invalid_input', data: null, values: { field: 'URL' } },
        languageOf(request as FastifyRequest),
      );
    },
  });
  fastify.decorateRequest('rawBody', undefined);
  fastify.decorateRequest('callContext');
  fastify.decorateRequest('cspNonce', '');
  readJsonAsBytes(fastify);
  platform.connections.guard(fastify.server);
  stopInTime(fastify, platform);
  // Before anything is refused, so that refusals have them too.
  protect(fastify, platform);
  refuseOtherHosts(fastify, platform);
  letHostsCallEachOther(fastify, platform);
  measure(fastify, platform);
  answerFailures(fastify);
  refuseEncodedBodies(fastify);
  await fastify.register(fastifyCookie);
  await fastify.register(fastifyFormbody, { parser: parseForm, bodyLimit: USUAL_BODY_LIMIT });
  registerHealth(fastify, platform);
  await registerCalls(fastify, platform, routes);
  for (const page of pages) await page(fastify, platform);
  return fastify;
}

/** PostgreSQL keeps no NUL in a text, and no field of a form has a use for one: it is left out once everything is decoded. */
function parseForm(text: string): Record<string, unknown> {
  const clean = (value: string): string => value.replaceAll('\0', '').toWellFormed();
  return Object.fromEntries(
    Object.entries(parseQueryString(text)).map(([name, value]) => [clean(name), typeof value === 'string' ? clean(value) : value]),
  );
}

/** What a JSON body means is found out after its signature was checked: see call-registration.ts. */
function readJsonAsBytes(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser([JSON_TYPE, 'text/plain']);
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, body);
  });
}

/** Nothing here decodes a body: read as it came, it would be something else than was meant. */
function refuseEncodedBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async ({ method, headers }) => {
    if (method === 'GET') return;
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw wrongField('content-encoding', 'unknown');
    if (!/^(chunked)?$/i.test(headers['transfer-encoding'] ?? '')) {
      throw wrongField('transfer-encoding', 'content_type', { type: 'chunked' });
    }
  });
}

/** Stopping waits for the requests under way, but for no stream, and for no browser that holds a connection it says nothing on. */
function stopInTime(fastify: FastifyInstance, { connections, streams }: Platform): void {
  let underWay = 0;
  fastify.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    reply.raw.once('close', () => (underWay -= 1));
  });
  fastify.addHook('preClose', async () => {
    streams.endAll();
    connections.stopListening();
    const latest = performance.now() + GRACE_MS;
    const look = setInterval(() => {
      if (underWay > 0 && performance.now() < latest) return;
      clearInterval(look);
      connections.closeAll();
    }, 50).unref();
  });
}

/**
 * A name of somebody else's that leads here would be an origin of theirs with our pages and calls (DNS rebinding). An address cannot be
 * led elsewhere, so load balancers may ask by address; `/healthy` tells nothing, and is asked before anybody knows a name.
 */
function refuseOtherHosts(fastify: FastifyInstance, { settings, operatorUrl }: Platform): void {
  const own = new Set([new URL(settings.publicUrl).hostname, ...(settings.hosts ?? [])]);
  const operator = settings.operatorUrl === undefined ? undefined : new URL(operatorUrl).hostname;
  fastify.addHook('onRequest', async (request, reply) => {
    const asked = hostNameOf(request.headers.host);
    // What a proxy passes on of X-Forwarded-Host may be the client's own: it counts only where the Host header names none of ours.
    const name = own.has(asked) || asked === operator ? asked : hostNameOf(request.host);
    const isOwn = isIP(name) !== 0 || own.has(name) || /^(.+\.)?localhost$/.test(name);
    const isRight =
      operator === undefined
        ? isOwn
        : isOperators(request)
          ? name === operator
          : name === operator
            ? own.has(name) || isProbe(request)
            : isOwn;
    if (isRight || request.url === '/healthy') return;
    return sendOutcome(reply, { name: 'host_unknown', data: null }, languageOf(request));
  });
}

/** Whether a request is for the operator console: by the route that it found, as a path can be written in many ways. */
function isOperators({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/v1/operator/') || url === '/operator' || url.startsWith('/operator/');
}

/** What is asked of every host by whoever watches over the processes. */
function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/healthy' || url === '/ready' || url === '/metrics';
}

/** A Host header without its port, in lower case, an IPv6 address without its brackets; `localhost` where HTTP/1.0 sent none. */
function hostNameOf(host: string | undefined): string {
  const name = (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return name === '' ? 'localhost' : name.replace(/^\[(.*)\]$/, '$1');
}

/** Headers that hold for every answer; a page that needs more room (the API documentation) sets its own. */
function protect(fastify: FastifyInstance, platform: Platform): void {
  const secure = platform.settings.publicUrl.startsWith('https:');
  fastify.addHook('onRequest', async (request, reply) => {
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cross-origin-resource-policy', 'same-origin');
    // A call's answer is data that no browser shows: what guards a page would only make it longer.
    if (isForCall(request)) return;
    request.cspNonce = randomBytes(16).toString('base64');
    reply.headers({
      'content-security-policy': contentSecurityPolicy(request.cspNonce, isOperators(request) ? [] : (platform.settings.apiHosts ?? [])),
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    });
  });
}

function contentSecurityPolicy(nonce: string, apiHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React and antd set element styles (widths, positions) as attributes; only elements are bound to the nonce.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...apiHosts].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // The console's one policy; nobody adds another.
    'trusted-types default',
  ].join('; ');
}

function measure(fastify: FastifyInstance, platform: Platform): void {
  fastify.addHook('onResponse', async (request, reply) => {
    platform.metrics.calls.observe(
      { path: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}

function answerFailures(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const language = languageOf(request);
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendOutcome(reply, { name: 'body_too_large', data: null }, language);
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      const field = 'content-type';
      if (isForCall(request)) return sendFailure(reply, wrongField(field, 'content_type', { type: JSON_TYPE }), language);
      return sendOutcome(reply, { name: 'invalid_input', data: null, values: { field } }, language);
    }
    // Files are served from folders, which are none themselves.
    if (error.statusCode === 403 && !isForCall(request)) return sendOutcome(reply, { name: 'not_found', data: null }, language);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendOutcome(reply, { name: 'invalid_input', data: null, values: { field: error.message } }, language);
    }
    return sendFailure(reply, error, language);
  });
}

/** Whether a request is for a call rather than a page. */
export function isForCall(request: FastifyRequest): boolean {
  return /^\/v\d+\//.test(request.url);
}

function registerHealth(fastify: FastifyInstance, platform: Platform): void {
  fastify.get('/healthy', async (_request, reply) => {
    // The console probes candidate hosts before it knows which is its own.
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin').type('text/plain').send('ok');
    return reply;
  });
  fastify.get('/ready', async (request, reply) => {
    const { underWay } = platform.db;
    try {
      const stuck = [...underWay.ages()].filter(([, ageMs]) => ageMs > STUCK_AFTER_MS);
      if (stuck.length > 0) {
        request.log.warn({ ages_ms: Object.fromEntries(stuck) }, 'not ready: what is under way is stuck');
        return sendOutcome(reply, { name: 'not_ready', data: { stuck_s: inSeconds(stuck) } }, languageOf(request));
      }
      const used = await underWay.run('ready', READY_WITHIN_MS, 'not_ready', () => notificationQueueUsage(platform.db));
      const warnings = [
        ...(used > NOTIFICATION_QUEUE_FULL ? [`the database's notification queue is ${Math.round(100 * used)} % full`] : []),
        ...platform.warnings,
      ];
      return reply.type('text/plain').send(['ready', ...warnings].join('; '));
    } catch {
      return sendOutcome(reply, { name: 'not_ready', data: null }, languageOf(request));
    }
  });
  platform.metrics.watch('purser_notification_queue_usage', "How full the database's queue of notifications is, from 0 to 1", () =>
    notificationQueueUsage(platform.db),
  );
  watchJobs(platform);
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(platform, request)) return sendOutcome(reply, { name: 'not_found', data: null }, languageOf(request));
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
}

/** Whoever has the token that the operator set; without one nobody, except in a demo, which listens on loopback only. */
function mayReadMetrics({ settings }: Platform, { headers }: FastifyRequest): boolean {
  if (settings.metricsToken === undefined) return settings.demo;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${settings.metricsToken}`));
}

function inSeconds(ages: Iterable<readonly [string, number]>): Record<string, number> {
  return Object.fromEntries([...ages].map(([name, ageMs]) => [name, Math.round(ageMs / 100) / 10]));
}

/** Purser itself notifies nobody, but what shares the server may: a full queue fails every commit that does. */
async function notificationQueueUsage(db: Database): Promise<number> {
  const { rows } = await db.system.query<{ used: number }>('select pg_notification_queue_usage() as used');
  return rows[0]?.used ?? 0;
}
