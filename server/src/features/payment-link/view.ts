import type { OutputOf } from '@purser/contract/call';
import type { paymentLinkAdd } from '@purser/contract/features/payment-link';
import type { Coins } from '../../platform/database/coins.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type PaymentLink, type Standing, standingsOf } from './queries.ts';

export type ShownLink = OutputOf<typeof paymentLinkAdd>;

/** Where payers pay: the page of the one order, or the link's own page, where each opens an order. */
export function linkAddress(publicUrl: string, { uses, token }: Pick<PaymentLink, 'uses' | 'token'>): string {
  return `${publicUrl}${uses === 'one' ? '/pay' : '/collect'}/${token}`;
}

/** A link whole, as it is in this transaction. */
export async function shownLink(tx: Tx, publicUrl: string, link: PaymentLink): Promise<ShownLink> {
  const [standings] = await Promise.all([standingsOf(tx, [link]), tx.coins.know([link.coin], tx)]);
  return {
    create_time: link.create_time.toISOString(),
    serial_number: link.serial_number,
    coin_name: link.coin,
    amount: tx.coins.format(link.amount, link.coin),
    description: link.description,
    link_uses: link.uses,
    ...standingFields(standings.get(link.serial_number), link.coin, tx.coins),
    payment_url: linkAddress(publicUrl, link),
    expire_time: link.expire_time.toISOString(),
  };
}

/** What changes about a link. */
export function standingFields(
  standing: Standing | undefined,
  coin: string,
  coins: Pick<Coins, 'format'>,
): Pick<ShownLink, 'link_status' | 'payment_count' | 'payment_sum'> {
  if (!standing) throw new Error('a payment link has no standing');
  return {
    link_status: standing.link_status,
    payment_count: Number(standing.payments),
    payment_sum: coins.format(BigInt(standing.sum), coin),
  };
}
