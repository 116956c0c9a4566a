import type { AdjustmentEndedBy } from '@purser/contract/features/adjustment';
import { describe, expect, it } from 'vitest';
import type { Adjustment } from './api.ts';
import { stepsOf } from './steps.ts';

const [MADE, OBJECTED, OVER] = ['2026-11-01T08:00:00.000Z', '2026-11-02T08:00:00.000Z', '2026-11-03T08:00:00.000Z'];
const kept = { create_time: MADE, balance_type: 'pending', order_status: 'paid', appeal: null, ended: null } as unknown as Adjustment;
const appeal = { reason: 'Mine', time: OBJECTED };
const endedBy = (by: AdjustmentEndedBy) => ({ by, time: OVER, remark: '' });
const created = { step: 'created', time: MADE };
const appealed = { step: 'appealed', time: OBJECTED };

describe('the steps of an adjustment', () => {
  it.each<[string, Partial<Adjustment>, object[]]>([
    ['waits', {}, [created, { step: 'waiting', time: null }]],
    ['is decided by the provider', { order_status: 'appeal', appeal }, [created, appealed, { step: 'waitsForProvider', time: null }]],
    [
      'was given at once',
      { balance_type: 'available', order_status: 'completed', ended: endedBy('merchant') },
      [created, { step: 'given', time: OVER }],
    ],
    ['was released', { order_status: 'completed', ended: endedBy('merchant') }, [created, { step: 'releasedByYou', time: OVER }]],
    ['was released by time', { order_status: 'completed', ended: endedBy('system') }, [created, { step: 'releasedByTime', time: OVER }]],
    ['waits for the user', { user_may_accept: true }, [created, { step: 'waitingForUser', time: null }]],
    [
      'the user may accept and objects to',
      { user_may_accept: true, order_status: 'appeal', appeal },
      [created, appealed, { step: 'waitsForProvider', time: null }],
    ],
    ['was accepted', { order_status: 'completed', ended: endedBy('user') }, [created, { step: 'accepted', time: OVER }]],
    ['was taken back', { order_status: 'cancelled', ended: endedBy('merchant') }, [created, { step: 'takenBack', time: OVER }]],
    [
      'was approved',
      { order_status: 'completed', appeal, ended: endedBy('operator') },
      [created, appealed, { step: 'approved', time: OVER }],
    ],
    [
      'was rejected',
      { order_status: 'cancelled', appeal, ended: endedBy('operator') },
      [created, appealed, { step: 'rejected', time: OVER }],
    ],
  ])('that %s', (_, change, steps) => {
    expect(stepsOf({ ...kept, ...change })).toEqual(steps);
  });
});
