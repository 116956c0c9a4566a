import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { payoutEnd, payoutFail, payoutQuery, payoutRefund, payoutRetry } from '@purser/contract/features/payout';
import { getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectedNetworks } from '../../domain/chain-network.ts';
import { moveReviewOrders, type ReviewOrder } from '../../domain/review-order.ts';
import { APPROVAL_KINDS } from '../../main/approval-kinds.ts';
import { providersOf } from '../../platform/chain/providers.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { approvalRoutes } from '../approval/routes.ts';
import { type Lie, startLyingNode } from '../chain-deposit/testing/lying-node.ts';
import { lookAtPayouts } from './chain-payouts.ts';
import { usdtWithdrawal } from './kind.ts';
import type { Journal } from './signer/journal.ts';
import { hotKey } from './signer/keys.ts';
import { transferIn } from './signer/transaction-content.ts';
import { signTransfer } from './signer/transfer.ts';
import { blockAddress } from './testing/block.ts';
import { EACH, NETWORK, signingWorld, type SigningWorld } from './testing/signing.ts';
import { buckets } from './testing/world.ts';

/** Withdrawals in doubt: the database was put back and the signer's journal knows more, or the chain has moved something else than was signed. Each is paid once, and no money is given back that has left. */

let world: SigningWorld;
let [ada, ben]: [TestStaff, TestStaff] = [] as never;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await signingWorld({ noMining: true, routes: (platform) => approvalRoutes(platform, APPROVAL_KINDS) });
  [ada, ben] = [await makeStaff(world.app, 'finance', { name: 'Ada' }), await makeStaff(world.app, 'finance', { name: 'Ben' })];
  liar = await startLyingNode(world.anvil.url, lie);
});
afterAll(() => Promise.all([liar.stop(), world.close()]));
beforeEach(async () => {
  lie.says = () => undefined;
  await world.app.sql('delete from blocked_address');
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  const mined = await world.anvil.client.getTransactionCount({ address: world.key.address });
  await world.app.sql(`update chain_nonce set next_nonce = $1 where role = 'hot'`, [mined]);
});

const one = async (): Promise<ReviewOrder> => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  return order;
};
const row = async ({ serial_number }: ReviewOrder) =>
  dataOf(await ada.call(payoutQuery, { page: 1, page_size: 1, order_no: serial_number })).list[0];
const which = (order: ReviewOrder) => ({ merchant_id: Number(order.owner_id), order_no: order.serial_number });
const act = async (call: typeof payoutFail | typeof payoutRefund | typeof payoutRetry, order: ReviewOrder, more: object = {}) =>
  (await ada.call(call, { ...which(order), google_code: await ada.code(), ...more } as never)).msg;
const enter = async (order: ReviewOrder, became: 'paid' | 'not_paid') =>
  ada.call(payoutEnd, { ...which(order), became, reason: 'Looked up', google_code: await ada.code() });
async function approve(order: ReviewOrder, member = ben) {
  const { list } = dataOf(await member.call(approvalList, { state: 'pending', owner_id: Number(order.owner_id) }));
  const { approval_id = '', content_hash = '', facts } = list[0] ?? {};
  return {
    msg: (await member.call(approvalApprove, { approval_id, content_hash, google_code: await member.code() })).msg,
    facts: named(facts),
  };
}
const named = (facts: readonly { readonly name: string; readonly value: string }[] = []) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));
const book = async () => lookAtPayouts(world.app.platform, await connectedNetworks(world.app.platform.operator.db.system));
const txs = ({ serial_number }: ReviewOrder) =>
  world.app.sql<{ txid: Buffer; nonce: bigint; attempt: number; outcome: string | null; raw: Buffer }>(
    'select txid, nonce, attempt, outcome, raw from chain_tx where serial_number = $1 order by attempt',
    [serial_number],
  );
/** The database is put back to before anything was signed for it. */
async function putBack(order: ReviewOrder): Promise<void> {
  const [first] = await txs(order);
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql(`update chain_nonce set next_nonce = $2 where network = $1 and role = 'hot'`, [NETWORK, first?.nonce ?? 0n]);
}
/** As of a release that did not keep transactions in the journal. */
const withoutRaw = (): Journal =>
  new Proxy(world.journal, {
    get: (target, name: keyof Journal) => {
      const value = target[name];
      if (name !== 'signedFor' && name !== 'signedBy') return typeof value === 'function' ? value.bind(target) : value;
      return (...given: never[]) =>
        (value as (...of: never[]) => readonly object[]).apply(target, given).map((line) => ({ ...line, raw: undefined }));
    },
  });
async function paidOnce(order: ReviewOrder): Promise<void> {
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
  expect(await breaksOf(world.app)).toEqual([]);
}

