import type { InputOf } from '@purser/contract/call';
import { userConfigGet } from '@purser/contract/features/config';
import * as calls from '@purser/contract/features/market';
import { openOrderCreate } from '@purser/contract/features/open-order';
import { providerAccounts } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coinTerms } from '../../domain/coin-terms.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeKey } from '../open-order/testing/key.ts';
import { NO_TERMS, TERMS } from './testing/terms.ts';

let app: TestApp;
let finance: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  finance = await makeStaff(app, 'finance');
});

/** An address of a merchant's own. */
const OWN_ADDRESS = '0x2222222222222222222222222222222222222222';

let made = 0;
/** A market that nobody has added yet. */
const wish = (): InputOf<typeof calls.marketAdd> => {
  made += 1;
  return { market: `E${made}`, coin_name: `E${made}T`, symbol: '€', decimals: 2, ...TERMS, rate: '0.92', google_code: '' };
};

type Write = typeof calls.marketAdd;
/** Makes a change with a code that is right unless the input has one. */
async function change(call: unknown, input: object) {
  return finance.call(call as Write, { ...input, google_code: await finance.code() } as never);
}

const overview = async () => dataOf(await finance.call(calls.marketOverview, {}));
const coinOf = async (name: string) => (await overview()).coins.find(({ coin_name }) => coin_name === name);
const lastAudit = async (owner = 1) =>
  (await app.sql('select action, details, actor from audit_log where owner_id = $1 order by sequence desc limit 1', [owner]))[0];

