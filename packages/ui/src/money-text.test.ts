import { expect, test } from 'vitest';
import { groupDigits } from './money-text.ts';

test('groups thousands and keeps every decimal place', () => {
  expect(groupDigits('1234567.50')).toBe('1,234,567.50');
  expect(groupDigits('999')).toBe('999');
  expect(groupDigits('0.000001')).toBe('0.000001');
  expect(groupDigits('123456789012345678.10')).toBe('123,456,789,012,345,678.10');
});

test('shows as many places as asked for, cutting and never rounding up', () => {
  expect(groupDigits('1.999999', 2)).toBe('1.99');
  expect(groupDigits('1.5', 2)).toBe('1.50');
  expect(groupDigits('1', 2)).toBe('1.00');
});
