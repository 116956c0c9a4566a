import type { InputOf, OutputOf } from '@purser/contract/call';
import { TRANSACTION_TYPES } from '@purser/contract/features/fund-flow';
import { STATEMENT_PDF_ENTRIES, statementDetail, statementExport, statementMonths } from '@purser/contract/features/statement';
import { LANGUAGES, type Language } from '@purser/contract/language';
import { formatAmount, minorOf } from '@purser/contract/money';
import type { Entry } from '@purser/ledger/entry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeExportSlot } from '../../platform/export/export-slot.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { readCsv } from '../../platform/testing/read-csv.ts';
import { readPdf } from '../../platform/testing/read-pdf.ts';
import { statementCsv } from './csv.ts';
import { monthNamed, monthsBack } from './months.ts';
import { statementRoutes } from './routes.ts';
import { type Planted, plantEntries } from './testing/plant.ts';

let app: TestApp;
let merchant: TestMerchant;

const NAME = '=HYPERLINK("http://x.example","a"), Ltd';
const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** Five months, with a month in the middle in which nothing was booked. */
const START = Date.now() - 5 * MONTH_MS;
const GAP_ENDS = START + 3.7 * MONTH_MS;

/** The same on every run: a walk over all types and buckets that never falls below zero. */
function walk(count: number): Planted[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  let at = START;
  const span = (Date.now() - START) / count;
  return Array.from({ length: count }, (_, place) => {
    at = START + place * span;
    // Sixty-six days without an entry, among which there is a whole month of any calendar; what would fall into them comes at their end.
    const gap = at > START + 1.5 * MONTH_MS && at < GAP_ENDS;
    const type = TRANSACTION_TYPES[random(TRANSACTION_TYPES.length)] ?? 'payment';
    const amount = BigInt(random(90_000) + 10_000);
    const held = type === 'review_submitted';
    return {
      type,
      at: new Date(gap ? GAP_ENDS : at),
      available: held ? -5n : place % 3 === 0 ? -amount / 4n : amount,
      frozen: held ? 5n : 0n,
      pending: type === 'adjustment_increase' ? 3n : 0n,
      charge: BigInt(random(50)),
    };
  }).map((entry, place) => (place === 0 ? { ...entry, available: 100_000_000n } : entry));
}

