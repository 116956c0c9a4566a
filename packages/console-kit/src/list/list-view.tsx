import { FailedWhileOpen, lazyPart } from '@purser/ui/lazy-part';
import { joined } from '../format.ts';
import { CallRefused } from '@purser/client/transport';
import type { Call } from '@purser/contract/call';
import type { ListCall } from '@purser/contract/list-call';
import { ColumnChoice, useColumnChoice } from '@purser/ui/column-choice';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { FilterChip } from '@purser/ui/filter-chip';
import { ListBar } from '@purser/ui/list-bar';
import { SearchChip } from '@purser/ui/search-chip';
import { SearchField } from '@purser/ui/search-field';
import { SelectionBar } from '@purser/ui/selection-bar';
import { TimeRangeChip } from '@purser/ui/time-range-chip';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { client } from '../client.ts';
import { plainly, useT, type KitCatalogue, type PlainKey } from '../i18n.tsx';
import { loadWithTexts } from '../page-texts.tsx';
import { loadSavedViewCalls } from '../saved-view/calls.ts';
import { texts as viewTexts } from '../saved-view/texts.ts';
import type { Topic } from '../query.ts';
import { useSearchParam } from '../search-param.ts';
import { columnKit } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { COIN_FILTERS, filterKit } from './filters.ts';
import type { ListOptions, ListParts, RowOf } from './list-options.ts';
import { filtersOf, SPAN } from './list-search.ts';
import { Notices } from './notices.tsx';
import type RowDrawerOf from './row-drawer.tsx';
import { type Candidate, candidatesOf, understand } from './search.ts';
import { newestFirst } from './steady-page.ts';
import { useSelection } from './use-selection.ts';
import { type SteadyList, useSteadyList } from './use-steady-list.ts';

/** It comes when the first row is opened. */
const RowDrawer = lazyPart(
  () => import('./row-drawer.tsx'),
  ({ opened, ...rest }) => <FailedWhileOpen open={opened !== undefined} {...rest} />,
) as unknown as typeof RowDrawerOf;

/** Views come after the list, which is whole without them. */
const SavedViews = lazyPart(
  async () => {
    await loadSavedViewCalls();
    return loadWithTexts(() => import('../saved-view/saved-views.tsx'), viewTexts);
  },
  () => null,
);

/** In the address: the key of the row whose details are open. */
const OPEN = 'open';

export interface ListViewProps<C extends ListCall, Texts extends KitCatalogue> {
  readonly call: C;
  readonly options: ListOptions<C, Texts>;
  readonly parts: ListParts;
}

/** What the server says against the filters; what is wrong with the server or the session is told elsewhere. */
function refusalOf(error: Error | null): string | undefined {
  return error instanceof CallRefused && (error.http === 200 || error.http === 400) ? error.message : undefined;
}

