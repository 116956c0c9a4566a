import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { Language } from '@purser/contract/language';
import type { ListCall } from '@purser/contract/list-call';
import type { Queryable } from '@purser/ledger/accounts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type ExportRows, startExport } from '../export/start-export.ts';
import { cutPage, MOST_COUNTED, type PageInput, totalOf } from './page.ts';
import { rowReader } from './row.ts';
import { type Condition, tableReader } from './table-reader.ts';

type Table = keyof Schema & string;
type Column<From extends Table> = keyof Schema[From] & string;
type TimeFilter = 'time_from' | 'time_to';
type FieldOf<C extends ListCall> = keyof C['row']['shape'] & string;
type FilterOf<C extends ListCall> = Exclude<keyof C['filters'] & string, TimeFilter>;
/** A list's row on the wire. */
export type WireRow<C extends ListCall> = z.output<C['row']>;
/** What narrows a list, as its export takes it. */
export type Filters<C extends ListCall> = Partial<Pick<ParsedInputOf<C>, keyof ParsedInputOf<C> & keyof C['filters']>>;

/** Where a field comes from: a column, or whatever can be said of the whole row. */
type FieldSource<From extends Table, Value, Beside> = Column<From> | ((row: Selectable<Schema[From]>, beside: Beside) => Value);
/** How a filter narrows: a column that equals its value, or a condition of its own. */
type FilterSource<From extends Table, Value> = Column<From> | ((value: Value) => Condition);

/** What has the name of a column comes from it unless said otherwise; the rest must be said. */
type Named<Names extends string, Said extends string, Sources extends Readonly<Record<Names, unknown>>> = {
  readonly [Name in Exclude<Names, Said>]: Sources[Name];
} & { readonly [Name in Names & Said]?: Sources[Name] };

type Columns<C extends ListCall, From extends Table, Beside> = Named<
  FieldOf<C>,
  Column<From>,
  { [Field in FieldOf<C>]: FieldSource<From, WireRow<C>[Field], Beside> }
>;
type FilterColumns<C extends ListCall, From extends Table> = Named<
  FilterOf<C>,
  FieldOf<C>,
  { [Filter in FilterOf<C>]: FilterSource<From, Exclude<ParsedInputOf<C>[Filter & keyof ParsedInputOf<C>], undefined>> }
>;
/** A property that may be left out when nothing in it is required. */
type OptionalIfEmpty<Name extends string, Value> = object extends Value
  ? { readonly [_ in Name]?: Value }
  : { readonly [_ in Name]: Value };

/** A list whose rows are those of one table. */
export type TableList<C extends ListCall, From extends Table, Beside> = {
  readonly from: From;
  /** The column with the id of whose rows are listed. */
  readonly owner: Column<From>;
  /** A text or uuid column that tells an owner's rows apart. It decides between rows that sort alike. */
  readonly key: Column<From>;
  /** `uuidv7` when the key is one: such keys grow with time, and rows are ordered by the key alone. */
  readonly keyed?: 'uuidv7';
  /**
   * Filters with few values that lead an index (owner, these columns, time, key). A page under none but these filters is merged from one
   * short range of the index per combination of their values, so that each filter costs the same as none.
   */
  readonly ranges?: readonly FilterOf<C>[];
  /** What the functions of `columns` need beyond the row, read for all rows of a page at once. */
  readonly beside?: (db: Queryable, rows: readonly Selectable<Schema[From]>[], whose: Reader) => Promise<Beside>;
} & OptionalIfEmpty<'columns', Columns<C, From, Beside>> &
  OptionalIfEmpty<'filters', FilterColumns<C, From>>;

/** Who reads a list, and in which language. */
export interface Reader {
  readonly ownerId: number;
  readonly language: Language;
}

/** A list as the server answers it. A list whose plan needs SQL of its own is written by hand, with `windowOf` and `cutPage`. */
export interface List<C extends ListCall> {
  readonly call: C;
  page(db: Database, input: ParsedInputOf<C>, reader: Reader): Promise<OutputOf<C>>;
  /**
   * Every row that the filters show, newest first. Rows that come later are left out; a row shows what it held when its portion was read.
   * Refuses with export_too_large.
   */
  all(db: Database, filters: Filters<C>, reader: Reader): Promise<ExportRows<WireRow<C>>>;
}

/** Rows of one portion of an export: few enough to format between two requests without anyone noticing. */
export const PORTION_ROWS = 500;

/** Makes a list of a table's rows. Fields map themselves: money by the row's coin, times, numbers. */
export function list<C extends ListCall, From extends Table, Beside = undefined>(call: C, table: TableList<C, From, Beside>): List<C> {
  type Row = Selectable<Schema[From]>;
  const { window, read, count, placeOf } = tableReader(call, table);
  const toWire = rowReader<Beside>(call, table.columns ?? {});
  const wire = async (db: Queryable, rows: readonly Row[], reader: Reader): Promise<WireRow<C>[]> => {
    const beside = (await table.beside?.(db, rows, reader)) as Beside;
    return rows.map((row) => toWire(row as Readonly<Record<string, unknown>>, beside) as WireRow<C>);
  };
  return {
    call,
    page: (db, input, reader) => {
      const asked = { ownerId: reader.ownerId, filters: input as Readonly<Record<string, unknown>> };
      const page = window(input as unknown as PageInput);
      return db.scoped(reader.ownerId, async (tx) => {
        const { rows, next_cursor } = cutPage(await read(tx, asked, page), page, placeOf);
        const total = totalOf(await count(tx, asked, MOST_COUNTED));
        return { list: await wire(tx, rows as readonly Row[], reader), ...total, next_cursor } as OutputOf<C>;
      });
    },
    all: (db, filters, reader) => {
      const asked = { ownerId: reader.ownerId, filters };
      const newest = { ...window({ page: 1, page_size: PORTION_ROWS, sort_order: 'desc' }), limit: PORTION_ROWS };
      async function* portions(source: Queryable): AsyncGenerator<readonly WireRow<C>[], void, undefined> {
        for (let after = newest.after; ;) {
          const rows = await read(source, asked, { ...newest, after });
          const last = rows.at(-1);
          if (last) yield await wire(source, rows as readonly Row[], reader);
          if (!last || rows.length < PORTION_ROWS) return;
          after = placeOf(last);
        }
      }
      return startExport(db, reader.ownerId, { count: (tx, most) => count(tx, asked, most), portions });
    },
  };
}
