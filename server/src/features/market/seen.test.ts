import { marketKindTerms, marketKindTermsSet } from '@purser/contract/features/kind-terms';
import * as calls from '@purser/contract/features/market';
import { COMMISSION_NAME, FEE_NAMES, LIMITS, recordOf, USER_FEE_NAMES, USER_LIMITS } from '@purser/contract/terms';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { NO_TERMS, TERMS } from './testing/terms.ts';
import { addMarket, coinShownTo } from './testing/two-people.ts';

/** What somebody enters upon terms that somebody else has changed since they were looked at. */

let app: TestApp;
let one: TestStaff;
let two: TestStaff;
let coin: string;
let market: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  [one, two] = [await makeStaff(app, 'finance'), await makeStaff(app, 'admin')];
  ({ coin, market } = await addMarket(one));
});

const shown = async () => (await coinShownTo(one, coin)) as NonNullable<Awaited<ReturnType<typeof coinShownTo>>>;
const termsSeen = async () => {
  const row = await shown();
  return { symbol: row.symbol, ...recordOf([...FEE_NAMES, ...LIMITS], (name) => row[name]), refund_returns_fee: row.refund_returns_fee };
};
const network = async () => {
  const { networks } = dataOf(await one.call(calls.marketOverview, {}));
  const found = networks.find((each) => each.network === 'SEEN');
  return found && { endpoints: found.endpoints, is_on: found.is_on };
};
const token = async () => {
  const { networks } = dataOf(await one.call(calls.marketOverview, {}));
  const found = networks.find((each) => each.network === 'SEEN')?.coins.find(({ coin_name }) => coin_name === coin);
  if (!found) return null;
  const { coin_name: _, ...seen } = found;
  return seen;
};
const said = { reason: 'Costs rose' };
const as = async <Input extends object>(member: TestStaff, input: Input) => ({ ...input, google_code: await member.code() });

const REVIEW = { adjustment_bound: '0', usdt_recharge_bound: '0', usdt_withdrawal_bound: '0', fiat_withdrawal_bound: '0' };
const FEED = {
  address: 'https://rates.example/usd',
  pointer: '/rate',
  spread_rate: '0.50',
  every_s: 30,
  stale_after_s: 300,
  jump_rate: '5.00',
};
const TOKEN = {
  contract_address: '0x1111111111111111111111111111111111111111',
  token_decimals: 6,
  confirmations: 20,
  deposit_address: '',
  network_fee: '0',
  is_on: false,
};

/** A change that may be made of something, as two enter it, and what of it is shown. */
interface Case {
  readonly seen: () => Promise<unknown>;
  readonly set: (by: TestStaff, which: 'first' | 'second', before?: unknown) => Promise<{ readonly msg: string }>;
}

