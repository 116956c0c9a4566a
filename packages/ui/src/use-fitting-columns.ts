import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type Column, NOTHING, type PhonePlace } from './data-table-types.ts';
import { NARROW, useMedia } from './use-media.ts';

/** What a phone's row has room for stays on a narrow screen, too. */
const STAY = ['amount', 'status', 'note'] as const;

/**
 * The keys of the columns that may be left out, in the order in which they are: a note that no row has, then the last first, after all others what the
 * user may not hide, and then the time.
 */
export function columnsToSpare<Row>(columns: readonly Column<Row>[], sortedBy: string | undefined, rows: readonly Row[] = []): string[] {
  const [name, ...rest] = columns;
  const at = (place: PhonePlace) => rest.find(({ phone }) => phone === place);
  const [time, note] = [at('time'), at('note')];
  const isNoted = note !== undefined && rows.some((row) => ![null, undefined, '', NOTHING].includes(note.render(row) as string | null));
  const staying = new Set([name, ...STAY.map(at)].filter((column) => isNoted || column !== note));
  const spare = rest.filter((column) => !staying.has(column) && column.key !== sortedBy).toReversed();
  const rank = (column: Column<Row>): number => (column === time ? 2 : column === note ? -1 : column.always ? 1 : 0);
  return spare.toSorted((one, other) => rank(one) - rank(other)).map(({ key }) => key);
}

/**
 * The columns that a table leaves out on a narrow screen, so that it need not be scrolled sideways: as many as there is no room for. They are
 * found by laying the table out, before anything is painted, and come back when it gets wider.
 *
 * @param scroll what the table is scrolled in
 * @param spare the columns that may be left out, in that order; none for a table that is shown whole
 * @param shown what is in the table: when it changes, so may the columns' widths
 */
export function useFittingColumns(scroll: RefObject<HTMLElement | null>, spare: readonly string[], shown: unknown): ReadonlySet<string> {
  const narrow = useMedia(NARROW);
  const most = narrow ? spare.length : 0;
  const of = spare.join(' ');
  const [left, setLeft] = useState({ of, count: 0 });
  const count = left.of === of ? Math.min(left.count, most) : 0;
  const fit = useCallback((): void => {
    const element = scroll.current;
    // Whether there is room is known by what was laid out.
    // oxlint-disable-next-line react/set-state-in-effect
    if (element && count < most && element.scrollWidth > element.clientWidth + 1) setLeft({ of, count: count + 1 });
  }, [scroll, count, most, of]);
  useLayoutEffect(fit, [fit, shown]);
  useEffect(() => {
    const element = scroll.current;
    if (!element) return undefined;
    let width = element.clientWidth;
    const sizes = new ResizeObserver(() => {
      const before = width;
      width = element.clientWidth;
      if (width > before) setLeft({ of, count: 0 });
      else fit();
    });
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, [scroll, fit, of]);
  return new Set(spare.slice(0, count));
}
