import { APP_LINK_PATH, APP_LINK_TEMPLATE, APP_SCHEME, payableIn } from '@purser/contract/app-link';
import { type Language, LANGUAGE_TAGS } from '@purser/contract/language';
import { scanPage } from '@purser/contract/wallet-pages';
import { languageOfPage } from '../../platform/http/payer-request.ts';
import type { Pages } from '../../platform/http/server.ts';

const NAME = 'Purser';
const COLOUR = '#1b56e0';
/** The mark with room around it, so that a device may cut it to any shape. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${COLOUR}"/><path d="M20.2 34V15.5h7a5.6 5.6 0 0 1 0 11.2h-7" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const OFFLINE = '/wallet/offline';

/**
 * The installed wallet's worker. It keeps the page that says that there is no network, and nothing else: a page about money comes from the
 * server or not at all, and scripts and styles are kept by the browser already, as their names change with their content. Files that are saved
 * are left to the browser. It names the reader's language: to a browser that has the worker of another it is a new one, and the page is kept anew.
 */
const worker = (language: Language): string => `const KEPT = 'purser-shell'; // ${language}
const FILES = /\\/(receipt\\.pdf|privacy\\/file)(\\?|$)/;
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(new Request('${OFFLINE}', { cache: 'reload' }))).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET' || FILES.test(event.request.url)) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('${OFFLINE}')) ?? Response.error()));
});
`;

/** What makes the wallet an app that is installed, and opens its links. */
export const walletApp: Pages = (fastify, { settings }) => {
  fastify.get('/wallet/app.webmanifest', (request, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'cache-control': 'private, max-age=3600', vary: 'cookie, accept-language' })
      .send({
        id: '/wallet',
        name: NAME,
        short_name: NAME,
        lang: LANGUAGE_TAGS[languageOfPage(request)],
        start_url: '/wallet',
        scope: '/',
        display: 'standalone',
        background_color: '#f2f4f8',
        theme_color: COLOUR,
        icons: [
          { src: '/wallet/app-icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
          { src: '/wallet/app-icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'maskable' },
        ],
        protocol_handlers: [{ protocol: APP_SCHEME, url: APP_LINK_TEMPLATE }],
      }),
  );
  fastify.get('/wallet/app-icon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON),
  );
  fastify.get('/wallet/worker.js', (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'cookie, accept-language', 'service-worker-allowed': '/wallet' })
      .send(worker(languageOfPage(request))),
  );
  fastify.get(APP_LINK_PATH, (request, reply) => {
    const { link } = request.query as { link?: unknown };
    const path = typeof link === 'string' ? payableIn(link.slice(0, 2000), settings.publicUrl) : null;
    return reply.header('cache-control', 'no-store').redirect(path ?? `${scanPage.path}?unknown=1`, 303);
  });
};
