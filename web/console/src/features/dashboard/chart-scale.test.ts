import { expect, it } from 'vitest';
import { chartScale } from './chart-scale.ts';

it.each([
  [92, [0, 25, 50, 75]],
  [100, [0, 50, 100]],
  [7, [0, 2, 4, 6]],
  [0.8, [0, 0.25, 0.5, 0.75]],
  [3_600_000, [0, 1_000_000, 2_000_000, 3_000_000]],
])('has a few round amounts up to a highest of %d', (highest, lines) => {
  expect(chartScale(highest).lines).toEqual(lines);
});

it('leaves room above the highest bar, and has at most five lines, whatever the amounts are', () => {
  for (let highest = 0.000_013; highest < 1e15; highest *= 1.37) {
    const { top, lines } = chartScale(highest);
    expect(top).toBeGreaterThan(highest);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.at(-1)).toBeLessThanOrEqual(top);
  }
});

it('stands where nothing was paid', () => {
  expect(chartScale(0)).toEqual({ top: 1, lines: [0, 1] });
});
