import { everyOrderExport, type EveryOrderKind, everyOrderQuery, staffRefundDetail } from '@purser/contract/features/every-order';
import type { ReviewKind } from '@purser/contract/review';
import { newSerialNumber } from '@purser/contract/serial';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { everyOrderRoutes } from './routes.ts';

let app: TestApp;
let support: TestStaff;
let shop: TestMerchant;
let partner: TestMerchant;
let user: TestUser;
let minutes = 0;

const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const hash = () => randomBytes(32).toString('hex');

beforeAll(async () => {
  app = await createTestApp({ routes: everyOrderRoutes });
  support = await makeStaff(app, 'support');
  [shop, partner, user] = [await makeMerchant(app, { name: 'Shop' }), await makeMerchant(app, { name: 'Partner' }), await makeUser(app)];
});
afterAll(() => app.close());

type Filters = Parameters<typeof support.call<typeof everyOrderQuery>>[1];
const query = async (filters: Filters = {}) => dataOf(await support.call(everyOrderQuery, filters));
const numbers = async (filters: Filters = {}) => (await query(filters)).list.map(({ number }) => number);

/** Each is a minute newer than the last. */
const later = () => `now() + interval '${(minutes += 1)} minutes'`;

async function payment(change: { of?: number; status?: string; order_id?: string; coin?: string; serial?: string } = {}): Promise<string> {
  const serial = change.serial ?? newSerialNumber('payment');
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, payer_nick,
       expire_time, paid_time, create_time)
     values ($1, $2::text, $3, $2, $4, 1250, 0, 1250, $5::text, $6, 'Ann', now(), case when $5 = 'paid' then now() end, ${later()})`,
    [change.of ?? shop.merchant_id, serial, change.order_id ?? `X-${serial}`, change.coin ?? 'USDP', change.status ?? 'paid', user.user_id],
  );
  return serial;
}

async function transfer(): Promise<string> {
  const serial = newSerialNumber('transfer');
  const at = later();
  for (const [own, other, type] of [
    [shop, partner, 'transfer'],
    [partner, shop, 'receive'],
  ] as const)
    await app.sql(
      `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
         transfer_fee, settlement_amount, create_time)
       values ($1, $2, $3, $4, '', 'other', 'USDP', 100, 0, 100, ${at})`,
      [own.merchant_id, serial, type, other.merchant_id],
    );
  return serial;
}

async function refund(of: string, refund_id = ''): Promise<string> {
  const serial = newSerialNumber('refund');
  await app.sql(
    `insert into refund (merchant_id, serial_number, refund_id, order_serial_number, order_id, payer_id, payer_nick, coin, amount, to_reward, refund_from,
       create_time)
     select merchant_id, $2, $3, serial_number, order_id, payer_id, 'Ann', coin, 250, 50, 'api', ${later()}
     from payment_order where serial_number = $1`,
    [of, serial, refund_id],
  );
  return serial;
}

interface Review {
  readonly of?: number;
  readonly status?: string;
  readonly coin?: string;
  readonly order_id?: string;
  readonly txid?: string;
  readonly address?: string;
}
async function review(kind: ReviewKind, change: Review = {}): Promise<string> {
  const serial = newSerialNumber(kind === 'adjustment' ? 'user_adjustment' : kind);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, network_fee, settlement, fee_bp, order_id, network,
       address, txid, create_time)
     values ($1, $2, $3, $4, 'manual', $5, 10000, 0, 0, 10000, 0, $6, 'TRC20', $7, $8, ${later()})`,
    [
      change.of ?? shop.merchant_id,
      serial,
      kind,
      change.status ?? 'pending_review',
      change.coin ?? 'USDP',
      change.order_id ?? '',
      change.address ?? '',
      change.txid ?? '',
    ],
  );
  return serial;
}

