import { providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { access, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectedNetworks } from '../domain/chain-network.ts';
import { moveReviewOrders, type ReviewOrder, submitReviewOrder } from '../domain/review-order.ts';
import { watchChains } from '../features/chain-deposit/watcher.ts';
import { reckon } from '../features/chain-reserve/reckon.ts';
import { creditDeposits } from '../features/usdt-recharge/credit.ts';
import { usdtWithdrawalJobs } from '../features/usdt-withdrawal/jobs.ts';
import { usdtWithdrawal } from '../features/usdt-withdrawal/kind.ts';
import { newAddress, withdrawer } from '../features/usdt-withdrawal/testing/world.ts';
import { allRoutes } from '../main/features.ts';
import { anvilAt } from '../platform/chain/anvil-node.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { breaksOf } from '../platform/testing/breaks.ts';
import { type DemoChain, demoChain, restNetworks } from './test-chain.ts';
import { ORDER } from '../features/usdt-withdrawal/testing/order.ts';

/** The demo's signer: the program that it is in real use, on the chain that the demo brings. */

let app: TestApp;
let merchantId: number;
let runs: DemoChain[];
let watching: ReturnType<typeof watchChains>;
beforeEach(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openAccounts(app.platform.db.system, ['USDT', 'USDP'].flatMap(providerAccounts));
  ({ merchant_id: merchantId } = await withdrawer(app));
  runs = [];
  watching = watchChains(app.platform, creditDeposits);
});
afterEach(async () => {
  await Promise.all(runs.map((run) => run.close()));
  await app.close();
});

const folder = () => join(app.platform.settings.dataFolder, 'chain');

/** One run of the program, of which only what belongs to the chain is looked at: what the worker and the watcher do every few seconds. */
function newRun() {
  const { dataFolder } = app.platform.settings;
  const chain = demoChain({
    dataFolder,
    ownerUrl: app.ownerUrl,
    signerUrl: app.signerUrl,
    ledgerKey: () => app.platform.ledgerKey,
    log: pino({ level: 'silent' }),
    blockEveryMs: 20,
  });
  if (chain === undefined) throw new Error('npm has brought no anvil for this machine');
  runs.push(chain);
  const { platform } = app;
  const inDemo = Object.assign(Object.create(platform) as typeof platform, { settings: { ...platform.settings, testChain: chain } });
  const jobs = [...usdtWithdrawalJobs(inDemo), watching];
  const turn = async (): Promise<void> => {
    for (const job of jobs) await job.run();
  };
  return { chain, turn };
}

async function approve(network: 'ERC20' | 'BEP20' = 'ERC20'): Promise<ReviewOrder> {
  const order = { ...ORDER, owner_id: BigInt(merchantId), network, address: newAddress() };
  const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
  const { db } = app.platform.operator;
  const { serial_number } = await db.systemTransaction((tx) => submitReviewOrder(tx, app.platform, usdtWithdrawal, order));
  const move = { ownerId: merchantId, serialNumber: serial_number, event: 'approve', by } as const;
  const [moved] = await db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, usdtWithdrawal, [move]));
  if (!moved || moved instanceof Refusal) throw moved ?? new Error('a move has a result');
  return moved;
}

const statusOf = async ({ serial_number }: ReviewOrder) =>
  (await app.sql<{ status: string }>('select status from review_order where serial_number = $1', [serial_number]))[0]?.status;

/** Lets the demo go on until a withdrawal is settled. */
async function settled(order: ReviewOrder, turn: () => Promise<void>): Promise<void> {
  await expect
    .poll(
      async () => {
        await turn();
        return statusOf(order);
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe('settled');
}

async function receivedBy({ address, network }: ReviewOrder): Promise<bigint> {
  const [on] = await app.sql<{ url: string; token: `0x${string}` }>(
    `select endpoints[1] as url, contract_address as token from network join coin_network using (network) where network = $1 and coin = 'USDT'`,
    [network],
  );
  if (!on) throw new Error('the network is connected');
  return (await anvilAt(on.url)).balanceOf(on.token, (address ?? '') as `0x${string}`);
}

/** What chain and ledger differ by. */
async function drift(): Promise<bigint> {
  const { db } = app.platform.operator;
  const paid = (await connectedNetworks(db.system)).find(({ network }) => network === 'ERC20');
  if (!paid) throw new Error('the network is connected');
  return (await reckon(db, paid)).drift;
}

const programs = async (word: string): Promise<number[]> => {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const [, ...args] = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0');
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (args[0]?.endsWith(word) && environment.includes(folder())) found.push(Number(name));
  }
  return found;
};

it('nothing of it runs, and no key is there, until the chain is first used; then approved withdrawals are paid and settle by themselves', async () => {
  const first = newRun();
  await first.turn();
  await expect(access(folder())).rejects.toThrow('ENOENT');
  await first.chain.ready();
  const [one, other, byHand] = [await approve(), await approve(), await approve('BEP20')];
  await settled(one, first.turn);
  await settled(other, first.turn);
  expect([await receivedBy(one), await receivedBy(other)]).toEqual([8_000_000n, 8_000_000n]);
  // Of one chain two networks would take the same nonces: the other is paid by hand.
  expect([await statusOf(byHand), await receivedBy(byHand)]).toEqual(['approved', 0n]);
  await first.turn();
  expect(await drift()).toBe(0n);
  expect(await breaksOf(app)).toEqual([]);
  await first.chain.close();
  expect(await programs('signer.ts')).toEqual([]);

  // At the next start the chain rests, until there is something to pay on it.
  await restNetworks({ query: (text: string, values: unknown[]) => app.sql(text, values) } as never);
  const second = newRun();
  await second.turn();
  expect(await programs('signer.ts')).toEqual([]);
  const later = await approve();
  await settled(later, second.turn);
  expect(await receivedBy(later)).toBe(8_000_000n);
  expect(await drift()).toBe(0n);
});

it('is started again with the chain when it was killed, and pays once', async () => {
  const { chain, turn } = newRun();
  await chain.ready();
  await expect.poll(() => programs('signer.ts'), { timeout: 60_000 }).toHaveLength(1);
  const order = await approve();
  for (const pid of await programs('signer.ts')) process.kill(pid, 'SIGKILL');
  await settled(order, turn);
  expect(await receivedBy(order)).toBe(8_000_000n);
  expect(await drift()).toBe(0n);
});

it('goes on upon another chain where the first has gone: what was settled stays, what was not is paid there, and the books agree', async () => {
  const first = newRun();
  await first.chain.ready();
  const before = await approve();
  await settled(before, first.turn);
  await first.chain.close();
  await rm(join(folder(), 'state.json'));
  const lost = await approve();
  const second = newRun();
  await second.chain.ready();
  await settled(lost, second.turn);
  expect(await receivedBy(lost)).toBe(8_000_000n);
  expect(await statusOf(before)).toBe('settled');
  expect(await drift()).toBe(0n);
  expect(await breaksOf(app)).toEqual([]);
});

it('runs the program of real use, as a login of its own that owns nothing', async () => {
  const { chain } = newRun();
  await chain.ready();
  await expect.poll(() => programs('signer.ts'), { timeout: 60_000 }).toHaveLength(1);
  const [pid] = await programs('signer.ts');
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  const mnemonic = (await readFile(join(folder(), 'mnemonic'), 'utf8')).trim();
  expect(environment).toContain(new URL(app.signerUrl).username);
  expect(environment).not.toContain('PURSER_MASTER_KEY');
  for (const word of [mnemonic, (await readFile(join(folder(), 'signer', 'passphrase'), 'utf8')).trim()])
    expect(environment).not.toContain(word);
});