it('brings back what the journal has signed, and books it from the chain as always; what comes next takes the next nonce', async () => {
  const order = await one();
  await world.signer().tick();
  const [before] = await txs(order);
  await world.anvil.mine(4);
  await putBack(order);
  const next = await one();
  // Switched off, and its address blocked: nothing is signed, and what has left is written down all the same.
  await world.app.sql('update network set is_on = false where network = $1', [NETWORK]);
  await blockAddress(world.app, order.address);
  await world.signer().tick();
  await world.app.sql('update network set is_on = true where network = $1', [NETWORK]);
  expect(await txs(order)).toMatchObject([{ txid: before?.txid, nonce: before?.nonce, attempt: 1, raw: before?.raw, outcome: null }]);
  expect(await act(payoutFail, order, { reason: 'late' })).toBe('payout_signed');
  await paidOnce(order);
  await world.signer().tick();
  expect(BigInt((await txs(next))[0]?.nonce ?? 0)).toBe(BigInt(before?.nonce ?? 0) + 1n);
  await world.anvil.mine();
  await paidOnce(next);
});

it('sends on what was signed and is in no block yet, under the nonce that it has', async () => {
  const order = await one();
  await world.signer().tick();
  const [before] = await txs(order);
  await world.anvil.client.dropTransaction({ hash: `0x${before?.txid.toString('hex')}` });
  await putBack(order);
  await world.signer().tick();
  expect(await txs(order)).toMatchObject([{ txid: before?.txid, nonce: before?.nonce }]);
  await world.anvil.mine();
  await paidOnce(order);
});

it('takes transactions that its journal does not have from the chain, and none that a node makes up', async () => {
  const order = await one();
  await world.signer().tick();
  const [before] = await txs(order);
  const txid = `0x${before?.txid.toString('hex')}` as Hex;
  await world.anvil.mine(4);
  await putBack(order);
  const real = (await world.anvil.client.request({ method: 'eth_getTransactionByHash', params: [txid] } as never)) as object;
  lie.says = ({ method }) => (method === 'eth_getTransactionByHash' ? { ...real, to: getAddress(`0x${'66'.repeat(20)}`) } : undefined);
  await world.signer({ journal: withoutRaw(), providers: providersOf([liar.url, liar.url]) }).tick();
  expect(await txs(order)).toEqual([]);
  expect(await row(order)).toMatchObject({
    status: 'approved',
    signed_before: { txid, is_unpaid: false },
    waits: { reason: 'signed_before' },
  });
  await world.signer({ journal: withoutRaw(), providers: providersOf([liar.url, world.anvil.url]) }).tick();
  expect(await txs(order)).toMatchObject([{ raw: before?.raw }]);
  expect(await row(order)).toMatchObject({ signed_before: null, waits: null });
  await paidOnce(order);
});

it('brings back the attempt that was mined where the database has an earlier one alone, also once that is said to have come to nothing', async () => {
  for (const isLate of [false, true]) {
    const order = await one();
    await world.signer().tick();
    const [first] = await txs(order);
    await world.anvil.client.dropTransaction({ hash: `0x${first?.txid.toString('hex')}` });
    await world.anvil.mine(3);
    await world.signer().tick();
    expect(await txs(order)).toHaveLength(2);
    await world.anvil.mine(4);
    await world.app.sql('delete from chain_tx where serial_number = $1 and attempt = 2', [order.serial_number]);
    if (isLate) {
      await book();
      expect(await world.states([order])).toEqual(['failed']);
      await world.signer().tick();
      expect(await act(payoutRefund, order, { reason: 'gone' })).toBe('payout_signed');
      expect(await act(payoutRetry, order)).toBe('ok');
    }
    await world.signer().tick();
    expect(await txs(order)).toHaveLength(2);
    await paidOnce(order);
  }
});

