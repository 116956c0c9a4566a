import { chainReturnDetail } from '@purser/contract/features/chain-return';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../../domain/chain-address.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { blockAddress } from './testing/block.ts';
import { afterSigning, ignoreKill, Killed } from './testing/killed.ts';
import { returningOn, type Which } from './testing/returning.ts';
import { broadcasting, newTronAddress } from './testing/tron-signing.ts';
import { type TronSweepingWorld, tronSweepingWorld } from './testing/tron-sweeping.ts';

/** What arrived on TRON and is held, sent back by the signer: the same as on other networks, where there are no nonces. */

const ARRIVES = 59_000_000n;
/** What has been left to staff by then, and expired. */
const LEFT_MS = 1_900_000;

let world: TronSweepingWorld;
let of: Awaited<ReturnType<typeof returningOn<string>>>;
beforeAll(async () => {
  world = await tronSweepingWorld();
  of = await returningOn(world, newTronAddress);
});
afterAll(() => world.close());
afterEach(async () => {
  await world.app.sql('delete from blocked_address');
  await world.settle();
  expect(await of.drift()).toBe(0n);
  expect(await breaksOf(world.app)).toEqual([]);
});

const outcomesOf = async (which: Which) => (await of.txsOf(which)).map(({ outcome }) => outcome);

