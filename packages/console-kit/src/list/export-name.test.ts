import { afterEach, expect, it, vi } from 'vitest';
import { exportName } from './export-name.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('names the days of the user, not those of Greenwich', () => {
  vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh');
  // Half past midnight there is still yesterday in UTC.
  const now = new Date('2026-11-20T17:30:00.000Z');
  expect(exportName('fund-flow', 'csv', {}, now)).toBe('fund-flow_2026-11-21.csv');
  const november = { time_from: '2026-10-31T17:00:00.000Z', time_to: '2026-11-30T17:00:00.000Z' };
  expect(exportName('fund-flow', 'xlsx', november, now)).toBe('fund-flow_2026-11-01_2026-11-30.xlsx');
});
