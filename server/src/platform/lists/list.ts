import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { Language } from '@purser/contract/language';
import { type ListCall, TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import type { StaffRole } from '@purser/contract/staff';
import type { Queryable } from '@purser/ledger/accounts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Coins } from '../database/coins.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Scope } from '../database/scope.ts';
import type { Tx } from '../database/tx.ts';
import { allRows } from '../export/all-rows.ts';
import type { ExportRows } from '../export/start-export.ts';
import { countKnownFrom, cutPage, type PageInput, totalOf } from './page.ts';
import { coinColumnOf, rowReader } from './row.ts';
import { type Condition, EVERY_OWNER, tableReader } from './table-reader.ts';

type Table = keyof Schema & string;
type Column<From extends Table> = keyof Schema[From] & string;
type TimeFilter = 'time_from' | 'time_to';
type FieldOf<C extends ListCall> = keyof C['row']['shape'] & string;
type FilterOf<C extends ListCall> = Exclude<keyof C['filters'] & string, TimeFilter>;
/** A list's row on the wire. */
export type WireRow<C extends ListCall> = z.output<C['row']>;
/** What narrows a list, as its export takes it. */
export type Filters<C extends ListCall> = Partial<Pick<ParsedInputOf<C>, keyof ParsedInputOf<C> & keyof C['filters']>>;

/** Where a field comes from: a column, or whatever can be said of the whole row. `coins` writes money that is not in the row's own coin. */
type FieldSource<From extends Table, Value, Beside> =
  | Column<From>
  | ((row: Selectable<Schema[From]>, beside: Beside, coins: Pick<Coins, 'format'>) => Value);
/** How a filter narrows: a column that equals its value, or a condition of its own, which may depend on the role of who asks. */
type FilterSource<From extends Table, Value> = Column<From> | ((value: Value, role: StaffRole | undefined) => Condition);

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
  /**
   * What every row of the list has, of a table that several lists share: `{ kind: 'usdt_withdrawal' }`, or one of several values. Leads its
   * indexes behind the owner.
   */
  readonly only?: { readonly [Name in Column<From>]?: string | readonly string[] };
  /** The column that says whose of a merchant's team a row is, where each member reads their own. Leads an index behind the owner. */
  readonly member?: Column<From>;
  /** A text or uuid column that tells an owner's rows apart; `owner` again where each has one row. It decides between rows that sort alike. */
  readonly key: Column<From>;
  /** `uuidv7` when the key is one: such keys grow with time, and rows are ordered by the key alone. */
  readonly keyed?: 'uuidv7';
  /** The columns that are read, where the role that reads may not see all of them: every one that a field comes from, and `owner`. */
  readonly reads?: readonly Column<From>[];
  /**
   * Filters with few values that lead an index (owner, these columns, time, key). A page under none but these filters is merged from one
   * short range of the index per combination of their values, so that each filter costs the same as none.
   */
  readonly ranges?: readonly FilterOf<C>[];
  /**
   * Filters that lead an index of their own with the ranges behind them (filter, ranges, time, key). A page under one of them is merged as one
   * under the ranges alone.
   */
  readonly leading?: readonly FilterOf<C>[];
  /** Values of filters that nearly all rows have, and that the index of the ranges carries: a page under one of them is merged too. */
  readonly usual?: { readonly [Filter in FilterOf<C>]?: string };
  /** Conditions that hold of every row, by the field that is sorted by: what the index of that sort, and of no other list, is limited to. */
  readonly sorts?: { readonly [Field in C['sort'][number] & string]?: Condition };
  /** Rows are counted up to here, where finding them costs more than a page of them; TOTAL_COUNTED_UP_TO unless said. */
  readonly countedUpTo?: number;
  /** Rows are counted in the order that they are read in: where many are found, a walk in that order finds the first of them soonest. */
  readonly countedInOrder?: boolean;
  /** What the functions of `columns` need beyond the row, read for all rows of a page at once. */
  readonly beside?: (db: Queryable, rows: readonly Selectable<Schema[From]>[], whose: Reader) => Promise<Beside>;
} & OptionalIfEmpty<'columns', Columns<C, From, Beside>> &
  OptionalIfEmpty<'filters', FilterColumns<C, From>>;

