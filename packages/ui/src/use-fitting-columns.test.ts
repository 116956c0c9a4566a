import { expect, it } from 'vitest';
import type { Column } from './data-table-types.ts';
import { columnsToSpare } from './use-fitting-columns.ts';

const column = (key: string, rest: Partial<Column<never>> = {}): Column<never> => ({ key, title: key, render: () => null, ...rest });

it('spares the last columns first, then what cannot be hidden, then the time, and never the name, the amount, the status, or what sorts the list', () => {
  const columns = [
    column('name'),
    column('status', { phone: 'status' }),
    column('mode', { phone: 'status' }),
    column('amount', { phone: 'amount' }),
    column('fee', { phone: 'amount' }),
    column('key', { always: true }),
    column('user'),
    column('time', { phone: 'time' }),
  ];
  expect(columnsToSpare(columns, undefined)).toEqual(['user', 'fee', 'mode', 'key', 'time']);
  expect(columnsToSpare(columns, 'fee')).toEqual(['user', 'mode', 'key', 'time']);
  expect(columnsToSpare([], undefined)).toEqual([]);
});

it('spares a note that no row has before all others, and keeps one that a row has', () => {
  const columns = [
    column('name'),
    column('why', { always: true, phone: 'note', render: (why: string) => why }),
    column('user'),
    column('time', { phone: 'time' }),
  ];
  expect(columnsToSpare(columns, undefined, ['–', ''] as never[])).toEqual(['why', 'user', 'time']);
  expect(columnsToSpare(columns, undefined, ['–', 'late'] as never[])).toEqual(['user', 'time']);
});
