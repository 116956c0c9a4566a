import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { Bone } from './bones.tsx';
import { CopyButton } from './copy-text.tsx';
import type { Column, DataTableProps, ListPosition } from './data-table-types.ts';
import { SelectAll, SelectRow } from './row-selection.tsx';
import { useKitTexts } from './texts.tsx';
import { columnsToSpare, useFittingColumns } from './use-fitting-columns.ts';
import { useMoreAside } from './use-more-aside.ts';
import styles from './data-table.module.css';

export interface ShownRows<Row> extends DataTableProps<Row> {
  /** Undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined;
}

/**
 * The list as a table. It is the only thing that scrolls: its head, its first column and its scroll bar stay in sight. On a narrow screen columns without
 * room are left out: they are in what a row opens, or below the row where it opens nothing.
 */
export function DataGrid<Row>(props: ShownRows<Row>) {
  const { label, columns, columnsChosen = false, rows, rowActions, position, query, selection } = props;
  const { t } = useKitTexts();
  const scroll = useRef<HTMLElement>(null);
  const aside = useMoreAside(scroll);
  const left = useFittingColumns(scroll, columnsChosen ? [] : columnsToSpare(columns, position?.sortBy, rows), rows);
  return (
    <div className={styles.frame} data-more-before={aside.before} data-more-after={aside.after}>
      {/* A region that scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <section ref={scroll} className={styles.scroll} aria-label={label} tabIndex={0} onFocus={keepInSight}>
        <table className={`${styles.grid} ${query.isFetching && rows ? styles.stale : ''}`}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <HeadCell key={column.key} column={column} position={position} left={left.has(column.key)}>
                  {index === 0 && selection && <SelectAll rows={rows ?? []} selection={selection} />}
                </HeadCell>
              ))}
              {rowActions && (
                <th scope="col" className={styles.actions}>
                  {t('kit.actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => <GridRow key={props.rowKey(row)} row={row} table={props} left={left} />)
              : SKELETON_ROWS.map((row) => <SkeletonRow key={row} cells={columns.length - left.size + (rowActions ? 1 : 0)} />)}
          </tbody>
        </table>
        {!rows && <output className="visually-hidden">{t('kit.loading')}</output>}
      </section>
    </div>
  );
}

interface GridRowProps<Row> {
  readonly row: Row;
  readonly table: ShownRows<Row>;
  /** The columns that are left out. */
  readonly left: ReadonlySet<string>;
}

function GridRow<Row>({ row, table, left }: GridRowProps<Row>) {
  const { columns, rowKey, rowActions, isNew, onOpen, opened, selection } = table;
  const onClick = (event: MouseEvent<HTMLTableRowElement>): void => {
    const target = event.target as Element;
    // Whoever copies or selects something in the row does not mean to open it.
    if (!onOpen || target.closest('button, a, label') || window.getSelection()?.isCollapsed === false) return;
    openerOf(event.currentTarget)?.focus();
    onOpen(row);
  };
  const line = (
    // The button in the first cell does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      className={`${onOpen ? styles.opens : ''} ${isNew?.(row) ? styles.new : ''}`}
      data-opened={onOpen && opened === rowKey(row)}
      onClick={onClick}
    >
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column, left.has(column.key))}>
          <span className={styles.cell}>
            {index === 0 && selection && <SelectRow row={row} selection={selection} onKeyDown={walkRows} />}
            {index === 0 && onOpen ? (
              <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => onOpen(row)} onKeyDown={walkRows}>
                {column.render(row)}
              </button>
            ) : (
              <Content>{column.render(row)}</Content>
            )}
            {column.copy && <CopyButton text={column.copy(row)} what={column.title} tabStop={!onOpen} />}
          </span>
        </td>
      ))}
      {rowActions && <td className={styles.actions}>{rowActions(row)}</td>}
    </tr>
  );
  if (onOpen || left.size === 0) return line;
  return (
    <>
      {line}
      <tr className={styles.rest}>
        <td colSpan={columns.length - left.size + (rowActions ? 1 : 0)}>
          <dl>
            {columns
              .filter(({ key }) => left.has(key))
              .map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd className={styles.cell}>
                    {column.render(row)}
                    {column.copy && <CopyButton text={column.copy(row)} what={column.title} />}
                  </dd>
                </div>
              ))}
          </dl>
        </td>
      </tr>
    </>
  );
}

function cellClass<Row>({ align }: Column<Row>, left: boolean): string {
  return [align === 'end' && styles.end, left && styles.left].filter(Boolean).join(' ');
}

/** More letters than these have no room in a column of words. */
const LONG = 40;

/** What a cell says; of a long text the beginning, and all of it under the pointer and in what opens. */
function Content({ children }: { readonly children: ReactNode }) {
  const isLong = typeof children === 'string' && children.length > LONG;
  return isLong ? (
    <span className={styles.long} title={children}>
      {children}
    </span>
  ) : (
    children
  );
}

function openerOf(row: Element | null | undefined): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>('td button');
}

/** Up, down, home and end go from row to row, by the boxes or by what opens. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('tr, li');
  const to = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  }[event.key];
  if (!to) return;
  event.preventDefault();
  if (event.currentTarget instanceof HTMLInputElement) to.querySelector<HTMLElement>('input[type="checkbox"]')?.focus();
  else openerOf(to)?.focus();
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index);

function SkeletonRow({ cells }: { readonly cells: number }) {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: cells }, (_, index) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a place holder, hidden from assistive technology
        <td key={index}>
          <Bone />
        </td>
      ))}
    </tr>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly position: ListPosition | undefined;
  /** Whether the column is left out. */
  readonly left: boolean;
  /** Before the title. */
  readonly children: ReactNode;
}

function HeadCell<Row>({ column, position, left, children }: HeadCellProps<Row>) {
  const { t } = useKitTexts();
  const className = cellClass(column, left);
  // A name of many words takes two lines, not one for each of them.
  const style = { minWidth: `calc(${Math.ceil(column.title.length / 2) + 1}ch + 20px)` };
  if (!column.sortable || !position) {
    return (
      <th scope="col" className={className} style={style}>
        {children ? (
          <span className={styles.cell}>
            {children}
            {column.title}
          </span>
        ) : (
          column.title
        )}
      </th>
    );
  }
  const sorted = position.sortBy === column.key ? position.sortOrder : undefined;
  // First descending, then ascending, then as the server sorts of itself.
  const next = sorted === undefined ? 'desc' : sorted === 'desc' ? 'asc' : undefined;
  return (
    <th
      scope="col"
      className={className}
      style={style}
      aria-sort={sorted === undefined ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      {children}
      <button
        type="button"
        className={styles.sort}
        onClick={() => position.setSort(next && column.key, next ?? 'desc')}
        title={next === undefined ? t('kit.unsorted') : next === 'asc' ? t('kit.sortAscending') : t('kit.sortDescending')}
      >
        {column.title}
        <span aria-hidden="true" className={sorted ? styles.sorted : styles.unsorted}>
          {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '↕'}
        </span>
      </button>
    </th>
  );
}

/**
 * A browser leaves what is focused where it is if 32 px of it are within the frame, also beneath the column that stays: see scroll-padding. What is being
 * pressed does not move from under the finger.
 */
function keepInSight({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  const stays = target === currentTarget || target.closest(':is(th, td):first-child') !== null;
  if (!stays && !target.matches(':active')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
