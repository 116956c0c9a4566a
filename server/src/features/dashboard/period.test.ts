import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Asked, periodsOf } from './period.ts';

const TODAY = '2028-03-31';
const of = (asked: Partial<Asked>) => {
  const { range, before, untilNow } = periodsOf({ period: 'today', compare: 'previous', ...asked }, TODAY);
  return [range.first, range.last, before.first, before.last, untilNow];
};

describe('a range', () => {
  it.each([
    ['today', [TODAY, TODAY, '2028-03-30', '2028-03-30', true]],
    ['yesterday', ['2028-03-30', '2028-03-30', '2028-03-29', '2028-03-29', false]],
    ['last_7_days', ['2028-03-25', TODAY, '2028-03-18', '2028-03-24', true]],
    ['last_30_days', ['2028-03-02', TODAY, '2028-02-01', '2028-03-01', true]],
    ['last_90_days', ['2028-01-02', TODAY, '2027-10-04', '2028-01-01', true]],
    // A shorter month before ends with its last day.
    ['this_month', ['2028-03-01', TODAY, '2028-02-01', '2028-02-29', true]],
  ] as const)('%s is compared with the equal one before it', (period, days) => {
    expect(of({ period })).toEqual(days);
  });

  it('is compared with the same days a year before, the 29th of February with the 28th', () => {
    expect(of({ period: 'last_7_days', compare: 'year_before' })).toEqual(['2028-03-25', TODAY, '2027-03-25', '2027-03-31', true]);
    expect(of({ period: 'own', first_day: '2028-02-29', last_day: '2028-02-29', compare: 'year_before' }).slice(2)).toEqual([
      '2027-02-28',
      '2027-02-28',
      false,
    ]);
  });

  it('of its own has the days that are named, up to today', () => {
    expect(of({ period: 'own', first_day: '2028-03-20', last_day: '2028-03-21' })).toEqual([
      '2028-03-20',
      '2028-03-21',
      '2028-03-18',
      '2028-03-19',
      false,
    ]);
    expect(of({ period: 'own', first_day: '2028-03-30', last_day: '2029-01-01' }).slice(0, 2)).toEqual(['2028-03-30', TODAY]);
    expect(of({ period: 'own', first_day: '2027-04-01', last_day: TODAY })[0]).toBe('2027-04-01');
  });

  it.each([
    [{}, 'first_day'],
    [{ first_day: '2028-04-01' }, 'first_day'],
    [{ first_day: '2028-03-02', last_day: '2028-03-01' }, 'last_day'],
    [{ first_day: '2027-03-30', last_day: TODAY }, 'last_day'],
  ])('of its own is refused for %j', (days, field) => {
    expect(() => of({ period: 'own', ...days })).toThrow(Refusal);
    try {
      of({ period: 'own', ...days });
    } catch (error) {
      expect(error).toMatchObject({ outcome: 'invalid_input', data: { fields: [{ field }] } });
    }
  });
});
