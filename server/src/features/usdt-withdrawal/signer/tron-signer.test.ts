import { payoutQuery, payoutRefund, payoutRetry, payoutSettle } from '@purser/contract/features/payout';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressBytes } from '../../../domain/chain-address.ts';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { encodeTransfer, signedParts, transferSigned, txidOf, withSignature } from '../../../platform/chain/tron-transaction.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { EACH, newTronAddress, tronWorld, type TronWorld } from '../testing/tron-signing.ts';
import { buckets } from '../testing/world.ts';

let world: TronWorld;
let member: TestStaff;
beforeAll(async () => {
  world = await tronWorld();
  member = await makeStaff(world.app, 'finance');
});
afterAll(() => world.close());

const one = async (): Promise<ReviewOrder> => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  return order;
};
const row = async ({ serial_number }: ReviewOrder) => {
  const { list } = dataOf(await member.call(payoutQuery, { page: 1, page_size: 1, order_no: serial_number }));
  return list[0];
};
const decide = async (call: typeof payoutSettle | typeof payoutRetry | typeof payoutRefund, order: ReviewOrder, more: object = {}) => {
  const which = { merchant_id: Number(order.owner_id), order_no: order.serial_number };
  return member.call(call, { ...which, google_code: await member.code(), ...more } as never);
};
const attemptsOf = (order: ReviewOrder) => world.attemptsOf(order);
const answering = async (answers: (signed: Hex) => string | undefined, work: () => Promise<void>): Promise<void> => {
  for (const node of world.tron.nodes) node.answers = answers;
  await work();
  for (const node of world.tron.nodes) node.answers = undefined;
};

it('pays an approved withdrawal: signed and kept, sent, seen in a block, and settled once that is solidified', async () => {
  const order = await one();
  expect(await row(order)).toMatchObject({ status: 'approved', signed: null });
  const signer = world.signer();
  await signer.tick();
  const [tx] = await attemptsOf(order);
  if (!tx) throw new Error('it was signed');
  expect(await row(order)).toMatchObject({
    status: 'approved',
    paid_by_signer: true,
    signed: { state: 'sent', attempts: 1, block: null, txid: tx.txid },
  });
  const transfer = transferSigned(tx.signed);
  expect(transfer).toMatchObject({
    sender: world.key.address.toLowerCase(),
    token: world.token,
    to: addressBytes('tron', order.address ?? ''),
    raw: EACH,
  });
  await world.tron.mine();
  await world.look();
  expect(await row(order)).toMatchObject({ status: 'approved', txid: '', signed: { state: 'confirming', attempts: 1 } });
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'settled', txid: tx.txid, remark: '', signed: { state: 'paid', txid: tx.txid } });
  expect(await world.received(order)).toBe(EACH);
  await signer.tick();
  await world.settle();
  expect(await attemptsOf(order)).toHaveLength(1);
  expect(await world.received(order)).toBe(EACH);
  const { gasUsed } = await world.tron.anvil.client.getTransactionReceipt({
    hash: await hashOf(tx.txid),
  });
  // So much room for the price of energy: a fifth more than a node reckons.
  expect(transfer.feeLimit).toBeGreaterThanOrEqual((gasUsed * 100n * 12n) / 10n);
  expect(transfer.feeLimit).toBeLessThan(gasUsed * 100n * 2n);
});

/** What anvil calls a transaction of TRON. */
const hashOf = async (txid: string): Promise<Hex> => {
  const [provider] = world.providers;
  const info = await provider?.node.infoOf(`0x${txid}`, 'wallet');
  const block = await world.tron.anvil.client.getBlock({ blockNumber: info?.block ?? 0n });
  const [hash] = block.transactions;
  if (!hash) throw new Error('no block has it');
  return hash;
};

it('pays two withdrawals of the same amount to the same address with two transactions', async () => {
  const address = newTronAddress();
  const orders = await world.approve(2, () => address);
  await world.signer().tick();
  await world.settle();
  expect(await world.states(orders)).toEqual(['settled', 'settled']);
  const [first] = orders;
  expect(first && (await world.received(first))).toBe(2n * EACH);
});

it('takes DUP_TRANSACTION_ERROR for a success', async () => {
  const order = await one();
  const signer = world.signer();
  const [first, second] = world.tron.nodes;
  second.answers = () => 'DUP_TRANSACTION_ERROR';
  first.answers = () => 'DUP_TRANSACTION_ERROR';
  await signer.tick();
  [first.answers, second.answers] = [undefined, undefined];
  expect(await row(order)).toMatchObject({ signed: { state: 'sent', attempts: 1 } });
  // None of them had it: it is given to them again after some blocks.
  await world.tron.mine(10);
  await signer.tick();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await attemptsOf(order)).toHaveLength(1);
  expect(await world.received(order)).toBe(EACH);
});

