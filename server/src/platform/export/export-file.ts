import { lastCovered } from '@purser/contract/covered';
import { type FieldKind, kindOf } from '@purser/contract/field-kind';
import type { Language } from '@purser/contract/language';
import type { ExportFormat, ListCall } from '@purser/contract/list-call';
import { placesOf } from '@purser/contract/money';
import { translator } from '@purser/i18n/catalogue';
import { fileTexts as en } from '@purser/i18n/export/en';
import { fileTexts as vi } from '@purser/i18n/export/vi';
import { fileTexts as zhHans } from '@purser/i18n/export/zh-hans';
import { fileTexts as zhHant } from '@purser/i18n/export/zh-hant';
import type { z } from 'zod';
import { CSV_START, csvLine, inert } from './csv.ts';
import { XLSX_TYPE, type XlsxCell, xlsxStream } from './xlsx-stream.ts';

const TEXTS = { en, vi, zh_Hans: zhHans, zh_Hant: zhHant } as const satisfies Record<Language, unknown>;
type Text = keyof typeof en;

type WireRow<C extends ListCall> = z.output<C['row']>;
type Portions<C extends ListCall> = AsyncIterable<readonly WireRow<C>[]>;

/** A column may stand in a file when there is a text for its title, `amount`, and one for each of its words, `order_status.paid`. */
type WithTexts<Name extends string, Value> = Name extends Text
  ? Name extends WordyField
    ? `${Name}.${Value & string}` extends Text
      ? number
      : never
    : number
  : never;
type WordyField = Text extends infer Key ? (Key extends `${infer Field}.${string}` ? Field : never) : never;
/** A column whose words are not those that its field usually has. */
type WithOtherWords<Name extends string, Value> = Name extends Text
  ? {
      [Words in WordyField]: `${Words}.${Value & string}` extends Text ? { readonly width: number; readonly words: Words } : never;
    }[WordyField]
  : never;

/** A column that no field holds as a cell shows it: what it says is made of the whole row. Its name is that of its title. */
interface MadeColumn<C extends ListCall> {
  readonly width: number;
  /** A text unless said otherwise. */
  readonly kind?: 'decimal' | 'number';
  readonly of: (row: WireRow<C>, t: (text: Text) => string) => string | number | null;
}

type Column<C extends ListCall, Name extends string> =
  | (Name extends keyof WireRow<C> ? WithTexts<Name, WireRow<C>[Name]> | WithOtherWords<Name, WireRow<C>[Name]> : never)
  | (Name extends Text ? MadeColumn<C> : never);

interface DeclaredFile<C extends ListCall> {
  /** What the file's name begins with: "fund-flow". */
  readonly name: string;
  /** The worksheet's name. */
  readonly title: Text;
  /** Of what is one row in the list, the rows in the file: one of each coin, where it has several. Without it each is one. */
  readonly linesOf?: (row: WireRow<C>) => readonly WireRow<C>[];
  /** The columns, in order, and each one's width in characters. */
  readonly columns: { readonly [Name in (keyof WireRow<C> & string) | Text]?: Column<C, Name> };
  /** Fields that say nothing yet in some rows, as what would be settled by an order that nobody has paid: their cells are empty there. */
  readonly silent?: { readonly [Field in keyof WireRow<C> & string]?: (row: WireRow<C>) => boolean };
  /** Columns whose titles are others than their fields' own. */
  readonly titles?: { readonly [Field in keyof WireRow<C> & string]?: Text };
}

/** How the rows of a list are written as a file, in the language of its reader. */
export interface ExportFile<C extends ListCall> {
  readonly name: string;
  write(
    format: ExportFormat,
    portions: Portions<C>,
    language: Language,
  ): { readonly type: string; readonly pieces: AsyncGenerator<string | Buffer, void, undefined> };
}