beforeAll(async () => {
  app = await createTestApp({ routes: statementRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'], name: NAME });
  await plantEntries(app, merchant.merchant_id, 'USDP', walk(3_000));
  const other = await makeMerchant(app, { markets: ['USD'] });
  await plantEntries(app, other.merchant_id, 'USDP', walk(50));
});
afterAll(() => app.close());

const months = async (input: InputOf<typeof statementMonths> = {}, { token } = merchant) =>
  dataOf(await app.call(statementMonths, input, { token }));
const detail = (input: InputOf<typeof statementDetail>, { token } = merchant) => app.call(statementDetail, input, { token });

interface Row {
  readonly type: string;
  readonly at: Date;
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly charge: bigint;
}

/** Every entry as the table has it, past everything that is tested. */
async function ledger(): Promise<Row[]> {
  const rows = await app.sql<Record<string, string> & { posted_at: Date }>(
    `select * from ledger.entry where owner_id = $1 and coin = 'USDP' order by version`,
    [merchant.merchant_id],
  );
  const buckets = ['available', 'frozen', 'pending'];
  return rows.map((row) => ({
    type: row['type'] ?? '',
    at: row.posted_at,
    before: buckets.map((bucket) => BigInt(row[`${bucket}_before`] ?? '')),
    after: buckets.map((bucket) => BigInt(row[`${bucket}_after`] ?? '')),
    charge: BigInt(row['charge'] ?? ''),
  }));
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
const money = (minor: bigint): string => formatAmount(minor, 2);
const balance = ([available = 0n, frozen = 0n, pending = 0n]: readonly bigint[]) => ({
  available: money(available),
  frozen: money(frozen),
  pending: money(pending),
});

/** The month of a moment, by the browser's knowledge of zones instead of the database's. */
function monthIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).formatToParts(at);
  return `${parts.find(({ type }) => type === 'year')?.value}-${parts.find(({ type }) => type === 'month')?.value}`;
}

/** What a statement must say, by adding up. */
function meant(rows: readonly Row[], zone: string, month: string) {
  const within = rows.filter(({ at }) => monthIn(zone, at) === month);
  const before = rows.filter(({ at }) => monthIn(zone, at) < month);
  const opening = before.at(-1)?.after ?? [0n, 0n, 0n];
  const changes = within.map((row) => ({ ...row, change: sum(row.after) - sum(row.before) }));
  const sums = (of: typeof changes) => ({
    amount_in: money(sum(of.map(({ change }) => (change > 0n ? change : 0n)))),
    amount_out: money(sum(of.map(({ change }) => (change < 0n ? -change : 0n)))),
    charge: money(sum(of.map(({ charge }) => charge))),
  });
  return {
    entries: within.length,
    opening: balance(opening),
    closing: balance(within.at(-1)?.after ?? opening),
    sums: [...new Set(changes.map(({ type }) => type))].sort().map((type) => {
      const of = changes.filter((row) => row.type === type);
      return { transaction_type: type, count: of.length, ...sums(of) };
    }),
    ...sums(changes),
  };
}

describe('a statement', () => {
  it('begins with the first of two midnights where clocks are set back to it, and the one before ends there', async () => {
    // Havana, 1 November 2026: 01:00 becomes 00:00.
    const asked = { zone: 'America/Havana', beginning: new Date('2026-05-05T00:00:00Z'), now: new Date('2026-11-05T00:00:00Z') };
    const began = new Date('2026-11-01T04:00:00Z');
    const { db } = app.platform;
    expect(await monthNamed(db.system, asked, '2026-11')).toMatchObject({ from: began, to: new Date('2026-12-01T05:00:00Z') });
    expect(await monthsBack(db.system, asked, undefined, 2)).toMatchObject([{ from: began }, { to: began }]);
  });

  it.each(['UTC', 'Asia/Ho_Chi_Minh', 'America/New_York', 'Asia/Kathmandu'])(
    'is what the entries add up to, in %s, rolled up or not',
    async (time_zone) => {
      const rows = await ledger();
      for (const rolled of [false, true]) {
        if (rolled) await app.sql('select ledger.roll_up(1000, 100000, 1)');
        const { list, coins, coin_name } = await months({ time_zone });
        expect({ coins, coin_name }).toEqual({ coins: ['USDP', 'CNYT'], coin_name: 'USDP' });
        expect(list.length).toBeGreaterThanOrEqual(5);
        expect(sum(list.map(({ entries }) => BigInt(entries)))).toBe(BigInt(rows.length));
        for (const listed of list) {
          const { entries, opening, closing, ...sums } = meant(rows, time_zone, listed.month);
          expect(listed).toMatchObject({ entries, opening, closing });
          const answer = dataOf(await detail({ coin_name: 'USDP', month: listed.month, time_zone }));
          expect(answer).toMatchObject({ entries, opening, closing, ...sums, time_zone });
          expect(answer.sums).toEqual(sums.sums);
          const change =
            Object.values(closing)
              .map((money) => minorOf(money))
              .reduce((a, b) => a + b) -
            Object.values(opening)
              .map((money) => minorOf(money))
              .reduce((a, b) => a + b);
          expect(minorOf(answer.amount_in) - minorOf(answer.amount_out)).toBe(change);
        }
        // Each month begins where the one before it ended.
        list.slice(1).forEach((older, at) => expect(older.closing).toEqual(list[at]?.opening));
      }
    },
  );

  it('is there for a month in which nothing was booked, and says so in both files', async () => {
    const { list } = await months();
    const empty = list.find(({ entries }) => entries === 0);
    expect(empty).toBeDefined();
    const which = { coin_name: 'USDP', month: empty?.month ?? '' };
    expect(dataOf(await detail(which))).toMatchObject({ entries: 0, sums: [], amount_in: '0.00', opening: empty?.closing });
    expect(await csv(which)).toContainEqual(['All', '0', '0.00', '0.00', '0.00']);
    expect(await pdf(which)).toContain('Nothing was booked.');
  });

  it('of this month is told as not complete, and of every month before as complete', async () => {
    const before = Date.now();
    const { list } = await months();
    expect(list.map(({ is_complete }) => is_complete)).toEqual(list.map((_, at) => at > 0));
    expect(Date.parse(list[0]?.as_of ?? '')).toBeGreaterThanOrEqual(before - 1);
    list.slice(1).forEach(({ as_of, to }) => expect(as_of).toBe(to));
    const [month = ''] = list.map(({ month }) => month);
    expect(await pdf({ coin_name: 'USDP', month })).toContain('Not complete yet: this is what was booked until');
  });

  it("counts months by the merchant's own time zone where it has one, whatever is asked", async () => {
    const own = await makeMerchant(app);
    await plantEntries(app, own.merchant_id, 'USDP', [{ type: 'payment', at: new Date('2026-01-31T18:00:00Z'), available: 100n }]);
    const monthWithEntry = async (time_zone: string) => (await months({ time_zone }, own)).list.find(({ entries }) => entries === 1)?.month;
    expect(await monthWithEntry('UTC')).toBe('2026-01');
    expect(await monthWithEntry('Asia/Ho_Chi_Minh')).toBe('2026-02');
    await app.sql(`update merchant set time_zone = 'Asia/Ho_Chi_Minh' where merchant_id = $1`, [own.merchant_id]);
    expect(await monthWithEntry('UTC')).toBe('2026-02');
    expect(await months({ time_zone: 'UTC' }, own)).toMatchObject({ time_zone: 'Asia/Ho_Chi_Minh' });
  });

  it('lists months in portions, newest first, without a gap', async () => {
    const old = await makeMerchant(app);
    await plantEntries(app, old.merchant_id, 'USDP', [{ type: 'payment', at: new Date('2020-05-05T00:00:00Z'), available: 7n }]);
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page: OutputOf<typeof statementMonths> = await months({ before }, old);
      seen.push(...page.list.map(({ month }) => month));
      if (!page.has_more) break;
      expect(page.list).toHaveLength(24);
      before = page.list.at(-1)?.month;
    }
    expect(seen.at(-1)).toBe('2020-05');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(seen.length).toBeGreaterThan(60);
  });
});

