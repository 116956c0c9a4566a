import type { InputOf } from '@purser/contract/call';
import { assetFlowExport } from '@purser/contract/features/fund-flow';
import { EXPORT_LIMIT_ROWS } from '@purser/contract/list-call';
import type { Language } from '@purser/contract/language';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { canReadXlsx, readXlsx } from '../../platform/testing/read-xlsx.ts';
import { fundFlowRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let address: string;

const ROWS = 5_000;
const NAME = '=HYPERLINK("http://x.example","a"), Ltd';

beforeAll(async () => {
  app = await createTestApp({ routes: fundFlowRoutes });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'], name: NAME });
  await plant(merchant, 'USDP', ROWS);
});
afterAll(() => app.close());

/** Entries a second apart, the last one at 2026-03-01T02:00:00Z less a second. */
async function plant({ merchant_id }: TestMerchant, coin: string, count: number): Promise<void> {
  await app.sql(
    `insert into ledger.account (owner_id, coin, purpose, version) values ($1, $2, 'main', $3)
     on conflict (owner_id, coin, purpose) do update set version = excluded.version`,
    [merchant_id, coin, count],
  );
  await app.sql(
    `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
       available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
     select $1, $2, 'main', v, case when v % 10 = 0 then v / 10 else v - v / 10 end, $1, gen_random_uuid(),
       case when v % 10 = 0 then 'transfer' else 'payment' end, 'PO' || v, v * 100,
       v * 100 + case when v % 10 = 0 then -250 else 100 end, 0, 0, 0, 0, v % 3, '2026-03-01T02:00:00Z'::timestamptz + (v - $3 - 1) * interval '1 second',
       v = 1 or v % 10 < 2
     from generate_series(1, $3::bigint) as v`,
    [merchant_id, coin, count],
  );
}

/** A merchant whose export is far larger, some 25 MB, than what operating systems take off a writer's hands on their own. */
const BULKY_ROWS = 12_000;
async function makeBulky(): Promise<TestMerchant> {
  const bulky = await makeMerchant(app, { name: 'x'.repeat(2_000) });
  await plant(bulky, 'USDP', BULKY_ROWS);
  return bulky;
}

type Input = InputOf<typeof assetFlowExport>;

function ask(input: Input, { token } = merchant, language: Language = 'en', signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify(input);
  return fetch(address + assetFlowExport.path, {
    method: 'POST',
    body,
    headers: headersOf(assetFlowExport, body, { token, language }),
    ...(signal && { signal }),
  });
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function csvOf(input: Omit<Input, 'format'> = {}, party = merchant, language: Language = 'en'): Promise<string[][]> {
  const bytes = await bytesOf(await ask({ format: 'csv', ...input }, party, language));
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  return readCsv(new TextDecoder().decode(bytes));
}

describe('as CSV', () => {
  it('says its type, its name with the days, and how many rows will come', async () => {
    const response = await ask({ format: 'csv', time_from: '2026-02-28T00:00:00Z', time_to: '2026-03-02T00:00:00Z' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="fund-flow_2026-02-28_2026-03-01.csv"',
      'purser-export-rows': String(ROWS),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-length')).toBeNull();
    await response.arrayBuffer();
  });

  it('has every row once, newest first, amounts exact, and a name that no spreadsheet runs', async () => {
    const [, ...rows] = await csvOf();
    expect(rows).toHaveLength(ROWS);
    expect(rows[0]).toEqual([
      '2026-03-01T01:59:59.000Z',
      'PO5000',
      'Transfer',
      'USDP',
      '-2.50',
      '0.02',
      '5000.00',
      '4997.50',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      String(merchant.merchant_id),
      `'${NAME}`,
    ]);
    expect(new Set(rows.map(([, serial]) => serial)).size).toBe(ROWS);
    expect(rows.every((row, index) => row[1] === `PO${ROWS - index}`)).toBe(true);
  });

  it.each<[Language, string[], string]>([
    ['zh_Hans', ['时间（UTC）', '流水号', '类型', '币种', '变动金额'], '转账'],
    ['zh_Hant', ['時間（UTC）', '流水號', '類型', '幣別', '變動金額'], '轉帳'],
    ['en', ['Time (UTC)', 'Serial number', 'Type', 'Coin', 'Change'], 'Transfer'],
    ['vi', ['Thời gian (UTC)', 'Mã giao dịch', 'Loại', 'Loại tiền', 'Số tiền thay đổi'], 'Chuyển tiền'],
  ])('speaks the language of the request: %s', async (language, titles, type) => {
    const [head, row] = await csvOf({ serial_number: 'PO10' }, merchant, language);
    expect(head?.slice(0, 5)).toEqual(titles);
    expect(row?.[2]).toBe(type);
  });

  it.each<[string, Omit<Input, 'format'>, number]>([
    ['type', { transaction_type: 'transfer' }, ROWS / 10],
    ['coin', { coin_name: 'CNYT' }, 0],
    ['serial number', { serial_number: 'PO77' }, 1],
    ['time', { time_from: '2026-03-01T01:59:00Z', time_to: '2026-03-01T01:59:30Z' }, 30],
  ])('goes by the filters: %s', async (_name, input, expected) => {
    const response = await ask({ format: 'csv', ...input });
    expect(response.headers.get('purser-export-rows')).toBe(String(expected));
    expect((await response.text()).split('\r\n')).toHaveLength(expected + 2);
  });

  it('holds what there was when it began, though more is posted while it comes', async () => {
    const busy = await makeMerchant(app);
    await plant(busy, 'USDP', ROWS);
    const response = await ask({ format: 'csv' }, busy);
    await fund(app, busy.merchant_id, 'USDP', '1.00');
    const rows = readCsv(await response.text()).slice(1);
    expect(rows).toHaveLength(Number(response.headers.get('purser-export-rows')));
    expect(rows[0]?.[1]).toBe(`PO${ROWS}`);
  });
});

describe.skipIf(!canReadXlsx)('as XLSX, read by another program,', () => {
  it('has numbers as numbers, times as times, and every row', async () => {
    const response = await ask({ format: 'xlsx' }, merchant, 'vi');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="fund-flow_\d{4}-\d\d-\d\d\.xlsx"$/),
      'purser-export-rows': String(ROWS),
    });
    const { name, rows } = readXlsx(await bytesOf(response));
    expect(name).toBe('Biến động số dư');
    expect(rows).toHaveLength(ROWS + 1);
    expect(rows[0]?.map(({ text }) => text).slice(0, 3)).toEqual(['Thời gian (UTC)', 'Mã giao dịch', 'Loại']);
    const [time, serial, type, , change, charge] = rows[1] ?? [];
    expect(Number(time?.text)).toBeCloseTo(25_569 + Date.parse('2026-03-01T01:59:59Z') / 86_400_000, 8);
    expect([serial?.text, type?.text]).toEqual(['PO5000', 'Chuyển tiền']);
    expect(change).toMatchObject({ type: null, text: '-2.50', format: '#,##0.00' });
    expect(charge).toMatchObject({ type: null, text: '0.02' });
    expect(rows[1]?.at(-1)).toMatchObject({ type: 'inlineStr', text: NAME, quoted: true });
  });

  it('is a sheet with titles alone when there is nothing', async () => {
    const newcomer = await makeMerchant(app);
    expect(readXlsx(await bytesOf(await ask({ format: 'xlsx' }, newcomer))).rows).toHaveLength(1);
  });
});

/** How often the database was asked once it is asked no more. */
async function askedInAll(scoped: { readonly mock: { readonly calls: readonly unknown[] } }): Promise<number> {
  const seen: number[] = [];
  await expect
    .poll(() => seen.push(scoped.mock.calls.length) > 3 && new Set(seen.slice(-3)).size === 1, { timeout: 15_000, interval: 300 })
    .toBe(true);
  return seen.at(-1) ?? 0;
}

describe('a stream', () => {
  it('stops asking the database when its client leaves', async () => {
    const scoped = vi.spyOn(app.platform.db, 'scoped');
    const leaving = new AbortController();
    const response = await ask({ format: 'csv' }, await makeBulky(), 'en', leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    expect(await askedInAll(scoped)).toBeLessThan(BULKY_ROWS / 500 - 3);
    scoped.mockRestore();
  });

  it('reads no further than its client does', async () => {
    const scoped = vi.spyOn(app.platform.db, 'scoped');
    const slow = await makeBulky();
    const response = await ask({ format: 'csv' }, slow);
    expect(await askedInAll(scoped)).toBeLessThan(BULKY_ROWS / 500 - 3);
    expect((await response.text()).split('\r\n')).toHaveLength(BULKY_ROWS + 2);
    scoped.mockRestore();
  });

  it.each(['csv', 'xlsx'] as const)(
    'that fails half way breaks the connection: half a %s file is never taken for a whole',
    async (format) => {
      const scoped = vi.spyOn(app.platform.db, 'transaction').mockRejectedValue(new Error('the database is gone'));
      await expect(ask({ format }).then((response) => response.arrayBuffer())).rejects.toThrow();
      scoped.mockRestore();
    },
  );
});

describe('exports at the same time', () => {
  it('are two of one merchant; a third waits for one that ended, was left or failed', async () => {
    const [eager, other] = [await makeBulky(), await makeMerchant(app)];
    const leaving = new AbortController();
    const running = [await ask({ format: 'csv' }, eager), await ask({ format: 'csv' }, eager, 'en', leaving.signal)];
    expect(await (await ask({ format: 'csv' }, eager)).json()).toMatchObject({ code: 4290, msg: 'busy' });
    expect((await ask({ format: 'csv' }, other)).headers.get('purser-export-rows')).toBe('0');
    leaving.abort();
    await expect.poll(async () => (await ask({ format: 'csv', coin_name: 'CNYT' }, eager)).status).toBe(200);
    await running[0]?.text();
    for (let i = 0; i < 4; i += 1) expect((await ask({ format: 'csv', coin_name: 'CNYT' }, eager)).status).toBe(200);
  });
});

describe('refusals', () => {
  it('come as an envelope: more rows than a worksheet holds', async () => {
    const huge = await makeMerchant(app);
    await app.sql(`update ledger.account set version = $2 where owner_id = $1`, [huge.merchant_id, EXPORT_LIMIT_ROWS + 1]);
    // As often as one likes: what is refused takes no slot.
    for (let times = 0; times < 3; times += 1) {
      const answer = await app.call(assetFlowExport, { format: 'xlsx' }, { token: huge.token });
      expect(answer).toMatchObject({ code: 6209, detail: 'The export exceeds 1000000 rows. Please narrow the range.' });
    }
  });

  it('come as an envelope: no session, an unknown format, an unknown field', async () => {
    const { token } = merchant;
    expect(await app.call(assetFlowExport, { format: 'csv' })).toMatchObject({ status: 401, msg: 'unauthenticated' });
    expect(await app.send(assetFlowExport, { format: 'pdf' }, { token })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'format' }] },
    });
    expect(await app.send(assetFlowExport, { format: 'csv', owner_id: 1 }, { token })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'owner_id' }] },
    });
  });

  it("never hold another merchant's rows", async () => {
    const newcomer = await makeMerchant(app);
    expect(await csvOf({ serial_number: 'PO77' }, newcomer)).toHaveLength(1);
  });
});