it.each(['TAPOS_ERROR', 'SIGERROR', 'SERVER_BUSY', 'BANDWITH_ERROR'])(
  'signs nothing else after %s, and gives the same to the nodes until they take it',
  async (code) => {
    const order = await one();
    const signer = world.signer();
    await answering(
      () => code,
      async () => {
        await signer.tick();
        expect(await row(order)).toMatchObject({ signed: { state: 'signed', attempts: 1 } });
        await world.tron.mine();
        await signer.tick();
      },
    );
    expect(await attemptsOf(order)).toMatchObject([{ attempt: 1, sent_block: null }]);
    await signer.tick();
    await world.settle();
    expect(await world.states([order])).toEqual(['settled']);
    expect(await attemptsOf(order)).toHaveLength(1);
    expect(await world.received(order)).toBe(EACH);
  },
);

it('signs anew exactly once what the nodes took and forgot, and only after it has expired', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  world.tron.lose();
  await world.tron.pass(590_000);
  await world.tron.mine(4);
  world.tron.lose();
  await signer.tick();
  world.tron.lose();
  expect(await attemptsOf(order)).toHaveLength(1);
  // It has expired, and the solidified blocks do not say so yet.
  await world.tron.pass(80_000);
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.tron.mine(3);
  await signer.tick();
  await signer.tick();
  const [before, after] = await attemptsOf(order);
  expect(await attemptsOf(order)).toHaveLength(2);
  expect(after).toMatchObject({ nonce: before?.nonce, attempt: 2 });
  expect(after?.txid).not.toBe(before?.txid);
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'settled', txid: after?.txid, signed: { state: 'paid', attempts: 2 } });
  await signer.tick();
  await world.settle();
  expect(await world.received(order)).toBe(EACH);
});

it('gets TRANSACTION_EXPIRATION_ERROR for what is sent too late, and signs that anew', async () => {
  const order = await one();
  const signer = world.signer();
  const codes: string[] = [];
  await answering(
    () => 'SERVER_BUSY',
    () => signer.tick(),
  );
  const [tx] = await attemptsOf(order);
  await world.tron.pass(600_000);
  for (const { node } of world.providers) codes.push((await node.broadcast(tx?.signed ?? '0x')).code);
  expect(codes).toEqual(['TRANSACTION_EXPIRATION_ERROR', 'TRANSACTION_EXPIRATION_ERROR']);
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.expire();
  await signer.tick();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await attemptsOf(order)).toHaveLength(2);
  expect(await world.received(order)).toBe(EACH);
});

it('signs nothing anew while one of two nodes has it, is behind, or is away', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  await world.tron.mine();
  const [first, second] = world.tron.nodes;
  // It was mined, and one of the nodes hides that.
  first.hides = 'transactions';
  await world.tron.pass(700_000);
  await world.tron.mine(3);
  await signer.tick();
  // Or both tell that there is one, and not what became of it.
  [first.hides, second.hides] = ['outcomes', 'outcomes'];
  await signer.tick();
  // Or both hide it, and one has not come so far.
  [first.hides, second.hides] = ['transactions', 'transactions'];
  second.behind = 5;
  await signer.tick();
  second.behind = 0;
  // Or there is one node alone.
  await world.signer({ providers: world.providers.slice(0, 1) }).tick();
  [first.hides, second.hides] = ['nothing', 'nothing'];
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.look();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});

it('books nothing while the providers do not say the same', async () => {
  const order = await one();
  await world.signer().tick();
  const [first] = world.tron.nodes;
  first.hides = 'transactions';
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'approved', signed: { state: 'sent' } });
  first.hides = 'nothing';
  first.behind = 10;
  await world.look();
  expect(await row(order)).toMatchObject({ status: 'approved', signed: { state: 'confirming' } });
  first.behind = 0;
  await world.look();
  expect(await world.states([order])).toEqual(['settled']);
});

it('notes a transfer that the chain reverted as failed, which staff pay once more or give back', async () => {
  const [again, back] = [await one(), await one()];
  const signer = world.signer();
  await signer.tick();
  await world.tron.anvil.freeze(world.token, world.key.address, true);
  await world.tron.anvil.mine();
  await world.settle();
  expect(await world.states([again, back])).toEqual(['failed', 'failed']);
  expect(await row(again)).toMatchObject({ remark: '', signed: { state: 'reverted' } });
  // As long as the chain would not carry it out nothing is signed.
  expect(dataOf(await decide(payoutRetry, again)).status).toBe('approved');
  await signer.tick();
  expect(await attemptsOf(again)).toHaveLength(1);
  await world.tron.anvil.freeze(world.token, world.key.address, false);
  await world.tron.anvil.mine();
  const before = await buckets(world.app, Number(back.owner_id));
  expect(dataOf(await decide(payoutRefund, back, { reason: 'frozen' })).status).toBe('refunded');
  expect(await buckets(world.app, Number(back.owner_id))).not.toBe(before);
  await signer.tick();
  await world.settle();
  expect(await world.states([again, back])).toEqual(['settled', 'refunded']);
  expect([await world.received(again), await world.received(back)]).toEqual([EACH, 0n]);
  expect((await attemptsOf(again)).map(({ outcome }) => outcome)).toEqual(['reverted', 'paid']);
});