const cases = {
  'a coin’s terms': () => ({
    seen: termsSeen,
    set: async (by, which, before) =>
      by.call(
        calls.marketTermsSet,
        await as(by, {
          coin_name: coin,
          symbol: '€',
          ...TERMS,
          ...said,
          ...(which === 'first' ? { payment_fee_rate: '1.10' } : { transfer_minimum: '2' }),
          before: before as never,
        }),
      ),
  }),
  'a rate': () => ({
    seen: async () => ({ rate: (await shown()).rate?.rate }),
    set: async (by, which, before) =>
      by.call(
        calls.marketRateSet,
        await as(by, { coin_name: coin, rate: which === 'first' ? '0.921' : '0.922', ...said, before: before as never }),
      ),
  }),
  'the bounds of one person': () => ({
    seen: async () => dataOf(await one.call(calls.marketOverview, {})).bounds,
    set: async (by, which, before) => {
      const { fee_bound, rate_bound } = dataOf(await one.call(calls.marketOverview, {})).bounds;
      const lower = (bound: string) => (Number(bound) - 0.01).toFixed(2);
      const bounds = which === 'first' ? { fee_bound: lower(fee_bound), rate_bound } : { fee_bound, rate_bound: lower(rate_bound) };
      return by.call(calls.marketBoundsSet, await as(by, { ...bounds, ...said, before: before as never }));
    },
  }),
  'the bounds of reviews': () => ({
    seen: async () => {
      const row = await shown();
      return recordOf(calls.REVIEW_BOUNDS, (name) => row[name]);
    },
    set: async (by, which, before) => {
      return by.call(
        calls.marketReviewBoundsSet,
        await as(by, { coin_name: coin, ...REVIEW, adjustment_bound: which === 'first' ? '400' : '300', ...said, before: before as never }),
      );
    },
  }),
  'a merchant’s terms': () => {
    let merchant_id = 0;
    const own = async () => {
      merchant_id ||= (await makeMerchant(app, { markets: [market] })).merchant_id;
      const { list } = dataOf(await one.call(calls.marketMerchantTerms, { merchant_id }));
      return list.find(({ coin_name }) => coin_name === coin)?.own;
    };
    return {
      seen: own,
      set: async (by, which, before) =>
        by.call(
          calls.marketMerchantTermsSet,
          await as(by, {
            merchant_id,
            coin_name: coin,
            ...NO_TERMS,
            ...said,
            ...(which === 'first' ? { payment_fee_rate: '1.10' } : { transfer_minimum: '2' }),
            before: before as never,
          }),
        ),
    };
  },
  'the terms of a kind': () => ({
    seen: async () => {
      const { list } = dataOf(await one.call(marketKindTerms, {}));
      return list.find(({ kind }) => kind === 'agent')?.coins.find(({ coin_name }) => coin_name === coin)?.own;
    },
    set: async (by, which, before) =>
      by.call(
        marketKindTermsSet,
        await as(by, {
          kind: 'agent' as const,
          coin_name: coin,
          ...recordOf([...USER_FEE_NAMES, ...USER_LIMITS], () => null),
          [COMMISSION_NAME]: null,
          ...said,
          ...(which === 'first' ? { fiat_withdrawal_fee_rate: '0.81' } : { fiat_withdrawal_minimum: '200' }),
          before: before as never,
        }),
      ),
  }),
  'a network': () => ({
    seen: async () => (await network()) ?? null,
    set: async (by, which, before) =>
      by.call(
        calls.marketNetworkSave,
        await as(by, {
          network: 'SEEN',
          kind: 'evm' as const,
          endpoints: which === 'first' ? ['https://node.example/'] : [],
          is_on: false,
          before: before as never,
        }),
      ),
  }),
  'a token on a network': () => ({
    seen: token,
    set: async (by, which, before) =>
      by.call(
        calls.marketCoinNetworkSave,
        await as(by, {
          coin_name: coin,
          network: 'SEEN',
          ...TOKEN,
          ...said,
          confirmations: which === 'first' ? 21 : 22,
          before: before as never,
        }),
      ),
  }),
} satisfies Record<string, () => Case>;

describe.each(Object.entries<() => Case>(cases))('%s', (name, make) => {
  it('is refused where somebody else has changed it since it was looked at, and set where nobody has', async () => {
    await app.sql(`insert into review_bound (coin, kind, sequence, amount, set_by) values ($1, 'adjustment', 1, 50000, $2)`, [
      coin,
      two.staffId,
    ]);
    if (name === 'a token on a network') await (cases['a network']() as Case).set(two, 'second');
    const { seen, set } = make();
    const before = await seen();
    expect(await set(two, 'first', before)).toMatchObject({ msg: 'ok' });
    const now = await seen();
    expect(now).not.toEqual(before);
    expect(await set(one, 'second', before)).toMatchObject({ msg: 'terms_changed' });
    expect(await seen()).toEqual(now);
    expect(await set(one, 'second', now)).toMatchObject({ msg: 'ok' });
    expect(await seen()).not.toEqual(now);
  });
});

it('a feed is entered upon what was looked at, and not upon another', async () => {
  const set = async (before?: typeof FEED | null) =>
    one.call(calls.marketFeedSet, await as(one, { coin_name: coin, ...FEED, ...said, ...(before !== undefined && { before }) }));
  expect(await set(FEED)).toMatchObject({ msg: 'terms_changed' });
  expect(await set(null)).toMatchObject({ msg: 'ok' });
  expect(await set()).toMatchObject({ msg: 'ok' });
});
