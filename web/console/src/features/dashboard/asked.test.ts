import { expect, it } from 'vitest';
import { askedOf } from './asked.ts';

it.each([
  [{}, { period: 'today', compare: 'previous' }],
  [
    { period: 'last_7_days', compare: 'year_before' },
    { period: 'last_7_days', compare: 'year_before' },
  ],
  [
    { period: 'for ever', compare: 'x' },
    { period: 'today', compare: 'previous' },
  ],
  [
    { period: 'last_7_days', first_day: '2026-11-01' },
    { period: 'last_7_days', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2026-11-01', last_day: '2026-11-03' },
    { period: 'own', first_day: '2026-11-01', last_day: '2026-11-03', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2026-11-01', last_day: '2026-10-03' },
    { period: 'own', first_day: '2026-11-01', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2026-02-30' },
    { period: 'today', compare: 'previous' },
  ],
  [{ period: 'own' }, { period: 'today', compare: 'previous' }],
  [
    { period: 'own', first_day: '2026-11-01', last_day: '2026-12-24' },
    { period: 'own', first_day: '2026-11-01', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2026-12-01' },
    { period: 'today', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2024-11-01', last_day: '2026-11-03' },
    { period: 'own', first_day: '2024-11-01', last_day: '2025-11-01', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2024-11-01' },
    { period: 'own', first_day: '2024-11-01', last_day: '2025-11-01', compare: 'previous' },
  ],
  [
    { period: 'own', first_day: '2025-11-30', last_day: '2026-11-30' },
    { period: 'own', first_day: '2025-11-30', compare: 'previous' },
  ],
])('%j asks for %j', (search, asked) => {
  expect(askedOf(search, '2026-11-30')).toEqual(asked);
});
