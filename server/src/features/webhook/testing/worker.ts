import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { Platform } from '../../../platform/platform.ts';
import { WebhookDispatcher } from '../dispatcher.ts';

/** A worker that does nothing but deliver webhooks: the test kills it, as a machine that loses its power would. */
const platform = new Platform(
  {
    databaseUrl: process.env['TEST_URL'] ?? '',
    masterKey: Buffer.from(process.env['TEST_KEY'] ?? '', 'base64'),
    publicUrl: 'http://localhost:8080',
    demo: true,
    dataFolder: tmpdir(),
    trustedProxies: [],
    webhookAllow: [{ network: '127.0.0.0/8', port: undefined }],
  },
  pino({ level: 'silent' }),
);
new WebhookDispatcher(platform).start();
