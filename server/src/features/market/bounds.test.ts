import { describe, expect, it } from 'vitest';
import { beyondBound } from './bounds.ts';

const beyond = (befores: readonly string[], after: string, boundBp: number) => beyondBound('rate', befores, after, boundBp);

describe('a change', () => {
  it.each([
    ['1.00', '1.20', 2000],
    ['1.00', '0.80', 2000],
    ['0.920000000000000000', '0.92', 0],
    ['0.00', '0.00', 0],
    ['25400', '25908', 200],
  ])('from %s to %s is within %i basis points', (before, after, boundBp) => {
    expect(beyond([before], after, boundBp)).toBeUndefined();
  });

  it.each([
    ['1.00', '1.21', 2000, '21.0', '20.00'],
    ['1.00', '0.79', 2000, '21.0', '20.00'],
    ['1.00', '0.00', 9999, '100.0', '99.99'],
    // What is shown is never rounded down to the bound.
    ['1', '1.200000000000000001', 2000, '20.1', '20.00'],
    ['7.123456789012345678', '7.123456789012345679', 0, '0.1', '0.00'],
    ['0.10', '0.90', 2000, '800.0', '20.00'],
  ])('from %s to %s is beyond %i basis points, by %s %%', (before, after, boundBp, change, bound) => {
    expect(beyond([before], after, boundBp)).toEqual({ name: 'rate', before, after, change, bound });
  });

  it('from zero is beyond every bound', () => {
    expect(beyond(['0.00'], '0.01', 10_000)).toMatchObject({ change: null, bound: '100.00' });
  });

  it.each([
    [['1.15', '1.00', '1.10'], '1.00'],
    [['1.00', '0.00', '0.50'], '0.00'],
    [['0.00', '1.00'], '0.00'],
    [['0.50', '1.00', '0.90'], '0.50'],
  ])('that follows on %j is measured from what it is farthest from', (befores, before) => {
    expect(beyond(befores, '1.30', 2000)?.before).toBe(before);
  });
});
