import { chainSweepDetail, chainSweepQuery } from '@purser/contract/features/chain-sweep';
import { chainReserveState } from '@purser/contract/features/chain-reserve';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { paymentSigned, transferSigned } from '../../../platform/chain/tron-transaction.ts';
import { breaksOf } from '../../../platform/testing/breaks.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { makeStaff } from '../../../platform/testing/staff.ts';
import { reckon } from '../../chain-reserve/reckon.ts';
import { TRX, type TronSweepingWorld, tronSweepingWorld } from '../testing/tron-sweeping.ts';

let world: TronSweepingWorld;
beforeAll(async () => {
  world = await tronSweepingWorld();
});
afterAll(() => world.close());
/** The double has kept the state of the block, which a node of TRON has not. */
afterEach(async () => {
  const [network] = await connectedNetworks(world.app.platform.operator.db.system);
  if (!network) throw new Error('the network is connected');
  await world.settle();
  expect((await reckon(world.app.platform.operator.db, network, [addressOf('tron', COLD)])).drift).toBe(0n);
  expect(await breaksOf(world.app)).toEqual([]);
});

const SENT = 200_000_000n;
const COLD: Hex = '0x00000000000000000000000000000000000000c0';
const rawsOf = async (address: string) =>
  (
    await world.app.sql<{ kind: string; raw: Buffer; outcome: string | null }>(
      `select kind, raw, outcome from chain_tx join sweep on sweep_id = split_part(serial_number, ' ', 1) where address = $1 order by signed_at, nonce`,
      [address],
    )
  ).map(({ kind, raw, outcome }) => ({ kind, outcome, raw: `0x${raw.toString('hex')}` as Hex }));
const outcomesOf = async (address: string) => (await rawsOf(address)).map(({ kind, outcome }) => [kind, outcome]);
const stateOf = async (address: string) => (await world.sweepsOf(address)).at(-1);

