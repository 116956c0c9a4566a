import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeAccount, mainAccount, rewardAccount, stripeOf } from './account.ts';
import {
  assertBalanced,
  planCommission,
  planIssuance,
  planPayment,
  planRewardGrant,
  planTransfer,
  type Posting,
  posting,
} from './posting.ts';

const identity = { owner_id: 10_000_001, posting_id: '01930000-0000-7000-8000-000000000001', serial_number: 'TR1' };
const transfer = { ...identity, from: 10_000_001, to: 10_000_002, coin: 'USDP' };
const payment = { ...identity, payer: 50_000_001, merchant: 10_000_001, coin: 'USDP' };

function available({ legs }: Posting): Record<string, bigint> {
  return Object.fromEntries(legs.map((leg) => [`${leg.account.owner_id} ${leg.account.purpose}`, leg.available ?? 0n]));
}

describe('a transfer', () => {
  it('takes the fee from the amount; the recipient bears the charge', () => {
    const plan = planTransfer({ ...transfer, amount_minor: 1_000n, fee_minor: 1n });
    expect(available(plan)).toEqual({ '10000001 main': -1_000n, '10000002 main': 999n, '3 fees': 1n });
    expect(plan.legs.map(({ charge, counterparty }) => [charge, counterparty])).toEqual([
      [undefined, 10_000_002],
      [1n, 10_000_001],
      [undefined, 10_000_002],
    ]);
  });

  it('without a fee leaves the fee account alone', () => {
    expect(available(planTransfer({ ...transfer, amount_minor: 5n, fee_minor: 0n }))).toEqual({
      '10000001 main': -5n,
      '10000002 main': 5n,
    });
  });

  it('that the fee eats up still gives the recipient an entry', () => {
    const plan = planTransfer({ ...transfer, amount_minor: 1n, fee_minor: 1n });
    expect(available(plan)).toEqual({ '10000001 main': -1n, '10000002 main': 0n, '3 fees': 1n });
  });

  it.each([
    ['nothing', { amount_minor: 0n, fee_minor: 0n }, 'the amount is not positive'],
    ['less than nothing', { amount_minor: -1n, fee_minor: 0n }, 'the amount is not positive'],
    ['less than the fee', { amount_minor: 1n, fee_minor: 2n }, 'the fee is outside the amount'],
    ['with a negative fee', { amount_minor: 1n, fee_minor: -1n }, 'the fee is outside the amount'],
    ['to oneself', { amount_minor: 1n, fee_minor: 0n, to: 10_000_001 }, 'a transfer needs two owners'],
  ])('of %s is a mistake', (_, changes, why) => {
    expect(() => planTransfer({ ...transfer, ...changes })).toThrow(new RangeError(why));
  });
});

describe('a payment', () => {
  it('takes the reward part from the reward account', () => {
    const plan = planPayment({ ...payment, amount_minor: 1_000n, reward_minor: 300n, fee_minor: 10n });
    expect(available(plan)).toEqual({ '50000001 main': -700n, '50000001 reward': -300n, '10000001 main': 990n, '2 fees': 10n });
    expect(plan.legs.map(({ charge, counterparty }) => [charge, counterparty])).toEqual([
      [undefined, 10_000_001],
      [undefined, 10_000_001],
      [10n, 50_000_001],
      [undefined, 10_000_001],
    ]);
  });

  it('from reward funds alone leaves the main account alone', () => {
    const plan = planPayment({ ...payment, amount_minor: 1_000n, reward_minor: 1_000n, fee_minor: 0n });
    expect(available(plan)).toEqual({ '50000001 reward': -1_000n, '10000001 main': 1_000n });
  });

  it('with a reward part outside the amount is a mistake', () => {
    for (const reward_minor of [-1n, 1_001n]) {
      expect(() => planPayment({ ...payment, amount_minor: 1_000n, reward_minor, fee_minor: 0n })).toThrow(RangeError);
    }
  });
});

it('issues from the issuance account and grants from the reward pool', () => {
  const issuance = planIssuance({ ...identity, to: mainAccount(10_000_002, 'USDP'), amount_minor: 7n });
  expect(available(issuance)).toEqual({ '1 issuance': -7n, '10000002 main': 7n });
  const grant = planRewardGrant({ ...identity, user: 50_000_001, coin: 'USDP', amount_minor: 7n });
  expect(available(grant)).toEqual({ '1 reward_pool': -7n, '50000001 reward': 7n });
});

