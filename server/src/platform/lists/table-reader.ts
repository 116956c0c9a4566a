import { kindOf } from '@purser/contract/field-kind';
import type { ListCall } from '@purser/contract/list-call';
import { FIRST_MEMBER } from '@purser/contract/member';
import type { Queryable } from '@purser/ledger/accounts';
import { type RawBuilder, sql } from 'kysely';
import type { StaffRole } from '@purser/contract/staff';
import { z } from 'zod';
import { liesTogether } from '../database/distribution.ts';
import { instantText, type PartKind } from './cursor.ts';
import { type PageInput, type Window, windowOf } from './page.ts';
import { coinColumnOf } from './row.ts';
import { runStatement } from './statement.ts';

/** A part of a statement: of a `where`, mostly. */
export type Condition = RawBuilder<unknown>;

/** What of a TableList the SQL is made of; `list` checks the names. */
interface TableNames {
  readonly from: string;
  readonly owner: string;
  readonly member?: string;
  readonly only?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly key: string;
  readonly keyed?: 'uuidv7';
  readonly reads?: readonly string[];
  readonly countedInOrder?: boolean;
  readonly ranges?: readonly string[];
  readonly leading?: readonly string[];
  readonly usual?: Readonly<Record<string, unknown>>;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sorts?: Readonly<Record<string, Condition | undefined>>;
}

/** Nobody's number: the rows of all owners are asked for. */
export const EVERY_OWNER = 0;

/** What is asked for: whose rows, by a member of staff of which role, and the values of filters, of which some are undefined. */
interface Asked {
  readonly ownerId: number;
  readonly role?: StaffRole | undefined;
  readonly memberId?: number | undefined;
  readonly filters: Readonly<Record<string, unknown>>;
  /** Whether the tables are distributed over several nodes. */
  readonly isDistributed: boolean;
}

/** A row as it was read, with its place as a cursor carries it. */
interface ReadRow {
  readonly place_in_list: readonly string[];
  readonly [column: string]: unknown;
}

interface TableReader {
  window(input: PageInput): Window;
  read(db: Queryable, asked: Asked, window: Window): Promise<ReadRow[]>;
  /** How many rows there are, counted no further than `most`. */
  count(db: Queryable, asked: Asked, most: number): Promise<number>;
  /** A row's place in its window's order, as the parts of a cursor. */
  placeOf(row: ReadRow): readonly string[];
}

/** The SQL of a list. The keys of a page are found in an index alone where there is one; only the page's own rows are then read whole. */
export function tableReader(call: ListCall, table: TableNames): TableReader {
  const statements = statementsOf(call, table);
  const [byTime] = call.sort;
  return {
    window: (input) => {
      const sortedBy = table.keyed ? byTime : (input.sort_by ?? byTime);
      return windowOf(
        call,
        input,
        sortedBy,
        placesOf(call, table, sortedBy).map(({ kind }) => kind),
      );
    },
    read: (db, asked, window) => runStatement<ReadRow>(db, statements.rows(asked, window)),
    count: async (db, asked, most) => {
      const [counted] = await runStatement<{ total: bigint }>(db, statements.count(asked, most));
      return Number(counted?.total ?? 0n);
    },
    placeOf: (row) => row.place_in_list,
  };
}

