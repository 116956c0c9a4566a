import * as calls from '@purser/contract/features/market';
import { depositAddressSet } from '@purser/contract/features/usdt-recharge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { approveBy, setBy, waitsOf } from './testing/two-people.ts';

/** What one member of staff may not change alone of a network whose chain is believed. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
});
afterAll(() => app.close());

const TOKEN = {
  coin_name: 'USDT',
  network: 'ERC20',
  contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  token_decimals: 6,
  confirmations: 20,
  deposit_address: '',
  network_fee: '1.000000',
  is_on: true,
};
const [OURS, THEIRS, HOT] = [
  '0x55d398326f99059fF775485246999027B3197955',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
] as const;
const save = (change: Partial<typeof TOKEN>) => setBy(one, calls.marketCoinNetworkSave, { ...TOKEN, ...change });
const saveNetwork = async (change: object) =>
  one.call(calls.marketNetworkSave, {
    network: 'ERC20',
    kind: 'evm',
    endpoints: [],
    is_on: true,
    google_code: await one.code(),
    ...change,
  });
const tokenNow = async () => (await app.sql(`select * from coin_network where coin = 'USDT' and network = 'ERC20'`))[0];

it('neither another contract nor other decimals of the token: whoever makes a token of their own would be credited for it', async () => {
  await app.sql(
    `update coin_network set contract_address = $1, token_decimals = 6, confirmations = 20, network_fee = 1000000, is_on = true where network = 'ERC20'`,
    [TOKEN.contract_address],
  );
  const contract = waitsOf(await save({ contract_address: THEIRS }));
  expect(contract.why).toEqual([{ name: 'contract_address', before: TOKEN.contract_address, after: THEIRS, change: null, bound: null }]);
  expect(waitsOf(await save({ token_decimals: 4 })).why).toEqual([
    { name: 'token_decimals', before: '6', after: '4', change: null, bound: null },
  ]);
  expect(await tokenNow()).toMatchObject({ contract_address: TOKEN.contract_address, token_decimals: 6 });
  expect(await approveBy(two, contract.approval_id)).toMatchObject({ code: 200 });
  expect(await tokenNow()).toMatchObject({ contract_address: THEIRS });
  expect(await approveBy(two, waitsOf(await save({})).approval_id)).toMatchObject({ code: 200 });
});

it('nor another address that everybody sends to, by way of none', async () => {
  expect(dataOf(await save({ deposit_address: OURS }))).toEqual({ waits: null });
  expect(dataOf(await save({ deposit_address: '' }))).toEqual({ waits: null });
  expect(waitsOf(await save({ deposit_address: THEIRS })).why).toMatchObject([{ name: 'deposit_address', before: OURS, after: THEIRS }]);
  expect(dataOf(await save({ deposit_address: OURS }))).toEqual({ waits: null });
  expect(await tokenNow()).toMatchObject({ deposit_address: OURS });
  expect(dataOf(await save({ deposit_address: '' }))).toEqual({ waits: null });
});

it('nor, alone or together, the nodes of a network that is connected', async () => {
  const nodes = ['https://one.example', 'https://two.example'];
  expect(await saveNetwork({ endpoints: nodes })).toMatchObject({ code: 200 });
  await app.sql(`update network set chain_id = 1, genesis_hash = decode(repeat('00', 32), 'hex') where network = 'ERC20'`);
  expect((await saveNetwork({ endpoints: ['https://mine.example', 'https://mine-too.example'] })).msg).toBe('network_connected');
  expect(await saveNetwork({ endpoints: nodes, is_on: false })).toMatchObject({ code: 200 });
  expect(await saveNetwork({ endpoints: nodes })).toMatchObject({ code: 200 });
});

it('an address of the signer is nobody’s deposit address: each sweep to it would be credited', async () => {
  await app.sql(
    `insert into chain_holding (network, role, address, tokens, coins, lacks_tokens, lacks_coins) values ('ERC20', 'hot', $1, 0, 0, false, false)`,
    [HOT],
  );
  const { merchant_id } = await makeMerchant(app);
  const asked = { merchant_id, network: 'ERC20', address: HOT, reason: 'Theirs' };
  expect((await one.call(depositAddressSet, { ...asked, google_code: await one.code() })).msg).toBe('deposit_address_taken');
  expect((await save({ deposit_address: HOT })).msg).toBe('deposit_address_taken');
  // One that has been so is left, so that everything else can be changed.
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [HOT]);
  expect(dataOf(await save({ deposit_address: HOT, is_on: false }))).toEqual({ waits: null });
});
