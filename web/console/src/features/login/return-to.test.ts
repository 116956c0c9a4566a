import { expect, test } from 'vitest';
import { pageToReturnTo } from './return-to.ts';

test('goes back to the page and filters one came from', () => {
  expect(pageToReturnTo('/Property/RunningWater?coin_name=USDP&page=2')).toBe('/Property/RunningWater?coin_name=USDP&page=2');
});

test.each([
  undefined,
  '',
  '/',
  '/Login?from=/x',
  '//evil.example',
  'https://evil.example/assets/Assets',
  '/assets/Assets/../..',
  'javascript:alert(1)',
])('goes to the dashboard rather than to %s', (from) => {
  expect(pageToReturnTo(from)).toBe('/payment/InstrumentPanel');
});
