import type { ListCall } from '@purser/contract/list-call';
import { ColumnChoice, useColumnChoice } from '@purser/ui/column-choice';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { FilterChip } from '@purser/ui/filter-chip';
import { ListBar } from '@purser/ui/list-bar';
import { SearchField } from '@purser/ui/search-field';
import { TimeRangeChip } from '@purser/ui/time-range-chip';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type PlainKey, useT } from '../i18n.tsx';
import { useSearchParam } from '../search-param.ts';
import { coins } from './coins.ts';
import { columnKit } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { filterKit } from './filters.ts';
import type { ListOptions, RowOf } from './list-options.ts';
import { filtersOf } from './list-search.ts';
import { Notices } from './notices.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { type Candidate, candidatesOf, understand } from './search.ts';
import { type SteadyList, useSteadyList } from './use-steady-list.ts';

/** In the address: the key of the row whose details are open. */
const OPEN = 'open';

interface ListViewProps<C extends ListCall> {
  readonly call: C;
  readonly options: ListOptions<C>;
}

/** A list whole: search, filters, tools, table and the details of a row. Its state is in the address. */
export function ListView<C extends ListCall>({ call, options }: ListViewProps<C>) {
  const t = useT();
  const phone = useMedia(PHONE);
  const list = useSteadyList(call, options.topics, options.rowKey);
  const columns = useMemo(() => options.columns(columnKit<C['row']>(call, t), t), [call, options, t]);
  const choice = useColumnChoice(options.id, columns);
  const [opened, setOpened] = useSearchParam(OPEN);
  const input = list.input as Readonly<Record<string, unknown>>;
  const { Sums, empty, exports } = options;

  return (
    <>
      <ListBar
        search={options.search && <Search call={call} options={options} list={list} />}
        active={list.activeFilters}
        onClear={list.clearFilters}
        tools={
          <>
            {exports && <ExportButton call={exports} name={options.id} filters={filtersOf(input)} />}
            {!phone && <ColumnChoice columns={columns} choice={choice} />}
          </>
        }
      >
        <Chips call={call} options={options} list={list} columns={columns} />
      </ListBar>
      {Sums && <Sums filters={filtersOf(input)} />}
      <DataTable
        label={t(options.label)}
        columns={phone ? columns : columns.filter(({ key }) => choice.isShown(key))}
        rowKey={options.rowKey}
        query={list.query}
        position={list.position}
        onOpen={(row) => setOpened(options.rowKey(row))}
        opened={opened}
        isNew={list.isNew}
        notice={<Notices list={list} />}
        empty={{ title: t(empty.title), hint: t(empty.hint), action: empty.Action && <empty.Action /> }}
      />
      <RowDrawer
        call={call}
        options={options}
        columns={columns}
        opened={opened}
        known={list.query.data?.list.find((row) => options.rowKey(row) === opened)}
        onClose={() => setOpened(undefined)}
      />
    </>
  );
}

type BarProps<C extends ListCall> = ListViewProps<C> & { readonly list: SteadyList<C> };

/** One field for every number: which one it is, the list finds out, and says so where it may be more than one. */
function Search<C extends ListCall>({ call, options, list }: BarProps<C>) {
  const t = useT();
  const titles = (options.search ?? {}) as Readonly<Record<string, PlainKey>>;
  const fields = Object.keys(titles);
  const titleOf = (field: string): string => t(titles[field] ?? 'field.serialNumber');
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
        label={fields.map(titleOf).join(', ')}
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

function Chips<C extends ListCall>({ call, options, list, columns }: BarProps<C> & { readonly columns: readonly Column<RowOf<C>>[] }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { data: known } = useQuery({ ...coins, enabled: 'coin_name' in call.filters });
  const input = list.input as Readonly<Record<string, string | undefined>>;
  const set = (change: Readonly<Record<string, unknown>>): void => list.setFilters(change as Partial<typeof list.input>);
  const { position } = list;
  return (
    <>
      <TimeRangeChip
        label={columns.find(({ key }) => key === call.sort[0])?.title ?? t('field.time')}
        span={{ from: input['time_from'], to: input['time_to'] }}
        onChange={({ from, to }) => set({ time_from: from, time_to: to })}
      />
      {options.filters(filterKit(call, t, known?.list.map(({ coin_name }) => coin_name) ?? []), t).map(({ field, label, choices }) => (
        <FilterChip key={field} label={label} value={input[field]} choices={choices} onChange={(value) => set({ [field]: value })} />
      ))}
      {phone && (
        <FilterChip
          label={t('kit.sortBy')}
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
