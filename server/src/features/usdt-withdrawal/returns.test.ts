import { chainDepositCredit, chainDepositSetAside } from '@purser/contract/features/chain-deposit';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainFunds } from '../../domain/chain-funds.ts';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { enterCredited } from '../usdt-recharge/testing/recharge.ts';
import { blockAddress } from './testing/block.ts';
import { ignoreKill, killedAt, MOMENTS } from './testing/killed.ts';
import { newAddress, type ReturningWorld, returningWorld, type Which } from './testing/returning.ts';

let of: ReturningWorld;
let world: ReturningWorld['world'];
let finance: ReturningWorld['finance'];
beforeAll(async () => {
  of = await returningWorld();
  ({ world, finance } = of);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.sql('delete from blocked_address');
  await world.app.sql(`update chain_nonce set is_on = true where role = 'hot'`);
});

const held: ReturningWorld['held'] = (...given) => of.held(...given);
const rows: ReturningWorld['rows'] = (...given) => of.rows(...given);
const rowOf: ReturningWorld['rowOf'] = (...given) => of.rowOf(...given);
const detail: ReturningWorld['detail'] = (...given) => of.detail(...given);
const add: ReturningWorld['add'] = (...given) => of.add(...given);
const approve: ReturningWorld['approve'] = (...given) => of.approve(...given);
const callOff: ReturningWorld['callOff'] = (...given) => of.callOff(...given);
const returning: ReturningWorld['returning'] = (...given) => of.returning(...given);
const txsOf: ReturningWorld['txsOf'] = (...given) => of.txsOf(...given);
const drift: ReturningWorld['drift'] = (...given) => of.drift(...given);
const balanceOf: ReturningWorld['balanceOf'] = (...given) => of.balanceOf(...given);

it('sends a held deposit back once, less the network fee, when two people have said so and the address has rested', async () => {
  const which = await held();
  const to = newAddress();
  const before = { fees: await balanceOf('fees'), custody: await balanceOf('custody_erc20') };
  expect(await detail(which)).toEqual({ offer: { network_fee: '1.000000', arrives: '59.000000' }, refused: null, sent: null });
  expect(await add(which, to)).toMatchObject({ msg: 'ok' });
  // Nothing credits it while somebody else decides.
  expect(await rowOf(which)).toMatchObject({ state: 'set_aside', decided_by: 'Ada' });
  expect(await add(which, to)).toMatchObject({ msg: 'review_waits_for_second' });
  expect(await approve(which, finance)).toMatchObject({ msg: 'approval_own' });
  expect(await approve(which)).toMatchObject({ msg: 'ok' });
  expect(await rowOf(which)).toMatchObject({ state: 'returning', held: 'below_minimum', decided_by: 'Ben', remark: 'A mistake of theirs' });
  expect((await detail(which)).sent).toMatchObject({ address: to, arrives: '59.000000', state: 'waiting', txid: null });
  const decided = { ...which, reason: 'No', google_code: await finance.code() };
  expect(await finance.call(chainDepositCredit, decided)).toMatchObject({ msg: 'deposit_settled' });
  expect(await finance.call(chainDepositSetAside, { ...decided, google_code: await finance.code() })).toMatchObject({
    msg: 'deposit_settled',
  });
  await world.signer({ restMs: 3_600_000 }).tick();
  expect(await txsOf(which)).toEqual([]);
  expect(await drift()).toBe(0n);
  const signer = world.signer();
  await Promise.all([signer.tick(), world.signer().tick()]);
  expect(await txsOf(which)).toHaveLength(1);
  expect((await detail(which)).sent).toMatchObject({ state: 'sent', txid: expect.stringMatching(/^0x/) });
  expect(await callOff(which)).toMatchObject({ msg: 'return_signed' });
  await world.anvil.mine(4);
  await world.look();
  expect(await drift()).toBe(0n);
  await world.book();
  expect(await drift()).toBe(0n);
  await Promise.all([signer.tick(), world.book()]);
  await world.settle();
  const { sent } = await detail(which);
  expect(sent).toMatchObject({ state: 'paid', address: to });
  expect(await rowOf(which)).toMatchObject({ state: 'returned', held: 'below_minimum' });
  expect(await world.usdtOf(to)).toBe(59_000_000n);
  expect(await balanceOf('fees')).toBe(before.fees + 1_000_000n);
  expect(await balanceOf('custody_erc20')).toBe(before.custody - 1_000_000n);
  expect(await drift()).toBe(0n);
  expect(await add(which, to)).toMatchObject({ msg: 'deposit_settled' });
  expect(await callOff(which)).toMatchObject({ msg: 'return_not_under_way' });
  const acts = await world.app.sql<{ action: string }>('select action from audit_log where owner_id = $1 order by sequence desc limit 1', [
    which.owner_id,
  ]);
  expect(acts).toEqual([{ action: 'chain_deposit.returned' }]);
});

