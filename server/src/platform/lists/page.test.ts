import { expect, it } from 'vitest';
import { countKnownFrom, type Window } from './page.ts';

const rows = (count: number) => Array.from({ length: count });
const window = (page: number, after?: readonly string[]): Window => ({
  list: '/v1/test/query',
  sortedBy: 'create_time',
  direction: 'desc',
  after,
  offset: (page - 1) * 20,
  limit: 21,
});

it.each([
  ['none at all', window(1), 0, 0],
  ['a first page that is not full', window(1), 7, 7],
  ['a first page that is just full, and nothing follows', window(1), 20, 20],
  ['a last page', window(3), 1, 41],
  ['a page that others follow', window(1), 21, undefined],
  ['a page beyond the end: how far beyond is unknown', window(3), 0, undefined],
  ['a page behind a cursor: how many come before is unknown', window(1, ['2026-01-01', '7']), 3, undefined],
])('the rows of a page tell how many there are: %s', (_, of, found, known) => {
  expect(countKnownFrom(of, rows(found))).toBe(known);
});