/** Who reads a list, and in which language. */
export interface Reader {
  /** EVERY_OWNER for staff, who read the rows of all. */
  readonly ownerId: number;
  readonly language: Language;
  /** Of a member of staff. */
  readonly role?: StaffRole;
  readonly staffId?: number;
  /** Of a merchant's team. */
  readonly memberId?: number;
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

/** A list of a table's rows, which shows rows too that were found by other ways: in a queue, in the details of something. */
export interface ListOfTable<C extends ListCall, From extends Table> extends List<C> {
  /** Rows of the table as the list shows them, in their order. */
  shown(tx: Tx, rows: readonly Selectable<Schema[From]>[], reader: Reader): Promise<WireRow<C>[]>;
}

/** A member of staff, who reads the rows of all owners. */
export function staffReader({ role, staffId, language }: Required<Pick<Reader, 'role' | 'staffId' | 'language'>>): Reader {
  return { ownerId: EVERY_OWNER, role, staffId, language };
}

/** Makes a list of a table's rows. Fields map themselves: money by the row's coin, times, numbers. */
export function list<C extends ListCall, From extends Table, Beside = undefined>(
  call: C,
  table: TableList<C, From, Beside>,
): ListOfTable<C, From> {
  type Row = Selectable<Schema[From]>;
  const { window, read, count, placeOf } = tableReader(call, table);
  const toWire = rowReader<Beside>(call, table.columns ?? {});
  const { countedUpTo = TOTAL_COUNTED_UP_TO } = table;
  const coinColumn = coinColumnOf(call, table.columns ?? {});
  const wire = async (coins: Coins, db: Queryable, found: readonly Row[], reader: Reader): Promise<WireRow<C>[]> => {
    const beside = (await table.beside?.(db, found, reader)) as Beside;
    const rows = found as readonly Readonly<Record<string, unknown>>[];
    if (coinColumn !== undefined)
      await coins.know(
        rows.flatMap((row) => (row[coinColumn] === null ? [] : [String(row[coinColumn])])),
        db,
      );
    return rows.map((row) => toWire(row, beside, coins) as WireRow<C>);
  };
  return {
    call,
    shown: (tx, rows, reader) => wire(tx.coins, tx, rows, reader),
    page: async (db, input, reader) => {
      const asked = {
        ownerId: reader.ownerId,
        role: reader.role,
        memberId: reader.memberId,
        filters: input as Readonly<Record<string, unknown>>,
        isDistributed: await db.isDistributed(),
      };
      const page = window(input as unknown as PageInput);
      return db.transaction(scopeOf(reader), async (tx) => {
        const found = await read(tx, asked, page);
        const { rows, next_cursor } = cutPage(found, page, placeOf);
        const total = totalOf(countKnownFrom(page, found) ?? (await count(tx, asked, countedUpTo + 1)), countedUpTo);
        return { list: await wire(db.coins, tx, rows as readonly Row[], reader), ...total, next_cursor } as OutputOf<C>;
      });
    },
    all: async (db, filters, reader) => {
      const isDistributed = await db.isDistributed();
      const asked = { ownerId: reader.ownerId, role: reader.role, memberId: reader.memberId, filters, isDistributed };
      return allRows(db, scopeOf(reader), {
        window,
        read: (source, page) => read(source, asked, page),
        placeOf,
        count: (tx, most) => count(tx, asked, most),
        shown: (source, rows) => wire(db.coins, source, rows as readonly Row[], reader),
      });
    },
  };
}

function scopeOf({ ownerId }: Reader): Scope {
  return ownerId === EVERY_OWNER ? 'system' : ownerId;
}
