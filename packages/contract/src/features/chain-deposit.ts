import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, decimal, empty, idText, instant, merchantId, money, serialNumber, shownText } from '../fields.ts';
import { LONGEST_ADDRESS, LONGEST_TXID } from '../limits.ts';
import { exportCall, listCall } from '../list-call.ts';
import type { Machine } from '../machine.ts';
import { LONGEST_REVIEW_REMARK } from '../review.ts';
import { networkName } from './market.ts';
import { OWNER_TYPES } from './review.ts';
import { staffId } from './staff.ts';

/**
 * USDT that was sent to an owner's own address: seen in a block that may still go, gone with it; final: credited, held for a reason, too little,
 * set aside by staff, so that it is credited only when they say so, or on its way back to whoever sent it and sent back.
 */
export const CHAIN_DEPOSIT_STATES = [
  'confirming',
  'orphaned',
  'credited',
  'held',
  'ignored',
  'set_aside',
  'returning',
  'returned',
] as const;
export type ChainDepositState = (typeof CHAIN_DEPOSIT_STATES)[number];

/** What has a decision before it, or had one. */
export type HeldDepositState = Extract<ChainDepositState, 'held' | 'set_aside' | 'returning' | 'credited' | 'returned'>;
export type HeldDepositEvent = 'credit' | 'set_aside' | 'return' | 'call_off' | 'fail' | 'settle';

/** What becomes of a deposit that is held: it is credited or sent back, once. What could not be sent back waits for another decision. */
export const heldDepositMachine: Machine<HeldDepositState, HeldDepositEvent> = {
  initial: 'held',
  transitions: {
    held: { credit: 'credited', set_aside: 'set_aside', return: 'returning' },
    set_aside: { credit: 'credited', return: 'returning' },
    returning: { call_off: 'set_aside', fail: 'set_aside', settle: 'returned' },
    credited: {},
    returned: {},
  },
};

/**
 * Why what is final is not credited yet: it was credited by hand; the owner is suspended, or may not receive this way; the sender is on the block list;
 * the owner has no coin that is on, or the coin no rate; it is less than the minimum; the amount cannot be credited.
 */
export const HELD_REASONS = [
  'told_by_hand',
  'suspended',
  'not_permitted',
  'blocked_sender',
  'no_coin',
  'no_rate',
  'below_minimum',
  'amount',
] as const;

/** What a held deposit waits for: somebody of staff, who decides or mends the cause; or more, where it is less than the minimum. */
const WAITS_FOR = ['staff', 'more'] as const;
export type DepositWaitsFor = (typeof WAITS_FOR)[number];

/** Reasons that are a judgement of ours: staff may credit in spite of them. The others say that it cannot be credited, or was already. */
export const PASSED_REASONS = [
  'not_permitted',
  'blocked_sender',
  'below_minimum',
] as const satisfies readonly (typeof HELD_REASONS)[number][];
export type PassedReason = (typeof PASSED_REASONS)[number];

/** What is on its way into a balance and not credited yet. */
export const arrivingDeposit = z.strictObject({
  network: networkName,
  txid: idText,
  /** Amount of USDT as a decimal string. */
  trade_count: z.string(),
  /** How many blocks have confirmed it, its own among them, and how many it takes: never more than that. */
  confirmations: z.number().int(),
  confirmations_needed: z.number().int(),
  /** Why it is held although it is final; null while it is confirmed. */
  held: z.enum(HELD_REASONS).nullable(),
  create_time: instant,
});
export type ArrivingDeposit = z.infer<typeof arrivingDeposit>;

export const chargeArriving = call({
  method: 'GET',
  path: '/v1/merchant/charge_record/arriving',
  caller: 'merchant',
  summary: "USDT that was seen on its way to the merchant's own addresses and is not credited yet, the newest first; 50 at the most",
  input: empty,
  output: z.strictObject({ list: z.array(arrivingDeposit) }),
});

const deposit = z.strictObject({
  deposit_id: idText,
  /** Whose address it went to: a merchant's, or a wallet user's. */
  owner_id: merchantId,
  owner_type: z.enum(OWNER_TYPES),
  owner_name: z.string(),
  network: networkName,
  /** Amount of USDT as a decimal string. */
  trade_count: decimal,
  state: z.enum(CHAIN_DEPOSIT_STATES),
  /** Why it is held, or was when it was set aside or sent back; null otherwise. */
  held: z.enum(HELD_REASONS).nullable(),
  address: idText,
  sender: idText,
  txid: idText,
  block: z.int(),
  /** How many blocks have confirmed it, and how many it takes: never more than that. */
  confirmations: z.int(),
  confirmations_needed: z.int(),
  /** The recharge that credited it; null while nothing has. */
  serial_number: serialNumber.nullable(),
  /** Who of the staff set it aside, credited it or let it be sent back, and why; null and empty where nobody did. */
  decided_by: z.string().nullable(),
  remark: z.string(),
  create_time: instant,
  /** When it was last settled: credited, held, set aside or sent back. */
  settle_time: instant.nullable(),
});