type Which = Omit<InputOf<typeof statementExport>, 'format'>;

async function file(input: InputOf<typeof statementExport>, language: Language = 'en', { token } = merchant) {
  const payload = JSON.stringify(input);
  const headers = headersOf(statementExport, payload, { token, language });
  return app.fastify.inject({ method: 'POST', url: statementExport.path, payload, headers });
}

const csv = async (which: Which, language?: Language, party = merchant): Promise<string[][]> =>
  readCsv((await file({ ...which, format: 'csv' }, language, party)).body.replace(/^\ufeff/, ''));
const pdf = async (which: Which, language?: Language, party = merchant): Promise<string> =>
  (await readPdf((await file({ ...which, format: 'pdf' }, language, party)).rawPayload)).join(' ');

const WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Opening balance', 'Sums by type', 'Fees'],
  zh_Hans: ['期初余额', '按类型汇总', '手续费'],
  zh_Hant: ['期初餘額', '依類型彙總', '手續費'],
  vi: ['Số dư đầu kỳ', 'Tổng theo loại', 'Phí'],
};

describe('its files', () => {
  it.each(LANGUAGES)('say the same figures, in %s', async (language) => {
    const { list } = await months();
    const { month = '', opening, closing } = list.find(({ entries }) => entries > 100) ?? {};
    const which = { coin_name: 'USDP', month };
    const said = dataOf(await detail(which));
    const [lines, text] = [await csv(which, language), await pdf(which, language)];
    const cells = new Set(lines.flat());
    for (const word of WORDS[language]) {
      expect(cells).toContain(word);
      expect(text.normalize('NFC').replaceAll(' ', '')).toContain(word.replaceAll(' ', ''));
    }
    const figures = [opening, closing]
      .flatMap((end) => Object.values(end ?? {}))
      .concat(said.sums.flatMap((one) => [one.amount_in, one.charge]));
    for (const figure of figures) {
      expect(cells).toContain(figure);
      expect(text).toContain(figure.replace(/\B(?=(\d{3})+\.)/g, ','));
    }
  });

  it('hold every entry as CSV, oldest first, with the balance that each leaves', async () => {
    const { list } = await months();
    const { month = '', closing } = list.find(({ entries }) => entries > 100) ?? {};
    const lines = await csv({ coin_name: 'USDP', month });
    const entries = lines.slice(lines.findIndex(([first]) => first === 'Time') + 1);
    const rows = (await ledger()).filter(({ at }) => monthIn('UTC', at) === month);
    expect(entries.map((cells) => cells[3])).toEqual(rows.map(({ before, after }) => money(sum(after) - sum(before))));
    expect(entries.map(([time]) => time)).toEqual(rows.map(({ at }) => at.toISOString().slice(0, 19).replace('T', ' ')));
    expect(entries.at(-1)?.slice(5)).toEqual(Object.values(closing ?? {}));
  });

  it('hold no formula, whatever the merchant is called', async () => {
    const { list } = await months();
    const lines = await csv({ coin_name: 'USDP', month: list[0]?.month ?? '' });
    expect(lines).toContainEqual(['Merchant', `'${NAME}`]);
    expect(lines.flat().filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([]);
  });

  it('are saved under a name that says what is in them', async () => {
    const month = (await months()).list[1]?.month ?? '';
    for (const [format, type] of [
      ['pdf', 'application/pdf'],
      ['csv', 'text/csv; charset=utf-8'],
    ] as const) {
      const { headers } = await file({ coin_name: 'USDP', month, format });
      expect(headers).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="statement_USDP_${month}.${format}"`,
        'cache-control': 'no-store',
      });
    }
  });

  it('hold 120,000 entries of a month: all as CSV, and as PDF all figures, the first thousand and where the others are', async () => {
    const busy = await makeMerchant(app);
    const count = 120_000;
    await app.sql(
      `insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, available_before,
         available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at, begins_run)
       select $1, 'USDP', 'main', v, v, $1, gen_random_uuid(), 'payment', 'PO' || v, (v - 1) * 100, v * 100, 0, 0, 0, 0, 1,
         '2026-03-02T00:00:00Z'::timestamptz + v * interval '1 second', v = 1
       from generate_series(1, $2::bigint) as v`,
      [busy.merchant_id, count],
    );
    await app.sql(`update ledger.account set version = $2::bigint, available = $2::bigint * 100 where owner_id = $1 and coin = 'USDP'`, [
      busy.merchant_id,
      count,
    ]);
    const which = { coin_name: 'USDP', month: '2026-03' };
    expect(dataOf(await detail(which, busy))).toMatchObject({ entries: count, amount_in: '120000.00', charge: '1200.00' });
    const lines = await csv(which, 'en', busy);
    const entries = lines.slice(lines.findIndex(([first]) => first === 'Time') + 1);
    expect(entries).toHaveLength(count);
    expect(entries.at(-1)?.slice(1, 6)).toEqual([`PO${count}`, 'Payment', '1.00', '0.01', '120000.00']);
    const text = await pdf(which, 'en', busy);
    expect(text).toContain('Listed are the first 1,000 of 120,000 entries. The CSV file of this statement holds every one.');
    expect(text).toContain(` PO${STATEMENT_PDF_ENTRIES} `);
    expect(text).not.toContain(` PO${STATEMENT_PDF_ENTRIES + 1} `);
    expect(text).toContain('120,000.00');
  }, 120_000);

  it('is read no faster than it is taken: one portion of entries for each piece', async () => {
    let portions = 0;
    const standing = { entries: 0n, available_minor: 0n, frozen_minor: 0n, pending_minor: 0n };
    const moment = new Date('2026-03-01T00:00:00Z');
    const issuer = { merchantId: 1, name: 'Shop', zone: 'UTC' };
    const month = { month: '2026-03', from: moment, to: moment, isComplete: true, asOf: moment, opening: standing, closing: standing };
    async function* endless(): AsyncGenerator<readonly Entry[], void> {
      for (;;) {
        portions += 1;
        yield [];
      }
    }
    const pieces = statementCsv({ ...month, issuer, coin: 'USDP', sums: [], madeAt: moment }, endless(), {
      language: 'en',
      coins: { format: (minor) => formatAmount(minor, 2) },
    });
    for (let piece = 0; piece < 4; piece += 1) await pieces.next();
    expect(portions).toBe(3);
    await pieces.return();
  });
});

describe('refusals', () => {
  const month = () => new Date().toISOString().slice(0, 7);

  it.each([
    ['a month that has not come', { coin_name: 'USDP', month: '2999-01' }],
    ['a month before the merchant', { coin_name: 'USDP', month: '2001-01' }],
    ['a coin in which it has no account', { coin_name: 'VNDT', month: '2026-10' }],
    ['a coin that does not exist', { coin_name: 'NONE', month: '2026-10' }],
  ])('has no statement of %s', async (_, which) => {
    expect(await detail(which)).toMatchObject({ msg: 'statement_unknown' });
    for (const format of ['pdf', 'csv'] as const)
      expect((await file({ ...which, format })).json()).toMatchObject({ msg: 'statement_unknown' });
  });

  it.each(['2026-13', '2026-1', '26-01', '2026-01-01', "2026-01'"])('names a month that is none: %s', async (bad) => {
    expect(await detail({ coin_name: 'USDP', month: bad })).toMatchObject({ msg: 'invalid_input', data: { fields: [{ field: 'month' }] } });
  });

  it('names a time zone that is none', async () => {
    for (const time_zone of ['Mars/Olympus', "UTC'; select 1"]) {
      const wrong = { msg: 'invalid_input', data: { fields: [{ field: 'time_zone' }] } };
      expect(await detail({ coin_name: 'USDP', month: month(), time_zone })).toMatchObject(wrong);
      expect(await app.call(statementMonths, { time_zone }, { token: merchant.token })).toMatchObject(wrong);
      expect((await file({ coin_name: 'USDP', month: month(), format: 'csv', time_zone })).json()).toMatchObject(wrong);
    }
  });

  it('answers nobody without a session', async () => {
    expect(await app.call(statementMonths, {})).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.call(statementDetail, { coin_name: 'USDP', month: month() })).toMatchObject({ msg: 'unauthenticated' });
    expect((await file({ coin_name: 'USDP', month: month(), format: 'pdf' }, 'en', { ...merchant, token: 'none' })).statusCode).toBe(401);
  });

  it('makes no more files at a time for one of a team than exports', async () => {
    const owners = { merchantId: merchant.merchant_id, session: { member: undefined } };
    const slots = [takeExportSlot(app.platform, owners), takeExportSlot(app.platform, owners)];
    expect((await file({ coin_name: 'USDP', month: month(), format: 'csv' })).json()).toMatchObject({ msg: 'busy' });
    for (const giveBack of slots) giveBack();
    // Each gives its place back when it is through.
    for (let time = 0; time < 4; time += 1) {
      expect((await file({ coin_name: 'USDP', month: month(), format: time % 2 ? 'csv' : 'pdf' })).statusCode).toBe(200);
      await file({ coin_name: 'NONE', month: month(), format: 'pdf' });
    }
  });
});
