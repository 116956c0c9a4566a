import { unzipped } from './zip.ts';

/** The cells of a workbook's first sheet as they are written: texts as they are, numbers as their digits. */
export function sheetRows(workbook: Buffer): string[][] {
  const sheet = unzipped(workbook, 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row[ >].*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c[ >].*?<\/c>|<c [^>]*\/>/gs)].map(([cell]) => /<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/s.exec(cell)?.[1] ?? ''),
  );
}