it('sends a held deposit back once, less the network fee, when two people have said so and the address has rested', async () => {
  const { which, to } = await of.returning();
  const before = { fees: await of.balanceOf('fees'), custody: await of.balanceOf('custody_trc20') };
  await world.signer({ restMs: 3_600_000 }).tick();
  expect(await of.txsOf(which)).toEqual([]);
  await Promise.all([world.signer().tick(), world.signer().tick()]);
  expect(await of.txsOf(which)).toHaveLength(1);
  expect(await of.callOff(which)).toMatchObject({ msg: 'return_signed' });
  expect((await of.detail(which)).sent).toMatchObject({ state: 'sent', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await world.tron.mine();
  await world.book();
  expect((await of.detail(which)).sent).toMatchObject({ state: 'confirming' });
  await world.settle();
  expect((await of.detail(which)).sent).toMatchObject({ state: 'paid', address: to, arrives: '59.000000' });
  expect(await of.rowOf(which)).toMatchObject({ state: 'returned' });
  expect(await world.usdtOf(to)).toBe(ARRIVES);
  expect(await of.balanceOf('fees')).toBe(before.fees + 1_000_000n);
  expect(await of.balanceOf('custody_trc20')).toBe(before.custody - 1_000_000n);
  const { sent } = await of.detail(which);
  // A withdrawal that is settled by hand cannot name it.
  expect(await world.app.sql('select txid from payout_txid where owner_id = $1', [which.owner_id])).toEqual([{ txid: sent?.txid }]);
  await world.signer().tick();
  await world.settle();
  expect(await world.usdtOf(to)).toBe(ARRIVES);
});

it('refuses an address that is none of TRON, was typed otherwise, is ours or the token’s, or is blocked', async () => {
  const which = await of.held();
  const { address: ours } = await world.deposited(0n);
  const to = newTronAddress();
  expect(await of.add(which, '0x00000000000000000000000000000000000000C1')).toMatchObject({ msg: 'address_malformed' });
  expect(await of.add(which, `${to.slice(0, -1)}${to.endsWith('x') ? 'y' : 'x'}`)).toMatchObject({ msg: 'address_malformed' });
  expect(await of.add(which, to, newTronAddress())).toMatchObject({ msg: 'return_address_differs' });
  for (const refused of [ours, world.hot, world.gas, addressOf('tron', world.token)])
    expect(await of.add(which, refused)).toMatchObject({ msg: 'payout_address_refused' });
  await blockAddress(world.app, to);
  expect(await of.add(which, to)).toMatchObject({ msg: 'payout_address_blocked' });
  expect(await of.rowOf(which)).toMatchObject({ state: 'held' });
});

it('is called off until it is signed, and sent elsewhere then', async () => {
  const { which, to } = await of.returning();
  expect(await of.callOff(which)).toMatchObject({ msg: 'ok', data: { state: 'set_aside' } });
  await world.signer().tick();
  expect(await of.txsOf(which)).toEqual([]);
  const other = newTronAddress();
  expect(await of.add(which, other)).toMatchObject({ msg: 'ok' });
  expect(await of.approve(which)).toMatchObject({ msg: 'ok' });
  await world.signer().tick();
  await world.settle();
  expect([await world.usdtOf(to), await world.usdtOf(other)]).toEqual([0n, ARRIVES]);
});

it('is signed anew when it has expired, and set aside when its address was blocked by then', async () => {
  const [again, left] = [await of.returning(), await of.returning()];
  await world.signer().tick();
  await blockAddress(world.app, left.to);
  const { broadcasts } = world.tron.nodes[0];
  world.tron.lose();
  for (let block = 0; block < 12; block += 1) await world.tron.mine();
  await world.signer().tick();
  // What is signed to a blocked address is not given to the nodes again.
  expect(world.tron.nodes[0].broadcasts).toBe(broadcasts + 1);
  await world.expire();
  await world.signer().tick();
  expect([await outcomesOf(again.which), await outcomesOf(left.which)]).toEqual([[null, null], [null]]);
  await world.settle();
  expect(await outcomesOf(again.which)).toEqual(['paid', 'paid']);
  expect(await world.usdtOf(again.to)).toBe(ARRIVES);
  await world.tron.pass(LEFT_MS);
  await world.settle();
  expect(await outcomesOf(left.which)).toEqual(['expired']);
  expect(await of.rowOf(left.which)).toMatchObject({ state: 'set_aside' });
  const { offer, sent } = dataOf(await of.finance.call(chainReturnDetail, left.which));
  expect({ offer, sent }).toMatchObject({ offer: { arrives: '59.000000' }, sent: { state: 'expired', address: left.to } });
  // To another address it is sent back after all.
  const other = newTronAddress();
  expect(await of.add(left.which, other)).toMatchObject({ msg: 'ok' });
  expect(await of.approve(left.which)).toMatchObject({ msg: 'ok' });
  await world.signer().tick();
  await world.settle();
  expect(await outcomesOf(left.which)).toEqual(['expired', 'paid']);
  expect([await world.usdtOf(left.to), await world.usdtOf(other)]).toEqual([0n, ARRIVES]);
});

it('is not signed for what has not arrived, not at an address of ours, or less of it, nor on the word of one node', async () => {
  const to = newTronAddress();
  const forge = async ({ deposit_id }: Which, change: string, values: unknown[] = []) =>
    world.app.sql(`update chain_deposit set ${change} where deposit_id = $1`, [deposit_id, ...values]);
  const forged = `state = 'returning', return_address = $2, return_amount = amount, return_fee = 0`;
  const [absent, strange, more, elsewhere] = [await of.held(), await of.held(), await of.held(), await of.held()];
  const kept = await world.app.sql<{ deposit_id: string; txid: Buffer; ordinal: number }>(
    'select deposit_id, txid, ordinal from chain_deposit',
  );
  await forge(absent, `${forged}, txid = $3`, [to, randomBytes(32)]);
  await world.arrive(newTronAddress(), 60_000_000n);
  await world.settle();
  const given = (await world.tron.anvil.client.getLogs({ fromBlock: 'earliest', toBlock: 'latest' })).at(-1);
  await forge(strange, `${forged}, txid = $3`, [to, Buffer.from((given?.transactionHash ?? '0x').slice(2), 'hex')]);
  await forge(more, `state = 'returning', return_address = $2, amount = 61000000, return_amount = 61000000, return_fee = 0`, [to]);
  await forge(elsewhere, `${forged}, ordinal = 1`, [to]);
  await world.signer().tick();
  for (const which of [absent, strange, more, elsewhere]) expect(await of.txsOf(which)).toEqual([]);
  for (const which of [absent, strange, more, elsewhere]) {
    const before = kept.find(({ deposit_id }) => deposit_id === which.deposit_id);
    await forge(
      which,
      `state = 'set_aside', txid = $2, ordinal = $3, amount = 60000000, return_address = null, return_amount = null, return_fee = null`,
      [before?.txid, before?.ordinal],
    );
  }
  const { which } = await of.returning();
  await world.signer({ providers: world.of.providers.slice(0, 1) }).tick();
  expect(await of.txsOf(which)).toEqual([]);
  const [first] = world.tron.nodes;
  first.hides = 'transactions';
  await world.signer().tick();
  expect(await of.txsOf(which)).toEqual([]);
  first.hides = 'nothing';
  expect(await of.callOff(which)).toMatchObject({ msg: 'ok' });
});

it('does not go a second time, whatever was made of the database', async () => {
  const { which, to } = await of.returning();
  await world.signer().tick();
  await world.settle();
  expect(await world.usdtOf(to)).toBe(ARRIVES);
  const [deposit] = await world.app.sql<{ state: string; return_address: string; returned_txid: Buffer }>(
    'select state, return_address, returned_txid from chain_deposit where deposit_id = $1',
    [which.deposit_id],
  );
  const kept = await world.app.sql<{ one: unknown }>(
    `select to_jsonb(t) as one from chain_tx as t where owner_id = $1 and kind = 'return'`,
    [which.owner_id],
  );
  const other = newTronAddress();
  await world.app.sql(`delete from chain_tx where kind = 'return' and owner_id = $1`, [which.owner_id]);
  await world.app.sql(`update chain_deposit set state = 'returning', return_address = $2, returned_txid = null where deposit_id = $1`, [
    which.deposit_id,
    other,
  ]);
  await world.signer().tick();
  expect(await of.txsOf(which)).toEqual([]);
  expect(await world.usdtOf(other)).toBe(0n);
  // Put back as it was.
  await world.app.sql(`update chain_deposit set state = 'returned', return_address = $2, returned_txid = $3 where deposit_id = $1`, [
    which.deposit_id,
    deposit?.return_address,
    deposit?.returned_txid,
  ]);
  await world.app.sql('insert into chain_tx select * from jsonb_populate_record(null::chain_tx, $1)', [JSON.stringify(kept[0]?.one)]);
});

it('goes once under kills of the signer before and after its commit and after it was sent, while nodes forget', async () => {
  const fees = await of.balanceOf('fees');
  const all = [await of.returning(), await of.returning(), await of.returning(), await of.returning()];
  const die = (): never => {
    throw new Killed('here');
  };
  for (let round = 0; round < all.length; round += 1) {
    await world
      .signer({ journal: afterSigning(world.journal, die) })
      .tick()
      .catch(ignoreKill);
    const silent = world.of.providers.map((provider) => broadcasting(provider, async () => die()));
    await world.signer({ providers: silent }).tick().catch(ignoreKill);
    if (round === 1) await world.expire();
    else world.tron.lose();
  }
  for (let round = 0; round < 3; round += 1) {
    await world.signer().tick();
    await world.settle();
    await world.expire();
  }
  for (const { which, to } of all) {
    expect(await of.rowOf(which)).toMatchObject({ state: 'returned' });
    expect(await world.usdtOf(to)).toBe(ARRIVES);
    expect(new Set((await of.txsOf(which)).map(({ nonce }) => nonce)).size).toBe(1);
  }
  expect(await of.balanceOf('fees')).toBe(fees + 4_000_000n);
});
