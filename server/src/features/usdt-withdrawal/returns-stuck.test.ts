import { chainDepositCredit } from '@purser/contract/features/chain-deposit';
import { partySuspend } from '@purser/contract/features/party';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Hex } from 'viem';
import { breaksOf } from '../../platform/testing/breaks.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import type { Journal, SignedLine } from './signer/journal.ts';
import { transferIn } from './signer/transaction-content.ts';
import { blockAddress } from './testing/block.ts';
import { ignoreKill, killedAt } from './testing/killed.ts';
import { newAddress, type ReturningWorld, returningWorld, type Which } from './testing/returning.ts';

/** What is being sent back, is signed and does not come into a block, while staff decide something else about it. */

let of: ReturningWorld;
let world: ReturningWorld['world'];
let admin: TestStaff;
beforeAll(async () => {
  of = await returningWorld();
  ({ world } = of);
  admin = await makeStaff(world.app, 'admin');
});
afterAll(() => world.close());
beforeEach(() => world.anvil.client.setAutomine(false));
afterEach(async () => {
  await world.app.sql('delete from blocked_address');
  await world.anvil.client.setAutomine(true);
  await world.signer().tick();
  await world.settle();
  // Whatever happened, nothing is missing, and nothing too much.
  expect(await of.drift()).toBe(0n);
  expect(await breaksOf(world.app)).toEqual([]);
});

/** Nodes that have forgotten what they were given, for as many blocks as make it stuck. */
async function lose(): Promise<void> {
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.anvil.mine(3);
}
/** One that two people have decided, signed, sent, and stuck. */
async function stuck(): Promise<{ readonly which: Which; readonly to: Hex }> {
  await world.anvil.client.setAutomine(true);
  const made = await of.returning();
  await world.anvil.client.setAutomine(false);
  await world.signer().tick();
  await lose();
  return made;
}
const attemptsOf = async ({ deposit_id }: Which) =>
  (
    await world.app.sql<{ attempt: number; nonce: bigint; raw: Buffer; cancels: boolean; outcome: string | null; txid: Buffer }>(
      `select t.attempt, t.nonce, t.raw, t.cancels, t.outcome, t.txid from chain_tx as t join chain_deposit as d on d.owner_id = t.owner_id
         and t.serial_number = 'return 0x' || encode(d.txid, 'hex') || ' ' || d.ordinal where d.deposit_id = $1 order by t.nonce, t.attempt`,
      [deposit_id],
    )
  ).map(({ raw, ...rest }) => ({ ...rest, raw: `0x${raw.toString('hex')}` as Hex }));
/** The same journal, with something begun each time it has a signature, which the database does not have yet. */
const beginning = (journal: Journal, begin: () => void): Journal =>
  new Proxy(journal, {
    get: (target, name: keyof Journal) =>
      name === 'sign'
        ? async (line: SignedLine) => {
            await target.sign(line);
            begin();
            // What was begun comes as far as it gets.
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
        : target[name].bind(target),
  });
async function paidOnce({ which, to }: { readonly which: Which; readonly to: Hex }, attempts: number): Promise<void> {
  await world.anvil.client.setAutomine(true);
  await world.settle();
  await world.settle();
  expect(await of.rowOf(which)).toMatchObject({ state: 'returned' });
  expect(await world.usdtOf(to)).toBe(59_000_000n);
  const all = await attemptsOf(which);
  expect(all).toHaveLength(attempts);
  expect(new Set(all.map(({ nonce }) => nonce)).size).toBe(1);
  for (const { raw } of all) expect(transferIn(raw)).toMatchObject({ to, raw: 59_000_000n * world.unit });
}

it('cannot be called off or credited before, while or after it is replaced, and is paid once', async () => {
  const { which, to } = await stuck();
  expect(await of.callOff(which)).toMatchObject({ msg: 'return_signed' });
  let calling: ReturnType<ReturningWorld['callOff']> | undefined;
  const journal = beginning(world.of.journal, () => {
    calling = of.callOff(which);
  });
  await world.signer({ journal }).tick();
  expect(await attemptsOf(which)).toHaveLength(2);
  expect(await calling).toMatchObject({ msg: 'return_signed' });
  expect(await of.callOff(which)).toMatchObject({ msg: 'return_signed' });
  const credit = { ...which, reason: 'Theirs', google_code: await of.finance.code() };
  expect(await of.finance.call(chainDepositCredit, credit)).toMatchObject({ msg: 'deposit_settled' });
  expect(await of.add(which, to)).toMatchObject({ msg: 'deposit_settled' });
  await paidOnce({ which, to }, 2);
});

it('is called off or signed, and never both, where the two come together', async () => {
  await world.anvil.client.setAutomine(true);
  const { which, to } = await of.returning();
  await world.anvil.client.setAutomine(false);
  let calling: ReturnType<ReturningWorld['callOff']> | undefined;
  const journal = beginning(world.of.journal, () => {
    calling = of.callOff(which);
  });
  await world.signer({ journal }).tick();
  expect(await calling).toMatchObject({ msg: 'return_signed' });
  await lose();
  await world.signer().tick();
  await paidOnce({ which, to }, 2);
});

it('is booked by its first transaction, though it was replaced by then', async () => {
  const { which, to } = await stuck();
  await world.signer().tick();
  const [first] = await attemptsOf(which);
  await world.anvil.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never);
  await world.anvil.client.sendRawTransaction({ serializedTransaction: first?.raw ?? '0x' });
  await paidOnce({ which, to }, 2);
  const txid = (await of.detail(which)).sent?.txid;
  expect(txid).toBe(`0x${first?.txid.toString('hex')}`);
});