it('takes up nothing that does not pay the order as it is now, and keeps its money until two people have decided', async () => {
  const order = await one();
  await world.signer().tick();
  await putBack(order);
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.app.sql(`update review_order set other_amount = other_amount + 1 where serial_number = $1`, [order.serial_number]);
  // Another nonce than it was signed under: beside that it could be paid twice.
  await world.app.sql(`update chain_nonce set next_nonce = next_nonce + 1 where network = $1 and role = 'hot'`, [NETWORK]);
  await world.signer().tick();
  expect(await row(order)).toMatchObject({ waits: { reason: 'signed_before' } });
  expect(await txs(order)).toEqual([]);
  expect(await act(payoutFail, order, { reason: 'late' })).toBe('payout_signed');
  const { db } = world.app.platform.operator;
  const by = { kind: 'owner', id: '1', name: 'x' } as never;
  // Back to before it was decided on: neither its owner nor staff take it back.
  await world.app.sql(`update review_order set status = 'pending_review' where serial_number = $1`, [order.serial_number]);
  for (const event of ['cancel', 'reject'] as const) {
    const move = { ownerId: Number(order.owner_id), serialNumber: order.serial_number, event, by };
    const [moved] = await db.systemTransaction((tx) => moveReviewOrders(tx, world.app.platform, usdtWithdrawal, [move]));
    expect(moved).toMatchObject({ outcome: 'review_decided' });
  }
  await world.app.sql(`update review_order set status = 'approved' where serial_number = $1`, [order.serial_number]);
  expect((await enter(order, 'not_paid')).msg).toBe('ok');
  expect((await enter(order, 'paid')).msg).toBe('review_waits_for_second');
  expect((await approve(order, ada)).msg).toBe('approval_own');
  expect((await approve(order)).msg).toBe('ok');
  expect(await row(order)).toMatchObject({ signed_before: { is_unpaid: true } });
  await world.signer().tick();
  expect(await row(order)).toMatchObject({ status: 'approved', signed_before: { is_unpaid: true } });
  expect(await act(payoutFail, order, { reason: 'nothing left' })).toBe('ok');
  expect(await act(payoutRefund, order, { reason: 'nothing left' })).toBe('ok');
  expect((await enter(order, 'paid')).msg).toBe('payout_not_in_doubt');
  expect(await breaksOf(world.app)).toEqual([]);
});

it('settles by two people what the signer says it has paid and no node has any more', async () => {
  const order = await one();
  await world.signer().tick();
  const [before] = await txs(order);
  const txid = `0x${before?.txid.toString('hex')}`;
  await putBack(order);
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.signer({ journal: withoutRaw(), policy: { most_at_once: 1n } }).tick();
  expect(await row(order)).toMatchObject({ signed_before: { txid } });
  expect((await enter(order, 'paid')).msg).toBe('ok');
  // What the signer has signed meanwhile is the chain's to decide.
  const { msg, facts } = await approve(order);
  expect(msg).toBe('ok');
  expect(facts).toMatchObject({ in_doubt: 'signed_before', became: 'paid', to_send: '8.000000 USDT', txid });
  expect(await row(order)).toMatchObject({ status: 'settled', txid });
  await world.signer().tick();
  expect(await txs(order)).toEqual([]);
  expect(await row(order)).toMatchObject({ signed_before: null });
});

it('ends by two people, with the amounts in view, what a token has kept a part of', async () => {
  const token = await world.anvil.deployToken(6, 100);
  await world.anvil.mint(token, world.key.address, 1_000_000_000n);
  await world.anvil.mine();
  await world.app.sql(`update coin_network set contract_address = $2 where network = $1 and coin = 'USDT'`, [NETWORK, getAddress(token)]);
  const signer = () => world.signer({ policy: { token: getAddress(token) } });
  try {
    const order = await one();
    await signer().tick();
    await world.anvil.mine();
    const told = vi.spyOn(world.app.platform.log, 'error');
    await world.settle();
    const moved = { left: '8.00', arrived: '7.92' };
    expect(await row(order)).toMatchObject({ status: 'approved', moved, waits: { reason: 'transfer_differs' } });
    // It stays so, and money is neither booked nor given back by one person.
    await world.settle();
    const said = expect.objectContaining({ order: order.serial_number, left: '8000000', arrived: '7920000' });
    expect(told.mock.calls).toEqual([[said, 'a payout has moved something else than was signed']]);
    told.mockRestore();
    expect(await act(payoutFail, order, { reason: 'less' })).toBe('payout_signed');
    expect((await enter(order, 'not_paid')).msg).toBe('payout_has_left');
    expect((await enter(order, 'paid')).msg).toBe('ok');
    expect((await approve(order, ada)).msg).toBe('approval_own');
    const [before, { msg, facts }] = [await buckets(world.app, Number(order.owner_id)), await approve(order)];
    expect(msg).toBe('ok');
    expect(facts).toMatchObject({
      in_doubt: 'transfer_differs',
      to_send: '8.000000 USDT',
      has_left: '8.00 USDT',
      has_arrived: '7.92 USDT',
    });
    expect(await row(order)).toMatchObject({ status: 'settled', moved: null, waits: null, signed: { state: 'paid' } });
    expect(await buckets(world.app, Number(order.owner_id))).not.toBe(before);
    await signer().tick();
    await world.settle();
    expect(await txs(order)).toMatchObject([{ outcome: 'paid' }]);
    expect(await world.anvil.balanceOf(token, order.address as Hex)).toBe(7_920_000n);
    expect(await breaksOf(world.app)).toEqual([]);
  } finally {
    await world.app.sql(`update coin_network set contract_address = $2 where network = $1 and coin = 'USDT'`, [
      NETWORK,
      getAddress(world.token),
    ]);
  }
});

