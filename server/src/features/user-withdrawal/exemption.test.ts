import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterUse, type Exemption, whyManual } from './exemption.ts';

const NOTHING = { amount: 0n, orders: 0 };
const UNUSED: Exemption = {
  is_on: true,
  single_limit: 100n,
  day_limit: 300n,
  hour_limit: null,
  day_count: null,
  hour_count: null,
  day: NOTHING,
  hour: NOTHING,
};

describe('a withdrawal is approved by itself', () => {
  it.each([
    ['there is no quota', undefined, ['no_limit']],
    ['it is switched off', { is_on: false }, ['limit_off']],
    ['the amount is the single limit', { single_limit: 50n }, []],
    ['the amount is above the single limit', { single_limit: 49n }, ['single_limit']],
    ['it fills the day', { day: { amount: 250n, orders: 9 } }, []],
    ['it exceeds the day', { day: { amount: 251n, orders: 9 } }, ['day_limit']],
    ['it fills the hour', { hour_limit: 60n, hour: { amount: 10n, orders: 1 } }, []],
    ['it exceeds the hour', { hour_limit: 59n, hour: { amount: 10n, orders: 1 } }, ['hour_limit']],
    ['it is the last of the day', { day_count: 3, day: { amount: 0n, orders: 2 } }, []],
    ['the day has had as many as it may', { day_count: 3, day: { amount: 0n, orders: 3 } }, ['day_count']],
    ['the hour has had as many as it may', { hour_count: 3, hour: { amount: 0n, orders: 3 } }, ['hour_count']],
    ['nothing may be', { single_limit: 0n, day_limit: 0n }, ['single_limit', 'day_limit']],
  ] as const)('or not: %s', (_name, changes, reasons) => {
    expect(whyManual(changes && { ...UNUSED, ...changes }, 50n)).toEqual(reasons);
  });

  it('never beyond any bound together, whatever comes in whatever order', () => {
    const bound = fc.bigInt({ min: 0n, max: 1000n });
    const count = fc.option(fc.integer({ min: 1, max: 8 }));
    const quota = fc.record({ single_limit: bound, day_limit: bound, hour_limit: fc.option(bound), day_count: count, hour_count: count });
    fc.assert(
      fc.property(quota, fc.array(fc.bigInt({ min: 1n, max: 400n }), { maxLength: 30 }), (limits, amounts) => {
        let now: Exemption = { ...UNUSED, ...limits };
        const approved: bigint[] = [];
        for (const amount of amounts) {
          if (whyManual(now, amount).length > 0) continue;
          approved.push(amount);
          now = afterUse(now, amount);
        }
        const sum = approved.reduce((total, amount) => total + amount, 0n);
        expect(approved.every((amount) => amount <= limits.single_limit)).toBe(true);
        expect(sum <= limits.day_limit && sum <= (limits.hour_limit ?? sum)).toBe(true);
        expect(approved.length <= Math.min(limits.day_count ?? 30, limits.hour_count ?? 30)).toBe(true);
        expect(now.day).toEqual({ amount: sum, orders: approved.length });
      }),
    );
  });
});
