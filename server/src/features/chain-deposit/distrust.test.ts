import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hex } from 'viem';
import { creditDeposits } from '../usdt-recharge/credit.ts';
import { rescan, rescanTransaction, resume } from './rescan.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';
import { type Lie, startLyingNode } from './testing/lying-node.ts';
import { newRange } from './watch.ts';

let world: DepositWorld;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
/** What the one node says that may lie; it tells the truth unless a test says otherwise. */
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await makeDepositWorld();
  liar = await startLyingNode(world.anvil.url, lie);
});
afterAll(async () => {
  await Promise.all([liar.stop(), world.close()]);
});
beforeEach(() => {
  lie.says = () => undefined;
});

const CREDITED = 354_290n;
const noLogs: Lie = ({ method }) => (method === 'eth_getLogs' ? [] : undefined);
const noLogsOfRanges: Lie = ({ method, params }) =>
  method === 'eth_getLogs' && !JSON.stringify(params).includes('blockHash') ? [] : undefined;

describe('a deposit is not credited', () => {
  it('where one provider does not have it', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(4);
    lie.says = noLogs;
    await expect(world.look([anvil.url, liar.url])).rejects.toThrow('transfers_differ');
    await expect(world.look([liar.url, anvil.url])).rejects.toThrow('transfers_differ');
    expect(await world.balanceOf(merchant)).toBe(0n);
    lie.says = () => undefined;
    await world.look([anvil.url, liar.url]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('where one provider made it up', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const [sender = '0x'] = anvil.accounts;
    const txid = await anvil.mint(token, sender, 500_000_000n);
    const [log] = (await anvil.client.getTransactionReceipt({ hash: txid })).logs;
    const to = `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`;
    const forged = {
      ...log,
      topics: [log?.topics[0], log?.topics[1], to],
      blockNumber: `0x${log?.blockNumber?.toString(16)}`,
      logIndex: '0x0',
      transactionIndex: '0x0',
    };
    lie.says = ({ method }) =>
      method === 'eth_getLogs'
        ? [JSON.parse(JSON.stringify(forged, (_, value) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value)))]
        : undefined;
    await anvil.mine(4);
    await expect(world.look([anvil.url, liar.url])).rejects.toThrow('transfers_differ');
    expect(await world.balanceOf(merchant)).toBe(0n);
    lie.says = () => undefined;
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(0n);
  });

  it('and not passed over, where both providers answer that there is none of what was seen', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming' }]);
    await anvil.mine(4);
    lie.says = noLogsOfRanges;
    await expect(world.look([liar.url, liar.url])).rejects.toThrow('transfer_missing');
    lie.says = () => undefined;
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('where only one provider answers for the chain', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(4);
    lie.says = ({ method }) => (method === 'eth_chainId' ? '0x1' : undefined);
    await expect(world.look([anvil.url, liar.url])).rejects.toThrow('one_node');
    await expect(world.look([anvil.url, 'http://127.0.0.1:1'])).rejects.toThrow('one_node');
    expect(await world.balanceOf(merchant)).toBe(0n);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('a reorganisation', () => {
  it('that moves a transfer within its block neither loses it nor counts it twice', async () => {
    const { anvil, token } = world;
    const [one, other] = [await world.makeDepositor(), await world.makeDepositor()];
    const [, first = '0x', second = '0x'] = anvil.accounts;
    for (const sender of [first, second]) await anvil.mint(token, sender, 500_000_000n);
    await anvil.client.setAutomine(false);
    const txids = [
      await anvil.transfer(token, first, one.address, 500_000_000n),
      await anvil.transfer(token, second, other.address, 500_000_000n),
    ];
    await anvil.mine(1);
    await anvil.client.setAutomine(true);
    await world.look();
    const indexOf = async (hash: Hex | undefined) => (await anvil.client.getTransactionReceipt({ hash: hash ?? '0x' })).logs[0]?.logIndex;
    const before = await indexOf(txids[0]);
    const raws = await Promise.all(txids.map(anvil.rawOf));
    const order = before === 0 ? raws.toReversed() : raws;
    await anvil.reorg(1, order);
    expect(await indexOf(txids[0])).not.toBe(before);
    await anvil.mine(1);
    await world.look();
    expect(await world.depositsOf(one.merchant)).toMatchObject([{ state: 'confirming' }]);
    await anvil.mine(4);
    await world.look();
    expect(await world.depositsOf(one.merchant)).toMatchObject([{ state: 'credited' }]);
    expect(await world.balanceOf(one.merchant)).toBe(CREDITED);
    expect(await world.balanceOf(other.merchant)).toBe(CREDITED);
  });

  it('below what was final halts the network until somebody says where to go on, and nothing is credited twice', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    await anvil.reorg(5);
    await anvil.mine(4);
    await world.look();
    const halted = async () => (await app.sql<{ halted: string }>('select halted from chain_cursor'))[0]?.halted;
    expect(await halted()).toMatch(/final_gone/);
    const later = await world.makeDepositor();
    await anvil.mint(token, later.address, 500_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(later.merchant)).toBe(0n);
    await app.sql('update network set endpoints = $1', [[anvil.url, anvil.url.replace('127.0.0.1', 'localhost')]]);
    await resume(app.platform, 'ERC20', (await anvil.head()) - 12n);
    expect(await halted()).toBe('');
    await world.look();
    expect(await world.balanceOf(later.merchant)).toBe(CREDITED);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('a node that answers for some blocks at once alone', () => {
  it('is asked for fewer until it answers, and every block is looked at once', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const [most, asked] = [60, [] as number[]];
    lie.says = ({ method, params: [filter] = [] }) => {
      const { fromBlock, toBlock } = (method === 'eth_getLogs' ? filter : {}) as { fromBlock?: string; toBlock?: string };
      if (!fromBlock || !toBlock) return undefined;
      const blocks = Number(toBlock) - Number(fromBlock) + 1;
      asked.push(blocks);
      return blocks > most ? new Error('query exceeds max block range') : undefined;
    };
    await anvil.mine(150);
    await anvil.mint(token, address, 500_000_000n);
    await anvil.mine(250);
    const range = newRange();
    const outcomes: string[] = [];
    for (let looks = 0; looks < 60 && outcomes.at(-1) !== 'done'; looks += 1) {
      outcomes.push(await world.look([anvil.url, liar.url], range).catch(() => 'refused'));
    }
    expect(outcomes.at(-1)).toBe('done');
    expect(outcomes).toContain('refused');
    const answered = asked.filter((blocks) => blocks <= most);
    expect(answered.reduce((sum, blocks) => sum + blocks, 0)).toBeGreaterThanOrEqual(400);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('looking again', () => {
  /** What the watcher has passed over, as nobody knew whose the address is. */
  async function missed() {
    const { app, anvil, token } = world;
    await app.sql('update network set endpoints = $1', [[anvil.url, anvil.url.replace('127.0.0.1', 'localhost')]]);
    const { merchant, address } = await world.makeDepositor();
    await app.sql('delete from address_directory where owner_id = $1', [merchant.merchant_id]);
    const txid = await anvil.mint(token, address, 500_000_000n);
    const at = await anvil.head();
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(0n);
    await app.sql(`insert into address_directory (network, address, owner_id) values ('ERC20', $2, $1)`, [merchant.merchant_id, address]);
    return { merchant, at, txid };
  }

  it('at the block of one transaction credits what it brought, once, and says to whom', async () => {
    const { platform } = world.app;
    const { merchant, txid } = await missed();
    for (const count of [1, 0]) {
      const told = await rescanTransaction(platform, 'ERC20', txid, creditDeposits);
      expect(told).toContain(`${count} of its transfers had been missed`);
      expect(told).toMatch(new RegExp(`owner ${merchant.merchant_id}: credited, RC`));
      expect(await world.balanceOf(merchant)).toBe(CREDITED);
    }
    const nothing = await world.anvil.freeze(world.token, world.token, false);
    await world.anvil.mine(4);
    expect(await rescanTransaction(platform, 'ERC20', nothing, creditDeposits)).toContain('brought nothing');
    await expect(rescanTransaction(platform, 'ERC20', `0x${'77'.repeat(32)}`, creditDeposits)).rejects.toThrow('neither node');
    await expect(rescanTransaction(platform, 'ERC20', 'none', creditDeposits)).rejects.toThrow('is no transaction');
  });

  it('credits what was missed, and that once', async () => {
    const { app } = world;
    const { merchant, at } = await missed();
    for (const count of [1, 0]) {
      expect(await rescan(app.platform, 'ERC20', { from: at - 1n, to: at + 1n }, creditDeposits)).toMatch(
        `${count} transfers had been missed`,
      );
      expect(await world.balanceOf(merchant)).toBe(CREDITED);
    }
    await expect(rescan(app.platform, 'ERC20', { from: at, to: at + 1_000n }, creditDeposits)).rejects.toThrow('is not final yet');
  });

  it('credits nothing that has fewer confirmations than the network asks for, or while it is halted', async () => {
    const { platform, sql } = world.app;
    const { merchant, at, txid } = await missed();
    const ways = [
      () => rescan(platform, 'ERC20', { from: at, to: at }, creditDeposits),
      () => rescanTransaction(platform, 'ERC20', txid, creditDeposits),
    ];
    const none = async (why: string) => {
      for (const look of ways) await expect(look()).rejects.toThrow(why);
      expect(await world.balanceOf(merchant)).toBe(0n);
      expect(await sql('select from chain_event where owner_id = $1', [merchant.merchant_id])).toEqual([]);
    };
    const confirmations = (count: number) => sql(`update coin_network set confirmations = $1 where network = 'ERC20'`, [count]);
    await confirmations(15);
    await none('has 5 of 15 confirmations');
    await confirmations(3);
    await sql(`update chain_cursor set halted = 'final_gone', halted_at = now() where network = 'ERC20'`);
    await none('is halted');
    await resume(platform, 'ERC20', at + 1n);
    for (const look of ways) await look();
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});