describe('a deposit address on TRON', () => {
  it('is given TRX, and swept to the hot address once that is solidified; nothing is posted', async () => {
    const { address } = await world.deposited(SENT);
    const [before] = await world.app.sql('select count(*) from ledger.posting');
    const sweeper = world.sweeper();
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toEqual([{ state: 'fuelling', why: '', fuelled: 1, destination: null }]);
    // In a block, and not solidified yet: nothing more is signed.
    await world.tron.mine();
    await world.book();
    await sweeper.tick();
    expect((await rawsOf(address)).map(({ kind }) => kind)).toEqual(['fuel']);
    await world.settle();
    expect(await stateOf(address)).toMatchObject({ state: 'fuelled' });
    await sweeper.tick();
    expect(await stateOf(address)).toMatchObject({ state: 'signed', destination: world.hot });
    await world.settle();
    expect(await stateOf(address)).toMatchObject({ state: 'settled', why: '' });
    expect([await world.usdtOf(address), await world.usdtOf(world.hot)]).toEqual([0n, SENT]);
    expect(await world.app.sql('select received, swept from chain_balance where address = $1', [address])).toEqual([
      { received: String(SENT), swept: String(SENT) },
    ]);
    expect(await world.app.sql('select count(*) from ledger.posting')).toEqual([before]);
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toHaveLength(1);
  });

  it('is shown to staff with what was signed for it, in TRX', async () => {
    const auditor = await makeStaff(world.app, 'auditor');
    const { list } = dataOf(await auditor.call(chainSweepQuery, { network: 'TRC20' }));
    expect(list).toMatchObject([
      { state: 'settled', destination: world.hot, usdt: '200.00', fuelled: 1, txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const [row] = list;
    const byTxid = dataOf(await auditor.call(chainSweepQuery, { txid: row?.txid ?? '' })).list;
    const byAddress = dataOf(await auditor.call(chainSweepQuery, { address: row?.address ?? '' })).list;
    expect([byTxid.length, byAddress.length]).toEqual([1, 1]);
    const { transactions } = dataOf(await auditor.call(chainSweepDetail, { sweep_id: row?.sweep_id ?? '' }));
    const [sweep, fuel] = transactions;
    expect(sweep).toMatchObject({ kind: 'sweep', txid: row?.txid, state: 'paid', coins: null, gas_price_gwei: null });
    // A hundred millionths a unit of energy, and a fifth more.
    expect(Number(sweep?.most_fee)).toBeGreaterThan(2);
    expect(Number(sweep?.most_fee)).toBeLessThan(30);
    expect(fuel).toMatchObject({ kind: 'fuel', state: 'paid', coins: row?.fuel, most_fee: '1.40', gas_price_gwei: null });
    const { list: paid } = dataOf(await auditor.call(chainReserveState, {}));
    // Nobody pays withdrawals there yet.
    expect(paid).toEqual([]);
    await Promise.all([world.signer().tick(), world.sweeper().tick()]);
    const [state] = dataOf(await auditor.call(chainReserveState, {})).list;
    expect(state).toMatchObject({
      network: 'TRC20',
      unswept: '0.00',
      holdings: [{ role: 'hot', usdt: '200.00', coins: '100000.00' }, { role: 'gas' }],
    });
    expect(Number(state?.holdings[1]?.coins)).toBeLessThan(100_000);
    expect(Number(state?.holdings[1]?.coins)).toBeGreaterThan(99_900);
  });

  it('is left alone below what is worth it, and swept when somebody asks', async () => {
    const { address, ownerId } = await world.deposited(49_999_999n);
    await world.sweeper().tick();
    expect(await world.sweepsOf(address)).toEqual([]);
    await world.app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, is_asked)
       select network, 'asked', owner_id, address, derivation_index, true from deposit_address where owner_id = $1`,
      [ownerId],
    );
    // Its energy would cost a tenth of it and more.
    await world.sweeper({ sweep: { coin_usdt: 3_000_000n } }).tick();
    expect(await stateOf(address)).toMatchObject({ state: 'planned', why: 'not_worth' });
    await world.sweeper().tick();
    expect(await stateOf(address)).toMatchObject({ state: 'fuelling', why: '' });
  });

  it('whose token is frozen is given no TRX', async () => {
    const { address } = await world.deposited(SENT);
    await world.tron.anvil.freeze(world.token, addressBytes('tron', address), true);
    await world.settle();
    await world.sweeper().tick();
    expect(await stateOf(address)).toMatchObject({ state: 'planned', why: 'chain_refuses', fuelled: 0 });
    await world.tron.anvil.freeze(world.token, addressBytes('tron', address), false);
    await world.settle();
    await world.sweeper().tick();
    expect(await stateOf(address)).toMatchObject({ state: 'fuelling', why: '' });
  });

  it('that has TRX already is given none', async () => {
    const { address } = await world.deposited(SENT);
    await world.trxTo(addressBytes('tron', address), 40n * TRX);
    await world.settle();
    await world.sweeper().tick();
    expect(await stateOf(address)).toMatchObject({ state: 'signed', fuelled: 0 });
    await world.settle();
    expect(await stateOf(address)).toMatchObject({ state: 'settled' });
  });

  it('is swept to the cold address beyond what the hot one keeps', async () => {
    const { address } = await world.deposited(SENT);
    const sweeper = world.sweeper({ sweep: { cold: { address: COLD, hot_keeps: SENT } } });
    for (const _ of ['TRX', 'USDT']) {
      await sweeper.tick();
      await world.settle();
    }
    expect(await stateOf(address)).toMatchObject({ state: 'settled', destination: addressOf('tron', COLD) });
    expect(await world.app.sql('select role, address from chain_holding order by role')).toEqual([
      { role: 'cold', address: addressOf('tron', COLD) },
      { role: 'gas', address: world.gas },
      { role: 'hot', address: world.hot },
    ]);
  });

  it('whose signer ends after each signature, before it is sent, is given TRX and swept once', async () => {
    const { address } = await world.deposited(SENT);
    for (const state of ['fuelled', 'settled']) {
      // What was signed reaches no node.
      for (const node of world.tron.nodes) node.answers = () => 'SERVER_BUSY';
      await world.sweeper().tick();
      await world.sweeper().tick();
      for (const node of world.tron.nodes) node.answers = undefined;
      await world.sweeper().tick();
      await world.settle();
      expect(await stateOf(address)).toMatchObject({ state, fuelled: 1 });
    }
    expect(await outcomesOf(address)).toEqual([
      ['fuel', 'paid'],
      ['sweep', 'paid'],
    ]);
    expect(await world.usdtOf(address)).toBe(0n);
  });

  it('is planned anew when what was signed has expired, and not while one of two nodes does not say so', async () => {
    const { address } = await world.deposited(SENT);
    const sweeper = world.sweeper();
    const [first] = world.tron.nodes;
    for (const [state, after] of [
      ['fuelling', 'fuelled'],
      ['signed', 'settled'],
    ]) {
      await sweeper.tick();
      expect(await stateOf(address)).toMatchObject({ state });
      first.behind = 5;
      await world.expire();
      await sweeper.tick();
      expect(await stateOf(address)).toMatchObject({ state });
      first.behind = 0;
      await world.book();
      expect(await stateOf(address)).toMatchObject({ state: 'planned', destination: null });
      await sweeper.tick();
      expect(await stateOf(address)).toMatchObject({ state });
      await world.settle();
      expect(await stateOf(address)).toMatchObject({ state: after });
    }
    expect(await outcomesOf(address)).toEqual([
      ['fuel', 'expired'],
      ['fuel', 'paid'],
      ['sweep', 'expired'],
      ['sweep', 'paid'],
    ]);
    expect(await world.usdtOf(address)).toBe(0n);
  });

  it('whose transfer the chain reverts is noted so', async () => {
    const { address } = await world.deposited(SENT);
    const sweeper = world.sweeper();
    await sweeper.tick();
    await world.settle();
    await sweeper.tick();
    await world.tron.anvil.freeze(world.token, addressBytes('tron', address), true);
    await world.tron.anvil.mine();
    await world.settle();
    expect(await stateOf(address)).toMatchObject({ state: 'failed', why: 'reverted' });
    expect(await world.usdtOf(address)).toBe(SENT);
  });
});

describe('the signer on TRON', () => {
  it('signs for sweeps only transfers of the token to its own addresses and TRX for its own', async () => {
    const all = await world.app.sql<{ address: string; destination: string | null }>('select distinct address, destination from sweep');
    for (const { address, destination } of all) {
      for (const { kind, raw } of await rawsOf(address)) {
        if (kind === 'fuel') expect(addressOf('tron', paymentSigned(raw).to)).toBe(address);
        else expect(transferSigned(raw)).toMatchObject({ token: world.token, sender: addressBytes('tron', address) });
      }
      if (destination !== null) expect([world.hot, addressOf('tron', COLD)]).toContain(destination);
    }
    expect(all.length).toBeGreaterThan(2);
  });

  it('gives no TRX beyond its policy, whatever the database asks', async () => {
    const { address } = await world.deposited(SENT);
    const whyOf = async (change: Parameters<TronSweepingWorld['sweeper']>[0]) => {
      await world.sweeper(change).tick();
      return (await stateOf(address))?.why;
    };
    expect(await whyOf({ sweep: { most_fuel: 1n } })).toBe('fuel_limit');
    expect(await whyOf({ policy: { most_fee_trx: 1n } })).toBe('gas_price');
    expect(await whyOf({ sweep: { most_fuel_in_a_day: world.journal.fuelledInADay('TRC20') } })).toBe('fuel_limit');
    const gas = addressBytes('tron', world.gas);
    await world.trxTo(gas, 1n);
    expect(await whyOf({})).toBe('gas_short');
    await world.trxTo(gas, 100_000n * TRX);
    expect(await rawsOf(address)).toEqual([]);
  });

  it('neither gives TRX to nor sweeps an address that its key does not make', async () => {
    const stranger = addressOf('tron', '0x00000000000000000000000000000000000000f0');
    await world.arrive(stranger, SENT);
    await world.settle();
    await world.app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, is_asked) values ('TRC20', 'forged', 1, $1, 0, true)`,
      [stranger],
    );
    await world.sweeper().tick();
    expect(await stateOf(stranger)).toMatchObject({ state: 'failed', why: 'not_ours' });
    expect(await world.tron.anvil.client.getBalance({ address: addressBytes('tron', stranger) })).toBe(0n);
  });

  it('of two at once gives an address TRX once, and sweeps it once', async () => {
    const { address } = await world.deposited(SENT);
    for (const state of ['fuelled', 'settled']) {
      await Promise.all([world.sweeper().tick(), world.sweeper().tick()]);
      await world.settle();
      expect(await stateOf(address)).toMatchObject({ state, fuelled: 1 });
    }
    expect(await outcomesOf(address)).toEqual([
      ['fuel', 'paid'],
      ['sweep', 'paid'],
    ]);
  });
});
