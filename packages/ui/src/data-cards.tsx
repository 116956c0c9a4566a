import type { ShownRows } from './data-grid.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './data-table.module.css';

/** The list on a phone: one card per row, each column a line of name and value. */
export function DataCards<Row>({ label, columns, rows, rowKey, rowActions, isNew, position, query }: ShownRows<Row>) {
  const { t } = useKitTexts();
  const sortable = columns.filter((column) => column.sortable);
  return (
    <>
      {sortable.length > 0 && rows && (
        <label className={styles['cardSort']}>
          <span>{t('kit.sortBy')}</span>
          <select
            value={position.sortBy === undefined ? '' : `${position.sortBy} ${position.sortOrder}`}
            onChange={(event) => {
              const [by, order] = event.target.value.split(' ');
              position.setSort(by || undefined, order === 'asc' ? 'asc' : 'desc');
            }}
          >
            <option value="">{t('kit.unsorted')}</option>
            {sortable.flatMap((column) => [
              <option key={`${column.key} desc`} value={`${column.key} desc`}>{`${column.title} ↓`}</option>,
              <option key={`${column.key} asc`} value={`${column.key} asc`}>{`${column.title} ↑`}</option>,
            ])}
          </select>
        </label>
      )}
      <ul className={`${styles['cards']} ${query.isFetching && rows ? styles['stale'] : ''}`} aria-label={label}>
        {rows
          ? rows.map((row) => (
              <li key={rowKey(row)} className={`${styles['card']} ${isNew?.(row) ? styles['new'] : ''}`}>
                <dl>
                  {columns.map((column) => (
                    <div key={column.key} className={styles['line']}>
                      <dt>{column.title}</dt>
                      <dd>{column.render(row)}</dd>
                    </div>
                  ))}
                </dl>
                {rowActions && <div className={styles['cardActions']}>{rowActions(row)}</div>}
              </li>
            ))
          : [1, 2, 3].map((bone) => (
              <li key={bone} className={styles['card']} aria-hidden="true">
                <span className={styles['bone']} />
                <span className={styles['bone']} />
                <span className={styles['bone']} />
              </li>
            ))}
      </ul>
    </>
  );
}
