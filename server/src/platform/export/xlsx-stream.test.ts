import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canReadXlsx, readXlsx } from '../testing/read-xlsx.ts';
import { type XlsxCell, xlsxStream } from './xlsx-stream.ts';

async function fileOf(rows: readonly (readonly XlsxCell[])[], name = 'Sheet'): Promise<Buffer> {
  const columns = (rows[0] ?? ['']).map((_, index) => ({ title: `Column ${index + 1}`, width: 12 }));
  async function* portions() {
    for (let from = 0; from < rows.length; from += 2) yield rows.slice(from, from + 2);
  }
  const pieces: Buffer[] = [];
  for await (const piece of xlsxStream({ name, columns, rows: portions() })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const cellsOf = async (...cells: XlsxCell[]) => readXlsx(await fileOf([cells])).rows[1];

describe.skipIf(!canReadXlsx)('a worksheet, read by another program,', () => {
  it('has all its parts, its name, a row of titles and every row in its place', async () => {
    const { name, parts, rows } = readXlsx(
      await fileOf(
        [
          ['a', 'b'],
          ['c', 'd'],
          ['e', 'f'],
        ],
        'Flow [1]: a/b & so on, a name that is too long',
      ),
    );
    expect(name).toBe('Flow  1   a b & so on, a name t');
    expect(parts).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(rows.map((row) => row.map(({ place, text }) => `${place}=${text}`))).toEqual([
      ['A1=Column 1', 'B1=Column 2'],
      ['A2=a', 'B2=b'],
      ['A3=c', 'B3=d'],
      ['A4=e', 'B4=f'],
    ]);
  });

  it('holds numbers as numbers, with the places of their coin', async () => {
    expect(
      await cellsOf({ decimal: '-1234.50', places: 2 }, { decimal: '0.000001', places: 6 }, { decimal: '7', places: 0 }),
    ).toMatchObject([
      { type: null, text: '-1234.50', format: '#,##0.00' },
      { type: null, text: '0.000001', format: '#,##0.000000' },
      { type: null, text: '7', format: '#,##0' },
    ]);
  });

  it('shows the smallest unit of the coin with most places', async () => {
    expect(await cellsOf({ decimal: '0.000000000000000001', places: 18 })).toMatchObject([
      { type: null, text: '0.000000000000000001', format: '#,##0.000000000000000000' },
    ]);
  });

  it('holds a number that a spreadsheet would round as text', async () => {
    const decimals = [
      '9999999999999.99',
      '-999999999999.123456',
      '1234567890123456',
      '12345678901234567800',
      '100000000000000000.00',
      '0.00',
    ];
    expect((await cellsOf(...decimals.map((decimal) => ({ decimal, places: 2 }))))?.map(({ type, text }) => [type, text])).toEqual([
      [null, '9999999999999.99'],
      ['inlineStr', '-999999999999.123456'],
      ['inlineStr', '1234567890123456'],
      ['inlineStr', '12345678901234567800'],
      [null, '100000000000000000.00'],
      [null, '0.00'],
    ]);
  });

  it('holds moments as days of the spreadsheet', async () => {
    const [noon, epoch] = (await cellsOf(new Date('2026-11-21T12:00:00.000Z'), new Date(0))) ?? [];
    expect(Number(noon?.text)).toBe(46_347.5);
    expect(Number(epoch?.text)).toBe(25_569);
    expect(noon).toMatchObject({ type: null, format: 'yyyy\\-mm\\-dd hh:mm:ss.000' });
  });

  it('marks a text that looks like a formula as quoted, and never holds a formula', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'plain', '1=1'];
    const cells = (await cellsOf(...texts)) ?? [];
    expect(cells.map(({ quoted }) => quoted)).toEqual([true, true, true, true, true, true, false, false]);
    expect(cells.map(({ text }) => text)).toEqual(texts);
  });

  it('keeps every text as it was, and replaces what XML cannot hold', async () => {
    const kept = ['<b>&amp;"\'</b>', '  spaces  ', '支付 Thanh toán 😀', 'two\nlines'];
    expect((await cellsOf(...kept))?.map(({ text }) => text)).toEqual(kept);
    expect((await cellsOf('a\u0000b\u001fc', 'half \ud83d', '\uffff'))?.map(({ text }) => text)).toEqual([
      'a\ufffdb\ufffdc',
      'half \ufffd',
      '\ufffd',
    ]);
  });

  it('escapes what a spreadsheet would read as a character number', async () => {
    expect((await cellsOf('_x0041_', '_x41_'))?.map(({ text }) => text)).toEqual(['_x005F_x0041_', '_x41_']);
  });

  it('names columns beyond Z', async () => {
    const cells = (await cellsOf(...Array.from({ length: 30 }, (_, index) => String(index)))) ?? [];
    expect([cells[25]?.place, cells[26]?.place, cells[29]?.place]).toEqual(['Z2', 'AA2', 'AD2']);
  });
});

it('fails as its rows fail, rather than ending early', async () => {
  async function* rows(): AsyncGenerator<string[][], void> {
    yield [['a']];
    throw new Error('the rows broke off');
  }
  const reading = async () => {
    for await (const piece of xlsxStream({ name: 'Sheet', columns: [{ title: 'A', width: 9 }], rows: rows() })) void piece;
  };
  await expect(reading()).rejects.toThrow('the rows broke off');
});

it('stops reading rows when nobody wants more', async () => {
  let ended = false;
  async function* rows(): AsyncGenerator<string[][], void> {
    try {
      for (;;) yield [[String(Math.random())]];
    } finally {
      ended = true;
    }
  }
  let pieces = 0;
  for await (const piece of xlsxStream({ name: 'Sheet', columns: [{ title: 'A', width: 9 }], rows: rows() })) {
    pieces += piece.length > 0 ? 1 : 0;
    if (pieces > 20) break;
  }
  await expect.poll(() => ended).toBe(true);
});

it('reads rows no faster than the file is taken', async () => {
  let portions = 0;
  async function* rows(): AsyncGenerator<string[][], void> {
    for (; portions < 500; portions += 1) yield Array.from({ length: 100 }, () => [randomBytes(96).toString('base64')]);
  }
  const file = xlsxStream({ name: 'Sheet', columns: [{ title: 'A', width: 9 }], rows: rows() });
  await file.next();
  const seen: number[] = [];
  await expect.poll(() => seen.push(portions) > 3 && new Set(seen.slice(-3)).size === 1, { interval: 100 }).toBe(true);
  expect(seen.at(-1)).toBeLessThan(100);
  for await (const piece of file) void piece;
  expect(portions).toBe(500);
});
