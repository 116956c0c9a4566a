import { z } from 'zod';
import { instant } from '../fields.ts';

/** Why a payout on a chain waits, whoever found it out. */

/**
 * What the signer says of one payout. Of what is not signed:
 * - `not_usdt`, `no_amount`, `changed`: the database asks for something else than a withdrawal of USDT on the network, for nothing, or for something else than a moment ago;
 * - `limit_once`, `limit_hour`, `limit_day`: it is above a limit of the signer's own policy;
 * - `address_rests`: the signer has not known the address for long enough; `address_refused`: it was blocked, or became one of ours;
 * - `arrival_unseen`, `arrival_elsewhere`, `arrival_less`: what is to be sent back has not arrived as nodes say, not at an address of ours, or not as much;
 * - `one_node`: fewer than two nodes say what must be known; `gas_price`: gas costs more than the policy has;
 * - `usdt_short`, `gas_short`: the hot address has too little of either; `chain_refuses`: the token would not carry it out;
 * - `signed_before`: the journal has a transaction for it that may have paid it; `many_open`: too many are on their way.
 *
 * Of what is signed:
 * - `nonce_gap`: a nonce before its own is missing; `not_mined`: no block takes it, and it pays as much as it may; `not_taken`: no node takes it;
 * - `call_off_dear`: its address was blocked, and calling it off costs more than it may; `signed_elsewhere`: the journal knows nothing of it, or it pays something else;
 * - `other_policy`: it is signed for another token, chain or key than the policy has now.
 */
export const SIGNER_REASONS = [
  'not_usdt',
  'no_amount',
  'limit_once',
  'limit_hour',
  'limit_day',
  'address_rests',
  'address_refused',
  'arrival_unseen',
  'arrival_elsewhere',
  'arrival_less',
  'one_node',
  'gas_price',
  'usdt_short',
  'gas_short',
  'chain_refuses',
  'signed_before',
  'changed',
  'other_policy',
  'many_open',
  'nonce_gap',
  'not_mined',
  'not_taken',
  'call_off_dear',
  'signed_elsewhere',
] as const;
export type SignerReason = (typeof SIGNER_REASONS)[number];

/** What keeps the signer from everything on a network: no node of the chain answers, or it fails as its log says. */
export const SIGNER_TROUBLES = ['no_node', 'failing'] as const;
export type SignerTrouble = (typeof SIGNER_TROUBLES)[number];

/** What the worker finds of what is signed: nodes contradict each other about it, or it did something else than the order says. */
export const SIGNED_DOUBTS = ['nodes_differ', 'transfer_differs'] as const;
export type SignedDoubt = (typeof SIGNED_DOUBTS)[number];

/** Why the signer signs nothing new on a network: staff have switched off the network, or USDT on it; or the network is halted, as what was final has gone. */
export const SIGNING_PAUSES = ['switched_off', 'halted'] as const;
export type SigningPause = (typeof SIGNING_PAUSES)[number];

/** All of them, with what the database itself knows: that nothing new is signed on the network; and that the signer was not heard of for minutes. */
export const PAYOUT_WAITS = [...SIGNING_PAUSES, 'signer_silent', ...SIGNER_TROUBLES, ...SIGNED_DOUBTS, ...SIGNER_REASONS] as const;
export type PayoutWaitReason = (typeof PAYOUT_WAITS)[number];

export const payoutWait = z.strictObject({
  reason: z.enum(PAYOUT_WAITS),
  /** Since when; of a signer that is silent, when it was last heard. Null: not known. */
  since: instant.nullable(),
  /** How much the hot address lacks, as a decimal string: USDT of `usdt_short`, the network's own coin of `gas_short`. */
  missing: z.string().nullable(),
  /** When it goes on by itself. */
  until: instant.nullable(),
});
export type PayoutWait = z.output<typeof payoutWait>;

/** How the signer of a network stands, and why payouts wait there. */
export const signerStanding = z.strictObject({
  network: z.string(),
  /** When it was last heard there; null: never. */
  told_time: instant.nullable(),
  is_silent: z.boolean(),
  paused: z.enum(SIGNING_PAUSES).nullable(),
  trouble: z.enum(SIGNER_TROUBLES).nullable(),
  trouble_time: instant.nullable(),
  /** Of withdrawals and what is sent back: how many wait for each reason, and since when the first of them. */
  waits: z.array(z.strictObject({ reason: z.enum(PAYOUT_WAITS), count: z.int(), since: instant.nullable() })),
});
export type SignerStanding = z.output<typeof signerStanding>;