describe('a market that is added', () => {
  it("has its token, terms, rate and the provider's accounts, all in one transaction, and is in use at once", async () => {
    const input = wish();
    expect(await change(calls.marketAdd, input)).toMatchObject({ code: 200 });
    expect(await coinOf(input.coin_name)).toMatchObject({
      market: input.market,
      symbol: '€',
      decimals: 2,
      coin_is_on: true,
      market_is_on: true,
      transfer_minimum: '1.00',
      payment_fee_rate: '1.00',
      order_maximum: '1000000.00',
      rate: { price_type: 'fixed', rate: '0.92', set_by: String(finance.staffId) },
    });
    const accounts = await app.sql('select owner_id, purpose from ledger.account where coin = $1', [input.coin_name]);
    expect(accounts).toHaveLength(providerAccounts(input.coin_name).length);
    expect(accounts.map(({ purpose }) => String(purpose))).toEqual(
      expect.arrayContaining(['exchange', 'bank', 'issuance', 'reward_pool', 'fees']),
    );
    const { markets } = dataOf(await app.call(userConfigGet, {}));
    expect(markets).toContainEqual({ market: input.market, coin_name: input.coin_name, decimals: 2, symbol: '€' });
    expect(await lastAudit()).toMatchObject({
      action: 'market.add',
      actor: String(finance.staffId),
      details: { after: { coin_name: input.coin_name, decimals: 2, payment_fee_rate: '1.00', rate: '0.92' } },
    });
  });

  it('is known by its currency to be counted in whole units only, or not', async () => {
    const input = wish();
    expect(await change(calls.marketAdd, input)).toMatchObject({ code: 200 });
    expect(await change(calls.marketAdd, { ...wish(), market: 'JPY', coin_name: 'JPYT' })).toMatchObject({ code: 200 });
    expect(await change(calls.marketAdd, { ...wish(), market: 'EUR', coin_name: 'EURT' })).toMatchObject({ code: 200 });
    expect(app.platform.db.coins.whole).toEqual(['VNDT', 'JPYT']);
  });

  it('may be a crypto coin of no market, with 0 to 8 decimals', async () => {
    for (const decimals of [0, 8]) {
      const input = {
        ...wish(),
        market: null,
        decimals,
        transfer_minimum: '0.05',
        order_minimum: '0.05',
        order_maximum: '0.1',
        fiat_withdrawal_minimum: '0.05',
      };
      if (decimals === 0)
        Object.assign(input, { transfer_minimum: '1', order_minimum: '1', order_maximum: '5', fiat_withdrawal_minimum: '1' });
      expect(await change(calls.marketAdd, input)).toMatchObject({ code: 200 });
      expect(await coinOf(input.coin_name)).toMatchObject({ market: null, market_is_on: null, decimals });
    }
  });

  it.each([
    ['market_taken', 'a market that is there', { market: 'USD' }],
    ['coin_taken', 'a coin that is there', { coin_name: 'USDP' }],
    ['limits_reversed', 'a minimum above the maximum', { order_minimum: '2000000' }],
    ['limits_reversed', 'a smallest withdrawal above the largest', { usdt_withdrawal_minimum: '100001' }, 'usdt_withdrawal_minimum'],
    ['limits_reversed', 'a largest withdrawal above that of a day', { usdt_withdrawal_maximum: '500000.01' }, 'usdt_withdrawal_maximum'],
    ['invalid_input', 'a fee of the whole', { usdt_recharge_fee_rate: '100' }, 'usdt_recharge_fee_rate'],
    ['invalid_input', 'a limit finer than USDT', { usdt_recharge_minimum: '1.0000001' }, 'usdt_recharge_minimum'],
    ['invalid_input', 'a withdrawal finer than the coin', { fiat_withdrawal_minimum: '1.001' }, 'fiat_withdrawal_minimum'],
    ['invalid_input', 'no smallest recharge', { usdt_recharge_minimum: '0' }, 'usdt_recharge_minimum'],
    ['invalid_input', 'more than 8 decimals', { decimals: 9 }, 'decimals'],
    ['invalid_input', 'fewer than no decimals', { decimals: -1 }],
    ['invalid_input', 'a limit finer than the coin', { order_minimum: '0.001' }],
    ['invalid_input', 'no minimum', { transfer_minimum: '0' }],
    ['invalid_input', 'a limit beyond what a command may carry', { order_maximum: '9999999999999999' }],
    ['invalid_input', 'a fee above the bound', { payment_fee_rate: '20.01' }],
    ['invalid_input', 'a fee below zero', { payment_fee_rate: '-1' }],
    ['invalid_input', 'a fee finer than a basis point', { payment_fee_rate: '0.001' }],
    ['invalid_input', 'a rate of zero', { rate: '0.00' }],
    ['invalid_input', 'a rate below zero', { rate: '-1' }],
    ['invalid_input', 'a name in small letters', { coin_name: 'eurt' }],
  ] as [string, string, object, string?][])('is refused as %s for %s, and nothing is made', async (outcome, _what, wrong, field) => {
    await app.sql(`insert into address_directory values ('ERC20', $1, 10000001) on conflict do nothing`, [OWN_ADDRESS]);
    const before = await overview();
    const input = { ...wish(), ...wrong };
    const answer = await change(calls.marketAdd, input);
    expect(answer.msg).toBe(outcome);
    if (field !== undefined) expect(answer.data).toMatchObject({ fields: [{ field }] });
    expect(await overview()).toEqual(before);
    expect(await app.sql('select from market where market = $1', [wish().market])).toEqual([]);
  });

  it('by two members at once under one name is made once', async () => {
    const [input, other] = [wish(), await makeStaff(app, 'admin')];
    const answers = await Promise.all([
      change(calls.marketAdd, input),
      other.code().then((google_code) => other.call(calls.marketAdd, { ...input, google_code })),
    ]);
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['market_taken', 'ok']);
  });
});