/** A list whole: search, filters, tools, table and the details of a row. Its state is in the address. */
export function ListView<C extends ListCall, Texts extends KitCatalogue>({ call, options, parts }: ListViewProps<C, Texts>) {
  const t = useT<Texts>();
  const plain = plainly(t);
  const phone = useMedia(PHONE);
  const list = useSteadyList(call, options);
  const columns = useMemo(() => options.columns(columnKit<C['row'], Texts>(call, t), t), [call, options, t]);
  const choice = useColumnChoice(options.id, columns);
  const navigate = useNavigate();
  const [opened, setOpened] = useSearchParam(OPEN);
  const [everOpened, setEverOpened] = useState(false);
  if (opened !== undefined && !everOpened) setEverOpened(true);
  const input = list.input as Readonly<Record<string, unknown>>;
  const { Sums, RowActs, empty, exports } = options;
  const rowActions = RowActs && ((row: RowOf<C>) => <RowActs row={row} />);
  const filters = filtersOf(input);
  const {
    rows: selected,
    selection,
    clear,
  } = useSelection({
    shown: list.query.data?.list ?? [],
    keyOf: options.rowKey,
    allows: options.selection?.allows,
    nameOf: options.selection?.nameOf ?? options.rowKey,
    under: JSON.stringify(filters),
  });

  const open = (row: RowOf<C>): void => {
    const place = options.leadsTo?.(row);
    if (place) void navigate(place as never);
    else setOpened(options.rowKey(row));
  };

  return (
    <>
      <ListBar
        search={options.search && <Search call={call} options={options} parts={parts} list={list} />}
        active={list.activeFilters}
        onClear={list.clearFilters}
        tools={
          <>
            <Suspense>
              <SavedViews call={call} listId={options.id} choice={choice} />
            </Suspense>
            {exports && <ExportButton call={exports} name={options.id} filters={filters} sorted={!newestFirst(input, call.sort[0])} />}
            {!phone && <ColumnChoice columns={columns} choice={choice} />}
          </>
        }
      >
        <Chips call={call} options={options} parts={parts} list={list} columns={columns} />
      </ListBar>
      {Sums && <Sums filters={filters} />}
      <DataTable
        label={plain(options.label)}
        columns={phone ? columns : columns.filter(({ key }) => choice.isShown(key))}
        columnsChosen={Object.keys(choice.chosen).length > 0}
        rowKey={options.rowKey}
        query={list.query}
        refused={refusalOf(list.query.error)}
        position={list.position}
        onOpen={open}
        opened={opened}
        isNew={list.isNew}
        rowActions={rowActions}
        selection={selection}
        notice={<Notices list={list} />}
        empty={{ title: plain(empty.title), hint: plain(empty.hint), action: empty.Action && <empty.Action /> }}
      />
      {options.selection && selected.length > 0 && (
        <SelectionBar count={selected.length} most={options.selection.most} onClear={clear}>
          <options.selection.Acts rows={selected} />
        </SelectionBar>
      )}
      {everOpened && (
        <Suspense>
          <RowDrawer
            call={call}
            options={options}
            parts={parts}
            columns={columns}
            opened={opened}
            known={list.query.data?.list.find((row) => options.rowKey(row) === opened)}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type BarProps<C extends ListCall, Texts extends KitCatalogue> = ListViewProps<C, Texts> & { readonly list: SteadyList<C> };

/** One field for every number: which one it is, the list finds out, and says so where it may be more than one. */
function Search<C extends ListCall, Texts extends KitCatalogue>({ call, options, list }: BarProps<C, Texts>) {
  const t = useT();
  const plain = plainly(useT<Texts>());
  const titles = (options.search ?? {}) as Readonly<Record<string, PlainKey<Texts>>>;
  const fields = Object.keys(titles);
  const titleOf = (field: string): string => plain(titles[field] ?? 'field.serialNumber');
  const input = list.input as Readonly<Record<string, unknown>>;
  const field = fields.find((one) => input[one] !== undefined);
  const text = field && String(input[field]);
  /** What was typed last: an answer about anything else comes too late. */
  const latest = useRef<string>(undefined);
  const possible = text === undefined ? [] : candidatesOf(call, fields, text);
  const search = (found: Candidate | undefined): void =>
    list.setFilters({
      ...Object.fromEntries(fields.map((one) => [one, undefined])),
      ...(found && { [found.field]: found.value }),
    } as Partial<typeof list.input>);
  return (
    <>
      <SearchField
        label={joined(fields.map(titleOf), t)}
        value={text}
        onSearch={(typed) => {
          latest.current = typed;
          if (typed === undefined) search(undefined);
          else void understand(call, fields, typed).then((found) => latest.current === typed && search(found));
        }}
      />
      {possible.length > 1 && (
        <FilterChip
          label={t('list.searchedAs')}
          value={field}
          choices={possible.map((one) => ({ value: one.field, label: titleOf(one.field) }))}
          onChange={(chosen) => search(possible.find((one) => one.field === chosen))}
          clearable={false}
        />
      )}
    </>
  );
}

type ChipsProps<C extends ListCall, Texts extends KitCatalogue> = BarProps<C, Texts> & { readonly columns: readonly Column<RowOf<C>>[] };

function Chips<C extends ListCall, Texts extends KitCatalogue>({ call, options, parts, list, columns }: ChipsProps<C, Texts>) {
  const t = useT();
  const words = useT<Texts>();
  const phone = useMedia(PHONE);
  const { data: coins } = useQuery(
    choicesOf(
      parts.coins,
      ['coins'],
      COIN_FILTERS.some((name) => name in call.filters),
    ),
  );
  const { data: networks } = useQuery(choicesOf(parts.networks, ['coins', 'market', 'reviews'], 'network' in call.filters));
  const input = list.input as Readonly<Record<string, string | undefined>>;
  const set = (change: Readonly<Record<string, unknown>>): void => list.setFilters(change as Partial<typeof list.input>);
  const { position } = list;
  const [spanName] = useSearchParam(SPAN);
  return (
    <>
      <TimeRangeChip
        label={columns.find(({ key }) => key === call.sort[0])?.title ?? t('field.time')}
        span={{ from: input['time_from'], to: input['time_to'] }}
        name={spanName}
        onChange={({ from, to }, name) => set({ time_from: from, time_to: to, [SPAN]: name })}
      />
      {options
        .filters(
          filterKit(call, words, {
            coins: coins?.list.map(({ coin_name }) => coin_name) ?? [],
            networks: networks?.list.map(({ network }) => network) ?? [],
          }),
          words,
        )
        .map(({ field, label, choices, searched = false }) => {
          const Chip = searched ? SearchChip : FilterChip;
          return <Chip key={field} label={label} value={input[field]} choices={choices} onChange={(value) => set({ [field]: value })} />;
        })}
      {phone && (
        <FilterChip
          label={t('kit.sortBy')}
          none={t('kit.unsorted')}
          value={position.sortBy === undefined ? undefined : `${position.sortBy} ${position.sortOrder}`}
          choices={columns
            .filter(({ sortable }) => sortable)
            .flatMap(({ key, title }) => [
              { value: `${key} desc`, label: `${title} ↓` },
              { value: `${key} asc`, label: `${title} ↑` },
            ])}
          onChange={(value) => {
            const [by, order] = value?.split(' ') ?? [];
            position.setSort(by, order === 'asc' ? 'asc' : 'desc');
          }}
        />
      )}
    </>
  );
}

/** What the list may be narrowed by, such as the coins that there are; asked for only where it may. */
function choicesOf<Answered>(call: Call<z.ZodType, z.ZodType<Answered>> | undefined, topics: readonly Topic[], isFilter: boolean) {
  return queryOptions({
    queryKey: [call?.path, {}],
    queryFn: call && isFilter ? ({ signal }) => client.request(call, {}, { signal }) : skipToken,
    meta: { topics },
  });
}
