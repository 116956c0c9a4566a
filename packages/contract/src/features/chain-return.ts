import { z } from 'zod';
import { call } from '../call.ts';
import { idText, instant, merchantId, shownText } from '../fields.ts';
import { LONGEST_ADDRESS } from '../limits.ts';
import { LONGEST_REVIEW_REMARK } from '../review.ts';
import { CHAIN_DEPOSIT_STATES } from './chain-deposit.ts';
import { SIGNED_STATES } from './payout.ts';
import { payoutWait } from './payout-wait.ts';

/** Sending back what arrived on a chain and is held. */

const which = { owner_id: merchantId, deposit_id: z.string().min(1).max(64) };
const reason = shownText.trim().min(1).max(LONGEST_REVIEW_REMARK);
const decide = { caller: 'staff', permission: 'review.decide', write: true, confirm: 'google_code' } as const;
/** Amount of USDT as a decimal string. */
const usdt = z.string();

/** What stands against sending a deposit back at all, whatever address it is to go to. */
export const RETURN_REFUSALS = ['deposit_told_by_hand', 'return_impossible', 'return_without_signer', 'return_below_fee'] as const;
/** What stands against it also once a second person approves it, beside what stands against crediting it and a block list. */
export const NOT_SENT_BACK = ['return_impossible', 'return_without_signer', 'return_below_fee', 'payout_address_refused'] as const;

export const chainReturnDetail = call({
  path: '/v1/operator/chain_return/detail',
  caller: 'staff',
  permission: 'review.read',
  summary:
    'What would arrive if a deposit that is held were sent back now, or what stands against it; and how it fares once that was decided',
  input: z.strictObject(which),
  output: z.strictObject({
    /** Null where it cannot be sent back, or is not held. */
    offer: z.strictObject({ network_fee: usdt, arrives: usdt }).nullable(),
    /** What stands against it; null where nothing does, or it is not held. */
    refused: z.enum(RETURN_REFUSALS).nullable(),
    /** What was last decided; null where nobody has decided to send it back. */
    sent: z
      .strictObject({
        address: idText,
        arrives: usdt,
        network_fee: usdt,
        /** Waits for the signer; called off; or what the signer has done, and what became of it on the chain. */
        state: z.enum(['waiting', 'called_off', ...SIGNED_STATES]),
        /** The newest transaction that was signed for it; null: none was. */
        txid: idText.nullable(),
        sign_time: instant.nullable(),
        /** Why it does not go on; null while it does, or is over. */
        waits: payoutWait.nullable(),
      })
      .nullable(),
  }),
  errors: ['deposit_unknown'],
});

export const chainReturnAdd = call({
  ...decide,
  path: '/v1/operator/chain_return/add',
  summary:
    'Enters that a held deposit is sent back to an address, less the network fee: it is set aside, and the signer pays it once a second person approves it',
  input: z.strictObject({
    ...which,
    address: z.string().min(1).max(LONGEST_ADDRESS),
    /** The same once more: nobody looks an address up from the sender, which may be an exchange's. */
    address_again: z.string().min(1).max(LONGEST_ADDRESS),
    reason,
  }),
  output: z.strictObject({ approval_id: idText }),
  errors: [
    'deposit_unknown',
    'deposit_settled',
    'review_waits_for_second',
    ...RETURN_REFUSALS,
    'address_malformed',
    'return_address_differs',
    'payout_address_blocked',
    'payout_address_refused',
  ],
  fields: {
    address_malformed: 'address',
    return_address_differs: 'address_again',
    payout_address_blocked: 'address',
    payout_address_refused: 'address',
  },
});

export const chainReturnCallOff = call({
  ...decide,
  path: '/v1/operator/chain_return/call_off',
  summary: 'Calls off what is to be sent back and is not signed yet: the deposit is set aside again',
  input: z.strictObject({ ...which, reason }),
  output: z.strictObject({ state: z.enum(CHAIN_DEPOSIT_STATES) }),
  errors: ['deposit_unknown', 'return_not_under_way', 'return_signed'],
});