export const chainDepositQuery = listCall({
  path: '/v1/operator/chain_deposit/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'USDT that was sent to the own addresses of all merchants and wallet users, newest first',
  row: deposit,
  sort: ['create_time'],
  filters: {
    state: z.enum(CHAIN_DEPOSIT_STATES).optional(),
    waits_for: z.enum(WAITS_FOR).optional(),
    network: networkName.optional(),
    held: z.enum(HELD_REASONS).optional(),
    owner_id: merchantId.optional(),
    txid: z.string().max(LONGEST_TXID).optional(),
    address: z.string().max(LONGEST_ADDRESS).optional(),
    deposit_id: z.string().max(64).optional(),
  },
});

export const chainDepositExport = exportCall(chainDepositQuery, 'USDT that arrived on chains');

export const chainDepositNetworks = call({
  path: '/v1/operator/chain_deposit/networks',
  caller: 'staff',
  permission: 'review.read',
  summary: 'The networks on which deposits may arrive',
  input: empty,
  output: z.strictObject({ list: z.array(z.strictObject({ network: networkName })) }),
});

const which = { owner_id: merchantId, deposit_id: z.string().min(1).max(64) };

export const chainDepositDetail = call({
  path: '/v1/operator/chain_deposit/detail',
  caller: 'staff',
  permission: 'review.read',
  summary: 'What it would come to if staff credited a deposit that is held now, or what stands against it',
  input: z.strictObject(which),
  output: z.strictObject({
    /** Null where it cannot be credited by a decision. */
    credit: z
      .strictObject({
        coin_name: coinName,
        amount: money,
        handling_fee: money,
        settlement_amount: money,
        /** Coins for one USDT. */
        rate: z.string(),
        /** What of the reasons is passed over. */
        despite: z.array(z.enum(PASSED_REASONS)),
        /** Up to which amount one person credits; null where it always wants two. */
        bound: money.nullable(),
        needs_two: z.boolean(),
      })
      .nullable(),
    /** What stands against it; null where nothing does, or it is not held. */
    refused: z.enum(HELD_REASONS).nullable(),
    /** Entered for a second person, who has not decided yet; null where nobody did. */
    waits: z.strictObject({ approval_id: idText, entered_by: z.strictObject({ staff_id: staffId, name: z.string() }) }).nullable(),
  }),
  errors: ['deposit_unknown'],
});

const decide = {
  caller: 'staff',
  permission: 'review.decide',
  write: true,
  confirm: 'google_code',
  input: z.strictObject({ ...which, reason: shownText.trim().min(1).max(LONGEST_REVIEW_REMARK) }),
} as const;

/** What stands against crediting a deposit, also once a second person approves it. */
export const NOT_CREDITED = [
  'deposit_told_by_hand',
  'deposit_owner_suspended',
  'deposit_without_coin',
  'deposit_without_rate',
  'deposit_not_creditable',
  'deposit_changed',
] as const;

export const chainDepositCredit = call({
  ...decide,
  path: '/v1/operator/chain_deposit/credit',
  summary:
    'Credits a deposit that is held or set aside, at the rate of now; beyond the bound, or from a blocked sender, when a second person approves it',
  input: z.strictObject({
    ...decide.input.shape,
    /** The coin that it would have been credited in when it was looked at; refused with `deposit_changed` where that is another one now. */
    coin_name: coinName.optional(),
  }),
  output: z.strictObject({
    /** The recharge that credited it; null where it waits for a second person. */
    serial_number: serialNumber.nullable(),
    approval_id: idText.nullable(),
  }),
  errors: ['deposit_unknown', 'deposit_settled', 'review_waits_for_second', ...NOT_CREDITED],
});

export const chainDepositSetAside = call({
  ...decide,
  path: '/v1/operator/chain_deposit/set_aside',
  summary: 'Sets a held deposit aside: it is not credited by itself any more, and may be by a decision',
  output: z.strictObject({ state: z.enum(CHAIN_DEPOSIT_STATES) }),
  errors: ['deposit_unknown', 'deposit_settled', 'deposit_set_aside'],
});
