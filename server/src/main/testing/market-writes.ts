import { recordOf, USER_FEE_NAMES, USER_LIMITS } from '@purser/contract/terms';
import { TERMS } from '../../features/market/testing/terms.ts';
import type { TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';

const NETWORK = { network: 'TRC20', kind: 'tron', endpoints: [], is_on: false };
const TOKEN = {
  coin_name: 'USDT',
  network: 'ERC20',
  contract_address: `0x${'a'.repeat(40)}`,
  token_decimals: 6,
  confirmations: 12,
  deposit_address: '',
  network_fee: '0',
  is_on: false,
  reason: 'Agreed',
};
const FEED = {
  coin_name: 'USDP',
  address: 'https://rates.example/usdt',
  pointer: '/rate',
  spread_rate: '0.5',
  every_s: 30,
  stale_after_s: 300,
  jump_rate: '5',
  reason: 'Agreed',
};
/** Lowered: one person may. */
const REVIEW_BOUNDS = {
  coin_name: 'USDT',
  usdt_recharge_bound: '10',
  usdt_withdrawal_bound: '10',
  fiat_withdrawal_bound: '10',
  reason: 'Calmer',
};
/** Fees and rates stay within what one person may do. */
const CHANGE = { payment_fee_rate: '1.1', reason: 'Agreed' };
let markets = 0;

/** What is asked of each call that changes markets, and another content of it; by its path. */
export const MARKET_WRITES: Readonly<Record<string, (app: TestApp) => Promise<[input: object, other: object]>>> = {
  '/v1/operator/market/add': async () => {
    markets += 1;
    const added = { market: `M${markets}`, coin_name: `M${markets}T`, symbol: '€', decimals: 2, ...TERMS };
    return [
      { ...added, rate: null },
      { ...added, rate: '1' },
    ];
  },
  '/v1/operator/market/terms/set': async () => [
    { coin_name: 'CNYT', symbol: 'C', ...TERMS, ...CHANGE },
    { coin_name: 'CNYT', symbol: 'D', ...TERMS, ...CHANGE },
  ],
  '/v1/operator/market/switch': async () => [
    { what: 'coin', name: 'VNDT', is_on: true },
    { what: 'coin', name: 'CNYT', is_on: true },
  ],
  '/v1/operator/market/rate/set': async () => [
    { coin_name: 'CNYT', rate: '7.1', reason: 'Agreed' },
    { coin_name: 'CNYT', rate: '7.2', reason: 'Agreed' },
  ],
  '/v1/operator/market/feed/set': async () => [FEED, { ...FEED, every_s: 31 }],
  '/v1/operator/market/feed/accept': async (app) => {
    await app.sql(
      `insert into rate_feed (coin, address, pointer, spread_bp, every_s, stale_after_s, jump_bp, version, held, held_at)
       values ('VNDT', 'https://rates.example', '', 0, 10, 60, 100, 1, 25000, now())
       on conflict (coin) do update set held = excluded.held, held_at = excluded.held_at`,
    );
    await app.sql(
      `insert into coin_rate (coin, sequence, price_type, set_by)
       select 'VNDT', coalesce(max(sequence), 0) + 1, 'floating', '1' from coin_rate where coin = 'VNDT'`,
    );
    return [
      { coin_name: 'VNDT', rate: '25000', reason: 'Agreed' },
      { coin_name: 'VNDT', rate: '25001', reason: 'Agreed' },
    ];
  },
  '/v1/operator/market/bounds/set': async () => [
    { fee_bound: '20', rate_bound: '1.5', reason: 'Calmer' },
    { fee_bound: '20', rate_bound: '1.4', reason: 'Calmer' },
  ],
  '/v1/operator/market/review_bounds/set': async () => [
    { ...REVIEW_BOUNDS, adjustment_bound: '9999' },
    { ...REVIEW_BOUNDS, adjustment_bound: '9998' },
  ],
  '/v1/operator/market/network/save': async () => [NETWORK, { ...NETWORK, is_on: true }],
  '/v1/operator/market/coin_network/save': async () => [TOKEN, { ...TOKEN, confirmations: 30 }],
  '/v1/operator/market/merchant_terms/set': async (app) => {
    const { merchant_id } = await makeMerchant(app);
    const own = { merchant_id, coin_name: 'USDP', ...TERMS, reason: 'Agreed' };
    return [own, { ...own, ...CHANGE }];
  },
  '/v1/operator/market/kind_terms/set': async () => {
    const none = { ...recordOf([...USER_FEE_NAMES, ...USER_LIMITS], () => null), commission_rate: null };
    const own = { kind: 'agent', coin_name: 'VNDT', ...none, reason: 'Agreed' };
    return [own, { ...own, fiat_withdrawal_minimum: '9' }];
  },
  '/v1/operator/market/merchant/enable': async (app) => {
    const { merchant_id } = await makeMerchant(app);
    return [
      { merchant_id, market: 'CNY' },
      { merchant_id, market: 'VND' },
    ];
  },
};
