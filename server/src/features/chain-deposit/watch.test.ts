import { quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { balancesOf } from '@purser/ledger/accounts';
import { concat, type Hex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../../platform/testing/app.ts';
import { type DepositWorld, makeDepositWorld } from './testing/deposits.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

/** 500 USDT at 7.10, less 0.20 %: 3,550.00 − 7.10. */
const CREDITED = 354_290n;

/**
 * A contract that gives all it has of the token that its input names first to the address that its input names next:
 * `balanceOf(address(this))` by a static call, whose answer is at 0x60, then `transfer(to, that)`. Before it the code that answers it as the contract's own.
 */
const EMPTIES_ITSELF = concat([
  '0x604580600b6000396000f3',
  '0x6370a0823160e01b6000523060045260206060602460006000355afa50',
  '0x63a9059cbb60e01b600052602035600452606051602452602060606044600060006000355af150',
  '0x00',
]);

async function deploy(code: Hex): Promise<Hex> {
  const { client, accounts } = world.anvil;
  const hash = await client.sendTransaction({ account: accounts[0] ?? '0x', chain: null, data: code });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('the contract was not deployed');
  return contractAddress;
}

/** Blocks of the gap; a longer one is asked for in the environment. */
const GAP = Number(process.env['PURSER_TEST_GAP'] ?? 1_300);

describe('a deposit', () => {
  it('is shown as it comes, and credited once when it is final', async () => {
    const { app, anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming', amount: '500000000', ordinal: 0 }]);
    expect(await world.balanceOf(merchant)).toBe(0n);
    await anvil.mine(3);
    await world.look();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited', reason: '' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
    const { list } = dataOf(await app.call(quickRechargeQuery, {}, { token: merchant.token }));
    expect(list).toMatchObject([
      { status: 'approved', trade_count: '500.000000', count: '3542.90', fee: '7.10', network: 'ERC20', address, rate: '7.1' },
    ]);
    const custody = (await balancesOf(app.platform.db.system, PROVIDER_OWNER_ID, ['USDT'])).find(
      ({ purpose }) => purpose === 'custody_erc20',
    );
    expect(custody?.available_minor).toBe(-500_000_000n);
  });

  it('counts each transfer of a transaction', async () => {
    const { anvil, token } = world;
    const [one, other] = [await world.makeDepositor(), await world.makeDepositor()];
    const [sender = '0x'] = anvil.accounts;
    await anvil.mint(token, sender, 2_000_000_000n);
    await anvil.transferMany(token, sender, [one.address, other.address, one.address], 500_000_000n);
    await anvil.mine(3);
    await world.look();
    expect(await world.depositsOf(one.merchant)).toMatchObject([
      { state: 'credited', ordinal: 0 },
      { state: 'credited', ordinal: 2 },
    ]);
    expect(await world.balanceOf(one.merchant)).toBe(2n * CREDITED);
    expect(await world.balanceOf(other.merchant)).toBe(CREDITED);
  });

  it('is credited once by watchers that look at the same time', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await Promise.all([world.look(), world.look(), world.look()]);
    await anvil.mine(3);
    await Promise.all([world.look(), world.look(), world.look()]);
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('is found after a gap of many blocks', { timeout: 60_000 + GAP * 30 }, async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mine(400);
    await anvil.mint(token, address, 500_000_000n);
    for (let left = GAP - 400; left > 0; left -= 100) await anvil.mine(Math.min(left, 100));
    let looks = 1;
    while ((await world.look()) === 'more') looks += 1;
    expect(Math.ceil(GAP / 500) + 1 - looks).toBeOneOf([0, 1]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });
});

describe('a reorganisation', () => {
  it('takes a transfer away that was not final', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    await anvil.mint(token, address, 500_000_000n);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'confirming' }]);
    await anvil.reorg(1);
    await anvil.mine(1);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'orphaned' }]);
    await anvil.mine(4);
    await world.look();
    expect(await world.balanceOf(merchant)).toBe(0n);
  });

  it('that takes a transfer away and brings it back in another block has it credited once', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const hash = await anvil.mint(token, address, 500_000_000n);
    const raw = await anvil.rawOf(hash);
    await world.look();
    const [before] = await world.depositsOf(merchant);
    await anvil.reorg(1);
    await anvil.mine(1);
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'orphaned' }]);
    await anvil.client.sendRawTransaction({ serializedTransaction: raw });
    await anvil.mine(1);
    await world.look();
    const [after] = await world.depositsOf(merchant);
    expect(after).toMatchObject({ state: 'confirming' });
    expect(Number(after?.block_number)).toBeGreaterThan(Number(before?.block_number));
    await anvil.mine(4);
    await world.look();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited' }]);
    expect(await world.balanceOf(merchant)).toBe(CREDITED);
  });

  it('after which the same transaction pays another amount has that one credited', async () => {
    const { anvil, token } = world;
    const { merchant, address } = await world.makeDepositor();
    const [, second = '0x'] = anvil.accounts;
    const emptied = await deploy(EMPTIES_ITSELF);
    await anvil.mint(token, emptied, 300_000_000n);
    await anvil.client.setAutomine(false);
    const txids = [
      await anvil.client.sendTransaction({
        account: second,
        chain: null,
        to: emptied,
        gas: 200_000n,
        data: concat([pad(token), pad(address)]),
      }),
      await anvil.mint(token, emptied, 200_000_000n),
    ];
    await anvil.mine(1);
    await anvil.client.setAutomine(true);
    const raws = await Promise.all(txids.map(anvil.rawOf));
    const inOrder = async (these: readonly Hex[]) => {
      await anvil.reorg(1, these);
      await world.look();
      return (await world.depositsOf(merchant))[0];
    };
    // The transaction gives away all there is: before the mint less than after it.
    const seen = [await inOrder(raws), await inOrder(raws.toReversed())];
    expect(seen.map((one) => [one?.state, one?.amount]).toSorted()).toEqual([
      ['confirming', '300000000'],
      ['confirming', '500000000'],
    ]);
    const paid = await anvil.balanceOf(token, address);
    await anvil.mine(4);
    await world.look();
    await world.look();
    expect(await world.depositsOf(merchant)).toMatchObject([{ state: 'credited', amount: String(paid) }]);
    expect(await world.balanceOf(merchant)).toBe(paid === 500_000_000n ? CREDITED : (CREDITED * 3n) / 5n);
  });
});