it('books what was settled before the watcher has come to its block', async () => {
  const { to } = await returning();
  await world.signer().tick();
  await world.anvil.mine(4);
  await world.book();
  expect(await world.usdtOf(to)).toBe(59_000_000n);
  expect(await drift()).toBe(0n);
  await world.look();
  expect(await drift()).toBe(0n);
});

it('is held again when the transfer fails, and is sent back once more', async () => {
  const { client } = world.anvil;
  const { which, to } = await returning();
  await client.setAutomine(false);
  await world.signer().tick();
  await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await client.impersonateAccount({ address: world.hot });
  await client.sendTransaction({ account: world.hot, to: world.hot, value: 1n, chain: null });
  await world.settle();
  await client.setAutomine(true);
  expect(await rowOf(which)).toMatchObject({ state: 'set_aside', held: 'below_minimum' });
  expect(await detail(which)).toMatchObject({ offer: { arrives: '59.000000' }, sent: { state: 'taken', address: to } });
  expect(await drift()).toBe(0n);
  const other = newAddress();
  expect(await add(which, other)).toMatchObject({ msg: 'ok' });
  expect(await approve(which)).toMatchObject({ msg: 'ok' });
  expect((await detail(which)).sent).toMatchObject({ state: 'waiting', address: other });
  await world.signer().tick();
  await world.settle();
  expect(await rowOf(which)).toMatchObject({ state: 'returned' });
  expect([await world.usdtOf(to), await world.usdtOf(other)]).toEqual([0n, 59_000_000n]);
  expect(await drift()).toBe(0n);
});

it('is called off until it is signed, and may be credited then', async () => {
  const { which, to } = await returning();
  expect(await callOff(which)).toMatchObject({ msg: 'ok', data: { state: 'set_aside' } });
  await world.signer().tick();
  expect(await txsOf(which)).toEqual([]);
  expect((await detail(which)).sent).toMatchObject({ state: 'called_off', address: to, txid: null });
  expect(await finance.call(chainDepositCredit, { ...which, reason: 'Theirs', google_code: await finance.code() })).toMatchObject({
    msg: 'ok',
  });
  expect(await add(which, to)).toMatchObject({ msg: 'deposit_settled' });
  expect(await drift()).toBe(0n);
});

it('tells of what waits for the signer longer than its address rests, and knows no gap for what is signed', async () => {
  const { which } = await returning();
  const funds = async () => (await chainFunds(world.app.platform.operator.db.system))[0];
  expect(await funds()).toMatchObject({ unsigned: 0 });
  await world.app.sql(`update chain_deposit set settled_at = now() - interval '26 hours' where deposit_id = $1`, [which.deposit_id]);
  expect(await funds()).toMatchObject({ unsigned: 1, unsigned_at: expect.any(Date) });
  await world.signer().tick();
  expect(await funds()).toMatchObject({ unsigned: 0, unmined: 1, has_gap: false });
  await world.settle();
  expect(await funds()).toMatchObject({ unsigned: 0, unmined: 0 });
});

