import { chainNetworkState } from '@purser/contract/features/chain-network';
import { overviewHealth } from '@purser/contract/features/overview';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Metrics } from '../../platform/observe/metrics.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { watchNetworks } from './metrics.ts';
import { resume } from './rescan.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { type Lie, startLyingNode } from './testing/lying-node.ts';
import { watchChains } from './watcher.ts';

let world: DepositWorld;
let staff: TestStaff;
let one: Awaited<ReturnType<typeof startLyingNode>>;
let other: Awaited<ReturnType<typeof startLyingNode>>;
const lies: [{ says: Lie }, { says: Lie }] = [{ says: () => undefined }, { says: () => undefined }];
const SECRET = 'v3/0123456789abcdef';

beforeAll(async () => {
  world = await makeDepositWorld();
  const { app, anvil } = world;
  staff = await makeStaff(app, 'auditor');
  [one, other] = [await startLyingNode(anvil.url, lies[0]), await startLyingNode(anvil.url, lies[1])];
  await app.sql(`update network set endpoints = $1 where network = 'ERC20'`, [[`${one.url}/${SECRET}`, `${other.url}/${SECRET}`]]);
});
afterAll(async () => {
  await world.close();
  await Promise.all([one.stop(), other.stop()]);
});
beforeEach(() => {
  for (const lie of lies) lie.says = () => undefined;
});

/** Looks as a watcher does, which keeps what goes wrong. */
const watch = () => watchChains(world.app.platform, creditDeposits).run();
async function stateOf(network = 'ERC20') {
  const { list } = dataOf(await staff.call(chainNetworkState, {}));
  const found = list.find((known) => known.network === network);
  if (!found) throw new Error('the network is listed');
  return found;
}
const alarms = async () => dataOf(await staff.call(overviewHealth, {})).health.alarms.filter(({ alarm }) => alarm.startsWith('chain_'));
/** As if what was written down had been written so long ago. */
const ago = (minutes: number) =>
  world.app.sql(
    `with cursors as (update chain_cursor set looked_at = now() - make_interval(mins => $1), trouble_at = trouble_at - make_interval(mins => $1))
     update chain_provider set looked_at = now() - make_interval(mins => $1)`,
    [minutes],
  );

it('a network that is watched says how far its chain has come, and what its nodes say; of their addresses the host alone', async () => {
  const { anvil, token } = world;
  const { address } = await world.makeDepositor();
  await anvil.mint(token, address, 60_000_000n);
  await anvil.mine(4);
  await anvil.mint(token, address, 60_000_000n);
  await watch();
  const state = await stateOf();
  const head = state.head ?? 0;
  expect(state).toMatchObject({
    state: 'watched',
    confirmations: 3,
    // Final two blocks behind the head, where three confirmations end as well.
    confirmed: head - 2,
    settled: head - 2,
    lag: 0,
    halted: null,
    trouble: null,
    last_trouble: null,
    addresses: { count: 1, is_exact: true },
    confirming: { count: 1, is_exact: true },
    held: { count: 1, is_exact: true },
    providers: [
      { host: new URL(one.url).host, state: 'answers', head, final: head - 2 },
      { host: new URL(other.url).host, state: 'answers', head },
    ],
  });
  const { list } = dataOf(await staff.call(chainNetworkState, {}));
  expect(JSON.stringify(list)).not.toContain(SECRET.slice(3));
  expect(JSON.stringify(await world.app.sql('select * from chain_provider'))).not.toContain(SECRET.slice(3));
  expect(list.find(({ network }) => network === 'TRC20')).toMatchObject({ state: 'off', head: null, providers: [] });
  expect(await alarms()).toEqual([]);
});

