import { chainNetworkState } from '@purser/contract/features/chain-network';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sendToNodes } from '../../platform/chain/node-headers.ts';
import { logOptions } from '../../platform/observe/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { watchNetworks } from './metrics.ts';
import { connect, statusOf } from './command.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { type Bad, startBadNode } from './testing/bad-node.ts';
import { watchChains } from './watcher.ts';

const SECRET = 'k3y-0f-the-provider';
const PATH_KEY = 'p4th-key';
let world: DepositWorld;
let node: Awaited<ReturnType<typeof startBadNode>>;
let lines = '';
/** The platform with a log that keeps every line. */
let platform: Platform;
beforeAll(async () => {
  world = await makeDepositWorld();
  node = await startBadNode(world.anvil.url);
  platform = Object.create(world.app.platform, {
    log: { value: pino(logOptions('trace'), { write: (line: string) => void (lines += line) }) },
  }) as Platform;
  watchNetworks(platform);
});
afterAll(() => Promise.all([node.stop(), world.close()]));
afterEach(() => sendToNodes(new Map()));

const dumped = async (): Promise<string> => {
  const tables = await world.app.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => world.app.sql(`select to_jsonb(one) from "${name}" as one`)));
  return JSON.stringify(rows);
};
const trouble = async (): Promise<string> =>
  (await world.app.sql<{ trouble: string }>('select trouble from chain_cursor'))[0]?.trouble ?? '';

it('the key of a node is sent with every question, and is in no log, table, metric or answer, whatever the node does with it', async () => {
  const { app, anvil } = world;
  const staff = await makeStaff(app, 'auditor');
  sendToNodes(new Map([[node.host, new Map([['TRON-PRO-API-KEY', SECRET]])]]));
  const endpoints = [`${node.url}/${PATH_KEY}`, anvil.url];
  const connected = await connect(app.ownerUrl, { network: 'ERC20', endpoints });
  expect(connected).toContain(`${node.host} is sent TRON-PRO-API-KEY in the headers.`);
  const seen: string[] = [connected];
  const job = watchChains(platform, creditDeposits);
  const bad: readonly Bad[] = ['well', 'refuses', 'says_error', 'breaks_off', 'redirects', 'endless'];
  for (const how of bad) {
    node.is(how);
    await anvil.mine(4);
    await job.run();
    if (how === 'well') expect(await trouble()).toBe('');
    else expect(await trouble(), how).not.toBe('');
    const states = JSON.stringify(dataOf(await staff.call(chainNetworkState, {})));
    seen.push(await trouble(), states, await statusOf(app.platform), await platform.metrics.registry.metrics());
  }
  expect(node.sentWithout).toBe(0);
  expect(node.sent).toBeGreaterThan(10);
  // An address with a key in its path is in the table of networks, for those who may read it; the header is in none.
  for (const text of [...seen, lines, await dumped()]) expect(text).not.toContain(SECRET);
  for (const text of [...seen, lines]) expect(text).not.toContain(PATH_KEY);
  // That the node is named, and that something was written, shows that it would be found.
  expect(lines).toContain('a chain could not be looked at');
  expect(seen.join('')).toContain(node.host);
});

it('an answer without an end is told as the fault of its node, and fewer blocks are asked for until it is well', async () => {
  const { app, anvil, token } = world;
  const { merchant, address } = await world.makeDepositor();
  await app.sql('update network set endpoints = $1 where chain_id is not null', [[node.url, anvil.url]]);
  const job = watchChains(platform, creditDeposits);
  node.is('well');
  await job.run();
  await anvil.mint(token, address, 500_000_000n);
  await anvil.mine(40);
  node.is('endless_logs');
  node.ranges.length = 0;
  const before = process.memoryUsage().rss;
  for (let look = 0; look < 4; look += 1) await job.run();
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  expect(JSON.parse(await trouble())).toEqual({ what: 'answer_too_large', values: { node: node.host } });
  expect(node.ranges.slice(0, 4)).toEqual(node.ranges.slice(0, 4).toSorted((one, other) => other - one));
  expect(node.ranges[1]).toBe(Math.floor((node.ranges[0] ?? 0) / 2));
  expect(await world.balanceOf(merchant)).toBe(0n);
  node.is('well');
  await job.run();
  expect(await trouble()).toBe('');
  expect(await world.balanceOf(merchant)).toBe(354_290n);
});
