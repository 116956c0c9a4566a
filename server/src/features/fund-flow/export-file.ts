import { decimalsOf } from '@purser/contract/coin';
import type { Language } from '@purser/contract/language';
import { translator } from '@purser/i18n/catalogue';
import { fileTexts as en } from '@purser/i18n/export/en';
import { fileTexts as vi } from '@purser/i18n/export/vi';
import { fileTexts as zhHans } from '@purser/i18n/export/zh-hans';
import { fileTexts as zhHant } from '@purser/i18n/export/zh-hant';
import { CSV_START, csvLine, inert } from '../../platform/export/csv.ts';
import { XLSX_TYPE, type XlsxCell, xlsxStream } from '../../platform/export/xlsx-stream.ts';
import type { FundFlowRow } from './service.ts';

const TEXTS = { en, vi, zh_Hans: zhHans, zh_Hant: zhHant } as const satisfies Record<Language, unknown>;

/** The file's columns, in order, and each one's width in characters. */
const COLUMNS = {
  time: 24,
  serial_number: 20,
  transaction_type: 14,
  coin_name: 8,
  transaction_number: 18,
  charge: 14,
  available_before_number: 20,
  available_after_number: 20,
  frozen_before_number: 18,
  frozen_after_number: 18,
  pending_before_number: 18,
  pending_after_number: 18,
  merchant_id: 14,
  merchant_name: 28,
} as const satisfies Partial<Record<keyof FundFlowRow, number>>;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

type Portions = AsyncIterable<readonly FundFlowRow[]>;

export interface ExportFile {
  readonly type: string;
  readonly pieces: AsyncGenerator<string | Buffer, void, undefined>;
}

export function exportFile(format: 'csv' | 'xlsx', portions: Portions, language: Language): ExportFile {
  return format === 'csv'
    ? { type: 'text/csv; charset=utf-8', pieces: csvPieces(portions, language) }
    : { type: XLSX_TYPE, pieces: xlsxPieces(portions, language) };
}

async function* csvPieces(portions: Portions, language: Language): AsyncGenerator<string, void, undefined> {
  const t = translator(en, TEXTS[language]);
  yield CSV_START + csvLine(NAMES.map((name) => t(name)));
  for await (const rows of portions) {
    yield rows
      .map((row) =>
        csvLine(
          NAMES.map((name) => {
            if (name === 'transaction_type') return t(`type.${row.transaction_type}`);
            if (name === 'merchant_name') return inert(row.merchant_name);
            return String(row[name]);
          }),
        ),
      )
      .join('');
  }
}

function xlsxPieces(portions: Portions, language: Language): AsyncGenerator<Buffer, void, undefined> {
  const t = translator(en, TEXTS[language]);
  const columns = NAMES.map((name) => ({ title: t(name), width: COLUMNS[name] }));
  async function* rows(): AsyncGenerator<XlsxCell[][], void, undefined> {
    for await (const portion of portions)
      yield portion.map((row) => NAMES.map((name) => xlsxCell(row, name, t(`type.${row.transaction_type}`))));
  }
  return xlsxStream({ name: t('fundFlow'), columns, rows: rows() });
}

function xlsxCell(row: FundFlowRow, name: Column, type: string): XlsxCell {
  switch (name) {
    case 'time':
      return new Date(row.time);
    case 'transaction_type':
      return type;
    case 'serial_number':
    case 'coin_name':
    case 'merchant_name':
      return row[name];
    case 'merchant_id':
      return String(row.merchant_id);
    default:
      return { decimal: row[name], places: decimalsOf(row.coin_name) };
  }
}

/** The file's name says what is in it: the days of the filter, as far as it has any, up to today. */
export function exportName(format: 'csv' | 'xlsx', { time_from, time_to }: { time_from?: string; time_to?: string }, now: Date): string {
  const last = time_to === undefined ? now : new Date(Date.parse(time_to) - 1);
  const days = [...(time_from === undefined ? [] : [new Date(time_from)]), last].map((day) => day.toISOString().slice(0, 10));
  return `fund-flow_${days.join('_')}.${format}`;
}
