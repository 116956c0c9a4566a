import { userConfigGet } from '@purser/contract/features/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { configRoutes } from './routes.ts';
import { eventually } from '../../platform/testing/eventually.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: configRoutes, settings: { demo: false } });
});
afterAll(() => app.close());

it('tells anybody what a client must know before anyone signs in, and no more', async () => {
  const config = dataOf(await app.call(userConfigGet, {}));
  expect(config).toEqual({
    languages: ['zh_Hans', 'zh_Hant', 'en', 'vi'],
    markets: [
      { market: 'CNY', coin_name: 'CNYT', decimals: 2 },
      { market: 'VND', coin_name: 'VNDT', decimals: 2 },
      { market: 'USD', coin_name: 'USDP', decimals: 2 },
    ],
    server_time: expect.any(String),
    maintenance: false,
    payment_redirect_after_s: 5,
    demo: false,
  });
  expect(Math.abs(Date.parse(config.server_time) - Date.now())).toBeLessThan(5_000);
  expect(await app.send(userConfigGet, { secret: true })).toMatchObject({ msg: 'invalid_input' });
});

it('is answered in maintenance too, and says so', async () => {
  await app.sql('update system_setting set maintenance = true');
  await eventually(async () => expect(dataOf(await app.call(userConfigGet, {})).maintenance).toBe(true));
});