describe('what is refused', () => {
  it('an address that is none, was mistyped, is ours, is the token, or is blocked', async () => {
    const which = await held();
    const { address: ours } = await world.deposited(0n);
    const to = newAddress();
    expect(await add(which, '0x12')).toMatchObject({ msg: 'address_malformed' });
    expect(await add(which, `0x${'0'.repeat(40)}`)).toMatchObject({ msg: 'address_malformed' });
    // One letter in the other case: its checksum is wrong.
    const mistyped = to.replace(/[a-f]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
    expect(await add(which, mistyped.replace('0X', '0x'))).toMatchObject({ msg: 'address_malformed' });
    expect(await add(which, to, newAddress())).toMatchObject({ msg: 'return_address_differs' });
    for (const refused of [ours, world.hot, world.token])
      expect(await add(which, refused)).toMatchObject({ msg: 'payout_address_refused' });
    await blockAddress(world.app, to);
    expect(await add(which, to)).toMatchObject({ msg: 'payout_address_blocked' });
    expect(await rowOf(which)).toMatchObject({ state: 'held' });
  });

  it('an approval once the address was blocked, the fee has changed, or the signer pays no more', async () => {
    const which = await held();
    const to = newAddress();
    expect(await add(which, to)).toMatchObject({ msg: 'ok' });
    await blockAddress(world.app, to);
    expect(await approve(which)).toMatchObject({ msg: 'payout_address_blocked' });
    await world.app.sql('delete from blocked_address');
    await world.app.sql(`update coin_network set network_fee = 2000000 where network = 'ERC20' and coin = 'USDT'`);
    expect(await approve(which)).toMatchObject({ msg: 'deposit_changed' });
    await world.app.sql(`update coin_network set network_fee = 1000000 where network = 'ERC20' and coin = 'USDT'`);
    await world.app.sql(`update chain_nonce set is_on = false where role = 'hot'`);
    expect(await approve(which)).toMatchObject({ msg: 'return_without_signer' });
    expect(await rowOf(which)).toMatchObject({ state: 'set_aside' });
  });

  it('what the fee takes whole, what was credited by hand, and what came to an address that staff gave', async () => {
    const small = await held(1_000_000n);
    expect(await detail(small)).toMatchObject({ offer: null, refused: 'return_below_fee' });
    expect(await add(small, newAddress())).toMatchObject({ msg: 'return_below_fee' });
    const told = await held();
    await world.app.sql(`update chain_deposit set reason = 'told_by_hand' where deposit_id = $1`, [told.deposit_id]);
    expect(await add(told, newAddress())).toMatchObject({ msg: 'deposit_told_by_hand' });
    // Or it is held for something else, and a recharge of it was entered by hand and credited.
    const entered = await held();
    const [{ txid = '' } = {}] = [await rowOf(entered)].flatMap((row) => row ?? []);
    await enterCredited(world.app, entered.owner_id, txid);
    expect(await detail(entered)).toMatchObject({ offer: null, refused: 'deposit_told_by_hand' });
    expect(await add(entered, newAddress())).toMatchObject({ msg: 'deposit_told_by_hand' });
    // It has no posting, and the books are proven below.
    await world.app.sql(`delete from recharge_txid where serial_number = 'UCBYHAND'`);
    await world.app.sql(`delete from review_order where serial_number = 'UCBYHAND'`);
    const given = await held();
    await world.app.sql('update deposit_address set set_by = 1, derivation_index = null where owner_id = $1', [given.owner_id]);
    await world.app.sql('update address_directory set derivation_index = null where owner_id = $1', [given.owner_id]);
    expect(await add(given, newAddress())).toMatchObject({ msg: 'return_impossible' });
    expect(await add({ ...told, deposit_id: randomBytes(8).toString('hex') }, newAddress())).toMatchObject({ msg: 'deposit_unknown' });
  });

  it('a deposit that was credited', async () => {
    const { ownerId } = await world.deposited(200_000_000n);
    const [row] = await rows(ownerId);
    const which = { owner_id: ownerId, deposit_id: row?.deposit_id ?? '' };
    expect(await add(which, newAddress())).toMatchObject({ msg: 'deposit_settled' });
    expect(await detail(which)).toEqual({ offer: null, refused: null, sent: null });
  });
});

describe('the signer sends back no', () => {
  const forge = async ({ deposit_id }: Which, change: string, values: unknown[] = []) =>
    world.app.sql(`update chain_deposit set ${change} where deposit_id = $1`, [deposit_id, ...values]);
  const forged = `state = 'returning', return_address = $2, return_amount = amount, return_fee = 0, returned_txid = null`;

  it('transfer that has not arrived, or not at an address of ours, or less of it', async () => {
    const to = newAddress();
    const [absent, strange, more, elsewhere] = [await held(), await held(), await held(), await held()];
    await forge(absent, `${forged}, txid = $3`, [to, randomBytes(32)]);
    // A real one, to a stranger.
    await world.anvil.mint(world.token, newAddress(), 60_000_000n * world.unit);
    await world.settle();
    const logs = await world.anvil.client.getLogs({ fromBlock: 'earliest', toBlock: 'latest' });
    const given = logs.at(-1);
    await forge(strange, `${forged}, txid = $3`, [to, Buffer.from((given?.transactionHash ?? '0x').slice(2), 'hex')]);
    await forge(more, `state = 'returning', return_address = $2, amount = 61000000, return_amount = 61000000, return_fee = 0`, [to]);
    await forge(elsewhere, `${forged}, ordinal = 1`, [to]);
    await world.signer().tick();
    for (const which of [absent, strange, more, elsewhere]) expect(await txsOf(which)).toEqual([]);
    expect(await world.usdtOf(to)).toBe(0n);
    for (const which of [absent, strange, more, elsewhere]) await forge(which, `state = 'set_aside'`);
    await forge(more, 'amount = 60000000, return_amount = 60000000');
  });

  it('transfer a second time, whatever was made of the database', async () => {
    const { which, to } = await returning();
    await world.signer().tick();
    await world.settle();
    expect(await world.usdtOf(to)).toBe(59_000_000n);
    const other = newAddress();
    const [{ txid } = { txid: Buffer.of() }] = await world.app.sql<{ txid: Buffer }>(
      'select txid from chain_deposit where deposit_id = $1',
      [which.deposit_id],
    );
    await forge(which, forged, [other]);
    await world.app.sql(`delete from chain_tx where kind = 'return' and owner_id = $1`, [which.owner_id]);
    await world.signer().tick();
    expect(await txsOf(which)).toEqual([]);
    // The same transfer as the deposit of somebody else.
    await forge(which, `state = 'set_aside', txid = $2`, [randomBytes(32)]);
    const alike = await held();
    await forge(alike, `${forged}, txid = $3`, [other, txid]);
    await world.signer().tick();
    expect(await txsOf(alike)).toEqual([]);
    expect(await world.usdtOf(other)).toBe(0n);
  });

  it('more than its policy has, nor to an address that was blocked', async () => {
    const { which, to } = await returning();
    await world.signer({ policy: { most_at_once: 58_000_000n } }).tick();
    expect(await txsOf(which)).toEqual([]);
    await blockAddress(world.app, to);
    await world.signer().tick();
    expect(await txsOf(which)).toEqual([]);
    const [provider] = world.of.providers;
    if (!provider) throw new Error('there is a node');
    await world.app.sql('delete from blocked_address');
    await world.signer({ providers: [provider] }).tick();
    expect(await txsOf(which)).toEqual([]);
    expect(await callOff(which)).toMatchObject({ msg: 'ok' });
  });
});

it('pays each once under kills of the signer at the three moments, and leaves the ledger whole', async () => {
  // What was forged above is missed.
  const [fees, missed] = [await balanceOf('fees'), await drift()];
  const all = [await returning(), await returning(), await returning(), await returning(), await returning(), await returning()];
  for (const [round, moment] of [...MOMENTS, ...MOMENTS].entries()) {
    await world
      .signer(killedAt(world.of, moment, round % 2))
      .tick()
      .catch(ignoreKill);
  }
  for (let round = 0; round < 3; round += 1) {
    await world.signer().tick();
    await world.settle();
  }
  for (const { which, to } of all) {
    expect(await rowOf(which)).toMatchObject({ state: 'returned' });
    expect(await world.usdtOf(to)).toBe(59_000_000n);
    expect((await txsOf(which)).filter(({ outcome }) => outcome === 'paid')).toHaveLength(1);
  }
  expect(await balanceOf('fees')).toBe(fees + 6_000_000n);
  expect(await drift()).toBe(missed);
  expect(await breaksOf(world.app)).toEqual([]);
});
