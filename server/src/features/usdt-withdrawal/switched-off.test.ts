import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { usdtWithdrawalJobs } from './jobs.ts';
import { EACH, haltNetwork, NETWORK, signingWorld, type SigningWorld } from './testing/signing.ts';

let world: SigningWorld;
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
});
afterAll(() => world.close());
beforeEach(() => switchOn('network', true));

const switchOn = (table: 'network' | 'coin_network', isOn: boolean) =>
  world.app.sql(`update ${table} set is_on = $2 where network = $1`, [NETWORK, isOn]);
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
