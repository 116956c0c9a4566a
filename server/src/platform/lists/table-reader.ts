import { kindOf } from '@purser/contract/field-kind';
import type { ListCall } from '@purser/contract/list-call';
import type { Queryable } from '@purser/ledger/accounts';
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { instantText, type PartKind } from './cursor.ts';
import { type PageInput, type Window, windowOf } from './page.ts';

/** A part of a `where`. */
export type Condition = RawBuilder<unknown>;

/** What of a TableList the SQL is made of; `list` checks the names. */
interface TableNames {
  readonly from: string;
  readonly owner: string;
  readonly key: string;
  readonly keyed?: 'uuidv7';
  readonly ranges?: readonly string[];
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown>>;
}

type FilterValues = Readonly<Record<string, unknown>>;
interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly kind: PartKind;
}

/** A table's row as it was read, with its sorted value as a cursor carries it. */
interface ReadRow {
  readonly place_in_list: string;
  readonly [column: string]: unknown;
}

interface TableReader {
  window(input: PageInput): Window;
  read(db: Queryable, ownerId: number, filters: FilterValues, window: Window): Promise<ReadRow[]>;
  /** How many rows there are, counted no further than `most`. */
  count(db: Queryable, ownerId: number, filters: FilterValues, most: number): Promise<number>;
  /** A row's place in its window's order, as the parts of a cursor. */
  placeOf(row: ReadRow): readonly string[];
}

const CASTS: Partial<Record<PartKind, string>> = { instant: 'timestamptz', integer: 'bigint' };

