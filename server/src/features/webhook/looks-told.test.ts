import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../platform/testing/app.ts';
import { WebhookDispatcher } from './dispatcher.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

it('looks that fail one after another are told once, and that they are over', async () => {
  const told: string[] = [];
  const keep = (...said: unknown[]) => void told.push(String(said.at(-1)));
  vi.spyOn(app.platform.log, 'warn').mockImplementation(keep);
  vi.spyOn(app.platform.log, 'info').mockImplementation(keep);
  const dispatcher = new WebhookDispatcher(app.platform);
  await app.sql('alter table webhook_delivery rename to away');
  for (let looks = 0; looks < 3; looks += 1) await dispatcher.look();
  await app.sql('alter table away rename to webhook_delivery');
  for (let looks = 0; looks < 3; looks += 1) await dispatcher.look();
  await dispatcher.stop();
  expect(told).toEqual(['due webhooks could not be read', 'due webhooks are read again']);
});
