import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportName } from './export-name.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

// Half past midnight there is still yesterday in UTC.
const NOW = new Date('2026-11-20T17:30:00.000Z');
const NOVEMBER = { time_from: '2026-10-31T17:00:00.000Z', time_to: '2026-11-30T17:00:00.000Z' };

it('names the days of the user, not those of Greenwich', () => {
  expect(exportName('fund-flow', 'csv', {}, NOW)).toBe('fund-flow_2026-11-21.csv');
  const december = new Date('2026-12-02T17:30:00.000Z');
  expect(exportName('fund-flow', 'xlsx', NOVEMBER, december)).toBe('fund-flow_2026-11-01_2026-11-30.xlsx');
});

it('ends with today while the period still runs, and with its last day from then on', () => {
  expect(exportName('fund-flow', 'csv', NOVEMBER, NOW)).toBe('fund-flow_2026-11-01_2026-11-21.csv');
  const lastMoment = new Date(Date.parse(NOVEMBER.time_to) - 1);
  const names = [lastMoment, new Date(NOVEMBER.time_to)].map((now) => exportName('fund-flow', 'csv', NOVEMBER, now));
  expect(names).toEqual(['fund-flow_2026-11-01_2026-11-30.csv', 'fund-flow_2026-11-01_2026-11-30.csv']);
});

it.each([
  ['with an end', { time_from: '2026-11-30T17:00:00.000Z', time_to: '2026-12-31T17:00:00.000Z' }],
  ['without one', { time_from: '2026-11-30T17:00:00.000Z' }],
])('never ends before a period begins that is yet to come, %s', (_, filters) => {
  expect(exportName('fund-flow', 'csv', filters, NOW)).toBe('fund-flow_2026-12-01_2026-12-01.csv');
});
