import { expect, type Page } from '@playwright/test';
import type { NetworkState } from '@purser/contract/features/chain-network';
import type { NetworkReserve } from '@purser/contract/features/chain-reserve';
import { sql } from './database.ts';
import type { Screen } from './screen.ts';
import { setRates } from './rates.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Where a deposit is sent back to. */
export const PAYEE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const SENDER = '0xde709f2102306220921060314715629080e2fb77';

/** Deposits of a merchant in every state, whose names begin with a mark; the first of them is held below the minimum. */
export async function plantDeposits(username: string, mark: string): Promise<number> {
  await setRates();
  const [found] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [username]);
  const merchantId = Number(found?.merchant_id);
  await sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, deposit_id,
       settled_at, serial_number, remark)
     select $1, 'ERC20', sha256(($2::text || n)::bytea), 0, state, reason, $3, $4, 60000000, 60000000, 21000000 + n, sha256('block'), $2 || n,
       case when state in ('confirming', 'orphaned') then null else now() end, case when state = 'credited' then 'RC0DEPOSIT' end,
       case when state = 'set_aside' then 'Người gửi báo mất ví, đang chờ xác minh' else '' end
     from unnest(array['held', 'held', 'set_aside', 'credited', 'confirming', 'orphaned', 'ignored'],
       array['below_minimum', 'suspended', 'blocked_sender', '', '', '', '']) with ordinality as made (state, reason, n)
     on conflict do nothing`,
    [merchantId, mark, ADDRESS, SENDER],
  );
  return merchantId;
}

/** Held deposits of a merchant on a network that the signer pays over: one may be sent back, one waits for the signer, one has been sent. */
export async function plantReturns(username: string, mark: string): Promise<number> {
  const [found] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [username]);
  const merchantId = Number(found?.merchant_id);
  // A number that no other owner is given: the merchant's addresses on other networks are derived by it.
  await sql(
    `insert into deposit_address (owner_id, network, address, set_by, derivation_index) values ($1, 'BEP20', $2, null, 1000001)
     on conflict (owner_id, network) do update set address = excluded.address, set_by = null, derivation_index = excluded.derivation_index`,
    [merchantId, ADDRESS],
  );
  await sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, deposit_id,
       settled_at, remark, return_address, return_amount, return_fee, returned_txid)
     select $1, 'BEP20', sha256(($2::text || n)::bytea), 0, state, 'below_minimum', $3, $4, 60000000000000000000, 60000000, 45000000 + n, sha256('block'),
       $2 || n, now(), case when n = 1 then '' else 'Gửi nhầm mạng, người gửi xin nhận lại' end,
       case when n > 1 then $5 end, case when n > 1 then 59000000 end, case when n > 1 then 1000000 end, case when n = 3 then sha256('sent back') end
     from unnest(array['held', 'returning', 'returned']) with ordinality as made (state, n)
     on conflict do nothing`,
    [merchantId, mark, ADDRESS, SENDER, PAYEE],
  );
  await sql(
    `insert into chain_tx (network, txid, sender, nonce, attempt, kind, owner_id, serial_number, raw, max_fee, max_tip, sent_block, seen_block, outcome)
     select network, returned_txid, decode(repeat('51', 20), 'hex'), n.at, 1, 'return', owner_id, 'return 0x' || encode(txid, 'hex') || ' 0', 'signed', 1, 0,
       block_number, block_number, 'paid'
     from chain_deposit, (select count(*) as at from chain_tx) as n where owner_id = $1 and deposit_id = $2 || '3' on conflict do nothing`,
    [merchantId, mark],
  );
  return merchantId;
}

/** The signer pays over the network of those while something is done. */
export async function whileSignerPays(work: () => Promise<void>): Promise<void> {
  const pays = (isOn: boolean) =>
    sql(
      `insert into chain_nonce (network, sender, next_nonce, is_on, role) values ('BEP20', decode(repeat('51', 20), 'hex'), 0, $1, 'hot')
       on conflict (network, sender) do update set is_on = $1`,
      [isOn],
    );
  await pays(true);
  await work().finally(() => pays(false));
}

