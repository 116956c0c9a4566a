import { accountDetail } from '@purser/contract/features/account';
import { assetQuery } from '@purser/contract/features/asset';
import { checkoutAuthorise, checkoutPay, checkoutView } from '@purser/contract/features/checkout';
import { coinList } from '@purser/contract/features/coin';
import { userConfigGet } from '@purser/contract/features/config';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { marketAdd, marketCoinNetworkSave, marketMerchantEnable, marketNetworkSave, marketRateSet } from '@purser/contract/features/market';
import { openOrderClose, openOrderCreate } from '@purser/contract/features/open-order';
import { orderQuery } from '@purser/contract/features/order';
import { transferAdd } from '@purser/contract/features/transfer';
import { usdtTradeSetting } from '@purser/contract/features/usdt-recharge';
import { usdtWithdrawalQuote } from '@purser/contract/features/usdt-withdrawal';
import { walletMarketEnable, walletOverview } from '@purser/contract/features/wallet';
import { mainAccount, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../features/open-order/testing/key.ts';
import { TERMS } from '../features/market/testing/terms.ts';
import { announce } from '../platform/streams/hub.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { eventually } from '../platform/testing/eventually.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';

/** Coins and markets that are added and switched while two processes run. */

let app: TestApp;
let elsewhere: TestApp;
let shop: TestMerchant;
let payer: TestUser;
let signedWith: Awaited<ReturnType<typeof makeKey>>;
let added = 0;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  elsewhere = await createTestApp({
    routes: allRoutes,
    settings: { databaseUrl: app.ownerUrl, masterKey: app.platform.settings.masterKey },
  });
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});
beforeEach(async () => {
  [shop, payer] = [await makeMerchant(app), await makeUser(app)];
  signedWith = await makeKey(app, shop);
});

/** A market that nobody has heard of yet, and its token of three decimals. */
async function addMarket(): Promise<{ market: string; coin: string }> {
  added += 1;
  const [market, coin] = [`M${added}`, `M${added}T`];
  await app.sql('insert into market (market) values ($1)', [market]);
  await app.sql(
    `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
     values ($1, $2, 3, 'm', 10, 1000, 10, 100, 1, 1000000000)`,
    [coin, market],
  );
  await openAccounts(app.platform.db.system, providerAccounts(coin));
  return { market, coin };
}

async function enableForShop({ market, coin }: { market: string; coin: string }): Promise<void> {
  await app.sql('update merchant set markets = markets || $2::text where merchant_id = $1', [shop.merchant_id, market]);
  await openAccounts(app.platform.db.system, [mainAccount(shop.merchant_id, coin)]);
}

const create = (where: TestApp, coin_name: string, amount = '12.5') =>
  where.call(openOrderCreate, { order_id: `A-${Math.random()}`, coin_name, amount }, { signedWith });
const tokenOf = ({ payment_url }: { payment_url: string }) => payment_url.split('/').at(-1) as string;

async function pay(where: TestApp, token: string) {
  const options = { payerToken: payer.token };
  const { payment_grant } = dataOf(await where.call(checkoutAuthorise, { token, payment_password: payer.payment_password }, options));
  return where.call(checkoutPay, { token, payment_grant }, options);
}

describe('a market that is added while everything runs', () => {
  it('is known to every process soon after the note', async () => {
    const { market } = await addMarket();
    await announce(app.platform.db.system, { coins: true });
    const knows = async (where: TestApp) => dataOf(await where.call(userConfigGet, {})).markets.some((one) => one.market === market);
    await eventually(async () => expect([await knows(app), await knows(elsewhere)]).toEqual([true, true]));
  });

  it('works at once in a process that has not heard of it: order, payment page, payment and balances', async () => {
    const added = await addMarket();
    await enableForShop(added);
    const enabled = await app.call(walletMarketEnable, { market: added.market }, { payerToken: payer.token });
    expect(enabled.code).toBe(200);
    await app.platform.db.coins.know([added.coin]);
    await fund(app, payer.user_id, added.coin, '100');
    expect(elsewhere.platform.db.coins.find(added.coin)).toBeUndefined();
    const order = dataOf(await create(app, added.coin));
    expect(order).toMatchObject({ coin_name: added.coin, amount: '12.500', handling_fee: '0.125' });
    const view = dataOf(await elsewhere.call(checkoutView, { token: tokenOf(order) }, { payerToken: payer.token }));
    expect(view).toMatchObject({ order: { decimals: 3, amount: '12.500' }, payer: { market_enabled: true, available_asset: '100.000' } });
    expect(dataOf(await pay(elsewhere, tokenOf(order)))).toMatchObject({ amount: '12.500' });
    const assets = dataOf(await elsewhere.call(assetQuery, {}, { token: shop.token })).list;
    expect(assets).toContainEqual(expect.objectContaining({ coin_name: added.coin, available_asset: '12.375' }));
    expect(dataOf(await elsewhere.call(accountDetail, {}, { token: shop.token })).own?.markets).toContain(added.market);
  });
});