describe('who may change markets', () => {
  it.each(['support', 'auditor'] as const)('%s may not, and reads them', async (role) => {
    const member = await makeStaff(app, role);
    const google_code = await member.code();
    expect(await member.call(calls.marketAdd, { ...wish(), google_code })).toMatchObject({ msg: 'staff_not_allowed' });
    expect((await member.call(calls.marketOverview, {})).code).toBe(200);
  });

  it('nobody does without the code', async () => {
    const input = wish();
    expect(await finance.call(calls.marketAdd, { ...input, google_code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await coinOf(input.coin_name)).toBeUndefined();
  });
});

describe('terms', () => {
  it('of a coin change for new orders and are noted with before and after; orders that exist keep theirs', async () => {
    const merchant = await makeMerchant(app, { markets: ['CNY'] });
    const signedWith = await makeKey(app, merchant);
    const order = (id: string) => app.call(openOrderCreate, { order_id: id, coin_name: 'CNYT', amount: '100.00' }, { signedWith });
    const first = dataOf(await order('first'));
    expect(first.handling_fee).toBe('1.00');
    expect(
      await change(calls.marketTermsSet, { coin_name: 'CNYT', symbol: '¥', ...TERMS, payment_fee_rate: '1.2', reason: 'Costs' }),
    ).toMatchObject({
      code: 200,
      data: { waits: null },
    });
    expect(dataOf(await order('second')).handling_fee).toBe('1.20');
    expect(await app.sql(`select handling_fee from payment_order where order_id = 'first'`)).toEqual([{ handling_fee: '100' }]);
    expect(await lastAudit()).toMatchObject({
      action: 'market.terms',
      details: { coin_name: 'CNYT', reason: 'Costs', before: { payment_fee_rate: '1.00' }, after: { payment_fee_rate: '1.20' } },
    });
  });

  it('of one merchant go before those of everybody, and are taken back by leaving them out', async () => {
    const merchant = await makeMerchant(app);
    const { merchant_id } = merchant;
    const signedWith = await makeKey(app, merchant);
    const feeOf = async (id: string) =>
      dataOf(await app.call(openOrderCreate, { order_id: id, coin_name: 'USDP', amount: '100.00' }, { signedWith })).handling_fee;
    const own = { merchant_id, coin_name: 'USDP', ...NO_TERMS, payment_fee_rate: '0.85', reason: 'Agreed' };
    expect(await change(calls.marketMerchantTermsSet, own)).toMatchObject({ code: 200 });
    expect(await feeOf('own')).toBe('0.85');
    const terms = dataOf(await finance.call(calls.marketMerchantTerms, { merchant_id }));
    expect(terms.list.find(({ coin_name }) => coin_name === 'USDP')).toMatchObject({
      own: { payment_fee_rate: '0.85', order_minimum: null },
      usual: { payment_fee_rate: '1.00' },
    });
    expect(await lastAudit(merchant_id)).toMatchObject({
      action: 'market.merchant_terms',
      details: { reason: 'Agreed', after: { payment_fee_rate: '0.85' } },
    });
    expect((await coinOf('USDP'))?.own_terms).toBe(1);
    expect(await change(calls.marketMerchantTermsSet, { merchant_id, coin_name: 'USDP', ...NO_TERMS, reason: 'Over' })).toMatchObject({
      code: 200,
    });
    expect(await feeOf('usual')).toBe('1.00');
    expect((await coinOf('USDP'))?.own_terms).toBe(0);
  });

  it('of one merchant are refused with half a pair of limits, an unknown coin and an unknown merchant', async () => {
    const { merchant_id } = await makeMerchant(app);
    const input = { merchant_id, coin_name: 'USDP', ...TERMS, transfer_minimum: null, reason: 'Agreed' };
    expect(await change(calls.marketMerchantTermsSet, { ...input, order_maximum: null })).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'order_maximum' }] },
    });
    expect(await change(calls.marketMerchantTermsSet, { ...input, usdt_withdrawal_day_maximum: null })).toMatchObject({
      data: { fields: [{ field: 'usdt_withdrawal_day_maximum' }] },
    });
    expect(await change(calls.marketMerchantTermsSet, { ...input, usdt_withdrawal_maximum: '99' })).toMatchObject({
      msg: 'limits_reversed',
      data: { fields: [{ field: 'usdt_withdrawal_minimum' }] },
    });
    expect(await change(calls.marketMerchantTermsSet, { ...input, coin_name: 'DOGE' })).toMatchObject({ msg: 'coin_unknown' });
    expect(await change(calls.marketMerchantTermsSet, { ...input, merchant_id: 19_999_999 })).toMatchObject({
      msg: 'terms_merchant_unknown',
    });
  });
});

