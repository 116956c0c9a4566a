import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { Platform } from '../../platform/platform.ts';
import { buildServer } from '../../platform/http/server.ts';
import { allRoutes } from '../features.ts';

/** An api process with every call and without pages. Says its port on standard output. */
const platform = new Platform(
  {
    databaseUrl: process.env['TEST_URL'] ?? '',
    masterKey: Buffer.from(process.env['TEST_KEY'] ?? '', 'base64'),
    publicUrl: 'http://localhost:8080',
    demo: true,
    dataFolder: process.env['TEST_DATA'] ?? tmpdir(),
    trustedProxies: [],
    webhookAllow: [],
    checkAnswers: true,
  },
  pino({ level: 'silent' }),
);
await platform.start();
const fastify = await buildServer(platform, allRoutes(platform), []);
await fastify.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(fastify.server.address() as AddressInfo).port}\n`);
