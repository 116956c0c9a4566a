import { MOST_DECIMALS } from '@purser/contract/coin';
import { zipStream } from './zip-stream.ts';

/**
 * One worksheet of Office Open XML (ECMA-376), written row by row in constant memory: the libraries at hand hold the whole
 * sheet before the first byte.
 *
 * A cell is a text, a moment, or a decimal number with its places. A number goes in as a number as long as a spreadsheet keeps
 * it exactly, and as text otherwise. No cell is ever a formula.
 */
export type XlsxCell = string | Date | XlsxNumber;

interface XlsxNumber {
  /** A plain decimal ("-1234.50"). */
  readonly decimal: string;
  readonly places: number;
}

export interface XlsxSheet {
  readonly name: string;
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  /** Rows in portions: each portion becomes one piece of the file. */
  readonly rows: AsyncIterable<readonly (readonly XlsxCell[])[]>;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function xlsxStream(sheet: XlsxSheet): AsyncGenerator<Buffer, void, undefined> {
  return zipStream({
    small: {
      '[Content_Types].xml': CONTENT_TYPES,
      '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml': workbook(sheet.name),
      'xl/_rels/workbook.xml.rels': relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
      'xl/styles.xml': STYLES,
    },
    large: { name: 'xl/worksheets/sheet1.xml', content: worksheet(sheet) },
  });
}

/** Spreadsheets compute with doubles and show at most this many significant digits. */
const EXACT_DIGITS = 15;
/** Positions in STYLES' cellXfs. */
const STYLE = { title: 1, inertText: 2, moment: 3, number: 4 } as const;

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const CONTENT_TYPES = `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${XLSX_TYPE}.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;

const places = Array.from({ length: MOST_DECIMALS + 1 }, (_, count) => count);
const FIRST_FORMAT = 164;
const MOMENT_FORMAT = FIRST_FORMAT + places.length;

const STYLES = `${DECLARATION}<styleSheet xmlns="${NAMESPACE}"><numFmts count="${places.length + 1}">\
${places.map((count) => `<numFmt numFmtId="${FIRST_FORMAT + count}" formatCode="#,##0${count > 0 ? `.${'0'.repeat(count)}` : ''}"/>`).join('')}\
<numFmt numFmtId="${MOMENT_FORMAT}" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${STYLE.number + places.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>\
<xf numFmtId="${MOMENT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
${places.map((count) => `<xf numFmtId="${FIRST_FORMAT + count}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}\
</cellXfs></styleSheet>`;

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
}

function workbook(name: string): string {
  // A sheet's name has at most 31 characters and none of these.
  const safe = escape(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31));
  return `${DECLARATION}<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${safe}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

async function* worksheet({ columns, rows }: XlsxSheet): AsyncGenerator<Buffer, void, undefined> {
  const letters = columns.map((_, index) => columnLetters(index));
  const widths = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`);
  const titles = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, STYLE.title));
  yield Buffer.from(
    `${DECLARATION}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`,
  );
  let number = 1;
  for await (const portion of rows) {
    let xml = '';
    for (const row of portion) {
      number += 1;
      xml += `<row r="${number}">`;
      for (let index = 0; index < row.length; index += 1) xml += cell(`${letters[index]}${number}`, row[index] as XlsxCell);
      xml += '</row>';
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${letters.at(-1)}${number}"/></worksheet>`);
}

function cell(place: string, value: XlsxCell): string {
  if (typeof value === 'string') return textCell(place, value, STARTS_LIKE_A_FORMULA.test(value) ? STYLE.inertText : undefined);
  if (value instanceof Date) return `<c r="${place}" s="${STYLE.moment}"><v>${serialDay(value)}</v></c>`;
  if (!isExact(value.decimal)) return textCell(place, value.decimal);
  return `<c r="${place}" s="${STYLE.number + Math.min(value.places, MOST_DECIMALS)}"><v>${value.decimal}</v></c>`;
}

/** A text that would become a formula if someone typed it again: the cell is marked as quoted, as by a leading apostrophe. */
const STARTS_LIKE_A_FORMULA = /^[=+\-@\t\r\n]/;

function textCell(place: string, text: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;
}

function isExact(decimal: string): boolean {
  const significant = decimal.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  return significant.length <= EXACT_DIGITS;
}

/** Days since 30 December 1899, the spreadsheets' count; times are shown as they are in UTC. */
function serialDay(time: Date): string {
  return (25_569 + time.getTime() / 86_400_000).toFixed(9);
}

function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const TO_ESCAPE = /[&<>"]/g;
const SPECIAL = /[&<>"_\ufffe\uffff]|\p{Cc}|\p{Cs}/u;
/** What XML 1.0 cannot hold or had better not: control characters and non-characters. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

function escape(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(NOT_XML, '\ufffd')
      .replace(TO_ESCAPE, (character) => ENTITIES[character] as string)
      .replace(/\r/g, '&#13;')
      // Spreadsheets read _x0041_ as the character with that number.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  );
}