/** Sending deposits back, as `plantReturns` has made them. */
export function returnScreens(t: (key: string) => string): Screen[] {
  const begin = async (page: Page) => page.getByRole('button', { name: t('deposits.sendBack'), exact: true }).click();
  return [
    {
      name: 'operator-return-offered',
      path: '/operator/deposits?open=BACK1',
      act: async (page) => page.getByRole('button', { name: t('deposits.sendBack'), exact: true }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'operator-return-form',
      path: '/operator/deposits?open=BACK1&form',
      act: async (page) => {
        await begin(page);
        await page.getByLabel(t('deposits.returnAddress'), { exact: true }).fill(PAYEE);
        await page.getByLabel(t('deposits.returnAgain'), { exact: true }).fill(ADDRESS);
        await page.getByRole('button', { name: t('deposits.continue') }).click();
        await expect(page.getByText(t('deposits.returnDiffers'))).toBeVisible();
      },
    },
    {
      name: 'operator-return-confirm',
      path: '/operator/deposits?open=BACK1&confirm',
      act: async (page) => {
        await begin(page);
        for (const label of ['deposits.returnAddress', 'deposits.returnAgain'])
          await page.getByLabel(t(label), { exact: true }).fill(PAYEE);
        await page.getByLabel(t('deposits.remark'), { exact: true }).fill('Người gửi đã xác nhận địa chỉ qua điện thoại');
        await page.getByRole('button', { name: t('deposits.continue') }).click();
        await expect(page.getByLabel(t('kit.codeLabel'))).toBeVisible();
      },
    },
    {
      name: 'operator-return-waits',
      path: '/operator/deposits?open=BACK2',
      act: async (page) => page.getByRole('button', { name: t('deposits.callOff'), exact: true }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'operator-return-paid',
      path: '/operator/deposits?open=BACK3',
      act: async (page) => page.getByText(t('deposits.sent.paid'), { exact: true }).scrollIntoViewIfNeeded(),
    },
  ];
}

/** What arrived on chains, as staff see and decide it. */
export function depositScreens(t: (key: string, values?: Record<string, string | number>) => string): Screen[] {
  return [
    { name: 'operator-deposits', title: t('menu.deposits'), path: '/operator/deposits' },
    { name: 'operator-deposits-none', title: t('menu.deposits'), path: '/operator/deposits?deposit_id=none' },
    {
      name: 'operator-deposit-held',
      path: '/operator/deposits?open=SCREEN1',
      act: async (page) => expect(page.getByRole('button', { name: t('deposits.credit'), exact: true })).toBeVisible(),
    },
    {
      name: 'operator-deposit-set-aside',
      path: '/operator/deposits?open=SCREEN3',
      act: async (page) => expect(page.getByText(t('deposits.nowTitle'))).toBeVisible(),
    },
    {
      name: 'operator-deposit-credit',
      path: '/operator/deposits?open=SCREEN1&credit',
      act: async (page) => page.getByRole('button', { name: t('deposits.credit'), exact: true }).click(),
    },
  ];
}

const TIME = '2026-11-22T08:00:00.000Z';
const NETWORK: NetworkState = {
  network: 'ERC20',
  state: 'watched',
  chain_id: 1,
  head: 21_000_123,
  head_time: TIME,
  confirmed: 21_000_100,
  confirmations: 12,
  settled: 21_000_100,
  settled_time: TIME,
  lag: 0,
  looked_time: TIME,
  halted: null,
  halted_time: null,
  trouble: null,
  trouble_time: null,
  last_trouble: { what: 'one_node', values: {} },
  last_trouble_time: TIME,
  addresses: { count: 1234, is_exact: true },
  confirming: { count: 3, is_exact: true },
  held: { count: 10_000, is_exact: false },
  providers: [
    {
      place: 0,
      host: 'mainnet.a-provider-with-a-long-name.example',
      state: 'answers',
      head: 21_000_123,
      final: 21_000_100,
      since: TIME,
      looked_time: TIME,
    },
    { place: 1, host: 'two.example', state: 'silent', head: 21_000_050, final: 21_000_020, since: TIME, looked_time: TIME },
  ],
};
const HALTED: NetworkState = {
  ...NETWORK,
  network: 'BEP20',
  state: 'halted',
  halted: { what: 'final_gone', values: { block: '45000000' } },
  halted_time: TIME,
  trouble: { what: 'blocks_differ', values: { node: 'rpc.one.example', other: 'rpc.two.example', block: '45000000' } },
  trouble_time: TIME,
  lag: 120,
};

/** What the signer of a network has, and what waits for it, while all is well; and while most is amiss. */
const PAID: NetworkReserve = {
  network: 'ERC20',
  holdings: [
    {
      role: 'hot',
      address: ADDRESS,
      usdt: '48210.50',
      coins: '1.204518',
      lacks_usdt: false,
      lacks_coins: false,
      looked_time: TIME,
    },
    { role: 'gas', address: SENDER, usdt: '0.00', coins: '0.310022', lacks_usdt: false, lacks_coins: false, looked_time: TIME },
    { role: 'cold', address: ADDRESS, usdt: '1250000.00', coins: '0.00', lacks_usdt: false, lacks_coins: false, looked_time: TIME },
  ],
  unsigned: 0,
  unsigned_time: null,
  unmined: 2,
  unmined_time: TIME,
  has_gap: false,
  unswept: '1830.25',
  unswept_addresses: 14,
  sweeping: 1,
  sweeps: [{ address: SENDER, state: 'fuelling', why: null }],
  reserve: { block: 21_000_400, held: '1300040.75', expected: '1300040.75', drift: '0.00', drift_time: null, reckoned_time: TIME },
};
const AMISS: Partial<NetworkReserve> = {
  network: 'BEP20',
  holdings: [
    { role: 'hot', address: ADDRESS, usdt: '12.00', coins: '0.000018', lacks_usdt: true, lacks_coins: true, looked_time: TIME },
    { role: 'gas', address: SENDER, usdt: '0.00', coins: '0.00', lacks_usdt: false, lacks_coins: true, looked_time: TIME },
  ],
  unsigned: 7,
  unsigned_time: TIME,
  has_gap: true,
  sweeps: [
    { address: SENDER, state: 'planned', why: 'gas_short' },
    { address: ADDRESS, state: 'planned', why: 'chain_refuses' },
  ],
  reserve: {
    block: 45_000_400,
    held: '99998.000000000000000001',
    expected: '99999.00',
    drift: '-0.999999999999999999',
    drift_time: TIME,
    reckoned_time: TIME,
  },
};

/** How chains are watched: none as it is here, and two as their watcher might have found them. */
export function chainScreens(t: (key: string) => string): Screen[] {
  return [
    { name: 'operator-chains-none', title: t('menu.chains'), path: '/operator/chains' },
    {
      name: 'operator-chains',
      path: '/operator/chains?watched',
      act: async (page) => {
        await page.route('**/v1/operator/chain_network/state', async (route) => {
          const response = await route.fetch();
          const envelope = await response.json();
          const data = { ...envelope.data, list: [NETWORK, HALTED, { ...NETWORK, network: 'TRC20', state: 'off', providers: [] }] };
          await route.fulfill({ response, json: { ...envelope, data } });
        });
        await page.route('**/v1/operator/chain_reserve/state', async (route) => {
          const response = await route.fetch();
          const envelope = await response.json();
          await route.fulfill({ response, json: { ...envelope, data: { list: [PAID, { ...PAID, ...AMISS }] } } });
        });
        await page.reload();
        await expect(page.getByText(t('chains.state.halted')).first()).toBeVisible();
        await expect(page.getByText(t('chains.differs'))).toBeVisible();
      },
    },
  ];
}
