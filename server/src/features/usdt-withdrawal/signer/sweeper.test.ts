import { getAddress, type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import { type SweepingWorld, sweepingWorld } from '../testing/sweeping.ts';
import { fuelIn, transferIn } from './transaction-content.ts';

let world: SweepingWorld;
beforeAll(async () => {
  world = await sweepingWorld();
});
afterAll(() => world.close());

const SENT = 200_000_000n;
const rawsOf = async (address: Hex) =>
  (
    await world.app.sql<{ kind: string; raw: Buffer; outcome: string | null }>(
      `select kind, raw, outcome from chain_tx join sweep on sweep_id = split_part(serial_number, ' ', 1) where address = $1 order by signed_at, attempt`,
      [address],
    )
  ).map(({ kind, raw, outcome }) => ({ kind, outcome, raw: `0x${raw.toString('hex')}` as Hex }));
const sweptAt = async (address: Hex) =>
  (await world.app.sql<{ received: string; swept: string }>('select received, swept from chain_balance where address = $1', [address]))[0];

describe('a deposit address', () => {
  it('is given gas, and swept to the hot address once that is final; nothing is posted', async () => {
    const { address } = await world.deposited(SENT);
    const [before] = await world.app.sql('select count(*) from ledger.posting');
    const sweeper = world.sweeper();
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toEqual([{ state: 'fuelling', why: '', fuelled: 1, destination: null }]);
    // Not final yet: nothing more is signed.
    await sweeper.tick();
    expect((await rawsOf(address)).map(({ kind }) => kind)).toEqual(['fuel']);
    await world.settle();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelled' }]);
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'signed', destination: world.hot }]);
    await world.settle();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'settled', why: '' }]);
    expect([await world.usdtOf(address), await world.usdtOf(world.hot)]).toEqual([0n, SENT]);
    expect(await sweptAt(address)).toEqual({ received: String(SENT), swept: String(SENT) });
    expect(await world.app.sql('select count(*) from ledger.posting')).toEqual([before]);
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toHaveLength(1);
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
    // Gas would cost a tenth of it and more.
    await world.sweeper({ sweep: { coin_usdt: 400_000_000_000n } }).tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'planned', why: 'not_worth' }]);
    await world.sweeper().tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelling', why: '' }]);
  });

  it('whose token is frozen is given no gas', async () => {
    const { address } = await world.deposited(SENT);
    await world.anvil.freeze(world.token, address, true);
    await world.sweeper().tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'planned', why: 'chain_refuses', fuelled: 0 }]);
    await world.anvil.freeze(world.token, address, false);
    await world.sweeper().tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelling', why: '' }]);
  });

  it('is swept to the cold address beyond what the hot one keeps', async () => {
    const cold = getAddress('0x00000000000000000000000000000000000000C0');
    const { address } = await world.deposited(SENT);
    const sweeper = world.sweeper({ sweep: { cold: { address: cold, hot_keeps: SENT } } });
    await sweeper.tick();
    await world.settle();
    await sweeper.tick();
    await world.settle();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'settled', destination: cold }]);
    expect(await world.usdtOf(address)).toBe(0n);
    // With what an earlier sweep found there.
    expect(await world.usdtOf(cold)).toBe(2n * SENT);
    expect(await world.app.sql(`select role, address from chain_holding order by role`)).toEqual([
      { role: 'cold', address: cold },
      { role: 'gas', address: world.gas },
      { role: 'hot', address: world.hot },
    ]);
  });

  it('whose signer ends after each signature, before it is sent, is given gas and swept once', async () => {
    const { address } = await world.deposited(SENT);
    // What was signed reaches no node.
    const silent = world.of.providers.map((provider): ChainProvider => {
      const sendRawTransaction = () => Promise.reject(new Error('away'));
      return {
        name: provider.name,
        client: Object.assign(Object.create(provider.client) as typeof provider.client, { sendRawTransaction }),
      };
    });
    for (const state of ['fuelled', 'settled']) {
      await world.sweeper({ providers: silent }).tick();
      await world.sweeper({ providers: silent }).tick();
      await world.sweeper().tick();
      await world.settle();
      expect(await world.sweepsOf(address)).toMatchObject([{ state, fuelled: 1 }]);
    }
    expect((await rawsOf(address)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['fuel', 'paid'],
      ['sweep', 'paid'],
    ]);
    expect(await world.usdtOf(address)).toBe(0n);
  });
});

describe('the signer', () => {
  it('signs for sweeps only transfers of the token to its own addresses and gas for its own', async () => {
    const all = await world.app.sql<{ address: string }>('select distinct address from sweep');
    for (const { address } of all) {
      for (const { kind, raw } of await rawsOf(address as Hex)) {
        if (kind === 'fuel') expect(fuelIn(raw).to).toBe(address);
        else expect(transferIn(raw).token).toBe(getAddress(world.token));
      }
    }
    expect(all.length).toBeGreaterThan(2);
  });

  it('gives no gas beyond its policy, whatever the database asks', async () => {
    const { address } = await world.deposited(SENT);
    const why = async () => (await world.sweepsOf(address)).map((one) => one.why);
    await world.sweeper({ sweep: { most_fuel: 1n } }).tick();
    expect(await why()).toEqual(['fuel_limit']);
    await world.sweeper({ sweep: { most_fuel_in_a_day: world.journal.fuelledInADay('ERC20') } }).tick();
    expect(await why()).toEqual(['fuel_limit']);
    await world.sweeper({ policy: { most_gas_price_gwei: 1n } }).tick();
    expect(await why()).toEqual(['gas_price']);
    await world.anvil.client.setBalance({ address: world.gas, value: 1n });
    await world.sweeper().tick();
    expect(await why()).toEqual(['gas_short']);
    await world.anvil.client.setBalance({ address: world.gas, value: parseEther('10') });
  });

  it('neither gives gas to nor sweeps an address that its key does not make', async () => {
    const stranger = getAddress('0x00000000000000000000000000000000000000F0');
    await world.anvil.mint(world.token, stranger, SENT);
    await world.anvil.mine(4);
    await world.app.sql(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index, is_asked) values ('ERC20', 'forged', 1, $1, 0, true)`,
      [stranger],
    );
    const before = await world.anvil.client.getBalance({ address: stranger });
    await world.sweeper().tick();
    expect(await world.sweepsOf(stranger)).toMatchObject([{ state: 'failed', why: 'not_ours' }]);
    expect(await world.anvil.client.getBalance({ address: stranger })).toBe(before);
  });

  it('gives gas to an address again when its price has jumped, and notes a sweep as failed that something else took', async () => {
    const { address } = await world.deposited(SENT);
    const sweeper = world.sweeper();
    await sweeper.tick();
    await world.settle();
    const { client } = world.anvil;
    const { baseFeePerGas } = await client.getBlock();
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: (baseFeePerGas ?? 1n) * 10n + 10n ** 10n });
    await world.anvil.mine();
    await sweeper.tick();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'fuelling', fuelled: 2 }]);
    await world.settle();
    // Somebody else has the key.
    await client.impersonateAccount({ address });
    await client.setAutomine(false);
    await sweeper.tick();
    const [, , sweep] = await rawsOf(address);
    expect(sweep?.kind).toBe('sweep');
    await client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
    await client.setBalance({ address, value: parseEther('1') });
    await client.sendTransaction({ account: address, to: address, value: 1n, chain: null });
    await client.setAutomine(true);
    await world.settle();
    expect(await world.sweepsOf(address)).toMatchObject([{ state: 'failed', why: 'taken' }]);
    expect(await sweptAt(address)).toMatchObject({ swept: '0' });
  });
});
