import { Bone } from './bones.tsx';
import { type Column, NOTHING, type PhonePlace } from './data-table-types.ts';
import type { ShownRows } from './data-grid.tsx';
import { SelectAll, SelectRow } from './row-selection.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './data-table.module.css';

/** The list on a phone: name and amount, below them status and time, and a note. A tap opens the rest; where nothing opens, it stands below. */
export function DataRows<Row>({ label, columns, rows, rowKey, rowActions, isNew, onOpen, query, selection }: ShownRows<Row>) {
  const { t } = useKitTexts();
  const [name, ...rest] = columns;
  const at = (place: PhonePlace): Column<Row> | undefined => rest.find((column) => column.phone === place);
  const [amount, status, time, note] = [at('amount'), at('status'), at('time'), at('note')];
  const others = columns.filter((column) => ![name, amount, status, time, note].includes(column));
  const lines = (row: Row) => {
    const noted = note?.render(row) ?? NOTHING;
    return (
      <>
        <span className={styles.rowLine}>
          <span className={styles.rowName}>{name?.render(row)}</span>
          {amount && <span className={styles.rowAmount}>{amount.render(row)}</span>}
        </span>
        {(status || time) && (
          <span className={styles.rowLine}>
            <span className={styles.rowStatus}>{status?.render(row)}</span>
            <span className={styles.rowTime}>{time?.render(row)}</span>
          </span>
        )}
        {noted !== NOTHING && <span className={styles.rowNote}>{noted}</span>}
      </>
    );
  };
  return (
    <>
      {selection && rows?.some(selection.allows) && (
        <p className={styles.rowsHead}>
          <SelectAll rows={rows} selection={selection} />
          <span aria-hidden="true">{t('kit.selectAll')}</span>
        </p>
      )}
      <ul className={`${styles.rows} ${query.isFetching && rows ? styles.stale : ''}`} aria-label={label}>
        {rows
          ? rows.map((row) => (
              <li key={rowKey(row)} className={isNew?.(row) ? styles.new : undefined}>
                {onOpen ? (
                  <span className={selection ? styles.selectable : undefined}>
                    {selection && <SelectRow row={row} selection={selection} />}
                    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => onOpen(row)}>
                      {lines(row)}
                    </button>
                  </span>
                ) : (
                  <>
                    <div className={styles.row}>{lines(row)}</div>
                    <dl className={styles.rowRest}>
                      {others.map((column) => (
                        <div key={column.key}>
                          <dt>{column.title}</dt>
                          <dd>{column.render(row)}</dd>
                        </div>
                      ))}
                    </dl>
                  </>
                )}
                {rowActions && <div className={styles.rowActions}>{rowActions(row)}</div>}
              </li>
            ))
          : [1, 2, 3, 4, 5].map((bone) => (
              <li key={bone} className={styles.row} aria-hidden="true">
                <Bone />
                <Bone />
              </li>
            ))}
      </ul>
    </>
  );
}
