import { feeOf } from '@purser/contract/money';
import { REVIEW_KINDS, type ReviewEvent, type ReviewKind, REVIEW_STATES } from '@purser/contract/review';
import { accountText } from '@purser/ledger/account';
import type { Leg, Posting } from '@purser/ledger/posting';
import { expect, it } from 'vitest';
import { type ReviewOrder, reviewHold, type ReviewOrderKind, reviewPosting } from '../domain/review-order.ts';
import { rechargeAmounts } from '../features/usdt-recharge/terms.ts';
import { reckon } from '../features/usdt-withdrawal/terms.ts';
import { payOutAtOnce } from '../features/user-withdrawal/kind.ts';
import { REVIEW_ORDER_KINDS } from './review-kinds.ts';

/**
 * What every event of every kind of order moves, as a table written by hand: the owner is the merchant 10000001 or the wallet user 50000001, whose fees
 * go to the provider's stripe 2. Amounts in minor units: of USDT with six places, of all others with two.
 */

const [MERCHANT, USER] = [10_000_001n, 50_000_001n];

function order(kind: ReviewKind, given: Partial<ReviewOrder>): ReviewOrder {
  const empty = {
    status: 'pending_review',
    network: null,
    other_coin: null,
    other_amount: null,
    rate: null,
    payee_id: null,
    balance_type: '',
  };
  const numbered = { owner_id: MERCHANT, serial_number: 'X1', create_time: new Date('2026-01-01'), network_fee: 0n };
  return { kind, ...empty, ...numbered, ...given } as unknown as ReviewOrder;
}

/** The fee is rounded up to the next minor unit. */
function withFee(amount: bigint, bp: number) {
  const fee = feeOf(amount, bp);
  return { amount, fee, settlement: amount - fee };
}

// 10.01 at 0.5 %: 0.05005, so 0.06.
const withdrawal = order('user_withdrawal', { coin: 'USDP', payee_id: USER, ...withFee(1_001n, 50) });
// 9.99 at 2.5 %: 0.24975, so 0.25.
const adjustment = (balance_type: 'available' | 'pending') =>
  order('adjustment', { coin: 'USDP', payee_id: USER, balance_type, ...withFee(999n, 250) });

/** 1,000.010001 USDT at 7.1 are 7,100.07 and a rest that nobody is given; 0.2 % of that is 14.20014, so 14.21. */
const recharge = (coin: 'CNYT' | 'USDT') => {
  const terms = { usdt_recharge_minimum: 1n, usdt_recharge_fee_bp: 20, decimals: coin === 'USDT' ? 6 : 2 };
  const { sent, exchanged, fee, settlement } = rechargeAmounts('1000.010001', coin === 'USDT' ? '1' : '7.1', terms as never);
  return order('usdt_recharge', {
    coin,
    amount: exchanged,
    fee,
    settlement,
    other_coin: 'USDT',
    other_amount: String(sent),
    network: 'TRC20',
  });
};

/** 1,000.01 less 0.5 % (5.00005, so 5.01) less 1 USDT for the network (7.10) are 987.90, for which 139.140845 USDT and a rest arrive. */
const payout = (coin: 'CNYT' | 'USDT') => {
  const [decimals, amount] = coin === 'USDT' ? [6, 1_000_010_000n] : [2, 100_001n];
  const { fee, networkFee, settlement, count } = reckon({
    amount,
    decimals,
    feeBp: 50,
    rate: coin === 'USDT' ? '1' : '7.1',
    networkFee: 1_000_000n,
  });
  const money = { amount, fee, network_fee: networkFee, settlement, other_coin: 'USDT', other_amount: String(count) };
  return order('usdt_withdrawal', { coin, ...money, network: 'TRC20' });
};

// 1,000.01 less 0.8 % (8.00008, so 8.01); and 100.000101 USDT less 0.800001, at 7.1 704.32 and a rest.
const toBank = order('fiat_withdrawal', { coin: 'CNYT', ...withFee(100_001n, 80), other_coin: 'CNYT', other_amount: '99200' });
const fromUsdt = order('fiat_withdrawal', { coin: 'USDT', ...withFee(100_000_101n, 80), other_coin: 'CNYT', other_amount: '70432' });
const ofUser = { owner_id: USER };

type Row = readonly [what: string, of: ReviewOrder, event: ReviewEvent | 'submit', type: string, legs: readonly string[]];