it('what is behind is told, and the age of a head that does not grow', async () => {
  const { anvil, app } = world;
  await watch();
  await app.sql(`update chain_cursor set head_moved_at = now() - interval '1 hour'`);
  await watch();
  const before = await stateOf();
  expect(Date.now() - Date.parse(before.head_time ?? '')).toBeGreaterThan(3_500_000);
  await anvil.mine(7);
  // Somebody else writes down what the nodes say, and has not settled it yet.
  await app.sql('delete from chain_provider');
  lies[0].says = ({ method }) => (method === 'eth_getLogs' ? null : undefined);
  await watch();
  const now = await stateOf();
  expect(now).toMatchObject({ lag: 7, settled: before.settled, confirmed: (before.confirmed ?? 0) + 7 });
  expect(now.state).toBe('troubled');
});

it('a node that is silent, of another chain, behind or contradicts itself is told, and becomes an alarm when it lasts', async () => {
  const find = async () => (await stateOf()).providers.map(({ state }) => state);
  await watch();
  lies[1].says = () => ({ not: 'an answer' });
  await watch();
  expect(await find()).toEqual(['answers', 'silent']);
  const state = await stateOf();
  expect(state).toMatchObject({ state: 'troubled', trouble: { what: 'one_node', values: {} }, confirmed: null });
  expect(await alarms()).toEqual([]);
  await world.app.sql(`update chain_cursor set trouble_at = now() - interval '3 minutes'`);
  expect(await alarms()).toMatchObject([{ alarm: 'chain_troubled', severity: 'danger', subject: 'ERC20' }]);

  lies[1].says = ({ method }) => (method === 'eth_chainId' ? '0x1' : undefined);
  await watch();
  expect(await find()).toEqual(['answers', 'other_chain']);
  lies[1].says = ({ method }) => (method === 'eth_blockNumber' ? '0x1' : undefined);
  await watch();
  expect(await find()).toEqual(['answers', 'wrong']);

  lies[1].says = () => undefined;
  await watch();
  expect(await find()).toEqual(['answers', 'answers']);
  expect(await stateOf()).toMatchObject({
    state: 'watched',
    trouble: null,
    trouble_time: null,
    last_trouble: { what: 'one_node', values: {} },
  });
  expect(await alarms()).toEqual([]);

  await world.app.sql(`update chain_cursor set last_trouble = 'the words of an earlier release'`);
  expect(await stateOf()).toMatchObject({ last_trouble: { what: 'failed', values: { words: 'the words of an earlier release' } } });
});

it('what has not changed is written down every few seconds and not at every look; what has changed, at once', async () => {
  const { app, anvil } = world;
  const heads = async () =>
    (await app.sql<{ head: string }>('select head::text from chain_provider order by place')).map(({ head }) => head);
  await watch();
  await app.sql(`update chain_provider set looked_at = now()`);
  const before = await heads();
  await anvil.mine(2);
  await watch();
  expect(await heads()).toEqual(before);
  await app.sql(`update chain_provider set looked_at = now() - interval '11 seconds'`);
  await watch();
  expect(await heads()).not.toEqual(before);
  // A node that is asked no more is told no more.
  await app.sql(`update network set endpoints = $1 where network = 'ERC20'`, [[`${one.url}/${SECRET}`]]);
  await watch();
  expect(await heads()).toHaveLength(1);
  await app.sql(`update network set endpoints = $1 where network = 'ERC20'`, [[`${one.url}/${SECRET}`, `${other.url}/${SECRET}`]]);
});

it('a network at which nobody looks is told, and one that is switched off is not', async () => {
  const { app } = world;
  await watch();
  await ago(3);
  expect(await stateOf()).toMatchObject({ state: 'unwatched' });
  expect(await alarms()).toMatchObject([{ alarm: 'chain_unwatched', subject: 'ERC20' }]);
  await app.sql(`update network set is_on = false where network = 'ERC20'`);
  expect(await stateOf()).toMatchObject({ state: 'off' });
  expect(await alarms()).toEqual([]);
  await app.sql(`update network set is_on = true where network = 'ERC20'`);
});

