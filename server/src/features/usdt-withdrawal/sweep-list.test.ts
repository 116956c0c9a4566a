import type { InputOf } from '@purser/contract/call';
import { chainSweepDetail, chainSweepExport, chainSweepQuery } from '@purser/contract/features/chain-sweep';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { type SweepingWorld, sweepingWorld } from './testing/sweeping.ts';

let world: SweepingWorld;
let staff: TestStaff;
/** Swept; planned, and frozen. */
let swept: { readonly address: Hex; readonly ownerId: number };
let frozen: { readonly address: Hex; readonly ownerId: number };

type Filters = InputOf<typeof chainSweepQuery>;
const listed = async (filters: Filters) => dataOf(await staff.call(chainSweepQuery, filters));
const idOf = async (address: Hex): Promise<string> => (await listed({ address })).list[0]?.sweep_id ?? '';

beforeAll(async () => {
  world = await sweepingWorld();
  staff = await makeStaff(world.app, 'auditor');
  swept = await world.deposited(200_000_000n);
  const sweeper = world.sweeper();
  for (let round = 0; round < 2; round += 1) {
    await sweeper.tick();
    await world.settle();
  }
  frozen = await world.deposited(75_500_000n);
  await world.anvil.freeze(world.token, frozen.address, true);
  await sweeper.tick();
});
afterAll(() => world.close());

describe('sweeps of all owners', () => {
  it('have a file of what the list shows', async () => {
    const fileOf = (filters: object) => exportedFile(world.app, chainSweepExport, { staffToken: staff.token }, filters);
    const row = { Status: 'Planned', Reason: 'The token would refuse it: the address may be frozen.', Amount: '75.50', TXID: '' };
    expect(await fileOf({ state: 'planned' })).toMatchObject([{ ...row, 'Deposit address': frozen.address }]);
    expect((await fileOf({})).map((one) => one.Sweep)).toEqual((await listed({})).list.map((one) => one.sweep_id));
  });

  it('say whose they are, what is swept to where, and why they do not go on', async () => {
    const { list } = await listed({});
    expect(list).toMatchObject([
      {
        owner_id: frozen.ownerId,
        owner_type: 'merchant',
        network: 'ERC20',
        state: 'planned',
        why: 'chain_refuses',
        is_asked: false,
        address: frozen.address,
        usdt: '75.50',
        destination: null,
        fuelled: 0,
        fuel: '0.00',
        txid: null,
        done_time: null,
      },
      {
        owner_id: swept.ownerId,
        state: 'settled',
        why: null,
        address: swept.address,
        usdt: '200.00',
        destination: world.hot,
        fuelled: 1,
        txid: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        done_time: expect.any(String),
      },
    ]);
    expect(list.every(({ owner_name }) => owner_name !== '')).toBe(true);
    expect(Number(list[1]?.fuel)).toBeGreaterThan(0);
  });

  it('say every transaction with its fee, the gas that was given first', async () => {
    const { transactions } = dataOf(await staff.call(chainSweepDetail, { sweep_id: await idOf(swept.address) }));
    const signed = { attempt: 1, state: 'paid', block: expect.any(Number), txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) };
    expect(transactions).toMatchObject([
      { kind: 'sweep', coins: null, ...signed },
      { kind: 'fuel', coins: (await listed({ address: swept.address })).list[0]?.fuel, ...signed },
    ]);
    for (const { most_fee, gas_price_gwei } of transactions) {
      expect(Number(most_fee)).toBeGreaterThan(0);
      expect(Number(gas_price_gwei)).toBeGreaterThan(0);
    }
    expect(dataOf(await staff.call(chainSweepDetail, { sweep_id: await idOf(frozen.address) }))).toEqual({ transactions: [] });
  });

  it('are refused by a name that is none', async () => {
    expect(await staff.call(chainSweepDetail, { sweep_id: 'none' })).toMatchObject({ status: 404, msg: 'not_found' });
  });

  it.each<[string, () => Promise<Filters> | Filters, () => Hex[]]>([
    ['state', () => ({ state: 'settled' }), () => [swept.address]],
    ['network', () => ({ network: 'ERC20' }), () => [frozen.address, swept.address]],
    ['another network', () => ({ network: 'BEP20' }), () => []],
    ['network and state', () => ({ network: 'ERC20', state: 'planned' }), () => [frozen.address]],
    ['reason', () => ({ why: 'chain_refuses' }), () => [frozen.address]],
    ['owner', () => ({ owner_id: swept.ownerId }), () => [swept.address]],
    ['address, however its letters are', () => ({ address: swept.address.toLowerCase() }), () => [swept.address]],
    ['its own name', async () => ({ sweep_id: await idOf(frozen.address) }), () => [frozen.address]],
    ['a time before all of them', () => ({ time_to: '2020-01-01T00:00:00Z' }), () => []],
    ['a TXID that is none', () => ({ txid: 'ab' }), () => []],
    ['the TXID of a withdrawal', () => ({ txid: 'ab'.repeat(32) }), () => []],
  ])('are found by %s', async (_, filters, found) => {
    const { list, total } = await listed(await filters());
    expect(list.map(({ address }) => address)).toEqual(found());
    expect(total).toBe(found().length);
  });

  it('are found by the TXID of the sweep, and of its gas', async () => {
    const { transactions } = dataOf(await staff.call(chainSweepDetail, { sweep_id: await idOf(swept.address) }));
    for (const { txid } of transactions)
      expect((await listed({ txid: txid.toUpperCase().replace('0X', '0x') })).list.map(({ address }) => address)).toEqual([swept.address]);
  });
});

