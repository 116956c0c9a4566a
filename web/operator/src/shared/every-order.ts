import type { Place } from '@purser/console-kit/palette/entry';
import type { OutputOf } from '@purser/contract/call';
import type { everyOrderQuery } from '@purser/contract/features/every-order';

export type EveryOrderRow = OutputOf<typeof everyOrderQuery>['list'][number];

/** Which order it is, of whatever kind. */
type Which = Pick<EveryOrderRow, 'kind' | 'owner_id' | 'number'>;

/** The list of every order. */
export const EVERY_ORDER_PATH = '/all-orders';

/** Names an order among those of all kinds and owners. */
export function everyOrderKey({ kind, owner_id, number }: Which): string {
  return `${kind}.${owner_id}.${number}`;
}

/** The page of an order's own kind, with the order open; a refund is shown where every order is listed. */
export function placeOfOrder(row: Which): Place {
  const { kind, number, owner_id } = row;
  switch (kind) {
    case 'payment':
      return { to: '/orders', search: { open: number } };
    case 'transfer':
      return { to: '/transfers', search: { open: number } };
    case 'chain_deposit':
      return { to: '/deposits', search: { open: number } };
    case 'refund':
      return { to: EVERY_ORDER_PATH, search: { open: everyOrderKey(row) } };
    default:
      return { to: '/review-orders', search: { open: `${owner_id}.${number}` } };
  }
}
