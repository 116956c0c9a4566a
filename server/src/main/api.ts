import { join } from 'node:path';
import { apiDocsPages } from '../platform/http/api-docs-pages.ts';
import { consolePages } from '../platform/http/console-pages.ts';
import { buildServer, type Pages } from '../platform/http/server.ts';
import { shopProxy } from '../platform/http/shop-proxy.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';
import { allPayerPages } from './payer-pages.ts';
import { createPlatform, runAlone } from './standalone.ts';
import { allFeatures, routesOf } from './features.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../../web/console/dist');

/** Starts what answers requests: every call and every page. Rejects when the port is taken. */
export async function startApi(context: ProgramContext): Promise<Program> {
  const platform = createPlatform(context, { connections: 8 });
  const { host, port } = context.settings;
  const features = allFeatures(platform);
  const pages: Pages[] = [
    apiDocsPages,
    ...(await allPayerPages(features)),
    ...(context.shopUrl ? [shopProxy(context.shopUrl)] : []),
    consolePages(CONSOLE_FOLDER),
  ];
  await platform.start();
  const fastify = await buildServer(platform, routesOf(features), pages);
  await platform.connections.listen(fastify, { host, port });
  return {
    async close() {
      await fastify.close();
      await platform.close();
    },
  };
}

if (import.meta.main) await runAlone('api', startApi);
