import { USDT } from '@purser/contract/exchange';
import { usdtRechargeMachine } from '@purser/contract/review';
import { custodyPurpose, feeAccount, mainAccount, PROVIDER_OWNER_ID, providerAccount } from '@purser/ledger/account';
import { type Posting, posting } from '@purser/ledger/posting';
import { noteCommissions } from '../../domain/commission.ts';
import { type ReviewOrder, reviewKind, reviewPosting } from '../../domain/review-order.ts';
import { suspendedAmong } from '../../domain/suspended-owners.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { tellOfRecharges } from './events.ts';
import { chainEvidence } from './evidence.ts';
import { creditedByChain, freeTxids, lockTxids } from './queries.ts';

/** A recharge moves nothing until it is approved; then what came in over the chain is exchanged and credited, less the fee. */
export const usdtRecharge = reviewKind({
  kind: 'usdt_recharge',
  machine: usdtRechargeMachine,
  posting: (order, event) => (event === 'approve' ? creditOf(order) : undefined),
  check: async (tx, moved) => {
    const approved = moved.filter(({ event }) => event === 'approve').map(({ order }) => order);
    // What was credited as it was seen on a chain has claimed its transfer itself.
    const byHand = approved.filter(({ review_mode }) => review_mode === 'manual');
    await lockTxids(tx, byHand);
    const seen = new Set((await creditedByChain(tx, byHand)).map(({ network, txid }) => `${network} ${txid}`));
    const suspended = await suspendedAmong(
      tx,
      approved.map(({ owner_id }) => owner_id),
    );
    return moved.map(({ order, event }) => {
      if (event !== 'approve') return undefined;
      if (suspended.has(order.owner_id)) return refuse('recharge_owner_suspended');
      return order.review_mode === 'manual' && seen.has(`${order.network} ${order.txid}`) ? refuse('recharge_of_chain') : undefined;
    });
  },
  tells: async (tx, _, moved) => {
    await freeTxids(
      tx,
      moved.filter(({ event }) => event !== 'approve').map(({ order }) => order),
    );
    await noteCommissions(tx, moved);
    await tellOfRecharges(tx, moved);
  },
  evidence: chainEvidence,
});

/**
 * What a credited recharge moves. Custody goes as far below zero as USDT has come in; the provider's exchange holds that USDT and has given the
 * coin for it. USDT itself is not exchanged.
 */
function creditOf(order: ReviewOrder): Posting {
  const owner = Number(order.owner_id);
  const { coin, amount, fee, settlement } = order;
  const sent = BigInt(order.other_amount ?? 0);
  const custody = { owner_id: PROVIDER_OWNER_ID, coin: USDT, purpose: custodyPurpose(order.network ?? '') };
  const exchanged =
    coin === USDT
      ? []
      : [
          { account: providerAccount(USDT, 'exchange'), available: sent, counterparty: owner },
          { account: providerAccount(coin, 'exchange'), available: -amount, counterparty: owner },
        ];
  return posting(reviewPosting(order, 'approve'), 'review_approved', [
    { account: custody, available: -sent, counterparty: owner },
    ...exchanged,
    { account: mainAccount(owner, coin), available: settlement, charge: fee },
    { account: feeAccount(coin, owner), available: fee, counterparty: owner },
  ]);
}
