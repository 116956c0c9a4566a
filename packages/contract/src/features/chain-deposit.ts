import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant } from '../fields.ts';
import { networkName } from './market.ts';

/** USDT that was sent to an owner's own address: seen in a block that may still go, gone with it; final: credited, held for a reason, or too little. */
export const CHAIN_DEPOSIT_STATES = ['confirming', 'orphaned', 'credited', 'held', 'ignored'] as const;

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
