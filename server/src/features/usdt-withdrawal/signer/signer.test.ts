import { payoutFail, payoutQuery, payoutRefund, payoutRetry, payoutSettle } from '@purser/contract/features/payout';
import { randomBytes } from 'node:crypto';
import { getAddress, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { mayRest, untilWaiting } from '../../../platform/testing/lock-waits.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { lookAtPayouts } from '../chain-payouts.ts';
import { EACH, NETWORK, signingWorld, type SigningWorld } from '../testing/signing.ts';
import { buckets } from '../testing/world.ts';
import { hotKey } from './keys.ts';
import { leaveOthers } from './queue.ts';
import { transferIn } from './transaction-content.ts';
import { signTransfer } from './transfer.ts';

let world: SigningWorld;
let member: TestStaff;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
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
const decide = async (
  call: typeof payoutSettle | typeof payoutFail | typeof payoutRetry | typeof payoutRefund,
  order: ReviewOrder,
  more: object = {},
) => {
  const which = { merchant_id: Number(order.owner_id), order_no: order.serial_number };
  return member.call(call, { ...which, google_code: await member.code(), ...more } as never);
};
const attemptsOf = ({ serial_number }: ReviewOrder) =>
  world.app.sql<{ nonce: bigint; attempt: number; raw: Buffer; outcome: string | null }>(
    'select nonce, attempt, raw, outcome from chain_tx where serial_number = $1 order by nonce, attempt',
    [serial_number],
  );
/** The nodes forget what they were given. */
const lose = async (order: ReviewOrder): Promise<void> => {
  const signed = (await row(order))?.signed;
  await world.anvil.client.dropTransaction({ hash: signed?.txid as Hex });
};
const rawOf = ({ raw }: { raw: Buffer }): Hex => `0x${raw.toString('hex')}`;

it('pays an approved withdrawal: signed and kept, sent, seen in a block, and settled once that is final', async () => {
  const order = await one();
  expect(await row(order)).toMatchObject({ status: 'approved', signed: null });
  const signer = world.signer();
  await signer.tick();
  expect(await row(order)).toMatchObject({ status: 'approved', paid_by_signer: true, signed: { state: 'sent', attempts: 1, block: null } });
  await world.anvil.mine();
  await lookAtPayouts(world.app.platform, await connectedNetworks(world.app.platform.operator.db.system));
  const mined = await row(order);
  expect(mined).toMatchObject({ status: 'approved', txid: '', signed: { state: 'confirming', attempts: 1 } });
  await world.settle();
  const txid = mined?.signed?.txid;
  expect(await row(order)).toMatchObject({ status: 'settled', txid, remark: '', signed: { state: 'paid', txid } });
  expect(await world.received(order)).toBe(EACH);
  await signer.tick();
  await world.settle();
  expect(await attemptsOf(order)).toHaveLength(1);
  expect(await world.received(order)).toBe(EACH);
});

it('refuses what staff say by hand of a withdrawal that is signed, and that one was sent where the signer pays', async () => {
  const signed = await one();
  const signer = world.signer();
  await signer.tick();
  const txid = `0x${randomBytes(32).toString('hex')}`;
  expect((await decide(payoutSettle, signed, { txid })).msg).toBe('payout_signed');
  expect((await decide(payoutFail, signed, { reason: 'late' })).msg).toBe('payout_signed');
  const waiting = await one();
  expect((await decide(payoutSettle, waiting, { txid })).msg).toBe('payout_by_signer');
  // What is not signed can be taken away from the signer.
  expect(dataOf(await decide(payoutFail, waiting, { reason: 'late' })).status).toBe('failed');
  await signer.tick();
  expect(await attemptsOf(waiting)).toEqual([]);
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([signed, waiting])).toEqual(['settled', 'failed']);
});

it('sends a stuck transaction again under its nonce with an eighth more of both fees, and pays once', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  await lose(order);
  await world.anvil.mine(3);
  await signer.tick();
  const [first, second] = (await attemptsOf(order)).map((tx) => ({ ...tx, ...transferIn(rawOf(tx)) }));
  expect(second).toMatchObject({ nonce: first?.nonce, attempt: 2, to: first?.to, raw: first?.raw, token: first?.token });
  if (!first || !second) throw new Error('there are two attempts');
  expect(second.maxFee * 8n).toBeGreaterThanOrEqual(first.maxFee * 9n);
  expect(second.maxTip * 8n).toBeGreaterThanOrEqual(first.maxTip * 9n);
  await world.anvil.mine();
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'settled', signed: { state: 'paid', attempts: 2 } });
  expect(await world.received(order)).toBe(EACH);
});

it('replaces nothing while it is written what became of that', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  await lose(order);
  await world.anvil.mine(3);
  const { db } = world.app.platform.operator;
  // What a worker does that has seen it mined, held before it is done.
  const replacing = await db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query(`update chain_tx set outcome = 'reverted' where serial_number = $1`, [order.serial_number]);
    const ticking = signer.tick();
    await untilWaiting(world.app);
    return { ticking };
  });
  await replacing.ticking;
  expect(await attemptsOf(order)).toHaveLength(1);
  await world.app.sql('update chain_tx set outcome = null where serial_number = $1', [order.serial_number]);
  await signer.tick();
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
});

