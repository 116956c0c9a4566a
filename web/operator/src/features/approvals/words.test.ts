import { expect, it } from 'vitest';
import { factValue } from './words.ts';

const said = (name: string, value: string) => factValue(name, value, ((key: string) => key) as never);

it('amounts are written as everywhere: grouped, with a minus and not a hyphen', () => {
  expect(said('amount', '-1234567.50 USDP')).toBe('−1,234,567.50 USDP');
  expect(said('amount', '+100.00 VNDT')).toBe('+100.00 VNDT');
  expect(said('reward', '1000 USDT')).toBe('1,000 USDT');
});

it('what is no amount of a coin stays as it is', () => {
  for (const value of ['1000', '-1', '2026-01-01 UTC', '1000.00 → 2000.00', 'AD2N4AEC454YR6H1', '', '0x12 AB', '12 lowercase'])
    expect(said('note', value)).toBe(value);
});
