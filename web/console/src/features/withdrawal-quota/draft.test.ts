import { withdrawals } from '@purser/contract/outcomes/withdrawals';
import { expect, test } from 'vitest';
import { contentsOf, type Draft, problemsOf, usedPart } from './draft.ts';
import type { I18n } from './texts.ts';

/** Says the keys. */
const i18n = { t: (key: string) => key, language: 'en' } as unknown as I18n;
const DRAFT: Draft = { is_on: true, single_limit: '100', day_limit: '1000', hour_limit: '', day_count: '', hour_count: '' };
const problems = (change: Partial<Draft>) =>
  Object.fromEntries(Object.entries(problemsOf({ ...DRAFT, ...change }, 'USDP', 2, i18n)).filter(([, problem]) => problem !== undefined));

test('a quota with both limits is in order, with further bounds or without', () => {
  expect(problems({})).toEqual({});
  expect(problems({ single_limit: ' 12.50 ', day_limit: '12.50', hour_limit: '500', day_count: '20', hour_count: '1000000' })).toEqual({});
});

test.each<[Partial<Draft>, Record<string, string>]>([
  [{ single_limit: '' }, { single_limit: 'quota.required' }],
  [{ single_limit: '-1' }, { single_limit: 'quota.notNumber' }],
  [{ single_limit: '1.234' }, { single_limit: 'quota.decimals' }],
  [{ day_limit: '99.99' }, { day_limit: withdrawals.day_limit_too_low.text.en }],
  [{ day_limit: '99999999999999999' }, { day_limit: 'quota.tooLarge' }],
  [{ hour_limit: 'many' }, { hour_limit: 'quota.notNumber' }],
  [{ day_count: '0' }, { day_count: 'quota.notCount' }],
  [{ day_count: '1.5' }, { day_count: 'quota.notCount' }],
  [{ hour_count: '1000001' }, { hour_count: 'quota.notCount' }],
])('what is wrong is told at its field: %j', (change, told) => {
  expect(problems(change)).toEqual(told);
});

test('an empty bound is none', () => {
  expect(contentsOf('USDP', DRAFT)).toEqual({
    coin_name: 'USDP',
    is_on: true,
    single_limit: '100',
    day_limit: '1000',
    hour_limit: null,
    day_count: null,
    hour_count: null,
  });
  expect(contentsOf('USDP', { ...DRAFT, hour_limit: ' 7 ', day_count: '3', hour_count: '2' })).toMatchObject({
    hour_limit: '7',
    day_count: 3,
    hour_count: 2,
  });
});

test('says how much of the day limit is used', () => {
  expect(usedPart({ used_today: '25.00', day_limit: '100.00' })).toBe(0.25);
  expect(usedPart({ used_today: '120.00', day_limit: '100.00' })).toBe(1);
  expect(usedPart({ used_today: '0.00', day_limit: null })).toBeUndefined();
  expect(usedPart({ used_today: '0.00', day_limit: '0.00' })).toBeUndefined();
});
