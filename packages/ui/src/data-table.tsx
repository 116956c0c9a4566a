import { DataGrid } from './data-grid.tsx';
import { DataRows } from './data-rows.tsx';
import type { DataTableProps, ListPosition } from './data-table-types.ts';
import { Paging } from './paging.tsx';
import { EmptyState, ErrorState, PlainButton } from './states.tsx';
import { useKitTexts } from './texts.tsx';
import { PHONE, useMedia } from './use-media.ts';
import styles from './data-table.module.css';

/** A list from the server: it filters, sorts and pages there, and this shows where one is. On a phone a row is two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, position, notice } = props;
  const phone = useMedia(PHONE);
  const rows = query.data?.list;
  return (
    <section className={styles.table} aria-busy={query.isFetching}>
      {notice !== undefined && <div className={styles.notice}>{notice}</div>}
      {query.isError && !rows ? (
        <Failed {...props} />
      ) : rows?.length === 0 ? (
        <Nothing {...props} />
      ) : phone ? (
        <DataRows {...props} rows={rows} />
      ) : (
        <DataGrid {...props} rows={rows} />
      )}
      {position && query.data && query.data.total > 0 && <Paging data={query.data} position={position} phone={phone} />}
    </section>
  );
}

function Failed<Row>({ query, position, refused }: DataTableProps<Row>) {
  if (refused !== undefined && position?.filtered) return <NothingFiltered title={refused} position={position} />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
}

function Nothing<Row>({ query, position, empty }: DataTableProps<Row>) {
  const { t } = useKitTexts();
  if (position && query.data && query.data.total > 0) return <PastEnd position={position} />;
  if (!position?.filtered) return <EmptyState {...empty} />;
  return <NothingFiltered title={t('kit.noMatchTitle')} position={position} />;
}

/** The filters are why there is nothing. */
function NothingFiltered({ title, position }: { readonly title: string; readonly position: ListPosition }) {
  const { t } = useKitTexts();
  return (
    <EmptyState
      title={title}
      hint={t('kit.noMatchHint')}
      action={<PlainButton onClick={position.clearFilters}>{t('kit.filtersReset')}</PlainButton>}
    />
  );
}

/** There are rows, but on pages before this one: the last of its own have gone, or the address names it. */
function PastEnd({ position }: { readonly position: ListPosition }) {
  const { t } = useKitTexts();
  return (
    <EmptyState
      title={t('kit.pastEndTitle')}
      action={<PlainButton onClick={() => position.setPage(1, position.pageSize)}>{t('kit.pageFirst')}</PlainButton>}
    />
  );
}