it('goes on where its owner is suspended meanwhile: it is not the owner’s money', async () => {
  const { which, to } = await stuck();
  const suspend = { owner_id: which.owner_id, reason: 'Fraud', google_code: await admin.code() };
  expect(await admin.call(partySuspend, suspend)).toMatchObject({ msg: 'ok' });
  const fees = await of.balanceOf('fees');
  await world.signer().tick();
  await paidOnce({ which, to }, 2);
  expect(await of.balanceOf('fees')).toBe(fees + 1_000_000n);
});

it('is called off on the chain where its address was blocked meanwhile, set aside then, and can be sent elsewhere', async () => {
  const { which, to } = await stuck();
  await blockAddress(world.app, to);
  await world.signer().tick();
  expect((await attemptsOf(which)).map(({ cancels }) => cancels)).toEqual([false, true]);
  // Until one of the two is final, the transfer may be mined all the same: it is neither called off by staff nor credited.
  expect(await of.callOff(which)).toMatchObject({ msg: 'return_signed' });
  expect(await of.rowOf(which)).toMatchObject({ state: 'returning' });
  expect(await of.detail(which)).toMatchObject({ sent: { state: 'cancelling' } });
  await world.anvil.client.setAutomine(true);
  await world.settle();
  expect(await of.rowOf(which)).toMatchObject({ state: 'set_aside' });
  expect(await of.detail(which)).toMatchObject({ sent: { state: 'cancelled' } });
  expect(await world.usdtOf(to)).toBe(0n);
  const elsewhere = newAddress();
  expect(await of.add(which, elsewhere)).toMatchObject({ msg: 'ok' });
  expect(await of.approve(which)).toMatchObject({ msg: 'ok' });
  await world.signer().tick();
  await world.settle();
  expect(await of.rowOf(which)).toMatchObject({ state: 'returned' });
  expect([await world.usdtOf(to), await world.usdtOf(elsewhere)]).toEqual([0n, 59_000_000n]);
});

it('is not replaced where the address is blocked while it is', async () => {
  const { which, to } = await stuck();
  // The nodes are asked for the fees after it was looked whether it may go on.
  const providers = world.of.providers.map((provider) => {
    const estimateMaxPriorityFeePerGas = async () => {
      await world.app.sql(
        `insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'Stolen', 1001, 'Ada') on conflict do nothing`,
        [to],
      );
      return provider.client.estimateMaxPriorityFeePerGas();
    };
    return {
      name: provider.name,
      client: Object.assign(Object.create(provider.client) as typeof provider.client, { estimateMaxPriorityFeePerGas }),
    };
  });
  await world.signer({ providers }).tick();
  expect(await attemptsOf(which)).toHaveLength(1);
  await world.app.sql('delete from blocked_address');
  await world.signer().tick();
  await paidOnce({ which, to }, 2);
});

it('is booked where it was mined although its address was blocked', async () => {
  const { which, to } = await stuck();
  const [first] = await attemptsOf(which);
  await blockAddress(world.app, to);
  await world.anvil.client.sendRawTransaction({ serializedTransaction: first?.raw ?? '0x' });
  await paidOnce({ which, to }, 1);
});

it('is called off without having been sent, where the signer was killed before that and the address was blocked', async () => {
  await world.anvil.client.setAutomine(true);
  const { which, to } = await of.returning();
  await world.anvil.client.setAutomine(false);
  await world
    .signer(killedAt(world.of, 'after its commit, before it is sent', 0))
    .tick()
    .catch(ignoreKill);
  await blockAddress(world.app, to);
  await world.signer().tick();
  expect((await attemptsOf(which)).map(({ cancels }) => cancels)).toEqual([false, true]);
  await world.anvil.client.setAutomine(true);
  await world.settle();
  expect(await of.rowOf(which)).toMatchObject({ state: 'set_aside' });
  expect(await world.usdtOf(to)).toBe(0n);
});
