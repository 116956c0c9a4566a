import type { ReactNode } from 'react';
import type { ShownRows } from './data-grid.tsx';
import type { PhonePlace } from './data-table-types.ts';
import styles from './data-table.module.css';

/** The list on a phone: name and amount, below them status and time. A tap opens the rest. */
export function DataRows<Row>({ label, columns, rows, rowKey, rowActions, isNew, onOpen, query }: ShownRows<Row>) {
  const cell = (row: Row, place: PhonePlace): ReactNode => columns.find((column) => column.phone === place)?.render(row);
  const lines = (row: Row) => (
    <>
      <span className={styles['rowName']}>{columns[0]?.render(row)}</span>
      <span className={styles['rowAmount']}>{cell(row, 'amount')}</span>
      <span>{cell(row, 'status')}</span>
      <span className={styles['rowTime']}>{cell(row, 'time')}</span>
    </>
  );
  return (
    <ul className={`${styles['rows']} ${query.isFetching && rows ? styles['stale'] : ''}`} aria-label={label}>
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)} className={isNew?.(row) ? styles['new'] : undefined}>
              {onOpen ? (
                <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={() => onOpen(row)}>
                  {lines(row)}
                </button>
              ) : (
                <div className={styles['row']}>{lines(row)}</div>
              )}
              {rowActions && <div className={styles['rowActions']}>{rowActions(row)}</div>}
            </li>
          ))
        : [1, 2, 3, 4, 5].map((bone) => (
            <li key={bone} className={styles['row']} aria-hidden="true">
              <span className={styles['bone']} />
              <span className={styles['bone']} />
            </li>
          ))}
    </ul>
  );
}