it('ends as paid what has left, also once its address is blocked; the block goes on to stop whatever would send', async () => {
  const [gone, stays, before] = [await one(), await one(), await one()];
  await world.signer().tick();
  await world.anvil.mine(4);
  for (const [order, left] of [
    [gone, EACH],
    [stays, 0n],
  ] as const)
    await world.app.sql(
      `update chain_tx set doubt = 'transfer_differs', doubt_at = now(), left_raw = $2, arrived_raw = 0 where serial_number = $1`,
      [order.serial_number, left],
    );
  const [signed] = await txs(before);
  await world.app.sql('delete from chain_tx where serial_number = $1', [before.serial_number]);
  await world.db.system.query('select signer_tells_before($1, $2::bigint[], $3::text[], $4::bytea[])', [
    NETWORK,
    [before.owner_id],
    [before.serial_number],
    [signed?.txid],
  ]);
  for (const order of [gone, stays, before]) await blockAddress(world.app, order.address);
  for (const [order, became] of [
    [gone, 'paid'],
    [before, 'paid'],
    [stays, 'not_paid'],
  ] as const) {
    expect((await enter(order, became)).msg).toBe('ok');
    expect((await approve(order)).msg).toBe('ok');
  }
  expect(await world.states([gone, before, stays])).toEqual(['settled', 'settled', 'failed']);
  expect(await act(payoutRetry, stays)).toBe('payout_address_blocked');
  await world.signer().tick();
  expect(await world.states([stays])).toEqual(['failed']);
  expect(await act(payoutRefund, stays, { reason: 'Blocked' })).toBe('ok');
  expect(await breaksOf(world.app)).toEqual([]);
});

it('ends nothing as it was entered once the chain says something else', async () => {
  const order = await one();
  await world.signer().tick();
  await world.anvil.mine(4);
  const doubt = (left: bigint, arrived: bigint) =>
    world.app.sql(
      `update chain_tx set doubt = 'transfer_differs', doubt_at = now(), left_raw = $2, arrived_raw = $3 where serial_number = $1`,
      [order.serial_number, left, arrived],
    );
  await doubt(0n, 0n);
  expect((await enter(order, 'not_paid')).msg).toBe('ok');
  await doubt(EACH, EACH - 1n);
  expect((await approve(order)).msg).toBe('payout_not_in_doubt');
  await book();
  // The nodes have come to agree: nothing is left to be decided.
  expect(await world.states([order])).toEqual(['settled']);
  expect((await approve(order)).msg).toBe('payout_not_in_doubt');
  await paidOnce(order);
});

it("moves no money by what the signer's role writes down: what pays something else, or another order's, is not booked", async () => {
  const [order, forged] = [await one(), await one()];
  await world.signer({ policy: { most_at_once: EACH } }).tick();
  const [own] = await txs(order);
  const raw = `0x${own?.raw.toString('hex')}` as Hex;
  await world.app.sql('delete from chain_tx where serial_number = $1', [forged.serial_number]);
  // A transfer that is true and pays somebody else, written down for another withdrawal.
  const elsewhere = await signTransfer(hotKey(`${'test '.repeat(11)}junk`), {
    ...transferIn(raw),
    nonce: transferIn(raw).nonce + 1n,
    to: getAddress(`0x${'77'.repeat(20)}`),
  });
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  for (const serializedTransaction of [raw, elsewhere.raw]) await world.anvil.client.sendRawTransaction({ serializedTransaction });
  await world.db.system.query(
    `insert into chain_tx (network, txid, sender, nonce, attempt, owner_id, serial_number, raw, max_fee, max_tip) values ($1, $2, $3, $4, 1, $5, $6, $7, 1, 1)`,
    [
      NETWORK,
      Buffer.from(elsewhere.txid.slice(2), 'hex'),
      Buffer.from(world.key.address.slice(2), 'hex'),
      transferIn(raw).nonce + 1n,
      forged.owner_id,
      forged.serial_number,
      Buffer.from(elsewhere.raw.slice(2), 'hex'),
    ],
  );
  await world.anvil.mine();
  await expect(world.settle()).rejects.toThrow('does not pay it');
  expect(await world.states([order, forged])).toEqual(['settled', 'approved']);
  await world.app.sql('delete from chain_tx where serial_number = $1', [forged.serial_number]);
  // Nor does it hold back what was settled, or what is not there.
  const tells = (number: string) =>
    world.db.system.query('select signer_tells_before($1, $2::bigint[], $3::text[], $4::bytea[])', [
      NETWORK,
      [order.owner_id],
      [number],
      [Buffer.alloc(32, 1)],
    ]);
  await tells(order.serial_number);
  await tells('WC0');
  expect(await world.app.sql('select from payout_signed_before')).toEqual([]);
  for (const text of [
    'insert into payout_signed_before values (1)',
    'update payout_signed_before set unpaid_at = now()',
    'delete from payout_signed_before',
  ])
    await expect(world.db.system.query(text), text).rejects.toThrow('permission denied');
});
