import { SERIAL_PREFIXES } from '@purser/contract/serial';
import type { InputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { Fact, Facts } from '@purser/ui/facts';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { useT } from '../i18n.tsx';
import { callQuery } from '../query.ts';
import type { ListOptions, RowOf } from './list-options.ts';
import { RecordLink, recordPath } from '../record-link.tsx';
import styles from './list.module.css';

interface RowDrawerProps<C extends ListCall> {
  readonly call: C;
  readonly options: ListOptions<C>;
  readonly columns: readonly Column<RowOf<C>>[];
  /** The key of the row; undefined keeps the drawer closed. */
  readonly opened: string | undefined;
  /** The row as the list has it, to show at once. */
  readonly known: RowOf<C> | undefined;
  readonly onClose: () => void;
}

/** One row whole, kept current while it is open. */
export function RowDrawer<C extends ListCall>({ opened, onClose, ...rest }: RowDrawerProps<C>) {
  const t = useT();
  const phone = useMedia(PHONE);
  return (
    <Drawer open={opened !== undefined} onClose={onClose} title={t(rest.options.details.title)} size={phone ? '100%' : 520} destroyOnHidden>
      {opened !== undefined && <Content key={opened} opened={opened} {...rest} />}
    </Drawer>
  );
}

function Content<C extends ListCall>({
  call,
  options,
  columns,
  opened,
  known,
}: Omit<RowDrawerProps<C>, 'onClose'> & { readonly opened: string }) {
  const t = useT();
  const { rowKey, topics, details } = options;
  const input = (details.find?.(opened) ?? {}) as InputOf<C>;
  const query = useQuery({ ...callQuery(call, input, topics), enabled: details.find !== undefined, placeholderData: undefined });
  const asked = (query.data?.list as readonly RowOf<C>[] | undefined)?.find((row) => rowKey(row) === opened);
  // A row that leaves the page stays on show here.
  const [last, setLast] = useState(known);
  const row = asked ?? known ?? last;
  if (row !== undefined && row !== last) setLast(row);

  if (row !== undefined) {
    return (
      <>
        <ToRecord row={row} />
        {details.Body ? <details.Body row={row} /> : <EveryColumn columns={columns} row={row} />}
      </>
    );
  }
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (query.isPending && query.isFetching) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  return <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} />;
}

/** A row about an order or a transfer leads to its page. */
function ToRecord({ row }: { readonly row: { readonly serial_number?: unknown } }) {
  const t = useT();
  if (typeof row.serial_number !== 'string' || recordPath(row.serial_number) === undefined) return null;
  return (
    <p className={styles['toRecord']}>
      <RecordLink serialNumber={row.serial_number}>
        {t(row.serial_number.startsWith(SERIAL_PREFIXES.payment) ? 'order.open' : 'order.openReceipt')} →
      </RecordLink>
    </p>
  );
}

function EveryColumn<Row>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }) {
  return (
    <Facts>
      {columns.map((column) => (
        <Fact key={column.key} label={column.title}>
          {column.copy ? <CopyText text={column.copy(row)} what={column.title} /> : column.render(row)}
        </Fact>
      ))}
    </Facts>
  );
}
