import { payoutQuery } from '@purser/contract/features/payout';
import type { SignerReason } from '@purser/contract/features/payout-wait';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signerStandings } from '../../../domain/payout-wait.ts';
import type { ReviewOrder } from '../../../domain/review-order.ts';
import { providersOf } from '../../../platform/chain/providers.ts';
import { dataOf } from '../../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { type Lie, startLyingNode } from '../../chain-deposit/testing/lying-node.ts';
import { blockAddress } from '../testing/block.ts';
import { EACH, haltNetwork, NETWORK, signingWorld, type SigningWorld } from '../testing/signing.ts';

/** Why payouts wait, as the signer says it and staff read it. */

let world: SigningWorld;
let member: TestStaff;
let liar: Awaited<ReturnType<typeof startLyingNode>>;
const lie: { says: Lie } = { says: () => undefined };
beforeAll(async () => {
  world = await signingWorld({ noMining: true });
  member = await makeStaff(world.app, 'finance');
  liar = await startLyingNode(world.anvil.url, lie);
});
afterAll(async () => {
  await Promise.all([liar.stop(), world.close()]);
});
/** What waited in one test is nobody's in the next. */
beforeEach(async () => {
  lie.says = () => undefined;
  await world.app.sql(`update review_order set status = 'failed' where status = 'approved'`);
});

const one = async (): Promise<ReviewOrder> => {
  const [order] = await world.approve(1);
  if (!order) throw new Error('nothing was approved');
  return order;
};
const row = async ({ serial_number }: ReviewOrder) =>
  dataOf(await member.call(payoutQuery, { page: 1, page_size: 1, order_no: serial_number })).list[0];
const waits = async (order: ReviewOrder) => (await row(order))?.waits ?? null;
const settled = async (order: ReviewOrder): Promise<void> => {
  await world.signer().tick();
  expect(await waits(order)).toBeNull();
  await world.anvil.mine();
  await world.settle();
  expect(await world.states([order])).toEqual(['settled']);
  expect(await world.received(order)).toBe(EACH);
  await world.signer().tick();
  expect(await world.app.sql('select from payout_wait where serial_number = $1', [order.serial_number])).toEqual([]);
};

type Change = Parameters<SigningWorld['signer']>[0];
const CASES: readonly (readonly [SignerReason, () => Promise<Change>])[] = [
  ['limit_once', async () => ({ policy: { most_at_once: EACH - 1n } })],
  ['limit_hour', async () => ({ policy: { most_in_an_hour: EACH - 1n } })],
  ['limit_day', async () => ({ policy: { most_in_a_day: EACH - 1n } })],
  ['gas_price', async () => ({ policy: { most_gas_price_gwei: 1n } })],
  ['address_rests', async () => ({ restMs: 86_400_000, journal: await world.newJournal() })],
];
it.each(CASES)('says %s of what the policy holds back, and nothing once it is signed', async (reason, changed) => {
  const order = await one();
  await world.signer(await changed()).tick();
  expect(await waits(order)).toMatchObject({ reason, missing: null });
  const { until } = (await waits(order)) ?? {};
  expect(typeof until === 'string' && Date.parse(until) > Date.now() + 86_000_000).toBe(reason === 'address_rests');
  await settled(order);
});

it('says how much USDT and how much gas the hot address lacks', async () => {
  const order = await one();
  const { client } = world.anvil;
  lie.says = ({ method, params }) => {
    const [asked] = (params ?? []) as [{ data?: string }?];
    if (method !== 'eth_call' || asked?.data?.startsWith('0x70a08231') !== true) return undefined;
    return `0x${(EACH - 1_234_567n).toString(16).padStart(64, '0')}`;
  };
  const signer = world.signer({ providers: providersOf([liar.url, world.anvil.url]) });
  await signer.tick();
  expect(await waits(order)).toMatchObject({ reason: 'usdt_short', missing: '1.234567', until: null });
  const { since } = (await waits(order)) ?? {};
  await signer.tick();
  expect((await waits(order))?.since).toBe(since);
  lie.says = () => undefined;
  await client.setBalance({ address: world.key.address, value: 1n });
  await signer.tick();
  const lacks = await waits(order);
  expect(lacks).toMatchObject({ reason: 'gas_short' });
  expect(lacks?.missing).toMatch(/^0\.00\d+$/);
  expect(lacks?.since).not.toBe(since);
  await client.setBalance({ address: world.key.address, value: 100n * 10n ** 18n });
  await settled(order);
});

