import { USDT } from '@purser/contract/exchange';
import { usdtWithdrawalMachine } from '@purser/contract/review';
import { custodyPurpose, feeAccount, mainAccount, PROVIDER_OWNER_ID, providerAccount, type AccountKey } from '@purser/ledger/account';
import { type AccountToOpen } from '@purser/ledger/accounts';
import { type Posting, posting } from '@purser/ledger/posting';
import { planHold, planRelease } from '@purser/ledger/review-postings';
import { noteCommissions } from '../../domain/commission.ts';
import { type Moved, orderKey, reviewHeld, type ReviewOrder, reviewHold, reviewKind, reviewPosting } from '../../domain/review-order.ts';
import { ownerStatus, suspendedAmong } from '../../domain/suspended-owners.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { blockedAmong } from './blocked-addresses.ts';
import { holdDays, takeOffDays } from './day-total.ts';
import { providerAddressesAmong } from './provider-addresses.ts';
import { signedBefore } from './signed-before.ts';

/** After these the owner has the money back. */
const GIVES_BACK = new Set(['reject', 'cancel', 'refund']);
/** What comes before a transfer on the chain: never to an address that was put on the block list, or became one of ours, meanwhile. */
const LEADS_OUT = new Set(['approve', 'retry', 'settle']);
/** What leaves the money with its owner, or leads there. */
const KEEPS = new Set(['reject', 'cancel', 'fail', 'refund']);
/** What has left already, by the word of a chain or of two people: no list brings it back. */
const leadsOut = ({ event, by, byTwo = false }: Moved): boolean =>
  LEADS_OUT.has(event) && !(event === 'settle' && (by.kind === 'system' || byTwo));

/**
 * Withdrawals of USDT to a chain. The amount waits in the owner's frozen bucket; it goes back whole, or leaves: the fees to the provider, the
 * rest through the exchange into what is held on the network.
 */
export const usdtWithdrawal = reviewKind({
  kind: 'usdt_withdrawal',
  machine: usdtWithdrawalMachine,
  posting: (order, event) => {
    const held = { ...reviewPosting(order, event), ...reviewHeld(order) };
    switch (event) {
      case 'submit':
        return planHold(held);
      case 'reject':
        return planRelease({ ...held, type: 'review_rejected' });
      case 'cancel':
        return planRelease({ ...held, type: 'review_cancelled' });
      case 'refund':
        return planRelease({ ...held, type: 'withdrawal_returned' });
      case 'settle':
        return settled(order);
      default:
        return undefined;
    }
  },
  check: async (tx, moved) => {
    await holdDays(tx, givenBack(moved));
    const out = moved.flatMap((one) => (leadsOut(one) ? [one.order] : []));
    const blocked = await blockedAmong(
      tx,
      out.map(({ address }) => address),
    );
    const providers = await providerAddressesAmong(
      tx,
      out.map(({ network, address }) => ({ network: network ?? '', address })),
    );
    const suspended = await suspendedAmong(
      tx,
      moved.flatMap(({ order, event }) => (event === 'retry' ? [order.owner_id] : [])),
    );
    const signed = await signedBefore(
      tx,
      moved.flatMap((one) => (KEEPS.has(one.event) && one.by.kind !== 'system' ? [one.order] : [])),
    );
    return moved.map((one) => {
      const { order, event } = one;
      if (signed.has(orderKey(order)) && KEEPS.has(event))
        return refuse(event === 'fail' || event === 'refund' ? 'payout_signed' : 'review_decided');
      if (!leadsOut(one)) return undefined;
      if (blocked.has(order.address)) return refuse('payout_address_blocked');
      if (providers.has(order.address)) return refuse('payout_address_refused');
      return event === 'retry' && suspended.has(order.owner_id) ? refuse('recharge_owner_suspended') : undefined;
    });
  },
  tells: async (tx, _platform, moved) => {
    await takeOffDays(tx, givenBack(moved));
    await noteCommissions(tx, moved);
  },
  evidence: async (tx, order) => [await ownerStatus(tx, order)],
});

function givenBack(moved: readonly Moved[]): ReviewOrder[] {
  return moved.flatMap(({ order, event }) => (GIVES_BACK.has(event) ? [order] : []));
}

function settled(order: ReviewOrder): Posting {
  const { coin, amount, settlement } = order;
  const owner = Number(order.owner_id);
  const charge = order.fee + order.network_fee;
  const count = BigInt(order.other_amount ?? 0);
  const custody = custodyAccount(order);
  const exchanged =
    coin === USDT
      ? [{ account: custody, available: settlement, counterparty: owner }]
      : [
          { account: providerAccount(coin, 'exchange'), available: settlement, counterparty: owner },
          { account: providerAccount(USDT, 'exchange'), available: -count, counterparty: owner },
          { account: custody, available: count, counterparty: owner },
        ];
  return posting(reviewPosting(order, 'settle'), 'withdrawal_settled', [
    { account: mainAccount(owner, coin), frozen: -amount, charge, hold: reviewHold(order) },
    { account: feeAccount(coin, owner), available: charge, counterparty: owner },
    ...exchanged,
  ]);
}

function custodyAccount({ network }: Pick<ReviewOrder, 'network'>): AccountKey {
  return { owner_id: PROVIDER_OWNER_ID, coin: USDT, purpose: custodyPurpose(network ?? '') };
}

/** The provider's accounts that a withdrawal leaves through: opened with the first one of its coin and network. */
export function accountsOutside(order: Pick<ReviewOrder, 'coin' | 'network'>): AccountToOpen[] {
  const exchange = (coin: string) => ({ ...providerAccount(coin, 'exchange'), unbounded: true });
  return [{ ...custodyAccount(order), unbounded: true }, exchange(USDT), ...(order.coin === USDT ? [] : [exchange(order.coin)])];
}
