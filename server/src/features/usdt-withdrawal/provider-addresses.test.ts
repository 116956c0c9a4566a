import { payoutAddressEdit, usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { walletPayoutAddressEdit } from '@purser/contract/features/wallet-withdrawal';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { moveReviewOrders } from '../../domain/review-order.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { googleCode, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { usdtWithdrawal } from './kind.ts';
import { newAddress, openNetworks, RATE, withdrawer } from './testing/world.ts';

/** Nothing is paid out to where USDT is taken in. */

const TRON_OWN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
let app: TestApp;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await openNetworks(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app);
});

const edit = async (network: string, address: string) =>
  app.call(payoutAddressEdit, { network, address, google_code: await googleCode(app, merchant) }, { token: merchant.token });
/** Gives an owner a deposit address, as staff do. */
async function take(ownerId: number, network: string, address: string): Promise<string> {
  await app.sql('insert into address_directory (network, address, owner_id) values ($1, $2, $3)', [network, address, ownerId]);
  return address;
}
const add = async (shop: TestMerchant & { readonly address: string }) =>
  app.call(
    usdtWithdrawalAdd,
    {
      coin_id: 'USDP',
      withdrawal_count: '200.00',
      network: 'BEP20',
      address: shop.address,
      rate: RATE,
      google_code: await googleCode(app, shop),
    },
    { token: shop.token },
  );

it('a deposit address is refused in the book: anybody’s, on every network of its kind, however it is spelled', async () => {
  const other = await makeMerchant(app);
  const [own, foreign] = [await take(merchant.merchant_id, 'ERC20', newAddress()), await take(other.merchant_id, 'ERC20', newAddress())];
  for (const address of [own, foreign, foreign.toLowerCase()]) {
    for (const network of ['ERC20', 'BEP20']) {
      expect(await edit(network, address)).toMatchObject({
        code: 7802,
        msg: 'payout_address_refused',
      });
    }
  }
  await take(other.merchant_id, 'TRC20', TRON_OWN);
  expect(await edit('TRC20', TRON_OWN)).toMatchObject({ msg: 'payout_address_refused' });
  const user = await makeUser(app);
  const asked = { network: 'BEP20', address: foreign, payment_password: user.payment_password };
  expect(await app.call(walletPayoutAddressEdit, asked, { payerToken: user.token })).toMatchObject({ msg: 'payout_address_refused' });
  expect(await app.sql('select from payout_address where owner_id = any ($1)', [[merchant.merchant_id, user.user_id]])).toEqual([]);
});

it('so is the address that everybody sends to, and the token’s contract, as staff have written them', async () => {
  const shared = newAddress();
  await app.sql(`update coin_network set deposit_address = $1 where network = 'ERC20'`, [shared.toLowerCase()]);
  try {
    for (const network of ['ERC20', 'BEP20']) expect(await edit(network, shared)).toMatchObject({ msg: 'payout_address_refused' });
  } finally {
    await app.sql(`update coin_network set deposit_address = '' where network = 'ERC20'`);
  }
  const contracts = await app.sql<{ network: string; contract_address: string }>(`select network, contract_address from coin_network`);
  for (const { network, contract_address } of contracts) {
    expect(await edit(network, contract_address)).toMatchObject({ msg: 'payout_address_refused' });
  }
});

it.each(['0x0000000000000000000000000000000000000000', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'])(
  'the address of nobody, %s, is none',
  async (zero) => {
    expect(await edit(zero.startsWith('0x') ? 'BEP20' : 'TRC20', zero)).toMatchObject({ msg: 'address_malformed' });
  },
);

it('one that became a deposit address while it stood in the book is refused when it is withdrawn to', async () => {
  const shop = await withdrawer(app);
  await take((await makeMerchant(app)).merchant_id, 'ERC20', shop.address);
  expect(await add(shop)).toMatchObject({ msg: 'payout_address_refused' });
  expect(await app.sql('select from review_order where owner_id = $1', [shop.merchant_id])).toEqual([]);
});

it('and one that became so since is not approved any more, but may be rejected', async () => {
  const shop = await withdrawer(app);
  const { order_no } = dataOf(await add(shop));
  await take((await makeMerchant(app)).merchant_id, 'ERC20', shop.address);
  const by = { kind: 'operator', id: '1', name: 'Ada' } as const;
  const move = (event: 'approve' | 'reject') =>
    app.platform.operator.db.systemTransaction((tx) =>
      moveReviewOrders(tx, app.platform, usdtWithdrawal, [{ ownerId: shop.merchant_id, serialNumber: order_no, event, by }]),
    );
  expect(await move('approve')).toMatchObject([{ outcome: 'payout_address_refused' }]);
  expect(await move('reject')).toMatchObject([{ status: 'rejected' }]);
});

it('an address of the signer’s own is refused as well', async () => {
  const hot = newAddress();
  await app.sql(
    `insert into chain_holding (network, role, address, tokens, coins, lacks_tokens, lacks_coins) values ('ERC20', 'hot', $1, 0, 0, false, false)`,
    [hot],
  );
  for (const network of ['ERC20', 'BEP20']) expect(await edit(network, hot)).toMatchObject({ msg: 'payout_address_refused' });
});
