import { type Decision, DECISIONS } from '@purser/contract/features/review';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { suspendedAmong } from '../../domain/suspended-owners.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { waitsFor } from './list.ts';

/** What staff may decide on an order. */
export type MayDecide = (order: ReviewOrder) => readonly Decision[];

/**
 * What staff may decide on each of these orders: all of what waits for them. What waits for a merchant is the merchant's own, unless it is suspended: nobody
 * could decide then, so staff may give the money back.
 */
export async function mayDecide(tx: Tx, orders: Iterable<ReviewOrder>): Promise<MayDecide> {
  const owners = [...orders].flatMap((order) => (waitsFor(order) === 'merchant' ? [order.owner_id] : []));
  const suspended = await suspendedAmong(tx, [...new Set(owners)]);
  return (order) => {
    const whom = waitsFor(order);
    if (whom === 'staff') return DECISIONS;
    return whom === 'merchant' && suspended.has(order.owner_id) ? ['reject'] : [];
  };
}
