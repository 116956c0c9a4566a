import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

test('sums exactly, beyond what a floating number holds', () => {
  const days = [
    { day: '2026-11-20', orders_paid: 2, amount_paid: '90071992547409.93' },
    { day: '2026-11-21', orders_paid: 1, amount_paid: '0.10' },
  ];
  expect(summaryOf(days)).toEqual({ paid: 3, amount: '90071992547410.03', best: '2026-11-20' });
});

test('names no best day when nothing was paid', () => {
  expect(summaryOf([{ day: '2026-11-21', orders_paid: 0, amount_paid: '0.00' }])).toEqual({ paid: 0, amount: '0.00', best: undefined });
});