it('pays a commission out of the fees of whoever bore them, to another than them', () => {
  // Fees of this user are in the stripe of the provider that has their number.
  const commission = { ...identity, agent: 50_000_001, bearer: 50_000_002, coin: 'USDP', amount_minor: 7n };
  expect(available(planCommission(commission))).toEqual({ [`${stripeOf(50_000_002)} fees`]: -7n, '50000001 main': 7n });
  expect(() => planCommission({ ...commission, bearer: 50_000_001 })).toThrow(RangeError);
  expect(() => planCommission({ ...commission, amount_minor: 0n })).toThrow(RangeError);
});

it('plans to zero whatever the amounts', () => {
  const amounts = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 17n }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([amount_minor, fee, reward]) => {
      const share = (of: number) => (amount_minor * BigInt(Math.floor(of * 1e6))) / 1_000_000n;
      return { amount_minor, fee_minor: share(fee), reward_minor: share(reward) };
    });
  fc.assert(
    fc.property(amounts, ({ amount_minor, fee_minor, reward_minor }) => {
      for (const plan of [
        planTransfer({ ...transfer, amount_minor, fee_minor }),
        planPayment({ ...payment, amount_minor, fee_minor, reward_minor }),
      ]) {
        expect(plan.legs.reduce((sum, leg) => sum + (leg.available ?? 0n), 0n)).toBe(0n);
      }
    }),
  );
});

describe('legs that do nothing are left out', () => {
  const account = mainAccount(10_000_001, 'USDP');
  const other = mainAccount(10_000_002, 'USDP');
  const hold = '01930000-0000-7000-8000-00000000000f';
  it.each([
    ['moves frozen', { account, available: 0n, frozen: -5n, hold }],
    ['moves pending', { account, available: 0n, pending: -5n, hold }],
    ['moves nothing in available, which it does not name', { account, frozen: -5n, hold }],
    ['bears a charge', { account: mainAccount(10_000_003, 'USDP'), available: 0n, charge: 1n }],
  ])('but not one that %s', (_, leg) => {
    const rest = 'charge' in leg ? [] : [{ account: other, available: 5n }];
    expect(posting(identity, 'transfer', [leg, ...rest]).legs).toEqual([leg, ...rest]);
  });

  it('whichever buckets they name', () => {
    const moved = [{ account, available: -5n, frozen: 5n, hold }];
    const nothing = [{ account: other }, { account: mainAccount(3, 'USDP'), available: 0n, frozen: 0n, pending: 0n, charge: 0n }];
    expect(posting(identity, 'transfer', [...nothing, ...moved]).legs).toEqual(moved);
  });
});

describe('legs are refused', () => {
  const [alice, fees] = [mainAccount(10_000_001, 'USDP'), feeAccount('USDP', 10_000_001)];
  const hold = '01930000-0000-7000-8000-00000000000f';
  it.each([
    ['that destroy money', [{ account: alice, available: -1n }]],
    ['that make money', [{ account: alice, available: 1n }]],
    ['that make pending money', [{ account: alice, pending: 1n, hold }]],
    ['that make frozen money', [{ account: alice, frozen: 1n, hold }]],
    ['that freeze without a hold', [{ account: alice, available: -1n, frozen: 1n }]],
    ['that make money pending without a hold', [{ account: alice, available: -1n, pending: 1n }]],
    [
      'that name a hold and hold nothing',
      [
        { account: alice, available: -1n, hold },
        { account: fees, available: 1n },
      ],
    ],
    ['that change frozen and pending funds under one hold', [{ account: alice, frozen: -1n, pending: 1n, hold }]],
    [
      'that sum to zero only across coins',
      [
        { account: alice, available: -1n },
        { account: rewardAccount(1, 'CNYT'), available: 1n },
      ],
    ],
    [
      'that name an account twice',
      [
        { account: alice, available: -1n },
        { account: alice, available: 1n },
      ],
    ],
    ['that do nothing', [{ account: alice }, { account: fees }]],
    [
      'with a negative charge',
      [
        { account: alice, available: -1n, charge: -1n },
        { account: fees, available: 1n },
      ],
    ],
    ['when there are none', []],
  ])('%s', (_, legs) => {
    expect(() => assertBalanced(legs)).toThrow(RangeError);
  });
});
