import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { ledgerEntryQuery } from '@purser/contract/features/ledger';
import { orderQuery } from '@purser/contract/features/order';
import { ownAuditQuery } from '@purser/contract/features/own-audit';
import type { ListCall } from '@purser/contract/list-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOrder } from '../features/checkout/testing/order.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Whose page a cursor goes on with: every list's rows have places of the same few shapes. */

let app: TestApp;
let merchant: TestMerchant;
let other: TestMerchant;

const isList = (call: Call): call is ListCall => 'row' in call;
const LISTS = CALLS.filter(isList).filter(({ caller }) => caller === 'merchant');
const NO_CURSOR = { status: 400, msg: 'invalid_input', data: { fields: [{ field: 'cursor' }] } };

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
  for (const { merchant_id } of [merchant, other]) {
    for (let n = 1; n <= 3; n += 1) {
      await makeOrder(app, merchant_id);
      await fund(app, merchant_id, 'USDP', `${n}.00`);
    }
  }
});
afterAll(() => app.close());

async function cursorOf(call: typeof orderQuery | typeof assetFlowQuery, { token }: TestMerchant = merchant): Promise<string> {
  const { next_cursor } = dataOf(await app.call(call, { page_size: 1 }, { token }));
  return next_cursor ?? '';
}

describe.each([
  ['orders', orderQuery],
  ['ledger entries', assetFlowQuery],
] as const)('a cursor of the list of %s', (_, of) => {
  it('is no place in any other list', async () => {
    const cursor = await cursorOf(of);
    expect(dataOf(await app.call(of, { cursor }, { token: merchant.token })).list).toHaveLength(2);
    const others = LISTS.filter((list) => list !== of);
    expect(others).toContain(ownAuditQuery);
    for (const list of others) expect(await app.send(list, { cursor }, { token: merchant.token }), list.path).toMatchObject(NO_CURSOR);
  });
});

it('a cursor of entries is a place among those of one owner, and under one type and number', async () => {
  const staffToken = (await makeStaff(app, 'auditor')).token;
  const ask = (owner_id: number, cursor?: string, narrowed = {}) =>
    app.call(ledgerEntryQuery, { owner_id, page_size: 1, ...(cursor && { cursor }), ...narrowed }, { staffToken });
  const cursor = dataOf(await ask(merchant.merchant_id)).next_cursor ?? '';
  expect(dataOf(await ask(merchant.merchant_id, cursor)).list).toHaveLength(1);
  expect(await ask(other.merchant_id, cursor)).toMatchObject(NO_CURSOR);
  const [{ serial_number = '' } = {}] = dataOf(await ask(merchant.merchant_id)).list;
  expect(await ask(merchant.merchant_id, cursor, { serial_number })).toMatchObject(NO_CURSOR);
});
