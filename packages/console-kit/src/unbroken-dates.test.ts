import { expect, it } from 'vitest';
import { unbrokenDates } from './unbroken-dates.ts';

it('a date and a span of dates hold together, and nothing else changes', () => {
  expect(unbrokenDates('2026-11-28 08:59:07')).toBe('2026-\u206011-\u206028 08:59:07');
  expect(unbrokenDates('2026-11-01 – 2026-11-28')).toBe('2026-\u206011-\u206001 – 2026-\u206011-\u206028');
  expect(unbrokenDates('12026-11-28x, 1234-5678')).toBe('12026-11-28x, 1234-5678');
  expect(unbrokenDates(7)).toBe(7);
});