const ROWS = 20_000;
/** A page, its networks and owners, and what an index skips. */
const MOST_VISITED = 700;
const SMALL = new Set(['network', 'coin_network', 'merchant', 'wallet_user', 'scope_key', 'staff', 'chain_nonce', 'chain_balance']);

describe('among many', () => {
  let watch: PlanWatch;
  beforeAll(async () => {
    await world.app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, state, why, raw_amount, destination, planned_at, done_at)
       select (array['ERC20', 'BEP20'])[1 + n % 2], 'many' || n, 20000000 + n % 500, '0xaddress' || n % 500, n, case when n % 100 = 0 then 'failed' else 'settled' end,
         case when n % 100 = 0 then 'reverted' else '' end, 1, '0xhot', now() - n * interval '1 second', now()
       from generate_series(1, ${ROWS}) as n`,
    );
    await world.app.sql('vacuum analyze sweep');
    watch = await PlanWatch.start(world.app);
  }, 120_000);
  afterAll(() => watch?.stop());

  it.skipIf(onCluster).each<[string, Filters]>([
    ['nothing', {}],
    ['a state that many are in', { state: 'settled' }],
    ['a state that few are in, the oldest first', { state: 'planned', sort_order: 'asc' }],
    ['network', { network: 'BEP20' }],
    ['network and state', { network: 'BEP20', state: 'failed' }],
    ['reason', { why: 'reverted' }],
    ['a reason that few have', { why: 'chain_refuses' }],
    ['owner', { owner_id: 20_000_007 }],
    ['owner and state', { owner_id: 20_000_007, state: 'failed' }],
    ['TXID', { txid: 'ab'.repeat(32) }],
    ['address', { address: '0xaddress7' }],
    ['its own name', { sweep_id: 'many7' }],
    ['a time', { time_to: '2020-01-01T00:00:00Z' }],
  ])('a page by %s is found without reading them', async (_, filters) => {
    const seen = (await watch.during(() => listed(filters))).filter(({ text }) => text.includes('sweep'));
    expect(seen.length).toBeGreaterThan(0);
    for (const { text, visited, scanned, plan } of seen) {
      expect(
        scanned.filter((table) => !SMALL.has(table)),
        plan,
      ).toEqual([]);
      // Totals are counted up to their bound.
      if (!/as counted/.test(text)) expect(visited, plan).toBeLessThan(MOST_VISITED);
    }
  });
});
