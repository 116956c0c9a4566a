import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { readCsv } from '../../server/src/platform/testing/read-csv.ts';
import { merchant, test } from '../support/demo.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

/** Lists of orders under review: what their columns of fees and settlements are called, and the same columns of their files. Some are shown on request. */
const LISTS = [
  {
    path: '/user/WithdrawalRecord',
    number: ['field.orderId', 'Merchant order number'],
    amounts: [
      ['field.handlingFee', 'Handling fee'],
      ['field.settlementAmount', 'Settlement amount'],
    ],
  },
  {
    path: '/adjustment/AccountAdjustment',
    asked: ['adjustment', ['handling_fee', 'settlement_amount', 'serial_number']],
    number: ['field.serialNumber', 'Serial number'],
    amounts: [
      ['field.handlingFee', 'Handling fee'],
      ['field.settlementAmount', 'Settlement amount'],
    ],
  },
  {
    path: '/ustd-recharge/index',
    number: ['recharge.orderNo', 'Order number'],
    amounts: [
      ['field.handlingFee', 'Fee'],
      ['recharge.count', 'Amount received'],
    ],
  },
  {
    path: '/ustd-withdraw/index',
    asked: ['usdt-withdrawal', ['fee', 'network_fee']],
    number: ['usdtOut.orderNo', 'Order number'],
    amounts: [
      ['usdtOut.fee', 'Fee'],
      ['usdtOut.networkFee', 'Network fee'],
      ['usdtOut.arrives', 'Amount received'],
    ],
  },
  {
    path: '/coin-withdraw/index',
    number: ['fiat.orderNo', 'Order number'],
    amounts: [
      ['fiat.fee', 'Fee'],
      ['fiat.received', 'Amount received'],
    ],
  },
] as const;

const figureOf = (text: string): string => /\d[\d,.]*/.exec(text)?.[0].replaceAll(',', '') ?? '';

/** The cells of a table's columns, row by row. */
async function cellsOf(table: Locator, titles: readonly string[]): Promise<string[][]> {
  const heads = (await table.locator('thead th').allInnerTexts()).map((text) => text.trim());
  const places = titles.map((title) => heads.indexOf(title));
  const rows = await table.locator('tbody tr:has(button)').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').allInnerTexts();
      return places.map((place) => (cells[place] ?? `no ${titles.join()}`).trim());
    }),
  );
}

for (const { path, number, amounts, ...rest } of LISTS) {
  test(`the list at ${path} and its file tell the same of fees and settlements, and neither before there are any`, async ({ browser }) => {
    const page = await (await merchant(browser, ENGLISH)).newPage();
    if ('asked' in rest) {
      const [id, columns] = rest.asked;
      const chosen = JSON.stringify(Object.fromEntries(columns.map((column) => [column, true])));
      await page.addInitScript(`localStorage.setItem('purser.columns.${id}', '${chosen}')`);
    }
    await page.goto(`${path}?page_size=100`);
    const table = page.locator('section[aria-busy="false"]');
    await expect(table.locator('tbody tr:has(button)').first()).toBeVisible();
    const shown = await cellsOf(
      table,
      [number, ...amounts].map(([title]) => t(title)),
    );

    await page.getByRole('button', { name: t('list.export') }).click();
    const coming = page.waitForEvent('download');
    await page.getByText(t('list.exportCsv')).click();
    const [titles = [], ...rows] = readCsv((await readFile(await (await coming).path(), 'utf8')).replace(/^\uFEFF/, ''));
    const places = [number, ...amounts].map(([, title]) => titles.indexOf(title));
    expect(places).not.toContain(-1);
    const filed = rows.map((row) => places.map((place) => row[place] ?? ''));
    expect(shown.map(([order, ...figures]) => [order, ...figures.map(figureOf)])).toEqual(filed);
    expect(filed.filter((row) => row.includes(''))).not.toEqual([]);
  });
}
