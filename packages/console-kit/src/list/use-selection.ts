import type { RowSelection } from '@purser/ui/data-table-types';
import { useState } from 'react';

interface Selected<Row> {
  /** The filters under which they were selected. */
  readonly under: string;
  readonly rows: ReadonlyMap<string, Row>;
}

interface SelectionParts<Row> {
  /** The rows of the page. */
  readonly shown: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Undefined where nothing can be selected. */
  readonly allows: ((row: Row) => boolean) | undefined;
  readonly nameOf: (row: Row) => string;
  /** The filters, as a text: under others nothing is selected, as nobody would see what. */
  readonly under: string;
}

/**
 * The rows of a page that are selected. One that leaves the page, or changes so that it cannot be selected, is selected no more: nobody
 * decides what is not in sight.
 */
export function useSelection<Row>({ shown, keyOf, allows, nameOf, under }: SelectionParts<Row>) {
  const [selected, setSelected] = useState<Selected<Row>>({ under, rows: new Map() });
  const before: ReadonlyMap<string, Row> = selected.under === under ? selected.rows : new Map();
  const rows = current(before, shown, keyOf, allows);
  const selection: RowSelection<Row> | undefined = allows && {
    allows,
    nameOf,
    isSelected: (row) => rows.has(keyOf(row)),
    select: (some, on) => setSelected({ under, rows: withRows(rows, some.filter(allows), keyOf, on) }),
  };
  return { rows: [...rows.values()], selection, clear: () => setSelected({ under, rows: new Map() }) };
}

/** What is selected, as it is now. */
export function current<Row>(
  selected: ReadonlyMap<string, Row>,
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  allows: (row: Row) => boolean = () => false,
): ReadonlyMap<string, Row> {
  if (selected.size === 0) return selected;
  const fresh = new Map(shown.map((row) => [keyOf(row), row]));
  return new Map(
    [...selected.keys()].flatMap((key): [string, Row][] => {
      const row = fresh.get(key);
      return row !== undefined && allows(row) ? [[key, row]] : [];
    }),
  );
}

function withRows<Row>(
  selected: ReadonlyMap<string, Row>,
  some: readonly Row[],
  keyOf: (row: Row) => string,
  on: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(selected);
  for (const row of some) {
    if (on) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}
