import { z } from 'zod';
import { call } from '../call.ts';
import { decimal, idText, instant, merchantId } from '../fields.ts';
import { LONGEST_ADDRESS, LONGEST_TXID } from '../limits.ts';
import { exportCall, listCall } from '../list-call.ts';
import { SWEEP_REASONS, SWEEP_STATES } from './chain-reserve.ts';
import { networkName } from './market.ts';
import { SIGNED_STATES } from './payout.ts';
import { OWNER_TYPES } from './review.ts';

/** Sweeps one by one: what the signer has planned, signed and sent to bring together what lies at deposit addresses. */

const sweep = z.strictObject({
  sweep_id: idText,
  /** Whose address is swept: a merchant's, or a wallet user's. */
  owner_id: merchantId,
  owner_type: z.enum(OWNER_TYPES),
  owner_name: z.string(),
  network: networkName,
  state: z.enum(SWEEP_STATES),
  /** Why it does not go on, or has failed; null otherwise. */
  why: z.enum(SWEEP_REASONS).nullable(),
  /** Somebody asked for it, whatever lies there. */
  is_asked: z.boolean(),
  address: idText,
  /** USDT that is swept; what lies there while it is not signed; null where it was over before. */
  usdt: decimal.nullable(),
  /** To where it is swept; null until it is signed. */
  destination: idText.nullable(),
  /** How often the address was given gas, and how much in all, in the network's own coin. */
  fuelled: z.int(),
  fuel: decimal,
  /** The newest transaction that was signed for it; null: none was. */
  txid: idText.nullable(),
  create_time: instant,
  /** When it was over; null while it is not. */
  done_time: instant.nullable(),
});

export const chainSweepQuery = listCall({
  path: '/v1/operator/chain_sweep/query',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Sweeps of the deposit addresses of all merchants and wallet users, newest first',
  row: sweep,
  sort: ['create_time'],
  filters: {
    state: z.enum(SWEEP_STATES).optional(),
    network: networkName.optional(),
    why: z.enum(SWEEP_REASONS).optional(),
    owner_id: merchantId.optional(),
    /** Of the sweep itself, or of gas that was given for it. */
    txid: z.string().max(LONGEST_TXID).optional(),
    /** The address that is swept. */
    address: z.string().max(LONGEST_ADDRESS).optional(),
    sweep_id: z.string().max(64).optional(),
  },
});

export const chainSweepExport = exportCall(chainSweepQuery, 'Sweeps of deposit addresses');

export const chainSweepDetail = call({
  path: '/v1/operator/chain_sweep/detail',
  caller: 'staff',
  permission: 'review.read',
  summary: 'Every transaction that was signed for a sweep and for its gas, the newest first',
  input: z.strictObject({ sweep_id: z.string().min(1).max(64) }),
  output: z.strictObject({
    transactions: z.array(
      z.strictObject({
        /** The transfer of USDT, or gas that the address is given. */
        kind: z.enum(['sweep', 'fuel']),
        txid: idText,
        /** Which one of those that replace each other, with higher fees each time. */
        attempt: z.int(),
        state: z.enum(SIGNED_STATES),
        /** Gas that is given, in the network's own coin; null of the transfer. */
        coins: decimal.nullable(),
        /** What the transaction itself takes at the most, in the network's own coin. */
        most_fee: decimal,
        /** The most that a unit of gas may cost, in billionths of the network's own coin; null on TRON, which has none. */
        gas_price_gwei: decimal.nullable(),
        /** The block that it was seen in. */
        block: z.int().nullable(),
        sign_time: instant,
      }),
    ),
  }),
  errors: ['not_found'],
});