it('says that the token refuses, that the address was blocked, and that staff have switched the network off', async () => {
  const order = await one();
  await world.anvil.freeze(world.token, world.key.address, true);
  await world.anvil.mine();
  await world.signer().tick();
  expect(await waits(order)).toMatchObject({ reason: 'chain_refuses' });
  await world.anvil.freeze(world.token, world.key.address, false);
  await world.anvil.mine();
  await blockAddress(world.app, order.address);
  await world.signer().tick();
  expect(await waits(order)).toMatchObject({ reason: 'address_refused' });
  await world.app.sql('delete from blocked_address');
  await world.app.sql('update network set is_on = false where network = $1', [NETWORK]);
  expect(await waits(order)).toMatchObject({ reason: 'switched_off', since: null });
  await world.app.sql('update network set is_on = true where network = $1', [NETWORK]);
  await haltNetwork(world.app, 'final_gone');
  expect(await waits(order)).toMatchObject({ reason: 'halted', since: null });
  await haltNetwork(world.app, '');
  await settled(order);
});

it('says that two nodes are wanted where one answers, that none does, and since when the signer was not heard', async () => {
  const order = await one();
  lie.says = ({ method }) => (method === 'eth_getTransactionCount' ? '0x3e8' : undefined);
  await world.signer({ providers: providersOf([liar.url, 'http://127.0.0.1:1']) }).tick();
  expect(await waits(order)).toMatchObject({ reason: 'one_node' });
  const gone = world.signer({ providers: providersOf(['http://127.0.0.1:1']) });
  await expect(gone.tick()).rejects.toThrow('no provider of the chain answers');
  expect(await waits(order)).toMatchObject({ reason: 'no_node' });
  const first = (await waits(order))?.since;
  await expect(gone.tick()).rejects.toThrow('no provider of the chain answers');
  expect((await waits(order))?.since).toBe(first);
  lie.says = ({ method }) => (method === 'eth_gasPrice' || method === 'eth_getBlockByNumber' ? new Error('busy') : undefined);
  await expect(world.signer({ providers: providersOf([liar.url]) }).tick()).rejects.toThrow();
  expect(await waits(order)).toMatchObject({ reason: 'failing' });
  await world.app.sql(`update signer_told set told_at = now() - interval '181 seconds' where network = $1`, [NETWORK]);
  expect(await waits(order)).toMatchObject({ reason: 'signer_silent' });
  await world.app.sql('delete from signer_told where network = $1', [NETWORK]);
  expect(await waits(order)).toMatchObject({ reason: 'signer_silent', since: null });
  lie.says = () => undefined;
  await settled(order);
});

