import { z } from 'zod';
import { call } from '../call.ts';
import { empty, idText, instant } from '../fields.ts';
import { networkName } from './market.ts';

/** What the signer's own addresses have, what lies at deposit addresses and is brought together, and whether chain and ledger agree. */

/** A sweep waits to be signed; its gas is on its way, or there; it is signed; it is final, or over without it. */
export const SWEEP_STATES = ['planned', 'fuelling', 'fuelled', 'signed', 'settled', 'failed'] as const;

/**
 * Why a sweep does not go on, or has failed: the key makes another address; nothing, or too little, lies there; the token would refuse it; gas costs more than
 * the policy has; too little would be moved for what its gas costs; gas would exceed the policy's limits; the gas address has too little; it was given gas too
 * often; the chain reverted it; another transaction of its key took its place.
 */
export const SWEEP_REASONS = [
  'not_ours',
  'empty',
  'chain_refuses',
  'gas_price',
  'not_worth',
  'fuel_limit',
  'gas_short',
  'fuelled_often',
  'reverted',
  'taken',
] as const;

/** The address that payouts come from; what deposit addresses are given gas from; where the rest is kept, of which no program has the key. */
export const HOLDING_ROLES = ['hot', 'gas', 'cold'] as const;

/** USDT, and the network's own coin, as decimal strings. */
const amount = z.string();

export const chainReserveState = call({
  path: '/v1/operator/chain_reserve/state',
  caller: 'staff',
  permission: 'system.read',
  summary:
    'Of each network that the signer pays: what its addresses have, what waits to be signed, mined and swept, and whether chain and ledger agree',
  input: empty,
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        network: networkName,
        holdings: z.array(
          z.strictObject({
            role: z.enum(HOLDING_ROLES),
            address: idText,
            usdt: amount,
            coins: amount,
            /** Less than the signer's policy asks for. */
            lacks_usdt: z.boolean(),
            lacks_coins: z.boolean(),
            looked_time: instant,
          }),
        ),
        /** Approved withdrawals that are not signed, and those that are and are not settled; and since when the oldest waits. */
        unsigned: z.int(),
        unsigned_time: instant.nullable(),
        unmined: z.int(),
        unmined_time: instant.nullable(),
        /** A nonce is missing between these. */
        has_gap: z.boolean(),
        /** USDT at deposit addresses that was not swept, and at how many. */
        unswept: amount,
        unswept_addresses: z.int(),
        /** Sweeps that are not over: how many, and the oldest of them. */
        sweeping: z.int(),
        sweeps: z.array(z.strictObject({ address: idText, state: z.enum(SWEEP_STATES), why: z.enum(SWEEP_REASONS).nullable() })),
        /** The newest reckoning of chain and ledger, at a final block; null before the first. */
        reserve: z
          .strictObject({
            block: z.int(),
            held: amount,
            expected: amount,
            /** What is held beyond what is expected. */
            drift: amount,
            drift_time: instant.nullable(),
            reckoned_time: instant,
          })
          .nullable(),
      }),
    ),
  }),
});
export type NetworkReserve = z.output<typeof chainReserveState.output>['list'][number];
