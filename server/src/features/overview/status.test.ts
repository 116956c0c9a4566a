import { describe, expect, it } from 'vitest';
import { type Facts, statusOf } from './status.ts';

const NOW = new Date('2026-11-22T08:00:00.000Z');
const told = (kind: 'api' | 'worker', stuck: Record<string, number> = {}, is_silent = false): Facts['programs'][number] => ({
  kind,
  is_silent,
  facts: {
    skew_ms: 0,
    memory_mb: 1,
    loop_delay_ms: 0,
    connections: 0,
    event_streams: 0,
    login_owns_tables: false,
    lacks_operator_login: false,
    stuck_s: stuck,
    commands_waiting: 0,
    jobs: [],
    jobs_given_up: null,
    holds: null,
  },
});
const WELL: Facts = { isReadOnly: false, programs: [told('api'), told('worker')], networks: [] };
const partsOf = (facts: Facts | undefined) => Object.values(statusOf(facts, null, NOW).parts);
const period = { starts_at: NOW.toISOString(), ends_at: null, text: 'New disks' };

describe('what everybody is told', () => {
  it('is that everything works while it does', () => {
    expect(statusOf(WELL, null, NOW)).toEqual({
      checked_at: NOW.toISOString(),
      parts: { payments: 'works', withdrawals: 'works', consoles: 'works', webhooks: 'works' },
      networks: [],
      maintenance: null,
    });
  });

  it('is that nothing works while the database is away or can only be read', () => {
    expect(partsOf(undefined)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
    expect(partsOf({ ...WELL, isReadOnly: true })).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
  });

  it('is that webhooks stand still and withdrawals are slow without a worker, also when one is silent', () => {
    expect(partsOf({ ...WELL, programs: [told('api')] })).toEqual(['works', 'slow', 'works', 'stopped']);
    expect(partsOf({ ...WELL, programs: [told('api'), told('worker', {}, true)] })).toEqual(['works', 'slow', 'works', 'stopped']);
  });

  it('is that what is held up is slow', () => {
    expect(partsOf({ ...WELL, programs: [told('api', { pay: 9 }), told('worker')] })).toEqual(['slow', 'slow', 'slow', 'works']);
    expect(partsOf({ ...WELL, programs: [told('api'), told('worker', { webhooks: 9 })] })).toEqual(['works', 'works', 'works', 'slow']);
  });

  it('is that the console is closed while maintenance runs, and not before', () => {
    expect(statusOf(WELL, { ...period, is_running: true }, NOW).parts).toMatchObject({ consoles: 'maintenance', payments: 'works' });
    expect(statusOf(WELL, { ...period, is_running: false }, NOW).parts).toMatchObject({ consoles: 'works' });
  });

  it('names each connected network, and leaves out those that are off', () => {
    const networks = (['watched', 'troubled', 'unwatched', 'halted', 'off'] as const).map((state) => ({ network: state, state }));
    expect(statusOf({ ...WELL, networks }, null, NOW).networks).toEqual([
      { network: 'watched', state: 'works' },
      { network: 'troubled', state: 'slow' },
      { network: 'unwatched', state: 'stopped' },
      { network: 'halted', state: 'stopped' },
    ]);
  });
});
