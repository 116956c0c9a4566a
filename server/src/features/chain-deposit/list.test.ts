import { chainDepositExport, chainDepositNetworks, chainDepositQuery } from '@purser/contract/features/chain-deposit';
import type { InputOf } from '@purser/contract/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, headersOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';

let app: TestApp;
let staff: TestStaff;
let shop: TestMerchant;
let user: TestUser;

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SENDER = '0xde709f2102306220921060314715629080e2fb77';
const TXID = 'ab'.repeat(32);

type Filters = InputOf<typeof chainDepositQuery>;
const listed = async (filters: Filters) => dataOf(await staff.call(chainDepositQuery, filters));

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  staff = await makeStaff(app, 'auditor');
  [shop, user] = [await makeMerchant(app, { name: 'Shop' }), await makeUser(app, { nick: 'Ann' })];
  await app.sql(`update coin_network set confirmations = 12 where coin = 'USDT'`);
  await app.sql(
    `insert into chain_cursor (network, block_number, block_hash, head) values ('ERC20', 90, decode(repeat('00', 32), 'hex'), 104)`,
  );
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, seen_at, deposit_id,
       settled_at)
     select owner, network, decode(txid, 'hex'), 0, state, reason, address, $5, 60000000, 60000000, 100, decode(repeat('11', 32), 'hex'),
       now() - n * interval '1 minute', id, case when reason <> '' then now() end
     from (values ($1::bigint, 'ERC20', $6, 'held', 'below_minimum', $3, 1, 'a'), ($1, 'ERC20', repeat('cd', 32), 'confirming', '', $3, 2, 'b'),
       ($2::bigint, 'TRC20', repeat('ef', 32), 'held', 'suspended', $4, 3, 'c'), ($2, 'TRC20', repeat('01', 32), 'orphaned', '', $4, 4, 'd'))
       as made (owner, network, txid, state, reason, address, n, id)`,
    [shop.merchant_id, user.user_id, ADDRESS, OTHER, SENDER, TXID],
  );
});
afterAll(() => app.close());

describe('deposits of all owners', () => {
  it.each<[string, () => Filters, string[]]>([
    ['nothing', () => ({}), ['a', 'b', 'c', 'd']],
    ['state', () => ({ state: 'held' }), ['a', 'c']],
    ['what waits for staff', () => ({ waits_for: 'staff' }), ['c']],
    ['what waits for more', () => ({ waits_for: 'more' }), ['a']],
    ['what of an owner waits for staff', () => ({ waits_for: 'staff', owner_id: shop.merchant_id }), []],
    ['network', () => ({ network: 'TRC20' }), ['c', 'd']],
    ['network and state', () => ({ network: 'TRC20', state: 'held' }), ['c']],
    ['reason', () => ({ held: 'suspended' }), ['c']],
    ['reason and network', () => ({ held: 'suspended', network: 'ERC20' }), []],
    ['owner', () => ({ owner_id: shop.merchant_id }), ['a', 'b']],
    ['owner and state', () => ({ owner_id: shop.merchant_id, state: 'confirming' }), ['b']],
    ['TXID', () => ({ txid: `0x${TXID.toUpperCase()}` }), ['a']],
    ['a TXID that is none', () => ({ txid: 'ab' }), []],
    ['address, however its letters are', () => ({ address: ADDRESS.toLowerCase().replace('0X', '0x') }), ['a', 'b']],
    ['address of TRON', () => ({ address: OTHER }), ['c', 'd']],
    ['its own name', () => ({ deposit_id: 'c' }), ['c']],
    ['the oldest first', () => ({ state: 'held', sort_order: 'asc' }), ['c', 'a']],
  ])('are found by %s', async (_, filters, found) => {
    const { list, total } = await listed(filters());
    expect(list.map(({ deposit_id }) => deposit_id)).toEqual(found);
    expect(total).toBe(found.length);
  });

  it('say whose they are, what the chain says, and why they are held', async () => {
    const { list } = await listed({});
    expect(list).toMatchObject([
      {
        owner_type: 'merchant',
        owner_name: 'Shop',
        network: 'ERC20',
        trade_count: '60.000000',
        held: 'below_minimum',
        sender: SENDER,
        txid: `0x${TXID}`,
        block: 100,
        confirmations: 12,
        confirmations_needed: 12,
        serial_number: null,
        decided_by: null,
      },
      { state: 'confirming', held: null, confirmations: 5, settle_time: null },
      { owner_type: 'user', owner_name: 'Ann', txid: 'ef'.repeat(32), held: 'suspended' },
      { state: 'orphaned', confirmations: 0 },
    ]);
  });

  it('are walked over by cursor, each once', async () => {
    const first = await listed({ page_size: 3 });
    const second = await listed({ page_size: 3, cursor: first.next_cursor ?? '' });
    expect([...first.list, ...second.list].map(({ deposit_id }) => deposit_id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are exported as they are filtered', async () => {
    const payload = JSON.stringify({ format: 'csv', state: 'held' });
    const headers = headersOf(chainDepositExport, payload, { staffToken: staff.token });
    const { body } = await app.fastify.inject({ method: 'POST', url: chainDepositExport.path, payload, headers });
    const [, ...lines] = body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Less than the minimum');
    expect(lines[0]).toContain(`0x${TXID}`);
  });

  it('arrive on the networks that there are', async () => {
    const { list } = dataOf(await staff.call(chainDepositNetworks, {}));
    expect(list).toContainEqual({ network: 'ERC20' });
  });
});

describe.skipIf(onCluster)('among very many', () => {
  const ROWS = 40_000;
  const MOST_VISITED = 1_600;
  const SMALL = new Set(['coin', 'coin_network', 'network', 'chain_cursor', 'merchant', 'wallet_user', 'staff', 'staff_session']);
  let watch: PlanWatch;
  beforeAll(async () => {
    await app.sql(
      `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, seen_at,
         settled_at, serial_number)
       select 20000000 + n % 500, (array['ERC20', 'TRC20', 'BEP20'])[1 + n % 3], sha256(n::text::bytea), 0, case when n % 100 = 0 then 'held' else 'credited' end,
         case when n % 100 <> 0 then '' when n % 1000 = 0 then 'no_rate' else 'below_minimum' end, '0xaddress' || n % 500, $1, 1, 1, n, sha256('x'), now() - n * interval '1 second', now(),
         case when n % 100 = 0 then null else 'UC' || n end
       from generate_series(1, ${ROWS}) as n`,
      [SENDER],
    );
    await app.sql('vacuum analyze chain_deposit');
    watch = await PlanWatch.start(app);
  }, 120_000);
  afterAll(() => watch?.stop());

  it.each<[string, Filters]>([
    ['nothing', {}],
    ['a state that many are in', { state: 'credited' }],
    ['what is held, the oldest first', { state: 'held', sort_order: 'asc' }],
    ['what waits for staff, the oldest first', { waits_for: 'staff', sort_order: 'asc' }],
    ['what waits for staff on a network', { waits_for: 'staff', network: 'TRC20' }],
    ['what waits for more', { waits_for: 'more' }],
    ['what of an owner waits for staff', { waits_for: 'staff', owner_id: 20_000_007 }],
    ['a state that few are in', { state: 'orphaned' }],
    ['network', { network: 'TRC20' }],
    ['network and state', { network: 'BEP20', state: 'held' }],
    ['network and a state that many are in', { network: 'BEP20', state: 'credited' }],
    ['reason', { held: 'no_rate' }],
    ['a reason that few have', { held: 'suspended' }],
    ['owner', { owner_id: 20_000_007 }],
    ['owner and state', { owner_id: 20_000_007, state: 'held' }],
    ['TXID', { txid: TXID }],
    ['address', { address: '0xaddress7' }],
    ['its own name', { deposit_id: 'a' }],
    ['a time', { time_to: '2020-01-01T00:00:00Z' }],
  ])('a page by %s is found without reading them', async (_, filters) => {
    const seen = (await watch.during(() => listed(filters))).filter(({ text }) => text.includes('chain_deposit'));
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