it('says of what is signed that no node takes it, that a nonce before it is missing, and that no block takes it', async () => {
  const [order, behind] = [await one(), await one()];
  lie.says = ({ method }) => (method === 'eth_sendRawTransaction' ? new Error('insufficient funds') : undefined);
  await world.signer({ providers: providersOf([liar.url]), policy: { endpoints: [liar.url] } }).tick();
  expect(await waits(order)).toMatchObject({ reason: 'not_taken' });
  expect(await row(order)).toMatchObject({ signed: { state: 'signed' } });
  lie.says = () => undefined;
  await world.signer().tick();
  expect(await waits(order)).toBeNull();
  // The chain has forgotten both, and more is not paid for them.
  const txid = async (of: ReviewOrder) => ((await row(of))?.signed?.txid ?? '0x') as `0x${string}`;
  for (const of of [order, behind]) await world.anvil.client.dropTransaction({ hash: await txid(of) });
  await world.anvil.mine(3);
  const signer = world.signer({ policy: { most_gas_price_gwei: 1n } });
  await signer.tick();
  expect([(await waits(order))?.reason, (await waits(behind))?.reason]).toEqual(['not_mined', 'not_mined']);
  await signer.tick();
  expect(await waits(order)).toMatchObject({ reason: 'not_mined' });
  // The database forgets the first one.
  const [first] = await world.app.sql<{ row: string }>('select chain_tx::text as row from chain_tx where serial_number = $1', [
    order.serial_number,
  ]);
  await world.app.sql('delete from chain_tx where serial_number = $1', [order.serial_number]);
  await world.app.sql(`update review_order set status = 'failed' where serial_number = $1`, [order.serial_number]);
  await signer.tick();
  expect(await waits(behind)).toMatchObject({ reason: 'nonce_gap' });
  await world.app.sql('insert into chain_tx select ($1::chain_tx).*', [first?.row]);
  await world.app.sql(`update review_order set status = 'approved' where serial_number = $1`, [order.serial_number]);
  await settled(order);
  expect(await world.states([behind])).toEqual(['settled']);
});

it('tells for the page of health how many wait for what, and when the signer was last heard', async () => {
  const orders = [await one(), await one()];
  await world.signer({ policy: { most_at_once: EACH - 1n } }).tick();
  const standings = () => world.app.platform.operator.db.systemTransaction((tx) => signerStandings(tx));
  const signers = await standings();
  expect(signers).toMatchObject([
    { network: NETWORK, is_silent: false, paused: null, trouble: null, waits: [{ reason: 'limit_once', count: 2 }] },
  ]);
  expect(Date.now() - Date.parse(signers[0]?.told_time ?? '')).toBeLessThan(60_000);
  await world.signer().tick();
  expect(await standings()).toMatchObject([{ waits: [] }]);
  await world.anvil.mine();
  await world.settle();
  expect(await world.states(orders)).toEqual(['settled', 'settled']);
});

it('lets the role of the signer say nothing but a reason of the set, of what waits for it, and write no more than that', async () => {
  const order = await one();
  const tells = (network: string, number: string, reason: string, missing: string | null = null) =>
    world.db.system.query('select signer_tells($1, null, $2::bigint[], $3::text[], $4::text[], $5::numeric[], array[null::timestamptz])', [
      network,
      [order.owner_id],
      [number],
      [reason],
      [missing],
    ]);
  for (const [text, values] of [
    [`insert into payout_wait (owner_id, serial_number, network, reason) values (1, 'x', 'ERC20', 'changed')`, []],
    [`update payout_wait set reason = 'changed'`, []],
    ['delete from payout_wait', []],
    ['select from payout_wait', []],
    [`update signer_told set told_at = now() + interval '1 day'`, []],
    [`update review_order set status = 'failed' where serial_number = $1`, [order.serial_number]],
    [`update chain_tx set outcome = 'paid'`, []],
    [`update chain_tx set doubt = null`, []],
  ] as const)
    await expect(world.db.system.query(text, [...values]), text).rejects.toThrow('permission denied');
  await expect(tells(NETWORK, order.serial_number, 'because I say so')).rejects.toThrow('payout_wait_reason_check');
  await expect(tells(NETWORK, order.serial_number, 'usdt_short', '-1')).rejects.toThrow('payout_wait_missing_check');
  await expect(tells('NOWHERE', order.serial_number, 'changed')).rejects.toThrow('signer_told');
  await tells(NETWORK, 'WC0', 'changed');
  await tells('BEP20', order.serial_number, 'changed');
  expect(await world.app.sql('select from payout_wait')).toEqual([]);
  await tells(NETWORK, order.serial_number, 'usdt_short', '5');
  expect(await waits(order)).toMatchObject({ reason: 'usdt_short', missing: '0.000005' });
  await settled(order);
});
