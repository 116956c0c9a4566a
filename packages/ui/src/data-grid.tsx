import type { Column, DataTableProps, ListPosition } from './data-table-types.ts';
import { useKitTexts } from './texts.tsx';
import styles from './data-table.module.css';

export interface ShownRows<Row> extends DataTableProps<Row> {
  /** Undefined while the first answer is awaited. */
  readonly rows: readonly Row[] | undefined;
}

/** The list as a table that scrolls within itself, so that its head and its scroll bar stay in sight. */
export function DataGrid<Row>({ label, columns, rows, rowKey, rowActions, isNew, position, query }: ShownRows<Row>) {
  const { t } = useKitTexts();
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['scroll']} aria-label={label} tabIndex={0}>
      <table className={`${styles['grid']} ${query.isFetching && rows ? styles['stale'] : ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} position={position} />
            ))}
            {rowActions && (
              <th scope="col" className={styles['actions']}>
                {t('kit.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} className={isNew?.(row) ? styles['new'] : undefined}>
                  {columns.map((column) => (
                    <td key={column.key} className={column.align === 'end' ? styles['end'] : undefined}>
                      {column.render(row)}
                    </td>
                  ))}
                  {rowActions && <td className={styles['actions']}>{rowActions(row)}</td>}
                </tr>
              ))
            : SKELETON_ROWS.map((row) => <SkeletonRow key={row} cells={columns.length + (rowActions ? 1 : 0)} />)}
        </tbody>
      </table>
      {!rows && <output className="visually-hidden">{t('kit.loading')}</output>}
    </section>
  );
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index);

function SkeletonRow({ cells }: { readonly cells: number }) {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: cells }, (_, index) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a place holder, hidden from assistive technology
        <td key={index}>
          <span className={styles['bone']} />
        </td>
      ))}
    </tr>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly position: ListPosition;
}

function HeadCell<Row>({ column, position }: HeadCellProps<Row>) {
  const { t } = useKitTexts();
  const className = column.align === 'end' ? styles['end'] : undefined;
  if (!column.sortable) {
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
  }
  const sorted = position.sortBy === column.key ? position.sortOrder : undefined;
  // First descending, then ascending, then as the server sorts of itself.
  const next = sorted === undefined ? 'desc' : sorted === 'desc' ? 'asc' : undefined;
  return (
    <th scope="col" className={className} aria-sort={sorted === undefined ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => position.setSort(next && column.key, next ?? 'desc')}
        title={next === undefined ? t('kit.unsorted') : next === 'asc' ? t('kit.sortAscending') : t('kit.sortDescending')}
      >
        {column.title}
        <span aria-hidden="true" className={sorted ? styles['sorted'] : styles['unsorted']}>
          {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '↕'}
        </span>
      </button>
    </th>
  );
}