it('leaves to staff what has expired and may not be signed anew, and pays it when they say so', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  await world.app.sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'x', 1, 'x')`, [
    order.address,
  ]);
  await world.expire();
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.look();
  expect(await world.states([order])).toEqual(['approved']);
  await world.tron.pass(1_800_000);
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'failed', signed: { state: 'expired' } });
  await world.app.sql('delete from blocked_address');
  expect(dataOf(await decide(payoutRetry, order)).status).toBe('approved');
  await signer.tick();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect((await attemptsOf(order)).map(({ outcome }) => outcome)).toEqual(['expired', 'paid']);
  expect(await world.received(order)).toBe(EACH);
});

it('refuses what staff say by hand of a withdrawal that is signed', async () => {
  const order = await one();
  await world.signer().tick();
  expect((await decide(payoutSettle, order, { txid: randomBytes(32).toString('hex') })).msg).toBe('payout_signed');
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
});

it('signs nothing that its own policy refuses, whatever the database asks', async () => {
  const order = await one();
  const signedFor = async () => (await attemptsOf(order)).length;
  const refused = async (change: Parameters<TronWorld['signer']>[0]) => {
    await world.signer(change).tick();
    return (await signedFor()) === 0;
  };
  const journal = await world.newJournal();
  expect(await refused({ policy: { most_at_once: EACH - 1n } })).toBe(true);
  expect(await refused({ policy: { most_in_an_hour: EACH } })).toBe(true);
  expect(await refused({ policy: { most_in_a_day: EACH } })).toBe(true);
  expect(await refused({ restMs: 86_400_000, journal })).toBe(true);
  expect(await refused({ policy: { most_fee_trx: 1n } })).toBe(true);
  // Another token: nothing answers there.
  await expect(refused({ policy: { token: `0x${'12'.repeat(20)}` } })).rejects.toThrow('tells no balance');
  expect(await signedFor()).toBe(0);
  await expect(refused({ policy: { chain_id: 1 } })).rejects.toThrow('no provider of the chain');
  await world.signer().tick();
  expect(await signedFor()).toBe(1);
  await world.settle();
  const [before] = await attemptsOf(order);
  // Forged: nothing that was signed is known, and the order is approved again.
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql(`update review_order set status = 'approved' where serial_number = $1`, [order.serial_number]);
  await world.signer().tick();
  // What was signed is written down again, and nothing beside it.
  expect(await attemptsOf(order)).toMatchObject([{ txid: before?.txid }]);
  expect(await world.received(order)).toBe(EACH);
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql(`update review_order set status = 'settled' where serial_number = $1`, [order.serial_number]);
});

it('brings back what the journal has signed of a database that was put back, and books it from the chain as always', async () => {
  const order = await one();
  await world.signer().tick();
  const [own] = await attemptsOf(order);
  await world.tron.mine();
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql('update network set is_on = false where network = $1', [order.network]);
  await world.signer().tick();
  await world.app.sql('update network set is_on = true where network = $1', [order.network]);
  expect(await attemptsOf(order)).toMatchObject([{ attempt: 1, txid: own?.txid }]);
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});

it('signs nothing anew for what the database was forged to say', async () => {
  const [order, other] = [await one(), await one()];
  await world.signer().tick();
  const [own] = await attemptsOf(order);
  if (!own) throw new Error('it was signed');
  await world.expire();
  const forge = (table: 'review_order' | 'chain_tx', set: string, values: readonly unknown[]) =>
    world.app.sql(`update ${table} set ${set} where serial_number = $1`, [order.serial_number, ...values]);
  const isRefused = async () => {
    await world.signer().tick();
    return (await attemptsOf(order)).length === 1;
  };
  // Another recipient, or more, for a withdrawal whose first transaction has expired.
  await forge('review_order', 'address = $2', [newTronAddress()]);
  expect(await isRefused()).toBe(true);
  await forge('review_order', 'address = $2, other_amount = $3', [order.address, String(100n * EACH)]);
  expect(await isRefused()).toBe(true);
  await forge('review_order', 'other_amount = $2', [String(EACH)]);
  // A first transaction that was never signed.
  const raw = encodeTransfer({ ...transferSigned(own.signed), to: `0x${'12'.repeat(20)}` });
  const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex');
  const { signature } = signedParts(own.signed);
  await forge('chain_tx', 'txid = $2, raw = $3', [bytesOf(txidOf(raw)), bytesOf(withSignature(raw, signature))]);
  expect(await isRefused()).toBe(true);
  await forge('chain_tx', 'txid = $2, raw = $3', [Buffer.from(own.txid, 'hex'), bytesOf(own.signed)]);
  await world.signer().tick();
  await world.settle();
  expect(await world.states([order, other])).toEqual(['settled', 'settled']);
  expect([await world.received(order), await world.received(other)]).toEqual([EACH, EACH]);
});

it('keeps and sends what the journal has where the database has lost it', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  const [own] = await attemptsOf(order);
  world.tron.lose();
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await signer.tick();
  expect(await attemptsOf(order)).toMatchObject([{ attempt: 1, txid: own?.txid }]);
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});