function statementsOf(call: ListCall, table: TableNames) {
  const { from, owner, member, only = {}, key, reads } = table;
  const whole = reads ? sql.join(reads.map((name) => sql.ref(name))) : sql`*`;
  const columnOf = (field: string) => columnOfField(call, table, field);
  const timeColumn = columnOf(call.sort[0]);
  /** Whether every node is asked, for the rows of all owners or of one who is not who they lie by: then neither ranges nor keys are looked up one by one. */
  const ofAllNodes = ({ ownerId, isDistributed }: Asked): boolean =>
    isDistributed && (ownerId === EVERY_OWNER || !liesTogether(from, owner));
  const ranges = (table.ranges ?? []).map((filter) => ({ filter, column: columnOf(filter), values: valuesOf(call, filter) }));
  const inRange = all(ranges.map(({ filter, column }) => sql`${sql.ref(column)} = ${combined(filter)}`));
  const narrowing = Object.keys(call.filters).flatMap((filter) => {
    if (filter === 'time_from' || filter === 'time_to') return [];
    const source = table.filters?.[filter] ?? columnOf(filter);
    const condition = typeof source === 'function' ? (source as Narrowing) : equals(String(source));
    return [{ filter, condition, isRange: ranges.some((range) => range.filter === filter) }];
  });

  /**
   * Whether an index of the ranges serves: it is ordered by time, and behind one filter at the most that leads it. What nearly all rows have takes
   * little away. Other filters have an index of their own or find few rows.
   */
  const isMerged = ({ filters }: Asked, sortedBy: string): boolean => {
    if (ranges.length === 0 || sortedBy !== timeColumn) return false;
    const others = narrowing.filter(
      ({ filter, isRange }) => !isRange && filters[filter] !== undefined && filters[filter] !== table.usual?.[filter],
    );
    return others.length === 0 || (others.length === 1 && others.every(({ filter }) => table.leading?.includes(filter)));
  };

  /** Whether nothing narrows the list, or its coin alone where the index begins with that. */
  const isUnfiltered = ({ filters }: Asked, sortedBy: string): boolean => {
    const goesByCoin = sortKind(call, sortedBy) === 'integer';
    return narrowing.every(({ filter }) => filters[filter] === undefined || (goesByCoin && isCoin(call, filter)));
  };

  const conditions = ({ ownerId, role, memberId = FIRST_MEMBER, filters }: Asked, merged: boolean): Condition[] => [
    ...(ownerId === EVERY_OWNER ? [] : [sql`${sql.ref(owner)} = ${ownerId}`]),
    ...(member === undefined || ownerId === EVERY_OWNER ? [] : [sql`${sql.ref(member)} = ${memberId}`]),
    ...Object.entries(only).map(([column, value]) =>
      typeof value === 'string' ? sql`${sql.ref(column)} = ${value}` : sql`${sql.ref(column)} = any(${value}::text[])`,
    ),
    ...narrowing.flatMap(({ filter, condition, isRange }) =>
      filters[filter] === undefined || (merged && isRange) ? [] : [condition(filters[filter], role)],
    ),
    ...(filters['time_from'] === undefined ? [] : [sql`${sql.ref(timeColumn)} >= ${filters['time_from']}::timestamptz`]),
    ...(filters['time_to'] === undefined ? [] : [sql`${sql.ref(timeColumn)} < ${filters['time_to']}::timestamptz`]),
    ...(merged ? [inRange] : []),
  ];

  /** What a page's rows are found by: their key, and whose they are where those of all are asked for. */
  const identity = ({ ownerId }: Asked): Condition =>
    sql.join((ownerId === EVERY_OWNER && owner !== key ? [owner, key] : [key]).map((name) => sql.ref(name)));

  /** Every combination of the ranges' values that the filters leave. */
  const combinations = ({ ownerId, filters }: Asked): Condition =>
    sql.join(
      ranges.map(({ filter, values }) => {
        if (filters[filter] === undefined && values === ITS_COINS) return sql`unnest(${coinsOf(ownerId)}) as ${combined(filter)}`;
        const left = filters[filter] === undefined ? values : [filters[filter]];
        return sql`unnest(${left}::text[]) as ${combined(filter)}`;
      }),
      sql` cross join `,
    );

  const keys = (asked: Asked, window: Window): Condition => {
    const { limit, offset } = window;
    const places = placesOf(call, table, window.sortedBy);
    const sorted = sortedPlaces(call, table, window.sortedBy);
    const order = (name: string) => orderBy(name, places, window);
    const merged = !ofAllNodes(asked) && isMerged(asked, columnOf(window.sortedBy));
    const walks = !merged && isUnfiltered(asked, window.sortedBy);
    const where = all([
      ...conditions(asked, merged),
      ...beyond(places, window),
      ...(table.sorts?.[window.sortedBy] ? [table.sorts[window.sortedBy] as Condition] : []),
      ...(walks ? sorted.map(({ column, kind }) => unknownBounds(column, kind)) : []),
    ]);
    if (!merged)
      return sql`select ${identity(asked)} from ${sql.table(from)} where ${where} order by ${order(from)} limit ${limit} offset ${offset}`;
    return sql`
      select ${identity(asked)} from ${combinations(asked)} cross join lateral (
        select ${sql.join([identity(asked), ...sorted.map(({ column }) => sql.ref(column))])} from ${sql.table(from)} where ${where} order by ${order(from)} limit ${limit + offset}
      ) as found
      order by ${order('found')} limit ${limit} offset ${offset}`;
  };

  return {
    rows: (asked: Asked, window: Window): Condition => {
      const places = placesOf(call, table, window.sortedBy);
      const texts = places.map(({ column, kind }) => (kind === 'instant' ? instantText(`${from}.${column}`) : `${from}.${column}::text`));
      return sql`
        select ${sql.table(from)}.*, array[${sql.raw(texts.join(', '))}] as place_in_list
        from (${keys(asked, window)}) as page cross join lateral (
          select ${whole} from ${sql.table(from)} where ${sql.ref(owner)} = ${asked.ownerId === EVERY_OWNER ? sql.ref(`page.${owner}`) : asked.ownerId} and ${sql.ref(key)} = ${sql.ref(`page.${key}`)}${ofAllNodes(asked) ? sql`` : sql` limit 1`}
        ) as ${sql.table(from)}
        order by ${orderBy(from, places, window)}`;
    },
    count: (asked: Asked, most: number): Condition => {
      const merged = !ofAllNodes(asked) && isMerged(asked, timeColumn);
      const inOrder = table.countedInOrder ? sql` order by ${sql.ref(timeColumn)} desc, ${sql.ref(key)} desc` : sql``;
      const found = sql`select 1 from ${sql.table(from)} where ${all(conditions(asked, merged))}${inOrder} limit ${most}`;
      const merging = sql`select 1 from ${combinations(asked)} cross join lateral (${found}) as found limit ${most}`;
      return sql`select count(*) as total from (${merged ? merging : found}) as counted`;
    },
  };
}

