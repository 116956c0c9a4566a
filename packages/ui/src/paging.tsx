import { PAGE_SIZES } from '@purser/contract/list-call';
import type { ListPage, ListPosition } from './data-table-types.ts';
import { groupDigits } from './money-text.ts';
import { Pager } from './pager.tsx';
import { useKitTexts } from './texts.tsx';
import styles from './data-table.module.css';

interface PagingProps {
  readonly data: ListPage<unknown>;
  readonly position: Pick<ListPosition, 'page' | 'pageSize' | 'setPage'>;
  readonly phone: boolean;
}

/** Which rows of a list are on show, and the way to the others. */
export function Paging({ data, position, phone }: PagingProps) {
  const { t } = useKitTexts();
  const number = (value: number): string => groupDigits(String(value));
  const from = (position.page - 1) * position.pageSize + 1;
  const to = from + data.list.length - 1;
  // Where counting stopped before the end, the next page is still to be had.
  const reachable = data.total_is_exact ? data.total : Math.max(data.total, to + (data.next_cursor ? 1 : 0));
  const values = { from: number(from), to: number(to), total: number(data.total) };
  return (
    <nav className={styles.paging} aria-label={t('kit.pages')}>
      {data.list.length > 0 && (
        <output className={styles.count}>{data.total_is_exact ? t('kit.rowsShown', values) : t('kit.rowsShownAtLeast', values)}</output>
      )}
      <Pager
        page={position.page}
        last={Math.max(1, Math.ceil(reachable / position.pageSize))}
        pageSize={position.pageSize}
        pageSizes={PAGE_SIZES}
        narrow={phone}
        onChange={position.setPage}
      />
    </nav>
  );
}