async function deposit(state: string, { txid = hash(), address = TRON_ADDRESS, of = user.user_id } = {}): Promise<string> {
  const [row] = await app.sql<{ deposit_id: string }>(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash,
       serial_number, seen_at)
     values ($1, 'TRC20', decode($2, 'hex'), 0, $3::text, case when $3 in ('held', 'set_aside') then 'no_rate' else '' end, $4, 'Tsender', 1500000, 1500000, 1,
       decode(repeat('00', 32), 'hex'), case when $3 = 'credited' then 'RC1' end, ${later()})
     returning deposit_id`,
    [of, txid, state, address],
  );
  return row?.deposit_id ?? '';
}

describe('the list of every order', () => {
  it('has orders of every kind of all owners, the newest first, whose amounts have the places of their coin', async () => {
    const paid = await payment();
    const made: string[] = [paid, await transfer(), await refund(paid)];
    for (const kind of ['user_withdrawal', 'adjustment', 'usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'] as const)
      made.push(await review(kind, kind === 'adjustment' ? { status: 'paid' } : { of: user.user_id }));
    made.push(await deposit('confirming'));
    const { list, total, total_is_exact, next_cursor } = await query();
    expect(list.map(({ number }) => number)).toEqual(made.toReversed());
    expect({ total, total_is_exact, next_cursor }).toEqual({ total: made.length, total_is_exact: true, next_cursor: null });
    expect(list.at(-1)).toMatchObject({
      kind: 'payment',
      owner_id: shop.merchant_id,
      owner_name: 'Shop',
      owner_type: 'merchant',
      phase: 'final',
      status: 'paid',
      amount: '12.50',
      other_id: user.user_id,
      other_name: 'Ann',
    });
    expect(list.at(-3)).toMatchObject({ kind: 'refund', refunded_order: paid, status: 'completed', phase: 'final', amount: '2.50' });
    expect(list[0]).toMatchObject({ kind: 'chain_deposit', owner_type: 'user', phase: 'open', amount: '1.500000', coin_name: 'USDT' });
    expect(await numbers({ sort_order: 'asc' })).toEqual(made);
  });

  it.each<[EveryOrderKind, 'open' | 'final', () => Promise<string>]>([
    ['payment', 'open', () => payment({ status: 'scanned' })],
    ['payment', 'final', () => payment({ status: 'expired' })],
    ['transfer', 'final', transfer],
    ['refund', 'final', async () => refund(await payment())],
    ['user_withdrawal', 'open', () => review('user_withdrawal')],
    ['adjustment', 'open', () => review('adjustment', { status: 'appeal' })],
    ['adjustment', 'final', () => review('adjustment', { status: 'cancelled' })],
    ['usdt_recharge', 'final', () => review('usdt_recharge', { status: 'rejected' })],
    ['usdt_withdrawal', 'open', () => review('usdt_withdrawal', { status: 'failed' })],
    ['usdt_withdrawal', 'final', () => review('usdt_withdrawal', { status: 'settled' })],
    ['fiat_withdrawal', 'open', () => review('fiat_withdrawal', { status: 'approved' })],
    ['fiat_withdrawal', 'final', () => review('fiat_withdrawal', { status: 'paid_out' })],
    ['chain_deposit', 'open', () => deposit('held')],
    ['chain_deposit', 'final', () => deposit('orphaned')],
  ])('is narrowed to %s, %s', async (kind, phase, make) => {
    const number = await make();
    const { list } = await query({ kind, phase });
    expect(list[0]?.number).toBe(number);
    expect(list.every((row) => row.kind === kind && row.phase === phase)).toBe(true);
    expect(await numbers({ kind, phase: phase === 'open' ? 'final' : 'open' })).not.toContain(number);
    expect(await numbers({ number, kind, phase })).toEqual([number]);
    expect(await numbers({ number, phase: phase === 'open' ? 'final' : 'open' })).toEqual([]);
  });

  it('is narrowed to one owner, to whom a transfer belongs that it sent or received, and to a coin', async () => {
    const sent = await transfer();
    const own = await review('usdt_recharge', { of: partner.merchant_id, coin: 'CNYT' });
    const other = await review('usdt_recharge', { coin: 'CNYT' });
    const expected = await payment({ of: partner.merchant_id });
    const given = await refund(expected);
    const arriving = await deposit('held', { of: partner.merchant_id });
    expect((await numbers({ owner_id: partner.merchant_id })).slice(0, 5)).toEqual([arriving, given, expected, own, sent]);
    expect((await query({ owner_id: partner.merchant_id, kind: 'transfer' })).list[0]).toMatchObject({
      number: sent,
      owner_id: partner.merchant_id,
      owner_name: 'Partner',
    });
    expect(await numbers({ owner_id: partner.merchant_id, number: sent })).toEqual([sent]);
    expect(await numbers({ owner_id: partner.merchant_id, coin_name: 'CNYT' })).toEqual([own]);
    expect(await numbers({ coin_name: 'CNYT' })).toEqual([other, own]);
    expect((await numbers({ coin_name: 'USDT' }))[0]).toBe(arriving);
    expect((await support.call(everyOrderQuery, { coin_name: 'NONE' })).msg).toBe('coin_unknown');
  });

  it('is narrowed by time, from inclusive and to exclusive', async () => {
    const numbersOf = [await payment(), await transfer(), await review('usdt_recharge'), await deposit('held')];
    const { list } = await query({ page_size: 4 });
    const [newest, , , oldest] = list.map(({ create_time }) => create_time);
    expect(await numbers({ time_from: oldest, time_to: newest })).toEqual(numbersOf.slice(0, 3).toReversed());
    expect(await numbers({ number: numbersOf[0], time_to: oldest })).toEqual([]);
    expect(await numbers({ number: numbersOf[0], time_from: oldest })).toEqual([numbersOf[0]]);
  });

  it('shows each once page by page, in both directions, by cursor and by number, also of one moment', async () => {
    const same = [
      await payment(),
      await payment(),
      await transfer(),
      await review('usdt_recharge'),
      await review('usdt_withdrawal'),
      await deposit('held'),
    ];
    const moment = "timestamptz '2099-01-01 00:00:00.123456Z'";
    await app.sql(`update payment_order set create_time = ${moment} where serial_number = any ($1)`, [same]);
    await app.sql(`update merchant_transfer set create_time = ${moment} where serial_number = any ($1)`, [same]);
    await app.sql(`update review_order set create_time = ${moment} where serial_number = any ($1)`, [same]);
    await app.sql(`update chain_deposit set seen_at = ${moment} where deposit_id = any ($1)`, [same]);
    const all = await numbers({ page_size: 100 });
    expect(all.slice(0, same.length).toSorted()).toEqual(same.toSorted());
    for (const sort_order of ['desc', 'asc'] as const) {
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const page = await query({ page_size: 4, sort_order, ...(cursor !== undefined && { cursor }) });
        seen.push(...page.list.map(({ number }) => number));
        more = page.next_cursor !== null;
        cursor = page.next_cursor ?? undefined;
      }
      expect(seen).toEqual(sort_order === 'desc' ? all : all.toReversed());
    }
    expect(await numbers({ page: 2, page_size: 4 })).toEqual(all.slice(4, 8));
  });
});

describe('one field finds', () => {
  it.each<[string, () => Promise<string>]>([
    ['payment order', payment],
    ['transfer', transfer],
    ['refund', async () => refund(await payment())],
    ['user withdrawal', () => review('user_withdrawal')],
    ['adjustment', () => review('adjustment')],
    ['recharge', () => review('usdt_recharge', { of: user.user_id })],
    ['USDT withdrawal', () => review('usdt_withdrawal', { of: user.user_id })],
    ['fiat withdrawal', () => review('fiat_withdrawal')],
    ['deposit', () => deposit('held')],
  ])('a %s by its number', async (_, make) => {
    const number = await make();
    await payment();
    expect(await numbers({ number })).toEqual([number]);
    expect(await numbers({ number: ` ${number.startsWith('P') ? number.toLowerCase() : number} ` })).toEqual([number]);
  });

  it('orders and refunds of every merchant by the merchant’s own number', async () => {
    const own = 'Same.number-1';
    const paid = await payment({ order_id: own });
    const made = [
      paid,
      await payment({ of: partner.merchant_id, order_id: own }),
      await refund(paid, own),
      await review('user_withdrawal', { order_id: own }),
    ];
    expect(await numbers({ number: own })).toEqual(made.toReversed());
    expect(await numbers({ number: own, page_size: 3 })).toEqual(made.toReversed().slice(0, 3));
    const { next_cursor } = await query({ number: own, page_size: 3 });
    expect(await numbers({ number: own, page_size: 3, cursor: next_cursor ?? '' })).toEqual([paid]);
    expect(await numbers({ number: 'Same.number-2' })).toEqual([]);
  });

  it('recharges, payouts and deposits by TXID in any spelling, a payout also by what was signed for it', async () => {
    const [tron, evm, signed, replaced] = [hash(), hash(), hash(), hash()];
    const recharge = await review('usdt_recharge', { txid: tron });
    const payout = await review('usdt_withdrawal', { status: 'settled', txid: `0x${evm}` });
    const sending = await review('usdt_withdrawal', { status: 'approved', of: user.user_id });
    const arriving = await deposit('held', { txid: tron });
    await deposit('credited', { txid: evm });
    for (const [attempt, txid] of [replaced, signed].entries())
      await app.sql(
        `insert into chain_tx (network, txid, sender, nonce, attempt, owner_id, serial_number, raw, max_fee, max_tip)
         values ('TRC20', decode($1, 'hex'), decode(repeat('01', 20), 'hex'), 7, $2, $3, $4, '\\x00', 1, 0)`,
        [txid, attempt + 1, user.user_id, sending],
      );
    expect(await numbers({ number: tron })).toEqual([arriving, recharge]);
    expect(await numbers({ number: `0x${evm.toUpperCase()}` })).toEqual([payout]);
    expect(await numbers({ number: evm })).toEqual([payout]);
    for (const txid of [signed, `0x${replaced}`]) expect(await numbers({ number: txid })).toEqual([sending]);
    expect(await numbers({ number: hash() })).toEqual([]);
    expect((await query({ number: `0x${evm}` })).list[0]).toMatchObject({ kind: 'usdt_withdrawal', txid: `0x${evm}` });
  });

  it('recharges, payouts and deposits by address, however its letters are written on Ethereum', async () => {
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    const to = [
      await review('usdt_withdrawal', { address }),
      await review('usdt_recharge', { address }),
      await deposit('held', { address }),
    ];
    await deposit('credited', { address });
    const checksummed = await review('usdt_withdrawal', { address: EVM_ADDRESS });
    expect(await numbers({ number: address })).toEqual(to.toReversed());
    expect(await numbers({ number: address, kind: 'usdt_recharge' })).toEqual([to[1]]);
    expect(await numbers({ number: EVM_ADDRESS.toLowerCase() })).toEqual([checksummed]);
    expect(await numbers({ number: EVM_ADDRESS })).toEqual([checksummed]);
  });

  it.each(['%', "' or true --", '0x', '商户', 'PO', '\\'])('nothing by %j', async (number) => {
    const answer = await support.call(everyOrderQuery, { number });
    expect(dataOf(answer)).toMatchObject({ list: [], total: 0, next_cursor: null });
  });
});

describe('the file of every order', () => {
  const fileOf = (filters: Filters = {}) => exportedFile(app, everyOrderExport, { staffToken: support.token }, filters);

  it.each<[string, () => Filters]>([
    ['nothing', () => ({})],
    ['owner', () => ({ owner_id: partner.merchant_id })],
    ['kind', () => ({ kind: 'chain_deposit' })],
    ['phase and coin', () => ({ phase: 'open', coin_name: 'USDP' })],
    ['address', () => ({ number: TRON_ADDRESS })],
    ['what is not there', () => ({ number: 'nothing of the kind' })],
  ])('has what the list shows by %s', async (_, filters) => {
    const { list } = await query({ ...filters(), page_size: 100 });
    const file = await fileOf(filters());
    expect(file.map((row) => [row.Number, row.Amount, row.Whose, row.TXID])).toEqual(
      list.map((row) => [row.number, row.amount, row.owner_name, row.txid]),
    );
  });

  it('has each once, portion by portion, also of one moment, and says its status in the words of its kind', async () => {
    const own = await makeMerchant(app, { name: '=cmd()' });
    const of = own.merchant_id;
    const [paid, sent, gone] = [
      await payment({ of }),
      await review('usdt_withdrawal', { of, status: 'settled' }),
      await deposit('set_aside', { of }),
    ];
    const back = await refund(paid);
    const filters = { owner_id: of };
    expect((await fileOf(filters)).map((row) => [row.Number, row.Kind, row.Status, row.Progress])).toEqual([
      [back, 'Refund', 'Completed', 'Final'],
      [gone, 'Deposit on a chain', 'Set aside', 'Final'],
      [sent, 'USDT withdrawal', 'Paid out', 'Final'],
      [paid, 'Payment order', 'Transferred', 'Final'],
    ]);
    await app.sql(
      `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, expire_time, create_time)
       select $1, 'PO0' || n, 'M-' || n, 'M' || n, 'USDP', 100, 0, 100, 'expired', now(), now() + interval '1 day' from generate_series(1, 1100) as n`,
      [of],
    );
    const file = await fileOf({ ...filters, kind: 'payment' });
    expect(file).toHaveLength(1_101);
    expect(new Set(file.map((row) => row.Number)).size).toBe(1_101);
    expect(file[0]).toMatchObject({ Amount: '1.00', Whose: "'=cmd()", Status: 'Auto-cancelled' });
    const noted = await app.sql("select details from audit_log where action = 'list.export' order by sequence");
    const details = { list: everyOrderQuery.path, filters: { owner_id: of, kind: 'payment' }, rows: 1_101 };
    expect(noted.at(-1)).toMatchObject({ details });
  });

  it('is refused to who is no member of staff', async () => {
    expect(await app.call(everyOrderExport, { format: 'csv' }, { token: shop.token })).toMatchObject({ msg: 'unauthenticated' });
  });
});

it('shows a refund with what went where, and refuses one that is not there', async () => {
  const paid = await payment({ order_id: 'R-1' });
  const serial_number = await refund(paid, 'G-1');
  expect(dataOf(await support.call(staffRefundDetail, { merchant_id: shop.merchant_id, serial_number }))).toMatchObject({
    merchant_id: shop.merchant_id,
    serial_number,
    refund_id: 'G-1',
    order_serial_number: paid,
    order_id: 'R-1',
    amount: '2.50',
    to_reward: '0.50',
    fee_returned: '0.00',
    payment_id: user.user_id,
    postings: [],
  });
  expect((await support.call(staffRefundDetail, { merchant_id: partner.merchant_id, serial_number })).msg).toBe('refund_unknown');
});
