import { userConfigGet } from '@purser/contract/features/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { configRoutes } from './routes.ts';
import { startMaintenance } from '../../platform/testing/maintenance.ts';

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
      { market: 'CNY', coin_name: 'CNYT', decimals: 2, symbol: '¥' },
      { market: 'VND', coin_name: 'VNDT', decimals: 2, symbol: '₫' },
      { market: 'USD', coin_name: 'USDP', decimals: 2, symbol: '$' },
    ],
    server_time: expect.any(String),
    maintenance: false,
    maintenance_notice: null,
    payment_redirect_after_s: 5,
    demo: false,
  });
  expect(Math.abs(Date.parse(config.server_time) - Date.now())).toBeLessThan(5_000);
  expect(await app.send(userConfigGet, { secret: true })).toMatchObject({ msg: 'invalid_input' });
});

it('is answered in maintenance too, and says so', async () => {
  await startMaintenance(app, { vi: 'Đang bảo trì' });
  const told = async (language: 'vi' | 'en') => dataOf(await app.call(userConfigGet, {}, { headers: { language } }));
  expect(await told('vi')).toMatchObject({ maintenance: true, maintenance_notice: { text: 'Đang bảo trì', ends_at: null } });
  expect(await told('en')).toMatchObject({ maintenance: true, maintenance_notice: { text: null } });
});
