import type { Entry } from '@purser/ledger/entry';
import { documentWords, grouped } from '../../domain/document-words.ts';
import type { PdfBlock, PdfDocument } from '../../platform/export/pdf-document.ts';
import { partsOf, type Written } from './parts.ts';
import { countOf, type Statement } from './read.ts';

const BALANCE_WIDTHS = [24, 19, 19, 19, 19];
const SUM_WIDTHS = [34, 12, 18, 18, 18];
const ENTRY_WIDTHS = [82, 74, 78, 66, 46, 70, 46, 45];
/** Columns of words; figures stand at the end of theirs. */
const ENTRY_WORDS = 3;

/** A statement as a document: all figures, and as many of the entries as it is given, with where to find the others. */
export function statementDocument(statement: Statement, entries: readonly Entry[], written: Written): PdfDocument {
  const t = documentWords(written.language);
  const { title, facts, balances, sums, entryTitles, entryRow } = partsOf(statement, written, grouped);
  const count = countOf(statement);
  const blocks: PdfBlock[] = [
    { kind: 'facts', facts: facts.map(([label, value]) => ({ label, value })) },
    { kind: 'table', title: t('statement.balances'), columns: columnsOf(balances.titles, BALANCE_WIDTHS, 1), rows: balances.rows },
  ];
  if (count === 0) blocks.push({ kind: 'note', text: t('statement.none') });
  else {
    blocks.push({
      kind: 'table',
      title: t('statement.sums'),
      columns: columnsOf(sums.titles, SUM_WIDTHS, 1),
      rows: sums.rows,
      total: sums.total,
    });
    blocks.push({ kind: 'note', text: t('statement.feesHint') });
    if (entries.length < count) {
      blocks.push({ kind: 'note', text: t('statement.first', { listed: grouped(String(entries.length)), count: grouped(String(count)) }) });
    }
    const columns = columnsOf(entryTitles, ENTRY_WIDTHS, ENTRY_WORDS);
    blocks.push({ kind: 'table', title: t('statement.entries'), dense: true, columns, rows: entries.map(entryRow) });
  }
  return {
    language: written.language,
    title,
    issuer: 'Purser',
    subtitle: `${statement.issuer.name} · ${statement.coin}`,
    blocks,
    // A long name is cut: what tells whose it is stands before it.
    foot: `${title} · ${statement.coin} · ${statement.issuer.merchantId} · ${statement.issuer.name}`,
    madeAt: statement.madeAt,
  };
}

function columnsOf(titles: readonly string[], widths: readonly number[], words: number) {
  return titles.map((title, at) => ({ title, width: widths[at] ?? 1, end: at >= words }));
}