const TABLE: readonly Row[] = [
  ['user withdrawal', withdrawal, 'submit', 'review_submitted', ['10000001 USDP main: available -1001, frozen 1001 held']],
  [
    'user withdrawal',
    withdrawal,
    'approve',
    'review_approved',
    ['10000001 USDP main: frozen -1001 held, charge 6', '50000001 USDP main: available 995', '2 USDP fees: available 6'],
  ],
  ['user withdrawal', withdrawal, 'reject', 'review_rejected', ['10000001 USDP main: available 1001, frozen -1001 held']],
  ['user withdrawal', withdrawal, 'cancel', 'review_cancelled', ['10000001 USDP main: available 1001, frozen -1001 held']],

  [
    'adjustment of the available balance',
    adjustment('available'),
    'submit',
    'adjustment_increase',
    ['10000001 USDP main: available -999', '50000001 USDP main: available 974, charge 25', '2 USDP fees: available 25'],
  ],
  [
    'pending adjustment',
    adjustment('pending'),
    'submit',
    'adjustment_increase',
    ['10000001 USDP main: available -999', '50000001 USDP main: pending 999 held'],
  ],
  ...(['release', 'approve'] as const).map((event): Row => [
    'pending adjustment',
    adjustment('pending'),
    event,
    'adjustment_released',
    ['50000001 USDP main: available 974, pending -999 held, charge 25', '2 USDP fees: available 25'],
  ]),
  ...(['take_back', 'reject'] as const).map((event): Row => [
    'pending adjustment',
    adjustment('pending'),
    event,
    'adjustment_taken_back',
    ['50000001 USDP main: pending -999 held', '10000001 USDP main: available 999'],
  ]),

  [
    'recharge in another coin',
    recharge('CNYT'),
    'approve',
    'review_approved',
    [
      '1 USDT custody_trc20: available -1000010001',
      '1 USDT exchange: available 1000010001',
      '1 CNYT exchange: available -710007',
      '10000001 CNYT main: available 708586, charge 1421',
      '2 CNYT fees: available 1421',
    ],
  ],
  [
    'recharge in USDT',
    recharge('USDT'),
    'approve',
    'review_approved',
    [
      '1 USDT custody_trc20: available -1000010001',
      '10000001 USDT main: available 998009980, charge 2000021',
      '2 USDT fees: available 2000021',
    ],
  ],

  ['USDT withdrawal', payout('CNYT'), 'submit', 'review_submitted', ['10000001 CNYT main: available -100001, frozen 100001 held']],
  [
    'USDT withdrawal from another coin',
    payout('CNYT'),
    'settle',
    'withdrawal_settled',
    [
      '10000001 CNYT main: frozen -100001 held, charge 1211',
      '2 CNYT fees: available 1211',
      '1 CNYT exchange: available 98790',
      '1 USDT exchange: available -139140845',
      '1 USDT custody_trc20: available 139140845',
    ],
  ],
  [
    'USDT withdrawal from USDT',
    payout('USDT'),
    'settle',
    'withdrawal_settled',
    [
      '10000001 USDT main: frozen -1000010000 held, charge 6000050',
      '2 USDT fees: available 6000050',
      '1 USDT custody_trc20: available 994009950',
    ],
  ],
  ...(
    [
      ['reject', 'review_rejected'],
      ['cancel', 'review_cancelled'],
      ['refund', 'withdrawal_returned'],
    ] as const
  ).map(([event, type]): Row => [
    'USDT withdrawal',
    payout('CNYT'),
    event,
    type,
    ['10000001 CNYT main: available 100001, frozen -100001 held'],
  ]),

  [
    'fiat withdrawal of a wallet user',
    { ...toBank, ...ofUser },
    'submit',
    'review_submitted',
    ['50000001 CNYT main: available -100001, frozen 100001 held'],
  ],
  ['fiat withdrawal', toBank, 'reject', 'review_rejected', ['10000001 CNYT main: available 100001, frozen -100001 held']],
  ['fiat withdrawal', toBank, 'cancel', 'review_cancelled', ['10000001 CNYT main: available 100001, frozen -100001 held']],
  [
    'fiat withdrawal of a token',
    toBank,
    'pay_out',
    'withdrawal_settled',
    ['10000001 CNYT main: frozen -100001 held, charge 801', '2 CNYT fees: available 801', '1 CNYT bank: available 99200'],
  ],
  [
    'fiat withdrawal of USDT',
    fromUsdt,
    'pay_out',
    'withdrawal_settled',
    [
      '10000001 USDT main: frozen -100000101 held, charge 800001',
      '2 USDT fees: available 800001',
      '1 USDT exchange: available 99200100',
      '1 CNYT exchange: available -70432',
      '1 CNYT bank: available 70432',
    ],
  ],
  [
    'approved fiat withdrawal',
    { ...toBank, status: 'approved' },
    'return',
    'withdrawal_returned',
    ['10000001 CNYT main: available 100001, frozen -100001 held'],
  ],
  [
    'paid fiat withdrawal of a token',
    { ...toBank, status: 'paid_out' },
    'return',
    'withdrawal_returned',
    ['10000001 CNYT main: available 100001', '2 CNYT fees: available -801', '1 CNYT bank: available -99200'],
  ],
  [
    'paid fiat withdrawal of USDT',
    { ...fromUsdt, status: 'paid_out' },
    'return',
    'withdrawal_returned',
    [
      '10000001 USDT main: available 100000101',
      '2 USDT fees: available -800001',
      '1 USDT exchange: available -99200100',
      '1 CNYT exchange: available 70432',
      '1 CNYT bank: available -70432',
    ],
  ],
];

