import { z } from 'zod';
import { type Call, call, type Caller } from './call.ts';
import { kindOf } from './field-kind.ts';
import { instant } from './fields.ts';
import type { Permission } from './staff.ts';

/**
 * Lists: calls that answer rows page by page. One value says what a row is, what it may be sorted and filtered by; the server's list, the
 * console's page and the export derive from it.
 */
export interface ListCall<
  Row extends z.ZodObject = z.ZodObject,
  Filters extends z.ZodRawShape = z.ZodRawShape,
  Sort extends SortFields = SortFields,
> extends Call<ListInput<Filters, Sort>, ListOutput<Row>> {
  readonly row: Row;
  /** Fields of the row that it may be sorted by; by money, rows go by their coin first. The first is the usual order, and the instant that `time_from` and `time_to` are about. */
  readonly sort: Sort;
  /** What narrows the list, the time range included. */
  readonly filters: Filters & TimeRange;
}

type SortFields = readonly [string, ...string[]];
type ListInput<Filters extends z.ZodRawShape, Sort extends SortFields> = ReturnType<typeof listInput<Filters, Sort>>;
type ListOutput<Row extends z.ZodObject> = ReturnType<typeof listOutput<Row>>;

interface DeclaredList<Row extends z.ZodObject, Filters extends z.ZodRawShape, Sort extends SortFields> {
  readonly path: `${string}${'query' | 'list'}`;
  readonly caller: Caller;
  /** Of a list of staff's. */
  readonly permission?: Permission;
  readonly summary: string;
  readonly row: Row;
  readonly sort: Sort;
  readonly filters: Filters;
}

/** Declares a list; `filters` are the list's own: paging, sort, cursor and time range come by themselves. */
export function listCall<
  Row extends z.ZodObject,
  Filters extends z.ZodRawShape,
  const Sort extends readonly [keyof Row['shape'] & string, ...(keyof Row['shape'] & string)[]],
>({ path, caller, permission, summary, row, sort, filters }: DeclaredList<Row, Filters, Sort>): ListCall<Row, Filters, Sort> {
  const input = listInput<Filters, Sort>(sort, filters, row);
  const declared = call({ path, caller, permission, summary, input, output: listOutput(row), errors: ofCoins(filters) });
  return { ...declared, row, sort, filters: { ...filters, ...TIME_RANGE } };
}

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;
/** How far a list's rows are counted. */
export const TOTAL_COUNTED_UP_TO = 10_000;

const PAGING = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(100).default(DEFAULT_PAGE_SIZE),
  /** Continues after the last row of an earlier answer; wins over `page`. */
  cursor: z.string().max(200).optional(),
};

/** From inclusive, to exclusive. */
const TIME_RANGE = { time_from: instant.optional(), time_to: instant.optional() };
type TimeRange = typeof TIME_RANGE;

function listInput<Filters extends z.ZodRawShape, Sort extends SortFields>(sort: Sort, filters: Filters, { shape }: z.ZodObject) {
  const sortsByMoney = sort.some((field) => kindOf(shape[field] as z.core.$ZodType) === 'money');
  const sortBy = z.enum(sort).optional();
  return z.strictObject({
    ...PAGING,
    sort_by: sortsByMoney ? sortBy.meta({ description: 'By an amount, rows go by their coin first' }) : sortBy,
    sort_order: z.enum(['asc', 'desc']).default('desc'),
    ...filters,
    ...TIME_RANGE,
  });
}

/** `total` counts at most TOTAL_COUNTED_UP_TO rows when `total_is_exact` is false. */
function listOutput<Row extends z.ZodObject>(row: Row) {
  return z.strictObject({
    list: z.array(row),
    total: z.number().int(),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
  });
}

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** A worksheet holds at most 1,048,576 rows with its header. */
export const EXPORT_LIMIT_ROWS = 1_000_000;
/** Exports of one person that may run at the same time; one more is answered "busy". */
export const MOST_EXPORTS_AT_ONCE = 2;

/** The export of a list: every row that the list's filters show, as a file. */
export interface ExportCall<List extends ListCall = ListCall> extends Call<ExportInput<List>, z.ZodUnknown> {
  readonly list: List;
}
type ExportInput<List extends ListCall> = ReturnType<typeof exportInput<List['filters']>>;

/** Declares the export of a list, beside it: `…/query` becomes `…/export`. `what` begins its summary. */
export function exportCall<List extends ListCall>(list: List, what: string): ExportCall<List> {
  const declared = call({
    path: list.path.replace(/(query|list)$/, 'export'),
    caller: list.caller,
    permission: list.permission,
    answer: 'file',
    summary: `${what} as a CSV or XLSX file, streamed; the header Purser-Export-Rows says how many rows there are as it begins`,
    input: exportInput<List['filters']>(list.filters),
    output: z.unknown(),
    errors: [...ofCoins(list.filters), 'busy', 'export_too_large'],
  });
  return { ...declared, list };
}

/** A list that is narrowed by a coin refuses one that does not exist. */
function ofCoins(filters: z.ZodRawShape): 'coin_unknown'[] {
  return Object.values(filters).some((filter) => kindOf(filter) === 'coin') ? ['coin_unknown'] : [];
}

function exportInput<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ format: z.enum(EXPORT_FORMATS), ...filters });
}
