import { expect, it } from 'vitest';
import { current } from './use-selection.ts';

interface Row {
  readonly key: string;
  readonly waits: boolean;
}
const row = (key: string, waits = true): Row => ({ key, waits });
const selected = (...rows: Row[]) => new Map(rows.map((one) => [one.key, one]));
const now = (before: ReadonlyMap<string, Row>, shown: readonly Row[]) => [
  ...current(
    before,
    shown,
    ({ key }) => key,
    ({ waits }) => waits,
  ).values(),
];

it('drops what left the page, as nobody decides what is not in sight', () => {
  expect(now(selected(row('a'), row('b')), [row('b'), row('c')])).toEqual([row('b')]);
});

it('drops what cannot be selected any more, and leaves what was never selected', () => {
  expect(now(selected(row('a'), row('b')), [row('a', false), row('b'), row('c')])).toEqual([row('b')]);
  expect(now(selected(), [row('a')])).toEqual([]);
});
