import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { chainDepositQuery } from '@purser/contract/features/chain-deposit';
import { chainReturnAdd, chainReturnCallOff, chainReturnDetail } from '@purser/contract/features/chain-return';
import { ofProvider } from '@purser/ledger/account';
import { randomBytes } from 'node:crypto';
import { getAddress, type Hex } from 'viem';
import { expect } from 'vitest';
import { connectedNetworks } from '../../../domain/chain-network.ts';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeStaff } from '../../../platform/testing/staff.ts';
import { reckon } from '../../chain-reserve/reckon.ts';
import { sweepingWorld } from './sweeping.ts';

export type Which = { readonly owner_id: number; readonly deposit_id: string };
export type ReturningWorld = Awaited<ReturnType<typeof returningWorld>>;

export const newAddress = (): Hex => getAddress(`0x${randomBytes(20).toString('hex')}`);

/** What is needed of a world in which deposit addresses are swept, whatever kind of chain it is on. */
interface Sweeping {
  readonly app: TestApp;
  readonly network: string;
  /** The token's units in a minor unit. */
  readonly unit: bigint;
  deposited(amount: bigint): Promise<{ readonly address: string; readonly ownerId: number }>;
  /** Lets so much arrive at an address, as the token counts. */
  arrive(address: string, raw: bigint): Promise<unknown>;
  settle(): Promise<void>;
  sweeper(): { tick(): Promise<void> };
  signer(): { tick(): Promise<void> };
}

/** An installation on a chain of Ethereum's kind whose hot address has USDT, with two members of staff who send held deposits back. */
export async function returningWorld() {
  // A token that counts finer than USDT does here.
  const world = await sweepingWorld({ tokenDecimals: 18 });
  const arrive = async (address: string, raw: bigint) => world.anvil.mint(world.token, address as Hex, raw);
  return { ...(await returningOn({ ...world, network: 'ERC20', arrive }, newAddress)), world };
}

/** The same on whatever kind of chain. */
export async function returningOn<Where extends string>(world: Sweeping, anAddress: () => Where) {
  const [finance, second] = await Promise.all([
    makeStaff(world.app, 'finance', { name: 'Ada' }),
    makeStaff(world.app, 'finance', { name: 'Ben' }),
  ]);
  await world.app.sql(`update coin_network set network_fee = 1000000 where network = $1 and coin = 'USDT'`, [world.network]);
  // The hot address has USDT of credited deposits.
  await world.deposited(900_000_000n);
  const sweeper = world.sweeper();
  for (let step = 0; step < 3; step += 1) {
    await sweeper.tick();
    await world.settle();
  }
  await world.signer().tick();
  /** A deposit below the minimum, and the smallest unit of the token beside it. */
  async function held(amount = 60_000_000n): Promise<Which> {
    const { ownerId, address } = await world.deposited(0n);
    await world.arrive(address, amount * world.unit + (world.unit === 1n ? 0n : 7n));
    await world.settle();
    const [row] = await rows(ownerId);
    expect(row).toMatchObject({ state: 'held', held: 'below_minimum' });
    return { owner_id: ownerId, deposit_id: row?.deposit_id ?? '' };
  }
  const rows = async (owner_id: number) => dataOf(await finance.call(chainDepositQuery, { owner_id })).list;
  const rowOf = async ({ owner_id }: Which) => (await rows(owner_id))[0];
  const detail = async (which: Which) => dataOf(await finance.call(chainReturnDetail, which));
  const add = async (which: Which, address: string, again = address) =>
    finance.call(chainReturnAdd, {
      ...which,
      address,
      address_again: again,
      reason: 'A mistake of theirs',
      google_code: await finance.code(),
    });
  async function approve(which: Which, member = second) {
    const { list } = dataOf(await member.call(approvalList, { state: 'pending', owner_id: which.owner_id }));
    const { approval_id = '', content_hash = '' } = list[0] ?? {};
    return member.call(approvalApprove, { approval_id, content_hash, google_code: await member.code() });
  }
  const callOff = async (which: Which) =>
    finance.call(chainReturnCallOff, { ...which, reason: 'Another address', google_code: await finance.code() });
  /** One that two people have decided to send back. */
  async function returning(to = anAddress(), amount?: bigint) {
    const which = await held(amount);
    expect(await add(which, to)).toMatchObject({ msg: 'ok' });
    expect(await approve(which)).toMatchObject({ msg: 'ok' });
    return { which, to };
  }
  const txsOf = ({ deposit_id }: Which) =>
    world.app.sql<{ outcome: string | null; nonce: bigint }>(
      `select t.outcome, t.nonce from chain_tx as t join chain_deposit as d on d.owner_id = t.owner_id
       and t.serial_number = 'return 0x' || encode(d.txid, 'hex') || ' ' || d.ordinal where d.deposit_id = $1 order by t.nonce, t.attempt`,
      [deposit_id],
    );
  const drift = async () => {
    const { db } = world.app.platform.operator;
    const [network] = await connectedNetworks(db.system);
    if (!network) throw new Error('the network is connected');
    return (await reckon(db, network)).drift;
  };
  const balanceOf = async (purpose: string) => {
    const [row] = await world.app.sql<{ sum: string }>(
      `select coalesce(sum(available), 0)::text as sum from ledger.account where ${ofProvider('owner_id')} and coin = 'USDT' and purpose = $1`,
      [purpose],
    );
    return BigInt(row?.sum ?? 0);
  };
  return { finance, second, held, rows, rowOf, detail, add, approve, callOff, returning, txsOf, drift, balanceOf };
}
