import { chainDepositCredit, chainDepositQuery, chainDepositSetAside } from '@purser/contract/features/chain-deposit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositAddressOf } from '../../domain/deposit-address.ts';
import { dataOf } from '../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { type DepositWorld, makeDepositWorld } from '../chain-deposit/testing/deposits.ts';
import { openNetworks } from '../usdt-recharge/queries.ts';
import { closeAs } from './testing/close.ts';

const DEPOSIT = 500_000_000n;

let world: DepositWorld;
beforeAll(async () => {
  world = await makeDepositWorld();
});
afterAll(() => world.close());

/** A wallet user who has been given an address of their own. */
async function makeDepositor(): Promise<{ user: TestUser; address: `0x${string}` }> {
  const user = await makeUser(world.app, { markets: ['CNY'] });
  const address = await world.app.platform.db.scoped(user.user_id, async (tx) => {
    const network = (await openNetworks(tx)).find((one) => one.network === 'ERC20');
    return network && depositAddressOf(tx, user.user_id, network);
  });
  if (address === undefined) throw new Error('no address was derived');
  return { user, address: address as `0x${string}` };
}
const depositsOf = ({ user_id }: TestUser) => world.app.sql('select state, reason from chain_deposit where owner_id = $1', [user_id]);
const moneyOf = ({ user_id }: TestUser) =>
  world.app.sql('select coin, available::text from ledger.account where owner_id = $1 and available <> 0', [user_id]);

describe('a deposit on a chain', () => {
  it('that is on its way keeps the account open: closing_deposit, and once it is credited closing_balance', async () => {
    const { anvil, token, app } = world;
    const { user, address } = await makeDepositor();
    await anvil.mint(token, address, DEPOSIT);
    await anvil.mine(1);
    await world.look();
    expect(await depositsOf(user)).toEqual([{ state: 'confirming', reason: '' }]);
    await expect(closeAs(app, user)).rejects.toMatchObject({ outcome: 'closing_deposit' });
    await anvil.mine(4);
    await world.look();
    expect(await depositsOf(user)).toEqual([{ state: 'credited', reason: '' }]);
    await expect(closeAs(app, user)).rejects.toMatchObject({ outcome: 'closing_balance' });
    expect(await app.sql('select closed_at from wallet_user where user_id = $1', [user.user_id])).toEqual([{ closed_at: null }]);
  });

  it('that is held keeps the account open until staff have decided: closing_deposit', async () => {
    const { anvil, token, app } = world;
    const { user, address } = await makeDepositor();
    // Below the minimum.
    await anvil.mint(token, address, 60_000_000n);
    await anvil.mine(4);
    await world.look();
    expect(await depositsOf(user)).toEqual([{ state: 'held', reason: 'below_minimum' }]);
    await expect(closeAs(app, user)).rejects.toMatchObject({ outcome: 'closing_deposit' });
    const finance = await makeStaff(app, 'finance');
    const { list } = dataOf(await app.call(chainDepositQuery, { owner_id: user.user_id }, { staffToken: finance.token }));
    const which = { owner_id: user.user_id, deposit_id: list[0]?.deposit_id ?? '', reason: 'They do not want it' };
    dataOf(await finance.call(chainDepositSetAside, { ...which, google_code: await finance.code() }));
    expect(await depositsOf(user)).toEqual([{ state: 'set_aside', reason: 'below_minimum' }]);
    await closeAs(app, user);
  });

  it('that staff have credited by its TXID, and that is held for that alone, keeps nobody', async () => {
    const { anvil, token, app } = world;
    const { user, address } = await makeDepositor();
    await anvil.mint(token, address, 60_000_000n);
    await anvil.mine(4);
    await world.look();
    // As the watcher says of one that was credited by hand before it was seen.
    await app.sql(`update chain_deposit set reason = 'told_by_hand' where owner_id = $1`, [user.user_id]);
    await closeAs(app, user);
  });

  it('that arrives after closing is held, under the number alone, and staff cannot credit it', async () => {
    const { anvil, token, app } = world;
    const { user, address } = await makeDepositor();
    await closeAs(app, user);
    await anvil.mint(token, address, DEPOSIT);
    await anvil.mine(4);
    await world.look();
    expect(await depositsOf(user)).toEqual([{ state: 'held', reason: 'suspended' }]);
    expect(await moneyOf(user)).toEqual([]);
    const finance = await makeStaff(app, 'finance');
    const { list } = dataOf(await app.call(chainDepositQuery, { owner_id: user.user_id }, { staffToken: finance.token }));
    expect(list).toMatchObject([{ owner_id: user.user_id, owner_name: '', held: 'suspended' }]);
    const which = { owner_id: user.user_id, deposit_id: list[0]?.deposit_id ?? '', reason: 'They asked for it' };
    expect(await finance.call(chainDepositCredit, { ...which, google_code: await finance.code() })).toMatchObject({
      msg: 'deposit_owner_suspended',
    });
    expect(await moneyOf(user)).toEqual([]);
  });
});
