import type { Entry } from '@purser/ledger/entry';
import { documentWords } from '../../domain/document-words.ts';
import { CSV_START, csvLine, inert } from '../../platform/export/csv.ts';
import { partsOf, type Written } from './parts.ts';
import type { Statement } from './read.ts';

/**
 * A statement as CSV: facts, balances, sums and entries, each with its titles and an empty line between. Amounts are plain decimals, so that a
 * program reads them; a portion of entries is one piece.
 */
export async function* statementCsv(
  statement: Statement,
  portions: AsyncIterable<readonly Entry[]>,
  written: Written,
): AsyncGenerator<string, void, undefined> {
  const t = documentWords(written.language);
  const { title, facts, balances, sums, entryTitles, entryRow } = partsOf(statement, written, (decimal) => decimal);
  // The merchant's name is anybody's text; whatever else stands here is ours.
  const told = facts.map(([label, value]) => csvLine([label, inert(value)]));
  const table = (name: string, rows: readonly (readonly string[])[]): string =>
    csvLine([name]) + rows.map(csvLine).join('') + csvLine(['']);
  yield [
    CSV_START,
    csvLine([title]),
    ...told,
    csvLine(['']),
    table(t('statement.balances'), [balances.titles, ...balances.rows]),
    table(t('statement.sums'), [sums.titles, ...sums.rows, sums.total]),
    csvLine([t('statement.entries')]),
    csvLine(entryTitles),
  ].join('');
  for await (const entries of portions) yield entries.map((entry) => csvLine(entryRow(entry))).join('');
}