/** The SQL of a list. The keys of a page are found in an index alone where there is one; only the page's own rows are then read whole. */
export function tableReader(call: ListCall, table: TableNames): TableReader {
  const { from, owner, key, keyed, ranges = [] } = table;
  const [byTime] = call.sort;
  const columnOf = (field: string): string => {
    const column = table.columns?.[field] ?? field;
    if (typeof column !== 'string') throw new Error(`${call.path}: ${field} is no column, so nothing sorts or filters by it`);
    return column;
  };
  const timeColumn = columnOf(byTime);
  const rangeValues = new Map(ranges.map((filter) => [filter, valuesOf(call, filter)]));
  const filterOf = new Map(
    Object.keys(call.filters)
      .filter((filter) => filter !== 'time_from' && filter !== 'time_to')
      .map((filter) => {
        const source = table.filters?.[filter] ?? columnOf(filter);
        const isCondition = typeof source === 'function';
        return [filter, isCondition ? (source as (value: unknown) => Condition) : equals(String(source))] as const;
      }),
  );
  const sortKind = (field: string): PartKind => (kindOf(call.row.shape[field] as z.ZodType) === 'instant' ? 'instant' : 'integer');

  const sortOf = ({ sortedBy, direction }: Window): Sort => ({ column: columnOf(sortedBy), direction, kind: sortKind(sortedBy) });
  /** Whether the index of the ranges serves: it is ordered by time, and other filters have an index of their own or find few rows. */
  const isMerged = (filters: FilterValues, sortedBy: string): boolean =>
    ranges.length > 0 &&
    sortedBy === timeColumn &&
    [...filterOf.keys()].every((filter) => filters[filter] === undefined || rangeValues.has(filter));

  const conditions = (ownerId: number, filters: FilterValues, left: Iterable<string>): Condition[] => [
    sql`${sql.ref(owner)} = ${ownerId}`,
    ...[...left].flatMap((filter) => (filters[filter] === undefined ? [] : [filterOf.get(filter)?.(filters[filter]) as Condition])),
    ...(filters['time_from'] === undefined ? [] : [sql`${sql.ref(timeColumn)} >= ${filters['time_from']}::timestamptz`]),
    ...(filters['time_to'] === undefined ? [] : [sql`${sql.ref(timeColumn)} < ${filters['time_to']}::timestamptz`]),
  ];
  const beyond = ({ after }: Window, { column, direction, kind }: Sort): Condition[] => {
    if (!after) return [];
    const than = sql.raw(direction === 'desc' ? '<' : '>');
    if (keyed) return [sql`${sql.ref(key)} ${than} ${after[0]}`];
    return [sql`(${sql.ref(column)}, ${sql.ref(key)}) ${than} (${after[0]}::${sql.raw(CASTS[kind] ?? 'text')}, ${after[1]})`];
  };
  const orderBy = (alias: string, { column, direction }: Sort): Condition =>
    sql.join((keyed ? [key] : [column, key]).map((name) => sql`${sql.ref(`${alias}.${name}`)} ${sql.raw(direction)}`));
  const combinations = (filters: FilterValues): Condition =>
    sql.join(
      ranges.map(
        (filter) => sql`unnest(${filters[filter] === undefined ? rangeValues.get(filter) : [filters[filter]]}::text[]) as ${alias(filter)}`,
      ),
      sql` cross join `,
    );
  const inRange = all(ranges.map((filter) => sql`${sql.ref(columnOf(filter))} = ${alias(filter)}`));
  const others = [...filterOf.keys()].filter((filter) => !rangeValues.has(filter));

  return {
    window: (input) =>
      keyed ? windowOf(input, byTime, ['uuid']) : windowOf(input, input.sort_by ?? byTime, [sortKind(input.sort_by ?? byTime), 'text']),

    read: (db, ownerId, filters, window) => {
      const sort = sortOf(window);
      const { limit, offset } = window;
      const keys = isMerged(filters, sort.column)
        ? sql`
            select found.${sql.ref(key)} from ${combinations(filters)} cross join lateral (
              select ${sql.ref(key)}, ${sql.ref(sort.column)} from ${sql.table(from)}
              where ${all([...conditions(ownerId, filters, others), ...beyond(window, sort)])} and ${inRange}
              order by ${orderBy(from, sort)} limit ${limit + offset}
            ) as found
            order by ${orderBy('found', sort)} limit ${limit} offset ${offset}`
        : sql`
            select ${sql.ref(key)} from ${sql.table(from)}
            where ${all([...conditions(ownerId, filters, filterOf.keys()), ...beyond(window, sort)])}
            order by ${orderBy(from, sort)} limit ${limit} offset ${offset}`;
      const place = keyed
        ? `${from}.${key}::text`
        : sort.kind === 'instant'
          ? instantText(`${from}.${sort.column}`)
          : `${from}.${sort.column}::text`;
      return run<ReadRow>(
        db,
        sql`select ${sql.table(from)}.*, ${sql.raw(place)} as place_in_list
            from (${keys}) as page cross join lateral (
              select * from ${sql.table(from)} where ${sql.ref(owner)} = ${ownerId} and ${sql.ref(key)} = ${sql.ref(`page.${key}`)} limit 1
            ) as ${sql.table(from)}
            order by ${orderBy(from, sort)}`,
      );
    },

    count: async (db, ownerId, filters, most) => {
      const found = isMerged(filters, timeColumn)
        ? sql`
            select 1 from ${combinations(filters)} cross join lateral (
              select 1 from ${sql.table(from)} where ${all(conditions(ownerId, filters, others))} and ${inRange} limit ${most}
            ) as found limit ${most}`
        : sql`select 1 from ${sql.table(from)} where ${all(conditions(ownerId, filters, filterOf.keys()))} limit ${most}`;
      const [counted] = await run<{ total: bigint }>(db, sql`select count(*) as total from (${found}) as counted`);
      return Number(counted?.total ?? 0n);
    },

    placeOf: (row) => (keyed ? [row.place_in_list] : [row.place_in_list, String(row[key])]),
  };
}

function equals(column: string): (value: unknown) => Condition {
  return (value) => sql`${sql.ref(column)} = ${value}`;
}

function all(conditions: readonly Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}

function alias(filter: string): Condition {
  return sql.ref(`in_${filter}`);
}

/** The values that a filter may have, as the contract lists them. */
function valuesOf({ path, filters }: ListCall, filter: string): readonly string[] {
  const schema = filters[filter];
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodEnum)) throw new Error(`${path}: ${filter} has no listed values, so its index has no ranges`);
  return inner.options.map(String);
}

const COMPILER = new PostgresQueryCompiler();

async function run<Row>(db: Queryable, statement: Condition): Promise<Row[]> {
  const { sql: text, parameters } = COMPILER.compileQuery(statement.toOperationNode(), createQueryId());
  const { rows } = await db.query(text, [...parameters]);
  return rows as Row[];
}
