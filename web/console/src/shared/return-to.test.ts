import { expect, test } from 'vitest';
import { pageToReturnTo } from './return-to.ts';

test('goes back to the page and filters one came from', () => {
  expect(pageToReturnTo('/Property/RunningWater?coin_name=USDP&page=2')).toBe('/Property/RunningWater?coin_name=USDP&page=2');
  expect(pageToReturnTo('/recharge/Order/PO0123ABC')).toBe('/recharge/Order/PO0123ABC');
});

test.each([
  undefined,
  '',
  '/',
  '/Login?from=/x',
  '//evil.example',
  'https://evil.example/assets/Assets',
  '/assets/Assets/../..',
  '/recharge/Order/../../x',
  '/recharge/Order/',
  'javascript:alert(1)',
])('goes to the dashboard rather than to %s', (from) => {
  expect(pageToReturnTo(from)).toBe('/payment/InstrumentPanel');
});
