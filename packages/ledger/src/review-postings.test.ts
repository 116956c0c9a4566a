import { describe, expect, it } from 'vitest';
import { feeAccount, mainAccount } from './account.ts';
import { planPayment, posting } from './posting.ts';
import { planHold, planRelease, planReversal, planSettlement } from './review-postings.ts';

const [MERCHANT, USER] = [10_000_001, 50_000_001];
const hold = '01930000-0000-7000-8000-00000000000f';
const account = mainAccount(MERCHANT, 'USDP');
const plan = {
  owner_id: MERCHANT,
  posting_id: '01930000-0000-7000-8000-000000000001',
  serial_number: 'WU1',
  account,
  hold,
  amount_minor: 1_000n,
} as const;

it('holds and gives back within one account', () => {
  const held = planHold({ ...plan, counterparty: USER });
  expect(held).toMatchObject({ owner_id: MERCHANT, posting_id: plan.posting_id, serial_number: 'WU1', type: 'review_submitted' });
  expect(held.legs).toEqual([{ account, available: -1_000n, frozen: 1_000n, hold, counterparty: USER }]);
  expect(planRelease({ ...plan, type: 'review_rejected' }).legs).toEqual([{ account, available: 1_000n, frozen: -1_000n, hold }]);
});

describe('a settlement', () => {
  it('pays the amount less the fee, which is borne by whose money was held', () => {
    const to = mainAccount(USER, 'USDP');
    expect(planSettlement({ ...plan, type: 'review_approved', to, fee_minor: 5n }).legs).toEqual([
      { account, frozen: -1_000n, hold, charge: 5n, counterparty: USER },
      { account: to, available: 995n, counterparty: MERCHANT },
      { account: feeAccount('USDP', MERCHANT), available: 5n, counterparty: MERCHANT },
    ]);
  });

  it('without a fee leaves the fee account alone', () => {
    expect(planSettlement({ ...plan, type: 'review_approved', to: mainAccount(USER, 'USDP'), fee_minor: 0n }).legs).toHaveLength(2);
  });
});

it.each([
  ['nothing', () => planHold({ ...plan, amount_minor: 0n }), 'the amount is not positive'],
  [
    'a release of less than nothing',
    () => planRelease({ ...plan, type: 'review_rejected', amount_minor: -1n }),
    'the amount is not positive',
  ],
  [
    'a fee beyond the amount',
    () => planSettlement({ ...plan, type: 'review_approved', to: mainAccount(USER, 'USDP'), fee_minor: 1_001n }),
    'the fee is outside the amount',
  ],
])('%s is a mistake', (_, planned, why) => {
  expect(planned).toThrow(new RangeError(why));
});

describe('a reversal', () => {
  const named = { serial_number: 'RV1', reason: 'paid twice' };
  const settled = planSettlement({ ...plan, type: 'review_approved', to: mainAccount(USER, 'USDP'), fee_minor: 5n });

  it('turns every leg around, gives back to the hold, charges nobody and names what it reverses', () => {
    const reversal = planReversal(settled, named);
    expect(reversal).toMatchObject({ type: 'reversal', owner_id: MERCHANT, serial_number: 'RV1' });
    expect(reversal.note).toEqual({ reverses: plan.posting_id, reason: 'paid twice' });
    expect(reversal.legs).toMatchObject([
      { account, frozen: 1_000n, hold },
      { account: mainAccount(USER, 'USDP'), available: -995n },
      { account: feeAccount('USDP', MERCHANT), available: -5n },
    ]);
    expect(reversal.legs.some((leg) => 'charge' in leg)).toBe(false);
  });

  it('turns pending funds around as well', () => {
    const given = posting(plan, 'review_submitted', [
      { account, available: -5n },
      { account: mainAccount(USER, 'USDP'), pending: 5n, hold },
    ]);
    expect(planReversal(given, named).legs).toMatchObject([
      { account, available: 5n },
      { account: mainAccount(USER, 'USDP'), pending: -5n, hold },
    ]);
  });

  it('has an id made of what it reverses, so that there is one', () => {
    const { posting_id } = planReversal(settled, named);
    expect(posting_id).toMatch(/^01930000-0000-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(planReversal(settled, { ...named, serial_number: 'RV2' }).posting_id).toBe(posting_id);
    for (const other of [{ owner_id: USER }, { posting_id: '01930000-0000-7000-8000-000000000002' }])
      expect(planReversal({ ...settled, ...other }, named).posting_id).not.toBe(posting_id);
  });

  it('leaves out what only said who bore the fee, and is not reversed itself', () => {
    const payment = planPayment({ ...plan, payer: USER, merchant: MERCHANT, coin: 'USDP', amount_minor: 7n, fee_minor: 7n });
    expect(planReversal(payment, named).legs).toHaveLength(2);
    expect(() => planReversal(planReversal(payment, named), named)).toThrow(RangeError);
  });
});