describe('terms of the further orders', () => {
  it('hold for the next one, of everybody and of one merchant', async () => {
    const merchant = await makeMerchant(app);
    const key = { merchantId: merchant.merchant_id, coin: 'USDP' };
    const held = async () => (await coinTerms(app.platform.db, [key])).of(key);
    const set = (wish: object) =>
      change(calls.marketTermsSet, { coin_name: 'USDP', symbol: '$', ...TERMS, order_maximum: '100000', reason: 'Costs', ...wish });
    const changed = {
      usdt_withdrawal_fee_rate: '0.55',
      fiat_withdrawal_minimum: '150',
      usdt_withdrawal_maximum: '90000',
      refund_returns_fee: true,
    };
    expect(await set(changed)).toMatchObject({ data: { waits: null } });
    expect(await held()).toMatchObject({
      usdt_withdrawal_fee_bp: 55,
      fiat_withdrawal_minimum: 15_000n,
      usdt_withdrawal_maximum: 90_000_000_000n,
      refund_returns_fee: true,
    });
    expect(await lastAudit()).toMatchObject({
      action: 'market.terms',
      details: { before: { usdt_withdrawal_fee_rate: '0.50' }, after: { usdt_withdrawal_fee_rate: '0.55', refund_returns_fee: true } },
    });
    const own = { merchant_id: merchant.merchant_id, coin_name: 'USDP', ...NO_TERMS, reason: 'Agreed' };
    const limits = { usdt_withdrawal_minimum: '50', usdt_withdrawal_maximum: '60', usdt_withdrawal_day_maximum: '70' };
    expect(
      await change(calls.marketMerchantTermsSet, { ...own, ...limits, user_withdrawal_fee_rate: '0.6', refund_returns_fee: false }),
    ).toMatchObject({ data: { waits: null } });
    expect(await held()).toMatchObject({
      user_withdrawal_fee_bp: 60,
      usdt_withdrawal_fee_bp: 55,
      usdt_withdrawal_day_maximum: 70_000_000n,
      fiat_withdrawal_minimum: 15_000n,
      refund_returns_fee: false,
    });
    expect(await set({})).toMatchObject({ data: { waits: null } });
    expect(await held()).toMatchObject({ user_withdrawal_fee_bp: 60, usdt_withdrawal_fee_bp: 50, usdt_withdrawal_minimum: 50_000_000n });
  });
});

describe('rates', () => {
  it('keep their history, exactly as they were set', async () => {
    for (const rate of ['7.1', '7.123456789012345678', '7'])
      expect(await change(calls.marketRateSet, { coin_name: 'CNYT', rate, reason: 'Market' })).toMatchObject({ data: { waits: null } });
    const { list } = dataOf(await finance.call(calls.marketRateHistory, { coin_name: 'CNYT' }));
    expect(list.map(({ rate }) => rate)).toEqual(['7', '7.123456789012345678', '7.1']);
    expect((await coinOf('CNYT'))?.rate?.rate).toBe('7');
    expect(await change(calls.marketRateSet, { coin_name: 'DOGE', rate: '1', reason: 'Market' })).toMatchObject({ msg: 'coin_unknown' });
  });
});