it('replaces nothing that the database was forged to have as signed', async () => {
  const order = await one();
  const signer = world.signer();
  await signer.tick();
  const [own] = await attemptsOf(order);
  if (!own) throw new Error('it was signed');
  const txid = Buffer.from(((await row(order))?.signed?.txid ?? '').slice(2), 'hex');
  await lose(order);
  // Another recipient, signed by anybody.
  const to = getAddress(`0x${randomBytes(20).toString('hex')}`);
  const forged = await signTransfer(hotKey(`${'test '.repeat(11)}junk`, 'tron'), { ...transferIn(rawOf(own)), to });
  const bytes = Buffer.from(forged.raw.slice(2), 'hex');
  const forge = (raw: Buffer, name: Buffer) =>
    world.app.sql('update chain_tx set raw = $2, txid = $3 where serial_number = $1', [order.serial_number, raw, name]);
  for (const name of [txid, Buffer.from(forged.txid.slice(2), 'hex')]) {
    await forge(bytes, name);
    await world.anvil.mine(3);
    await signer.tick();
    expect(await attemptsOf(order)).toHaveLength(1);
  }
  await forge(own.raw, txid);
  await world.anvil.mine(3);
  await signer.tick();
  expect(await attemptsOf(order)).toHaveLength(2);
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});

it('notes a transfer that the chain reverted as failed, which staff pay once more or give back', async () => {
  const [again, back] = [await one(), await one()];
  const signer = world.signer();
  await signer.tick();
  const sent = [...(await attemptsOf(again)), ...(await attemptsOf(back))].map(rawOf);
  for (const order of [again, back]) await lose(order);
  await world.anvil.freeze(world.token, world.key.address, true);
  await world.anvil.mine();
  for (const serializedTransaction of sent) await world.anvil.client.sendRawTransaction({ serializedTransaction });
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([again, back])).toEqual(['failed', 'failed']);
  expect(await row(again)).toMatchObject({ remark: '', signed: { state: 'reverted' } });
  await world.anvil.freeze(world.token, world.key.address, false);
  await world.anvil.mine();
  const before = await buckets(world.app, Number(back.owner_id));
  expect(dataOf(await decide(payoutRefund, back, { reason: 'frozen' })).status).toBe('refunded');
  expect(await buckets(world.app, Number(back.owner_id))).not.toBe(before);
  expect(dataOf(await decide(payoutRetry, again)).status).toBe('approved');
  await world.anvil.mine(4);
  await signer.tick();
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([again, back])).toEqual(['settled', 'refunded']);
  expect([await world.received(again), await world.received(back)]).toEqual([EACH, 0n]);
  expect((await attemptsOf(again)).map(({ outcome }) => outcome)).toEqual(['reverted', 'paid']);
});

it('notes a withdrawal as failed whose nonce another transaction of the key has taken', async () => {
  const order = await one();
  const signer = world.signer();
  const { client } = world.anvil;
  await signer.tick();
  await lose(order);
  await client.impersonateAccount({ address: world.key.address });
  await client.sendTransaction({ account: world.key.address, to: world.key.address, value: 1n, chain: null });
  await world.anvil.mine();
  await world.settle();
  expect(await row(order)).toMatchObject({ status: 'failed', signed: { state: 'taken' } });
  expect(dataOf(await decide(payoutRetry, order)).status).toBe('approved');
  await signer.tick();
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});

it('leaves a network to staff again once its policy has it no more', async () => {
  const order = await one();
  expect(await world.db.systemTransaction((tx) => leaveOthers(tx, ['BEP20']))).toEqual([NETWORK]);
  expect(await row(order)).toMatchObject({ paid_by_signer: false, signed: null });
  const txid = `0x${randomBytes(32).toString('hex')}`;
  expect(dataOf(await decide(payoutSettle, order, { txid })).status).toBe('settled');
});

it('lets no withdrawal be settled by hand with a transaction that the signer has signed for another, nor one that cannot be booked hold up others', async () => {
  const [signed, byHand] = [await one(), await one()];
  await world.signer().tick();
  const txids = await Promise.all([signed, byHand].map(async (order) => (await row(order))?.signed?.txid ?? ''));
  await world.db.systemTransaction((tx) => leaveOthers(tx, ['BEP20']));
  const waiting = await one();
  expect((await decide(payoutSettle, waiting, { txid: txids[0] })).msg).toBe('payout_txid_taken');
  expect(await row(waiting)).toMatchObject({ status: 'approved' });
  await world.anvil.mine();
  // Somebody has noted the first one's transaction for something else, whatever it was.
  const note = [NETWORK, txids[0], signed.owner_id, waiting.serial_number];
  await world.app.sql('insert into payout_txid (network, txid, owner_id, serial_number) values ($1, $2, $3, $4)', note);
  await expect(world.settle()).rejects.toThrow('payout_txid_taken');
  expect(await world.states([signed, byHand])).toEqual(['approved', 'settled']);
  await world.app.sql('delete from payout_txid where serial_number = $1', [waiting.serial_number]);
  await world.settle();
  expect(await world.states([signed, byHand])).toEqual(['settled', 'settled']);
});
