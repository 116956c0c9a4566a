import { ledgerAttestationAdd, ledgerAttestationExport, ledgerAttestationQuery, ledgerReserves } from '@purser/contract/features/ledger';
import type { InputOf } from '@purser/contract/call';
import { transferAdd } from '@purser/contract/features/transfer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { fund, googleCode, makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let finance: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  finance = await makeStaff(app, 'finance');
});
afterAll(() => app.close());

type Attested = Omit<InputOf<typeof ledgerAttestationAdd>, 'google_code'>;
const usual: Attested = { coin_name: 'USDP', amount: '100.00', source: 'First bank', as_of: '2026-01-31T00:00:00Z', remark: 'Statement 1' };
const attest = async (wishes: Partial<Attested> = {}) =>
  finance.call(ledgerAttestationAdd, { ...usual, ...wishes, google_code: await finance.code() });
async function reservesOf(coin: string) {
  const { list } = dataOf(await finance.call(ledgerReserves, {}));
  return list.find(({ coin_name }) => coin_name === coin);
}

it('tells what is owed in each coin to whom it is not, and compares it with the newest that each source has said', async () => {
  const [merchant, other, user] = [await makeMerchant(app), await makeMerchant(app), await makeUser(app)];
  expect(await reservesOf('USDP')).toMatchObject({ owed: '0.00', held: null, difference: null, state: 'covered' });
  await fund(app, merchant.merchant_id, 'USDP', '150.00');
  await fund(app, user.user_id, 'USDP', '20.00', 'reward');
  await fund(app, 1, 'USDP', '30.00', 'reward_pool');
  const input = { receipt_merchant_id: other.merchant_id, coin_name: 'USDP', amount: '10.00', remark: '' };
  dataOf(await app.call(transferAdd, { ...input, google_code: await googleCode(app, merchant) }, { token: merchant.token }));
  const before = await reservesOf('USDP');
  expect(before).toMatchObject({ owed: '169.99', held: null, state: 'unattested' });
  const [{ owed } = { owed: '' }] = await app.sql<{ owed: string }>(
    `select sum(available + frozen + pending)::text as owed from ledger.account where coin = 'USDP' and owner_id > 128`,
  );
  expect(owed).toBe('16999');
  expect(before?.own).toEqual([
    { purpose: 'fees', amount: '0.01' },
    { purpose: 'reward_pool', amount: '30.00' },
  ]);
  expect(before?.outside).toContainEqual({ purpose: 'issuance', amount: '200.00' });

  dataOf(await attest());
  dataOf(await attest({ source: 'Second bank', amount: '50' }));
  expect(await reservesOf('USDP')).toMatchObject({ held: '150.00', difference: '-19.99', state: 'short' });
  dataOf(await attest({ amount: '119.99', as_of: '2026-02-28T00:00:00Z', remark: '' }));
  const covered = await reservesOf('USDP');
  expect(covered).toMatchObject({ held: '169.99', difference: '0.00', state: 'covered' });
  expect(covered?.attestations.map(({ source, amount, entered_by }) => [source, amount, entered_by.name])).toEqual([
    ['First bank', '119.99', finance.name],
    ['Second bank', '50.00', finance.name],
  ]);
  // What is said of an earlier day does not take the place of what was said of a later one.
  dataOf(await attest({ amount: '1.00', as_of: '2026-02-01T00:00:00Z' }));
  expect(await reservesOf('USDP')).toMatchObject({ held: '169.99' });
  const { list } = dataOf(await finance.call(ledgerAttestationQuery, { coin_name: 'USDP' }));
  expect(list.map(({ amount }) => amount)).toEqual(['1.00', '119.99', '50.00', '100.00']);
  const file = await exportedFile(app, ledgerAttestationExport, { staffToken: finance.token }, { coin_name: 'USDP' });
  expect(file.map((row) => [row.Source, row.Amount, row['As of (UTC)'], row['Entered by'], row.Remark])).toEqual(
    list.map((row) => [row.source, row.amount, row.as_of, row.entered_by.name, row.remark]),
  );
  const [logged] = await app.sql<{ details: object }>(
    `select details from audit_log where action = 'ledger.attest' order by sequence limit 1`,
  );
  expect(logged?.details).toMatchObject({ coin: 'USDP', amount: '100.00', source: 'First bank' });
});

it.each<[string, Partial<Attested>, string]>([
  ['a coin that there is not', { coin_name: 'NONE' }, 'coin_unknown'],
  ['an amount finer than the coin', { amount: '0.001' }, 'invalid_input'],
  ['a day that has not come', { as_of: '2999-01-01T00:00:00Z' }, 'attestation_in_future'],
  ['no source', { source: ' ' }, 'invalid_input'],
])('takes no attestation of %s', async (_, wishes, msg) => {
  const before = await app.sql('select count(*)::int as n from reserve_attestation');
  expect(await attest(wishes)).toMatchObject({ msg });
  expect(await app.sql('select count(*)::int as n from reserve_attestation')).toEqual(before);
});

it('is changed and deleted by nobody, and read by the auditor', async () => {
  for (const statement of ['update reserve_attestation set amount = 1', 'delete from reserve_attestation']) {
    await expect(app.platform.operator.db.system.query(statement)).rejects.toThrow(/permission denied/);
  }
  await expect(app.platform.db.system.query('select from reserve_attestation')).rejects.toThrow(/permission denied/);
  const auditor = await makeStaff(app, 'auditor');
  expect(await auditor.call(ledgerReserves, {})).toMatchObject({ code: 200 });
  expect(await auditor.call(ledgerAttestationAdd, { ...usual, google_code: await auditor.code() })).toMatchObject({
    msg: 'staff_not_allowed',
  });
});
