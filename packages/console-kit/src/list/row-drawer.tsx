import type { InputOf } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import { Bones } from '@purser/ui/bones';
import { CopyText } from '@purser/ui/copy-text';
import type { Column } from '@purser/ui/data-table-types';
import { useDiscardQuestion } from '@purser/ui/discard-question';
import { Fact, Facts } from '@purser/ui/facts';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from '@purser/ui/drawer';
import { Suspense, useState } from 'react';
import { Absent } from '../absent.tsx';
import { plainly, useT, type KitCatalogue } from '../i18n.tsx';
import { mayAsk } from '../may-ask.ts';
import { callQuery, RENEWED } from '../query.ts';
import { useFocusBack } from '../use-focus-back.ts';
import styles from './list.module.css';
import type { ListOptions, ListParts, RowOf } from './list-options.ts';

interface RowDrawerProps<C extends ListCall, Texts extends KitCatalogue> {
  readonly call: C;
  readonly options: ListOptions<C, Texts>;
  readonly parts: ListParts;
  readonly columns: readonly Column<RowOf<C>>[];
  /** The key of the row; undefined keeps the drawer closed. */
  readonly opened: string | undefined;
  /** The row as the list has it, to show at once. */
  readonly known: RowOf<C> | undefined;
  readonly onClose: () => void;
}

/** One row whole, kept current while it is open. */
export default function RowDrawer<C extends ListCall, Texts extends KitCatalogue>({ opened, onClose, ...rest }: RowDrawerProps<C, Texts>) {
  const t = plainly(useT<Texts>());
  const phone = useMedia(PHONE);
  useFocusBack(opened !== undefined);
  const discard = useDiscardQuestion(opened);
  return (
    <Drawer
      open={opened !== undefined}
      onClose={(event) => discard.mayClose(event) && onClose()}
      title={t(rest.options.details.title)}
      size={phone ? '100%' : 520}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
    >
      {opened !== undefined && (
        <div className={styles.fields} onInput={discard.onInput}>
          <Content key={opened} opened={opened} {...rest} />
        </div>
      )}
    </Drawer>
  );
}

function Content<C extends ListCall, Texts extends KitCatalogue>({
  call,
  options,
  parts,
  columns,
  opened,
  known,
}: Omit<RowDrawerProps<C, Texts>, 'onClose'> & { readonly opened: string }) {
  const { rowKey, topics, renewed = false, details } = options;
  const { RowHead } = parts;
  const input = (details.find?.(opened) ?? {}) as InputOf<C>;
  const query = useQuery({
    ...callQuery(call, input, topics),
    ...(renewed ? RENEWED : undefined),
    enabled: details.find !== undefined && mayAsk(call, input),
    placeholderData: undefined,
  });
  const found = query.data?.list as readonly RowOf<C>[] | undefined;
  // An older address may hold no more than the beginning of what the key is now.
  const asked = found?.find((row) => rowKey(row) === opened) ?? found?.find((row) => rowKey(row).startsWith(`${opened} `));
  const isGone = details.Gone !== undefined && query.data !== undefined && asked === undefined && known === undefined;
  // A row that leaves the page stays on show here.
  const [last, setLast] = useState(known);
  const row = asked ?? known ?? last;
  if (row !== undefined && row !== last) setLast(row);

  if (details.Gone && isGone) {
    return (
      <Suspense fallback={<Bones lines={8} />}>
        <details.Gone opened={opened} />
      </Suspense>
    );
  }
  if (row !== undefined) {
    return (
      <>
        {RowHead && <RowHead row={row} />}
        {/* A body that brings much with it, such as forms, may come when it is asked for. */}
        <Suspense fallback={<Bones lines={8} />}>
          {details.Body ? <details.Body row={row} /> : <EveryColumn columns={columns} row={row} />}
        </Suspense>
      </>
    );
  }
  return <Absent query={query} />;
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
