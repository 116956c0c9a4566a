import { join } from 'node:path';
import { mailboxPage } from '../demo/mailbox-page.ts';
import { firstLink } from '../features/staff-auth/set-up.ts';
import { watchNetworks } from '../features/chain-deposit/metrics.ts';
import { watchFunds } from '../features/chain-reserve/metrics.ts';
import { watchAlarms } from '../features/overview/metrics.ts';
import { insistOnSpool } from '../platform/files/received-file.ts';
import { apiDocsPages } from '../platform/http/api-docs-pages.ts';
import { consolePages, insistOnBuilt } from '../platform/http/console-pages.ts';
import { operatorPages } from '../platform/http/operator-pages.ts';
import { buildServer, type Pages } from '../platform/http/server.ts';
import { shopProxy } from '../platform/http/shop-proxy.ts';
import { ProgramReport } from '../platform/observe/program-report.ts';
import { cannotListen } from '../quick-start/listen.ts';
import type { Program, ProgramContext } from '../quick-start/programs.ts';
import { allPayerPages } from './payer-pages.ts';
import { createPlatform, runAlone } from './standalone.ts';
import { allFeatures, routesOf } from './features.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../../web/console/dist');
const OPERATOR_FOLDER = join(import.meta.dirname, '../../../web/operator/dist');

/** Starts what answers requests: every call and every page. Rejects with CannotStart where pages are not built and when the port is taken. */
export async function startApi(context: ProgramContext): Promise<Program> {
  const platform = createPlatform(context, 'api');
  await insistOnSpool(platform.spoolFolder);
  for (const folder of [CONSOLE_FOLDER, OPERATOR_FOLDER]) await insistOnBuilt(folder);
  const { host, port } = context.settings;
  const features = allFeatures(platform);
  const pages: Pages[] = [
    apiDocsPages,
    ...(await allPayerPages(features)),
    ...(context.shopUrl ? [shopProxy(context.shopUrl)] : []),
    ...(context.mailbox ? [mailboxPage(context.mailbox)] : []),
    operatorPages(OPERATOR_FOLDER),
    consolePages(CONSOLE_FOLDER),
  ];
  watchNetworks(platform);
  watchFunds(platform);
  watchAlarms(platform);
  await platform.start();
  await platform.feeSlot.start();
  const fastify = await buildServer(platform, routesOf(features), pages);
  await platform.connections.listen(fastify, { host, port }).catch((error: NodeJS.ErrnoException) => {
    throw ['listen', 'getaddrinfo'].includes(error.syscall ?? '') ? cannotListen(error, host, port) : error;
  });
  const report = ProgramReport.start(platform, { kind: 'api' });
  const link = await firstLink(platform);
  if (link !== undefined)
    console.log(`Nobody may sign in at the operator console yet. Make the first admin within a day, by this link, once:\n${link}`);
  return {
    async close() {
      await fastify.close();
      await report.close();
      await platform.close();
    },
  };
}

if (import.meta.main) await runAlone('api', startApi);