it('is read by Prometheus of each network that is watched', async () => {
  await watch();
  const metrics = new Metrics();
  const { platform } = world.app;
  watchNetworks({ metrics, db: platform.db, clock: platform.clock });
  const text = await metrics.registry.metrics();
  const told = Object.fromEntries(
    [...text.matchAll(/^(purser_chain_\w+)\{network="ERC20"\} (.+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
  expect(told).toMatchObject({
    purser_chain_lag_blocks: 0,
    purser_chain_halted: 0,
    purser_chain_troubled: 0,
    purser_chain_providers_answering: 2,
    purser_chain_deposits_held: expect.any(Number),
    purser_chain_deposits_confirming: expect.any(Number),
  });
  expect(told['purser_chain_head_age_seconds']).toBeGreaterThanOrEqual(0);
  expect(told['purser_chain_look_age_seconds']).toBeLessThan(60);
  expect(text).not.toContain('TRC20');
});

it('a network whose final block has gone is halted, told as an alarm, and goes on after somebody has resumed it', async () => {
  const { app } = world;
  await watch();
  await app.sql(`update chain_cursor set block_hash = decode(repeat('77', 32), 'hex')`);
  await watch();
  const halted = await stateOf();
  expect(halted).toMatchObject({
    state: 'halted',
    halted: { what: 'final_gone', values: { block: expect.stringMatching(/^\d+$/) } },
    halted_time: expect.any(String),
  });
  expect(halted.last_trouble).toEqual(halted.halted);
  expect(await alarms()).toMatchObject([{ alarm: 'chain_halted', severity: 'danger', subject: 'ERC20', since: halted.halted_time }]);
  const metrics = new Metrics();
  watchNetworks({ metrics, db: app.platform.db, clock: app.platform.clock });
  expect(await metrics.registry.metrics()).toContain('purser_chain_halted{network="ERC20"} 1');
  await resume(app.platform, 'ERC20', BigInt(halted.settled ?? 0));
  await watch();
  expect(await stateOf()).toMatchObject({ state: 'watched', halted: null, halted_time: null });
  expect(await alarms()).toEqual([]);
});

/** More blocks than one look takes in. */
const MANY_LOOKS = 510;

it('nothing more is credited from when USDT is switched off there, by a watcher that catches up as well', async () => {
  const { anvil, app, token } = world;
  await watch();
  const [first, second] = [await world.makeDepositor(), await world.makeDepositor()];
  await anvil.mint(token, first.address, 500_000_000n);
  await anvil.mine(MANY_LOOKS);
  await anvil.mint(token, second.address, 500_000_000n);
  await anvil.mine(4);
  const switchOn = (isOn: boolean) => app.sql(`update coin_network set is_on = $1 where network = 'ERC20'`, [isOn]);
  const switchingOff: typeof creditDeposits = async (...given) => {
    const credited = await creditDeposits(...given);
    await switchOn(false);
    return credited;
  };
  await watchChains(app.platform, switchingOff).run();
  expect(await world.balanceOf(first.merchant)).toBe(354_290n);
  expect(await world.balanceOf(second.merchant)).toBe(0n);
  expect(await app.sql('select from chain_event where owner_id = $1', [second.merchant.merchant_id])).toEqual([]);
  await switchOn(true);
  await watch();
  expect(await world.balanceOf(second.merchant)).toBe(354_290n);
});

it.each([
  ['switched off', 'is_on = false', 'is_on = true'],
  ['asked for more confirmations', 'confirmations = 15', 'confirmations = 3'],
])('nothing is credited by a look during which the network was %s', async (_, change, back) => {
  const { anvil, app, token } = world;
  await watch();
  const { merchant, address } = await world.makeDepositor();
  await anvil.mint(token, address, 500_000_000n);
  await anvil.mine(4);
  const set = (what: string) => app.sql(`update coin_network set ${what} where network = 'ERC20'`);
  lies[0].says = async ({ method, params: [filter] = [] }) => {
    if (method === 'eth_getLogs' && Object.hasOwn(filter as object, 'fromBlock')) await set(change);
    return undefined;
  };
  await watch();
  expect(await world.balanceOf(merchant)).toBe(0n);
  expect(await app.sql('select from chain_event where owner_id = $1', [merchant.merchant_id])).toEqual([]);
  lies[0].says = () => undefined;
  await set(back);
  await watch();
  expect(await world.balanceOf(merchant)).toBe(354_290n);
});