describe('a coin that does not exist', () => {
  it('is refused as such, and nothing is made', async () => {
    expect(await create(app, 'DOGE', '0.00')).toMatchObject({ msg: 'coin_unknown' });
    const transfer = { coin_name: 'DOGE', receipt_merchant_id: shop.merchant_id, amount: '0.01', google_code: '000000' };
    expect(await app.call(transferAdd, transfer, { token: shop.token })).toMatchObject({ msg: 'coin_unknown' });
    expect(await app.sql('select from payment_order where merchant_id = $1', [shop.merchant_id])).toEqual([]);
  });
});

describe('a market that is switched off', () => {
  beforeEach(() => fund(app, payer.user_id, 'USDP', '100.00'));

  const switchTo = async (table: 'coin' | 'market', is_on: boolean) => {
    await app.sql(`update ${table} set is_on = $2 where ${table === 'coin' ? 'code' : 'market'} = $1`, [
      table === 'coin' ? 'USDP' : 'USD',
      is_on,
    ]);
    await announce(app.platform.db.system, { coins: true });
  };

  it.each(['coin', 'market'] as const)(
    'by its %s takes no new orders and transfers, in every process at once, and says so',
    async (table) => {
      const partner = await makeMerchant(app);
      await fund(app, shop.merchant_id, 'USDP', '100.00');
      const open = dataOf(await create(app, 'USDP'));
      await switchTo(table, false);
      try {
        for (const where of [app, elsewhere]) {
          const refused = await create(where, 'USDP', '0.00');
          expect(refused).toMatchObject({ msg: 'coin_off', detail: expect.stringContaining('USDP') });
        }
        const transfer = { coin_name: 'USDP', receipt_merchant_id: partner.merchant_id, amount: '5.00' };
        const asked = { ...transfer, google_code: await googleCode(app, shop) };
        expect(await app.call(transferAdd, asked, { token: shop.token })).toMatchObject({ msg: 'coin_off' });
        // What is open goes on, and balances stay in sight.
        expect((await pay(app, tokenOf(open))).msg).toBe('ok');
        const assets = dataOf(await app.call(assetQuery, {}, { token: shop.token })).list;
        expect(assets).toContainEqual(expect.objectContaining({ coin_name: 'USDP', available_asset: '112.37' }));
        await eventually(async () =>
          expect(dataOf(await elsewhere.call(userConfigGet, {})).markets.map(({ market }) => market)).not.toContain('USD'),
        );
        await switchTo(table, true);
        expect((await create(app, 'USDP')).msg).toBe('ok');
      } finally {
        await switchTo(table, true);
      }
    },
  );

  it('leaves open orders to be closed', async () => {
    const { serial_number } = dataOf(await create(app, 'USDP'));
    await switchTo('market', false);
    try {
      expect(dataOf(await app.call(openOrderClose, { serial_number }, { signedWith })).order_status).toBe('cancelled');
    } finally {
      await switchTo('market', true);
    }
  });

  it('gives a refused request its key back: it is made under the same key when the market is on again', async () => {
    const input = { order_id: 'again', coin_name: 'USDP', amount: '12.50' };
    await switchTo('market', false);
    expect(await app.call(openOrderCreate, input, { signedWith, idempotencyKey: 'again' })).toMatchObject({ msg: 'coin_off' });
    await switchTo('market', true);
    expect(await app.call(openOrderCreate, input, { signedWith, idempotencyKey: 'again' })).toMatchObject({ msg: 'ok' });
  });
});

describe('a wallet user', () => {
  const options = () => ({ payerToken: payer.token });

  it('enables a market once, and has its accounts then', async () => {
    const before = dataOf(await app.call(walletOverview, {}, options()));
    expect(before.further_markets).toContainEqual({ market: 'VND', coin_name: 'VNDT' });
    expect(await app.call(walletMarketEnable, { market: 'VND' }, options())).toMatchObject({ code: 200 });
    expect(await app.call(walletMarketEnable, { market: 'VND' }, options())).toMatchObject({ code: 42110 });
    const after = dataOf(await app.call(walletOverview, {}, options()));
    expect(after.balances).toContainEqual(
      expect.objectContaining({ market: 'VND', coin_name: 'VNDT', available_asset: '0.00', reward_asset: '0.00' }),
    );
    expect(after.further_markets.map(({ market }) => market)).not.toContain('VND');
    const accounts = await app.sql<{ purpose: string }>(
      `select purpose from ledger.account where owner_id = $1 and coin = 'VNDT' order by 1`,
      [payer.user_id],
    );
    expect(accounts.map(({ purpose }) => purpose)).toEqual(['main', 'reward']);
    expect(await app.sql('select action, details from audit_log where owner_id = $1', [payer.user_id])).toEqual([
      { action: 'market.enable', details: { market: 'VND' } },
    ]);
  });

  it('is refused a market that does not exist, or is switched off, and nothing changes', async () => {
    expect(await app.call(walletMarketEnable, { market: 'XYZ' }, options())).toMatchObject({ msg: 'market_unknown' });
    await app.sql(`update market set is_on = false where market = 'VND'`);
    expect(await app.call(walletMarketEnable, { market: 'VND' }, options())).toMatchObject({ msg: 'coin_off' });
    await app.sql(`update market set is_on = true where market = 'VND'`);
    expect(await app.sql('select markets from wallet_user where user_id = $1', [payer.user_id])).toEqual([{ markets: ['USD'] }]);
  });
});