/** A column that rows are ordered by, and what a cursor carries of it. */
interface Place<Kind extends PartKind = PartKind> {
  readonly column: string;
  readonly kind: Kind;
}

/**
 * What rows are ordered by, but for the key that decides between those that are alike. Money goes by its coin first: amounts of different coins do not
 * compare, and as they are kept, in the smallest unit of each, they are not even in the order of what is shown.
 */
function sortedPlaces(call: ListCall, table: TableNames, sortedBy: string): readonly Place<keyof typeof LEAST>[] {
  if (table.keyed) return [];
  const kind = sortKind(call, sortedBy);
  const coin = kind === 'integer' ? coinColumnOf(call, table.columns ?? {}) : undefined;
  return [...(coin === undefined ? [] : [{ column: coin, kind: 'text' } as const]), { column: columnOfField(call, table, sortedBy), kind }];
}

function placesOf(call: ListCall, table: TableNames, sortedBy: string): readonly Place[] {
  const { key, keyed = key === table.owner ? 'natural' : 'text' } = table;
  return [...sortedPlaces(call, table, sortedBy), { column: key, kind: keyed === 'uuidv7' ? 'uuid' : keyed }];
}

/** What comes after the row that the window starts from. */
function beyond(places: readonly Place[], { after, direction }: Window): Condition[] {
  if (!after) return [];
  const than = sql.raw(direction === 'desc' ? '<' : '>');
  const columns = places.map(({ column }) => sql.ref(column));
  const values = places.map(({ kind }, index) => sql`${after[index]}${sql.raw(CASTS[kind])}`);
  return [sql`(${sql.join(columns)}) ${than} (${sql.join(values)})`];
}

function orderBy(table: string, places: readonly Place[], { direction }: Window): Condition {
  return sql.join(places.map(({ column }) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(direction)}`));
}

function columnOfField({ path }: ListCall, { columns }: TableNames, field: string): string {
  const column = columns?.[field] ?? field;
  if (typeof column === 'string') return column;
  throw new Error(`${path}: ${field} is made of a row, so nothing sorts or filters by it`);
}

/** A list sorts by times and by money. */
function sortKind({ row }: ListCall, field: string): 'instant' | 'integer' {
  return kindOf(row.shape[field] as z.ZodType) === 'instant' ? 'instant' : 'integer';
}

/** A range over coins has those that the owner has an account in; of all owners, every coin. */
const ITS_COINS = 'coins';

function isCoin({ filters }: ListCall, filter: string): boolean {
  const schema = filters[filter];
  return schema !== undefined && kindOf(schema) === 'coin';
}

/** The values that a filter may have, as the contract lists them. */
function valuesOf(call: ListCall, filter: string): readonly string[] | typeof ITS_COINS {
  if (isCoin(call, filter)) return ITS_COINS;
  const { path, filters } = call;
  const schema = filters[filter];
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodEnum)) throw new Error(`${path}: ${filter} has no listed values, so an index has no ranges of it`);
  return inner.options.map(String);
}

/** As an array the planner takes them for few, as it does values that are sent along. The ledger's collation is not that of the lists' indexes. */
function coinsOf(ownerId: number): Condition {
  if (ownerId === EVERY_OWNER) return sql`array(select code from coin)`;
  return sql`array(select distinct coin::text collate "default" from ledger.account where owner_id = ${ownerId})`;
}

/** How a value narrows what a role is shown. */
type Narrowing = (value: unknown, role: StaffRole | undefined) => Condition;

function equals(column: string): Narrowing {
  return (value) => sql`${sql.ref(column)} = ${value}`;
}

function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** A range's value in one combination. */
function combined(filter: string): Condition {
  return sql.ref(`in_${filter}`);
}

/**
 * Bounds that leave nothing out, and that the planner does not know: it takes what lies between unknown values for little, and so follows
 * the index by what is sorted by. With statistics of a time when the table was small it would rather sort all that the owner has.
 */
const LEAST = {
  instant: sql`(select '-infinity'::timestamptz)`,
  integer: sql`(select '-9223372036854775808'::bigint)`,
  text: sql`(select ''::text)`,
} as const;
const MOST = {
  instant: sql`(select 'infinity'::timestamptz)`,
  integer: sql`(select '9223372036854775807'::bigint)`,
} as const;

function unknownBounds(column: string, kind: keyof typeof LEAST): Condition {
  // Which text comes last, collations do not agree on.
  return kind === 'text' ? sql`${sql.ref(column)} >= ${LEAST.text}` : sql`${sql.ref(column)} between ${LEAST[kind]} and ${MOST[kind]}`;
}

/** What makes a part of a cursor what it is compared with; a key's own type is taken for it. */
const CASTS: Readonly<Record<PartKind, string>> = { instant: '::timestamptz', integer: '::bigint', text: '', natural: '', uuid: '' };