describe('networks', () => {
  it('are added and changed, each change noted', async () => {
    const base = { network: 'BASE', kind: 'evm', endpoints: ['https://node.example/rpc'], is_on: false };
    expect(await change(calls.marketNetworkSave, base)).toMatchObject({ code: 200 });
    expect(await change(calls.marketNetworkSave, { ...base, is_on: true })).toMatchObject({ code: 200 });
    const token = {
      coin_name: 'USDT',
      network: 'BASE',
      contract_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      token_decimals: 6,
      confirmations: 20,
      deposit_address: '0x55d398326f99059fF775485246999027B3197955',
      network_fee: '1.500000',
      is_on: true,
    };
    expect(await change(calls.marketCoinNetworkSave, { ...token, reason: 'New' })).toMatchObject({ data: { waits: null } });
    const { networks } = await overview();
    const { network: _network, ...onNetwork } = token;
    expect(networks.find(({ network }) => network === 'BASE')).toEqual({ ...base, is_on: true, coins: [onNetwork] });
    expect(await lastAudit()).toMatchObject({ action: 'market.coin_network', details: { before: null, after: { confirmations: 20 } } });
    expect(
      await app.sql(`select coin, unbounded from ledger.account where owner_id = 1 and purpose = 'custody_base'`),
      'what the chain will hold for us',
    ).toEqual([{ coin: 'USDT', unbounded: true }]);
  });

  it.each([
    ['coin_unknown', { coin_name: 'DOGE' }],
    ['network_unknown', { network: 'NOPE' }],
    ['contract_address_malformed', { contract_address: '0x12' }],
    ['contract_address_malformed', { contract_address: '0xDAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['contract_address_malformed', { network: 'TRC20' }],
    ['contract_address_malformed', { network: 'TRC20', contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }],
    ['invalid_input', { contract_address: ' 0xdAC17F958D2ee523a2206206994597C13D831ec7'.repeat(3) }],
    ['address_malformed', { deposit_address: '0x12' }],
    ['address_malformed', { deposit_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['deposit_address_taken', { deposit_address: `0x${'1'.repeat(40)}` }],
    ['deposit_address_taken', { deposit_address: OWN_ADDRESS }],
    ['invalid_input', { network_fee: '0.0000001' }],
    ['invalid_input', { network_fee: '-1' }],
    ['invalid_input', { reason: '' }],
    ['invalid_input', { confirmations: 0 }],
    ['invalid_input', { token_decimals: 37 }],
  ])('are refused as %s for %o', async (outcome, wrong) => {
    const token = {
      coin_name: 'USDT',
      network: 'ERC20',
      contract_address: `0x${'1'.repeat(40)}`,
      token_decimals: 6,
      confirmations: 12,
      deposit_address: '',
      network_fee: '0',
      is_on: false,
      reason: 'Moved',
    };
    const before = await overview();
    expect((await change(calls.marketCoinNetworkSave, { ...token, ...wrong })).msg).toBe(outcome);
    expect(await overview()).toEqual(before);
  });
});

describe('a switch', () => {
  it('turns a coin or a market off and on, and says no to what is not there', async () => {
    expect(await change(calls.marketSwitch, { what: 'market', name: 'VND', is_on: false })).toMatchObject({ code: 200 });
    expect(await coinOf('VNDT')).toMatchObject({ market_is_on: false, coin_is_on: true });
    expect(dataOf(await app.call(userConfigGet, {})).markets.map(({ market }) => market)).not.toContain('VND');
    expect(await lastAudit()).toMatchObject({ action: 'market.switch', details: { before: { is_on: true }, after: { is_on: false } } });
    expect(await change(calls.marketSwitch, { what: 'market', name: 'VND', is_on: true })).toMatchObject({ code: 200 });
    expect(await change(calls.marketSwitch, { what: 'coin', name: 'DOGE', is_on: true })).toMatchObject({ msg: 'coin_unknown' });
    expect(await change(calls.marketSwitch, { what: 'market', name: 'DOGE', is_on: true })).toMatchObject({ msg: 'market_unknown' });
  });
});

describe('a market for a merchant', () => {
  it('is enabled once, with its account, and stands in the merchant audit log', async () => {
    const { merchant_id } = await makeMerchant(app);
    expect(await change(calls.marketMerchantEnable, { merchant_id, market: 'CNY' })).toMatchObject({ code: 200 });
    expect(await change(calls.marketMerchantEnable, { merchant_id, market: 'CNY' })).toMatchObject({ code: 42110 });
    expect(await app.sql('select markets from merchant where merchant_id = $1', [merchant_id])).toEqual([{ markets: ['USD', 'CNY'] }]);
    expect(await app.sql(`select purpose from ledger.account where owner_id = $1 and coin = 'CNYT'`, [merchant_id])).toEqual([
      { purpose: 'main' },
    ]);
    expect(await lastAudit(merchant_id)).toMatchObject({
      action: 'market.merchant_enable',
      details: { after: { markets: ['USD', 'CNY'] } },
    });
    expect(await change(calls.marketMerchantEnable, { merchant_id, market: 'XX' })).toMatchObject({ msg: 'market_unknown' });
    expect(await change(calls.marketMerchantEnable, { merchant_id: 19_999_999, market: 'CNY' })).toMatchObject({
      msg: 'terms_merchant_unknown',
    });
  });
});