describe('what staff change at one process holds at another that has just used what was before', () => {
  const TOKEN = {
    coin_name: 'USDT',
    network: 'BASE',
    contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    token_decimals: 6,
    confirmations: 20,
    deposit_address: '0x55d398326f99059fF775485246999027B3197955',
    network_fee: '1.500000',
    is_on: true,
    reason: 'New',
  };
  const quote = (network: string) =>
    elsewhere.call(usdtWithdrawalQuote, { coin_id: 'USDP', network, withdrawal_count: '10.00' }, { token: shop.token });
  const networks = async () => dataOf(await elsewhere.call(usdtTradeSetting, {}, { token: shop.token })).networks;

  it('a rate, and a network with what it costs, which is switched off again', async () => {
    const finance = await makeStaff(app, 'finance');
    const admin = await makeStaff(app, 'admin');
    const network = { network: 'BASE', kind: 'evm', endpoints: [] as string[], is_on: true } as const;
    expect(await quote('BASE')).toMatchObject({ msg: 'network_unknown' });
    expect(await networks()).not.toContainEqual(expect.objectContaining({ network: 'BASE' }));
    expect(await admin.call(marketNetworkSave, { ...network, google_code: await admin.code() })).toMatchObject({ msg: 'ok' });
    expect(await admin.call(marketCoinNetworkSave, { ...TOKEN, google_code: await admin.code() })).toMatchObject({
      data: { waits: null },
    });
    expect(await networks()).toContainEqual(expect.objectContaining({ network: 'BASE', address: TOKEN.deposit_address }));
    expect(dataOf(await quote('BASE')).rate).toBeNull();
    for (const rate of ['1', '1.001']) {
      const change = { coin_name: 'USDP', rate, reason: 'Market', google_code: await finance.code() };
      expect(await finance.call(marketRateSet, change)).toMatchObject({ data: { waits: null } });
      expect(dataOf(await quote('BASE'))).toMatchObject({ rate, network_fee: expect.stringMatching(/^1\.5/) });
    }
    await admin.call(marketNetworkSave, { ...network, is_on: false, google_code: await admin.code() });
    expect(await networks()).not.toContainEqual(expect.objectContaining({ network: 'BASE' }));
  });
});

describe('EUR, added by staff while two processes run', () => {
  it('is known to both soon, ordered in one, paid in the other, seen in the console, and reconciled by the verification', async () => {
    const finance = await makeStaff(app, 'finance');
    const change = async <C extends typeof marketAdd | typeof marketMerchantEnable>(call: C, input: object) =>
      dataOf(await finance.call(call as typeof marketAdd, { ...input, google_code: await finance.code() } as never));
    await change(marketAdd, { market: 'EUR', coin_name: 'EURT', symbol: '€', decimals: 2, ...TERMS, rate: '0.92' });
    const knows = async () => dataOf(await elsewhere.call(userConfigGet, {})).markets.some(({ market }) => market === 'EUR');
    await eventually(async () => expect(await knows()).toBe(true));

    await change(marketMerchantEnable, { merchant_id: shop.merchant_id, market: 'EUR' });
    expect(dataOf(await elsewhere.call(coinList, {}, { token: shop.token })).list).toContainEqual(
      expect.objectContaining({ coin_name: 'EURT', symbol: '€', payment_fee_rate: '1.00' }),
    );
    expect((await elsewhere.call(walletMarketEnable, { market: 'EUR' }, { payerToken: payer.token })).code).toBe(200);
    await fund(app, payer.user_id, 'EURT', '250.00');

    const order = dataOf(await create(elsewhere, 'EURT', '100.00'));
    expect(order).toMatchObject({ coin_name: 'EURT', amount: '100.00', handling_fee: '1.00', settlement_amount: '99.00' });
    expect(dataOf(await pay(app, tokenOf(order)))).toMatchObject({ amount: '100.00' });
    const { list } = dataOf(await elsewhere.call(orderQuery, { coin_name: 'EURT' }, { token: shop.token }));
    expect(list).toMatchObject([{ coin_name: 'EURT', order_status: 'paid', amount: '100.00', handling_fee: '1.00' }]);
    expect(dataOf(await app.call(assetFlowQuery, { coin_name: 'EURT' }, { token: shop.token })).list).toMatchObject([
      { coin_name: 'EURT', transaction_number: '99.00', charge: '1.00', available_after_number: '99.00' },
    ]);

    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    try {
      expect((await verifyLedger(owner, app.platform.ledgerKey)).breaks).toEqual([]);
    } finally {
      await owner.end();
    }
  });
});
