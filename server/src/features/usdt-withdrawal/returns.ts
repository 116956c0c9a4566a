import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type * as calls from '@purser/contract/features/chain-return';
import { z } from 'zod';
import { type ApprovalKind, approvalKind, enterApproval } from '../../domain/approval.ts';
import { type ChainDeposit, depositTxid } from '../../domain/chain-deposit.ts';
import {
  afterDecision,
  approvalOf,
  depositFacts,
  depositFactsOf,
  findDeposit,
  isHeld,
  lockHeld,
  minorText,
  moveDeposit,
  type WhichDeposit,
} from '../../domain/held-deposit.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { insistOnAddress, offerOf, returnAddress, type ReturnOffer, returnTerms } from './return-terms.ts';
import { signedPayouts } from './signed.ts';
import { returnNumber } from './signer/return-number.ts';
import { usdtMoney, usdtText } from './terms.ts';

/** Sending back what arrived on a chain and is held: two people decide, the signer pays, the worker books. */

type Detail = OutputOf<typeof calls.chainReturnDetail>;
type Entered = OutputOf<typeof calls.chainReturnAdd>;
type CalledOff = OutputOf<typeof calls.chainReturnCallOff>;

/** Everything that whoever approves is shown; amounts in minor units of USDT. */
const content = z.strictObject({ ...depositFacts, to_address: z.string(), fee: minorText, arrives: minorText });
type Content = z.output<typeof content>;

/** One person enters what is sent back and where to, and another lets the signer pay it as it was entered. */
export const returnApproval: ApprovalKind<Content> = approvalKind({
  kind: 'chain_deposit.return',
  permission: 'review.decide',
  content,
  acrossOwners: true,
  describe: ({ owner, network, address, sender, txid, amount, to_address, fee, arrives }, ownerId) => ({
    owner_id: String(ownerId),
    name: owner,
    usdt: usdtText(BigInt(amount)),
    network_fee: usdtText(BigInt(fee)),
    sends_back: usdtText(BigInt(arrives)),
    network,
    to_address,
    address,
    sender,
    txid,
  }),
  apply: async (tx, { ownerId, content: entered, reason, staffId }) => {
    const deposit = await lockHeld(tx, { owner_id: ownerId, deposit_id: entered.deposit_id });
    const { fee, arrives } = await offerOf(tx, deposit);
    const isTheSame =
      String(deposit.amount) === entered.amount &&
      depositTxid(deposit) === entered.txid &&
      String(fee) === entered.fee &&
      String(arrives) === entered.arrives;
    if (!isTheSame) throw refuse('deposit_changed');
    await insistOnAddress(tx, deposit.network, entered.to_address);
    const asked = { return_address: entered.to_address, return_amount: arrives, return_fee: fee };
    await moveDeposit(tx, deposit, 'return', { ...asked, decided_by: BigInt(staffId), remark: reason });
  },
});

/** What staff decide about sending back. */
export class ChainReturns {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  detail(which: WhichDeposit): Promise<Detail> {
    return readAsStaff(this.#platform, async (tx) => {
      const deposit = await findDeposit(tx, which);
      const sent = await sentOf(tx, deposit);
      if (!isHeld(deposit)) return { offer: null, refused: null, sent };
      const terms = await returnTerms(tx, deposit);
      return 'refused' in terms
        ? { offer: null, refused: terms.refused, sent }
        : { offer: { network_fee: usdtMoney(terms.fee), arrives: usdtMoney(terms.arrives) }, refused: null, sent };
    });
  }

  /** Enters that a deposit is sent back. It is set aside meanwhile, so that nothing credits it by itself. */
  add(input: ParsedInputOf<typeof calls.chainReturnAdd>, context: StaffContext): Promise<Entered | Answer<Entered>> {
    const { owner_id: ownerId, deposit_id, reason } = input;
    let noted: Readonly<Record<string, unknown>> = {};
    return confirmedWrite<Entered>(this.#platform, input, context, {
      whose: ownerId,
      acrossOwners: true,
      act: async (tx) => {
        const deposit = await lockHeld(tx, input);
        if (await approvalOf(tx, input)) throw refuse('review_waits_for_second');
        const offer = await offerOf(tx, deposit);
        const address = await returnAddress(tx, deposit.network, input);
        const entered = await contentOf(tx, deposit, offer, address);
        if (afterDecision(deposit, 'set_aside') !== undefined)
          await moveDeposit(tx, deposit, 'set_aside', { decided_by: BigInt(context.staffId), remark: reason });
        noted = { deposit_id, network: deposit.network, txid: entered.txid, address, amount: usdtMoney(offer.arrives), reason };
        const { approval_id } = await enterApproval(tx, context, returnApproval, { ownerId, content: entered, reason });
        return { approval_id };
      },
      audit: ({ approval_id }) => ({ action: 'approval.enter', details: { approval_id, kind: returnApproval.kind, ...noted } }),
    });
  }

  /** Takes it from the signer, which has not signed it. */
  callOff(input: ParsedInputOf<typeof calls.chainReturnCallOff>, context: StaffContext): Promise<CalledOff | Answer<CalledOff>> {
    const { owner_id: ownerId, deposit_id, reason } = input;
    let noted: Readonly<Record<string, unknown>> = {};
    return confirmedWrite<CalledOff>(this.#platform, input, context, {
      whose: ownerId,
      acrossOwners: true,
      act: async (tx) => {
        // The signer holds it too while it signs: it has signed before this, or sees afterwards that it is not to be paid.
        const deposit = await findDeposit(tx, input, 'for no key update');
        if (afterDecision(deposit, 'call_off') === undefined) throw refuse('return_not_under_way');
        const { rowCount } = await tx.query('select from chain_tx where owner_id = $1 and serial_number = $2 and outcome is null', [
          ownerId,
          returnNumber(deposit),
        ]);
        if (rowCount !== 0) throw refuse('return_signed');
        noted = { deposit_id, network: deposit.network, txid: depositTxid(deposit), address: deposit.return_address, reason };
        await moveDeposit(tx, deposit, 'call_off', { decided_by: BigInt(context.staffId), remark: reason });
        return { state: 'set_aside' };
      },
      audit: () => ({ action: 'chain_deposit.call_off', details: noted }),
    });
  }
}

/** How what was last decided fares; null where nobody has decided to send it back. */
async function sentOf(tx: Tx, deposit: ChainDeposit): Promise<Detail['sent']> {
  const { owner_id, state, return_address: address, return_amount: arrives, return_fee: fee } = deposit;
  if (address === null || arrives === null || fee === null) return null;
  const order = { owner_id, serial_number: returnNumber(deposit) };
  const payouts = await signedPayouts(tx, [order]);
  const signed = payouts.of(order);
  const isNew = signed === null || (state === 'returning' && !['signed', 'sent', 'confirming', 'cancelling'].includes(signed.state));
  return {
    address,
    arrives: usdtMoney(arrives),
    network_fee: usdtMoney(fee),
    state: !isNew ? signed.state : state === 'returning' ? 'waiting' : 'called_off',
    txid: isNew ? null : signed.txid,
    sign_time: isNew ? null : signed.sign_time,
    waits: state === 'returning' ? payouts.waitOf({ ...order, network: deposit.network }) : null,
  };
}

async function contentOf(tx: Tx, deposit: ChainDeposit, { fee, arrives }: ReturnOffer, toAddress: string): Promise<Content> {
  return { ...(await depositFactsOf(tx, deposit)), to_address: toAddress, fee: String(fee), arrives: String(arrives) };
}
