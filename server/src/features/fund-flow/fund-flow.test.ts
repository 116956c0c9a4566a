import type { InputOf } from '@purser/contract/call';
import { assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { planTransfer } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { fundFlowRoutes } from './routes.ts';

let app: TestApp;
let merchant: TestMerchant;
let partner: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: fundFlowRoutes });
  merchant = await makeMerchant(app, { markets: ['USD', 'CNY'], name: 'Lotus Café' });
  partner = await makeMerchant(app, { markets: ['USD'] });
  await fund(app, merchant.merchant_id, 'USDP', '100.00');
  await fund(app, merchant.merchant_id, 'CNYT', '5.00');
  await transfer(merchant, partner, 2_000n, 3n, 'TR-out');
  await transfer(partner, merchant, 500n, 1n, 'TR-in');
});
afterAll(() => app.close());

async function transfer(
  from: TestMerchant,
  to: TestMerchant,
  amount_minor: bigint,
  fee_minor: bigint,
  serial_number: string,
): Promise<void> {
  const identity = { owner_id: from.merchant_id, posting_id: crypto.randomUUID(), serial_number };
  const plan = planTransfer({ ...identity, from: from.merchant_id, to: to.merchant_id, coin: 'USDP', amount_minor, fee_minor });
  const [result] = await app.platform.db.systemTransaction((client) => postBatch(client, app.platform.ledgerKey, [plan]));
  expect(result?.outcome).toBe('posted');
}

const query = async (input: InputOf<typeof assetFlowQuery> = {}, { token } = merchant) =>
  dataOf(await app.call(assetFlowQuery, input, { token }));
const stats = async (input: InputOf<typeof assetFlowStats> = {}, { token } = merchant) =>
  dataOf(await app.call(assetFlowStats, input, { token })).list;

describe('the fund flow', () => {
  it("is the ledger's entries: before, after, change and charge, newest first", async () => {
    const { list, total, total_is_exact } = await query();
    expect([total, total_is_exact]).toEqual([4, true]);
    expect(list.map(({ serial_number, transaction_number }) => [serial_number, transaction_number]).slice(0, 2)).toEqual([
      ['TR-in', '4.99'],
      ['TR-out', '-20.00'],
    ]);
    expect(list[0]).toEqual({
      serial_number: 'TR-in',
      merchant_name: 'Lotus Café',
      merchant_id: merchant.merchant_id,
      coin_name: 'USDP',
      available_before_number: '80.00',
      available_after_number: '84.99',
      frozen_before_number: '0.00',
      frozen_after_number: '0.00',
      pending_before_number: '0.00',
      pending_after_number: '0.00',
      transaction_number: '4.99',
      charge: '0.01',
      transaction_type: 'transfer',
      time: expect.stringMatching(/^2\d{3}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it.each<[string, InputOf<typeof assetFlowQuery>, string[]]>([
    ['coin', { coin_name: 'CNYT' }, ['5.00']],
    ['type', { transaction_type: 'issuance', coin_name: 'USDP' }, ['100.00']],
    ['serial number', { serial_number: 'TR-out' }, ['-20.00']],
    ['time, before all', { time_to: '2020-01-01T00:00:00Z' }, []],
    ['time, since then', { time_from: '2020-01-01T00:00:00Z', sort_order: 'asc' }, ['100.00', '5.00', '-20.00', '4.99']],
    ['page', { page: 2, page_size: 3 }, ['100.00']],
  ])('is filtered by %s', async (_name, input, changes) => {
    expect((await query(input)).list.map(({ transaction_number }) => transaction_number)).toEqual(changes);
  });

  it('continues after its cursor', async () => {
    const first = await query({ page_size: 3 });
    expect(first.next_cursor).not.toBeNull();
    const rest = await query({ page_size: 3, cursor: first.next_cursor ?? '' });
    expect(rest).toMatchObject({ total: 4, next_cursor: null, list: [{ transaction_number: '100.00' }] });
  });

  it('refuses a cursor that is none, and names it', async () => {
    const answer = await app.call(assetFlowQuery, { cursor: 'x' }, { token: merchant.token });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'cursor' }] } });
  });
});

describe('the sums', () => {
  it('are per coin and type', async () => {
    const common = { day: null, charge: '0.00', amount_out: '0.00' };
    expect(await stats()).toEqual([
      { ...common, coin_name: 'CNYT', transaction_type: 'issuance', count: 1, amount_in: '5.00' },
      { ...common, coin_name: 'USDP', transaction_type: 'issuance', count: 1, amount_in: '100.00' },
      { ...common, coin_name: 'USDP', transaction_type: 'transfer', count: 2, amount_in: '4.99', amount_out: '20.00', charge: '0.01' },
    ]);
    expect(await stats({ serial_number: 'TR-out' })).toMatchObject([{ count: 1, amount_out: '20.00' }]);
    expect(await stats({ time_to: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it('are per local day when asked', async () => {
    await app.sql(`update ledger.entry set posted_at = '2026-03-28T23:30:00Z' where owner_id = $1 and serial_number = 'TR-in'`, [
      partner.merchant_id,
    ]);
    const day = async (time_zone: string) =>
      (await stats({ by_day: true, time_zone, serial_number: 'TR-in' }, partner)).map((row) => row.day);
    expect(await day('UTC')).toEqual(['2026-03-28']);
    expect(await day('Europe/Berlin')).toEqual(['2026-03-29']);
    expect(await day('America/New_York')).toEqual(['2026-03-28']);
  });

  it.each(['Nowhere/City', '+08:00', 'CET'])('refuse the time zone %s, and name it', async (time_zone) => {
    const answer = await app.call(assetFlowStats, { by_day: true, time_zone }, { token: merchant.token });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'time_zone' }] } });
  });
});

describe('scope', () => {
  it("shows a merchant its own side of a transfer, and nothing of anybody else's", async () => {
    const theirs = await query({ serial_number: 'TR-out' }, partner);
    expect(theirs.list).toMatchObject([{ merchant_id: partner.merchant_id, transaction_number: '19.97', charge: '0.03' }]);
    const newcomer = await makeMerchant(app);
    expect(await query({ serial_number: 'TR-out' }, newcomer)).toMatchObject({ list: [], total: 0 });
    expect(await stats({}, newcomer)).toEqual([]);
  });

  it('holds for a query that forgets to name the owner', async () => {
    const { rows } = await app.platform.db.scoped(partner.merchant_id, (client) =>
      client.query('select distinct owner_id from ledger.entry'),
    );
    expect(rows).toEqual([{ owner_id: BigInt(partner.merchant_id) }]);
  });

  it('answers nobody without a session', async () => {
    for (const call of [assetFlowQuery, assetFlowStats]) expect(await app.call(call, {})).toMatchObject({ status: 401 });
  });
});

it.each([
  ['zh_Hans', '请检查填写内容：merchant_id'],
  ['zh_Hant', '請檢查填寫內容：merchant_id'],
  ['en', 'Please check the input: merchant_id'],
  ['vi', 'Vui lòng kiểm tra thông tin: merchant_id'],
] as const)('refuses a field that it does not know, and names it, in %s', async (language, text) => {
  for (const call of [assetFlowQuery, assetFlowStats]) {
    const answer = await app.send(call, { merchant_id: 1 }, { token: merchant.token, language });
    expect(answer).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field: 'merchant_id' }] } });
    expect(answer.detail).toContain(text);
  }
});
