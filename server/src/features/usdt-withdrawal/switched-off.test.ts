import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { usdtWithdrawalJobs } from './jobs.ts';
import { afterSigning } from './testing/killed.ts';
import { EACH, haltNetwork, NETWORK, signingWorld, type SigningWorld } from './testing/signing.ts';
import { TRON, tronWorld } from './testing/tron-signing.ts';

let world: SigningWorld;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
});
afterAll(() => world.close());
beforeEach(() => switchOn('network', true));

const switchOn = (table: 'network' | 'coin_network', isOn: boolean, { app }: Pick<SigningWorld, 'app'> = world, network = NETWORK) =>
  app.sql(`update ${table} set is_on = $2 where network = $1`, [network, isOn]);
const signedFor = ({ serial_number }: ReviewOrder) => world.app.sql('select from chain_tx where serial_number = $1', [serial_number]);

it('signs nothing new while staff have switched the network off, or USDT on it', async () => {
  const orders = await world.approve(1);
  const [order] = orders;
  if (!order) throw new Error('one was approved');
  for (const table of ['network', 'coin_network'] as const) {
    await switchOn(table, false);
    await world.signer().tick();
    expect(await signedFor(order)).toHaveLength(0);
    await switchOn(table, true);
  }
  await world.signer().tick();
  expect(await signedFor(order)).toHaveLength(1);
  await world.anvil.mine();
  await world.settle();
  expect(await world.states(orders)).toEqual(['settled']);
});

it('signs nothing new while the network is halted, as what was final has gone', async () => {
  const orders = await world.approve(1);
  const [order] = orders;
  if (!order) throw new Error('one was approved');
  await haltNetwork(world.app, 'final_gone');
  await world.signer().tick();
  expect(await signedFor(order)).toHaveLength(0);
  await haltNetwork(world.app, '');
  await world.signer().tick();
  expect(await signedFor(order)).toHaveLength(1);
  await world.anvil.mine();
  await world.settle();
  expect(await world.states(orders)).toEqual(['settled']);
});

describe('ends a look that is under way, after what it is signing, where meanwhile', () => {
  type Switch = (isOn: boolean, of: Pick<SigningWorld, 'app'>, network: string) => Promise<unknown>;
  const ways: Record<string, Switch> = {
    'the network is switched off': (isOn, of, network) => switchOn('network', isOn, of, network),
    'USDT is switched off on it': (isOn, of, network) => switchOn('coin_network', isOn, of, network),
    'it is halted': (isOn, { app }, network) => haltNetwork(app, isOn ? '' : 'final_gone', network),
  };

  it.each(Object.entries(ways))('%s', async (_, turn) => {
    const orders = await world.approve(3);
    const before = await world.app.sql('select from chain_tx');
    const journal = afterSigning(world.journal, () => turn(false, world, NETWORK));
    await world.signer({ journal }).tick();
    expect((await world.app.sql('select from chain_tx')).length - before.length).toBe(1);
    await turn(true, world, NETWORK);
    await world.signer().tick();
    await world.anvil.mine();
    await world.settle();
    expect(await world.states(orders)).toEqual(['settled', 'settled', 'settled']);
  });

  it('and signs nothing of what it has asked the nodes about', async () => {
    const orders = await world.approve(1);
    const [order] = orders;
    if (!order) throw new Error('one was approved');
    const providers = world.providers.map(({ name, client }) => {
      const estimateGas: typeof client.estimateGas = async (asked) => {
        await switchOn('network', false);
        return client.estimateGas(asked);
      };
      return { name, client: Object.assign(Object.create(client) as typeof client, { estimateGas }) };
    });
    await world.signer({ providers }).tick();
    expect(await signedFor(order)).toHaveLength(0);
    expect(world.journal.signedFor(`${order.owner_id} ${order.serial_number}`)).toEqual([]);
    await switchOn('network', true);
    await world.signer().tick();
    await world.anvil.mine();
    await world.settle();
    expect(await world.states(orders)).toEqual(['settled']);
  });

  it('one of these is so, on TRON as well', async () => {
    const tron = await tronWorld();
    try {
      for (const turn of Object.values(ways)) {
        const orders = await tron.approve(3);
        const attempts = async () => (await Promise.all(orders.map(tron.attemptsOf))).map(({ length }) => length);
        const journal = afterSigning(tron.journal, () => turn(false, tron, TRON));
        await tron.signer({ journal }).tick();
        expect(await attempts()).toEqual([1, 0, 0]);
        await turn(true, tron, TRON);
        await tron.signer().tick();
        expect(await attempts()).toEqual([1, 1, 1]);
        await tron.tron.mine();
        await tron.settle();
      }
    } finally {
      await tron.close();
    }
  });
});

it('signs nothing anew on TRON that expires while it is switched off or halted: it becomes one of those that failed', async () => {
  const tron = await tronWorld();
  try {
    for (const [turn, isLeft] of [
      [(isOn: boolean) => switchOn('network', isOn, tron, TRON), false],
      [(isOn: boolean) => switchOn('coin_network', isOn, tron, TRON), false],
      [(isOn: boolean) => haltNetwork(tron.app, isOn ? '' : 'final_gone', TRON), true],
    ] as const) {
      const orders = await tron.approve(1);
      const [order] = orders;
      if (!order) throw new Error('one was approved');
      await tron.signer().tick();
      await turn(false);
      await tron.expire();
      await tron.signer().tick();
      expect(await tron.attemptsOf(order)).toHaveLength(1);
      if (isLeft) {
        await tron.tron.pass(1_800_000);
        await tron.settle();
        expect(await tron.states(orders)).toEqual(['failed']);
        await turn(true);
        continue;
      }
      await turn(true);
      await tron.signer().tick();
      await tron.settle();
      expect(await tron.states(orders)).toEqual(['settled']);
      expect(await tron.attemptsOf(order)).toHaveLength(2);
    }
  } finally {
    await tron.close();
  }
});

it('sends on and books what was signed before the network was switched off', async () => {
  const orders = await world.approve(1);
  const [order] = orders;
  if (!order) throw new Error('one was approved');
  await world.signer().tick();
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await switchOn('network', false);
  await world.anvil.mine(4);
  await world.signer().tick();
  await world.anvil.mine(5);
  for (const job of usdtWithdrawalJobs(world.app.platform)) await job.run();
  expect(await world.states(orders)).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
});

it('tells once that too few providers answer, and once that enough do again', async () => {
  const orders = await world.approve(1);
  await world.signer().tick();
  await world.anvil.mine();
  const { log } = world.app.platform;
  const [warned, informed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')];
  const [{ endpoints } = { endpoints: [] }] = await world.app.sql<{ endpoints: string[] }>(
    'select endpoints from network where network = $1',
    [NETWORK],
  );
  const nodes = (these: readonly string[]) => world.app.sql('update network set endpoints = $2 where network = $1', [NETWORK, these]);
  for (const these of [['http://127.0.0.1:1', 'http://127.0.0.1:2'], endpoints]) {
    await nodes(these);
    await world.settle();
    await world.settle();
  }
  expect(warned.mock.calls).toEqual([[{ network: NETWORK, answering: 0 }, 'too few providers answer to settle payouts']]);
  expect(informed.mock.calls.filter(([, words]) => String(words).startsWith('enough providers'))).toHaveLength(1);
  warned.mockRestore();
  informed.mockRestore();
  expect(await world.states(orders)).toEqual(['settled']);
});