/** Declares the file of a list's export. Cells are written by the kinds of the list's fields. */
export function exportFile<C extends ListCall>(
  { row }: C,
  { name, title, linesOf = (row) => [row], columns, silent = {}, titles: own = {} }: DeclaredFile<C>,
): ExportFile<C> {
  const fields = Object.entries(columns).map(([field, column]) => {
    const title = (own as Readonly<Record<string, Text>>)[field] ?? (field as Text);
    const { width, words = field, kind, of } = (typeof column === 'number' ? { width: column } : column) as AnyColumn<C>;
    if (of) return { title, width, words, kind: kind ?? ('text' as const), valueIn: of };
    const isSilent = (silent as Readonly<Record<string, ((from: WireRow<C>) => boolean) | undefined>>)[field];
    const valueIn = (from: WireRow<C>): unknown => (isSilent?.(from) ? null : from[field]);
    return { title, width, words, kind: kindOf(row.shape[field] as z.ZodType), valueIn };
  });
  return {
    name,
    write: (format, portions, language) => {
      const lines = mapped(portions, linesOf);
      const t = translator(en, TEXTS[language]);
      const titles = fields.map((field) => t(field.title));
      const word = (words: string, value: string): string => t(`${words}.${value}` as Text);
      if (format === 'csv') {
        const line = (from: WireRow<C>): string =>
          csvLine(fields.map(({ valueIn, words, kind }) => csvField(kind, valueIn(from, t), (value) => word(words, value))));
        return { type: 'text/csv; charset=utf-8', pieces: csvPieces(titles, lines, line) };
      }
      const cells = (from: WireRow<C>): XlsxCell[] =>
        fields.map(({ valueIn, words, kind }) => xlsxCell(kind, valueIn(from, t), (value) => word(words, value)));
      return {
        type: XLSX_TYPE,
        pieces: xlsxStream({
          name: t(title),
          columns: fields.map(({ width }, index) => ({ title: titles[index] ?? '', width })),
          rows: mapped(lines, (row) => [cells(row)]),
        }),
      };
    },
  };
}

/** A column of a file, whatever it is made of. */
type AnyColumn<C extends ListCall> = Partial<MadeColumn<C>> & { readonly width: number; readonly words?: string };

async function* csvPieces<Row>(
  titles: readonly string[],
  portions: AsyncIterable<readonly Row[]>,
  line: (row: Row) => string,
): AsyncGenerator<string, void, undefined> {
  yield CSV_START + csvLine(titles);
  for await (const rows of portions) yield rows.map(line).join('');
}

async function* mapped<Row, Made>(
  portions: AsyncIterable<readonly Row[]>,
  madeOf: (row: Row) => readonly Made[],
): AsyncGenerator<Made[], void, undefined> {
  for await (const rows of portions) yield rows.flatMap(madeOf);
}

/** A row with several of something as one row for each; a row with none stays one. */
export function oneEach<Row extends object, Field extends keyof Row, One>(
  row: Row & { readonly [Name in Field]: readonly One[] },
  field: Field,
): Row[] {
  const all: readonly One[] = row[field];
  return all.length < 2 ? [row] : all.map((one) => ({ ...row, [field]: [one] }));
}

type Word = (value: string) => string;

function csvField(kind: FieldKind, value: unknown, word: Word): string {
  if (value === null) return '';
  if (kind === 'choice') return word(String(value));
  // A name, and a number that a merchant's system made up, may begin like a formula.
  return kind === 'text' || kind === 'id' ? inert(String(value)) : String(value);
}

function xlsxCell(kind: FieldKind, value: unknown, word: Word): XlsxCell {
  if (value === null) return '';
  switch (kind) {
    case 'instant':
      return new Date(String(value));
    case 'choice':
      return word(String(value));
    case 'money':
    case 'decimal':
      // Money is written with all of its coin's places.
      return { decimal: String(value), places: placesOf(String(value)) };
    case 'number':
      return { decimal: String(value), places: 0 };
    default:
      return String(value);
  }
}

/** The file's name says what is in it: the days of the filter, as far as it has any, up to today where its period still runs. */
export function exportName(
  name: string,
  format: ExportFormat,
  { time_from, time_to }: { readonly time_from?: string | undefined; readonly time_to?: string | undefined },
  now: Date,
): string {
  const last = lastCovered({ time_from, time_to }, now);
  const days = [...(time_from === undefined ? [] : [new Date(time_from)]), last].map((day) => day.toISOString().slice(0, 10));
  return `${name}_${days.join('_')}.${format}`;
}
