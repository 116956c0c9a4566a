import { type Mutant, mutantsOf } from '../mutant.ts';

const LISTS = 'server/src/platform/lists';
const EXPORT = 'server/src/platform/export';
const RECORDS = 'server/src/features/order';
const TABLES = [`${RECORDS}/list.test.ts`, 'server/src/features/transfer/list.test.ts'];
const FILES = [`${RECORDS}/export.test.ts`, 'server/src/features/fund-flow/export.test.ts'];

/** Pages, cursors, filters and files of lists. */
export const LIST_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(`${LISTS}/table-reader.ts`, TABLES, [
    ["const than = sql.raw(direction === 'desc' ? '<' : '>');", "const than = sql.raw('<');", 'a cursor of an ascending list goes back'],
    [
      'return [sql`(${sql.join(columns)}) ${than} (${sql.join(values)})`];',
      'return [sql`${columns[0]} ${than} ${values[0]}`];',
      'rows that sort alike are lost between pages',
    ],
    ["const coin = kind === 'integer' ? ", "const coin = kind !== 'integer' ? ", 'amounts of different coins are mixed'],
    ['} >= ${filters[', '} > ${filters[', 'a time range leaves its first moment out'],
    ['} < ${filters[', '} <= ${filters[', 'a time range takes its end in'],
    ['(merged && isRange)', 'isRange', 'a filter of the ranges is forgotten where another leads'],
    ['...(merged ? [inRange] : []),', '', 'each combination of the ranges finds every row'],
    ['order by ${order(from)} limit ${limit + offset}', 'order by ${order(from)} limit ${limit}', 'later pages of merged ranges lack rows'],
  ]),
  ...mutantsOf(
    `${LISTS}/table-reader.ts`,
    ['server/src/main/plans.test.ts'],
    [
      ['return others.length === 0 ||', 'return true ||', 'a page that names an order walks over all ranges'],
      ['...(walks ? ', '...(!walks ? ', 'with old statistics a page sorts all that the owner has'],
    ],
  ),
  ...mutantsOf(`${LISTS}/page.ts`, TABLES, [
    ['limit: input.page_size + 1', 'limit: input.page_size', 'a list ends after its first page'],
    ['offset: after ? 0 : ', 'offset: ', 'a cursor and a page number add up'],
    ['counted <= upTo', 'counted < upTo', 'a total that is exact is called a bound'],
    ['Math.min(counted, upTo)', 'counted', 'a total says more than was counted'],
  ]),
  ...mutantsOf(
    `${LISTS}/page.ts`,
    ['server/src/main/list-cursors.test.ts'],
    [['return `${list} ${sortedBy}', 'return `${sortedBy}', 'a cursor of another list is taken']],
  ),
  ...mutantsOf(
    `${LISTS}/cursor.ts`,
    [`${LISTS}/cursor.test.ts`],
    [
      ['mark === markOf(order) && ', '', 'a cursor of another order is taken'],
      ['parts.length === kinds.length && ', '', 'a cursor with a part too many is taken'],
      [' && isReal(part.slice(0, 19))', '', 'the 31st of February reaches the database'],
      ["!part.includes('\\0')", 'true', 'a NUL reaches the database'],
    ],
  ),
  ...mutantsOf(
    `${LISTS}/row.ts`,
    [`${LISTS}/list.test.ts`, ...TABLES],
    [
      ['from[column] === null ? null : known.format', 'known.format', 'money that is not there breaks its row'],
      ['coins.length === 1 && ', '', 'money is counted in the wrong one of two coins'],
    ],
  ),
  ...mutantsOf(`${LISTS}/portions.ts`, FILES, [
    ['!last || rows.length < PORTION_ROWS', 'true', 'a file ends after its first portion'],
    ['after = placeOf(last);', 'after = newest.after;', 'a file begins again and again'],
  ]),
  ...mutantsOf(`${EXPORT}/start-export.ts`, FILES, [
    ['count > EXPORT_LIMIT_ROWS', 'count >= EXPORT_LIMIT_ROWS + 2', 'a file has more rows than a worksheet holds'],
    ['    snapshot = undefined;\n', '', 'a slow reader keeps the snapshot of a transaction that has ended'],
  ]),
  ...mutantsOf(`${EXPORT}/export-file.ts`, FILES, [
    [
      "return kind === 'text' || kind === 'id' ? inert(String(value))",
      "return kind === 'text' ? inert(String(value))",
      "a merchant's order number is run as a formula",
    ],
    [
      "return kind === 'text' || kind === 'id' ? inert(String(value))",
      "return kind === 'id' ? inert(String(value))",
      'a name is run as a formula',
    ],
  ]),
  ...mutantsOf(
    'packages/contract/src/covered.ts',
    ['packages/console-kit/src/list/export-name.test.ts'],
    [
      ['Date.parse(time_to) - 1', 'Date.parse(time_to)', "a file's name has a day that is not in it"],
      ['Math.min(now.getTime(), ', 'Math.max(', 'a file of a period that still runs is named as if it were whole'],
      ['Math.max(end, Date.parse(time_from))', 'end', "a file's name ends before it begins"],
    ],
  ),
  ...mutantsOf(`${LISTS}/list-routes.ts`, FILES, [
    ["stream.once('close', giveBack);", '', "a merchant's exports are two for ever"],
    ['    } catch (error) {\n      giveBack();', '    } catch (error) {', 'a refused export keeps its place'],
  ]),
];