it.each(TABLE)('%s: %#', (_what, of, event, type, legs) => {
  const posting = kindOf(of.kind).posting(of, event);
  expect(posting?.type).toBe(type);
  expect(linesOf(posting, of)).toEqual(legs);
  expect(posting).toMatchObject({ owner_id: Number(of.owner_id), serial_number: 'X1' });
});

it('a withdrawal within the quota leaves at once, by the posting of its approval, and nothing is held', () => {
  const posting = payOutAtOnce(withdrawal);
  expect(posting).toMatchObject({ ...reviewPosting(withdrawal, 'approve'), type: 'review_approved' });
  expect(linesOf(posting, withdrawal)).toEqual([
    '10000001 USDP main: available -1001, charge 6',
    '50000001 USDP main: available 995',
    '2 USDP fees: available 6',
  ]);
});

it('every event that is not in the table moves nothing', () => {
  const moving = new Set(TABLE.map(([, { kind }, event]) => `${kind} ${event}`));
  const all = REVIEW_KINDS.flatMap((kind) => eventsOf(kind).map((event) => `${kind} ${event}`));
  const samples: Record<ReviewKind, ReviewOrder> = {
    user_withdrawal: withdrawal,
    adjustment: adjustment('pending'),
    usdt_recharge: recharge('CNYT'),
    usdt_withdrawal: payout('CNYT'),
    fiat_withdrawal: toBank,
  };
  const still = all.filter((one) => !moving.has(one));
  expect(still).toEqual([
    'adjustment pay',
    'adjustment appeal',
    'usdt_recharge submit',
    'usdt_recharge reject',
    'usdt_recharge cancel',
    'usdt_withdrawal approve',
    'usdt_withdrawal fail',
    'usdt_withdrawal retry',
    'fiat_withdrawal approve',
  ]);
  for (const one of still) {
    const [kind, event] = one.split(' ') as [ReviewKind, ReviewEvent];
    expect(kindOf(kind).posting(samples[kind], event), one).toBeUndefined();
  }
});

function kindOf(kind: ReviewKind): ReviewOrderKind {
  return REVIEW_ORDER_KINDS.find((one) => one.kind === kind) as ReviewOrderKind;
}

function eventsOf(kind: ReviewKind): (ReviewEvent | 'submit')[] {
  const { transitions } = kindOf(kind).machine;
  return ['submit', ...new Set(REVIEW_STATES.flatMap((state) => Object.keys(transitions[state] ?? {}) as ReviewEvent[]))];
}

function linesOf(posting: Posting | undefined, of: ReviewOrder): string[] {
  return (posting?.legs ?? []).map((leg) => `${accountText(leg.account)}: ${changesOf(leg, of)}`);
}

function changesOf({ available = 0n, frozen = 0n, pending = 0n, charge = 0n, hold }: Leg, of: ReviewOrder): string {
  if (hold !== undefined) expect(hold).toBe(reviewHold(of));
  const held = hold === undefined ? '' : ' held';
  return [
    available === 0n ? '' : `available ${available}`,
    frozen === 0n ? '' : `frozen ${frozen}${held}`,
    pending === 0n ? '' : `pending ${pending}${held}`,
    charge === 0n ? '' : `charge ${charge}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
