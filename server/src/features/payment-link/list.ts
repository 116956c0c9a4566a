import { paymentLinkQuery } from '@purser/contract/features/payment-link';
import { sql } from 'kysely';
import { exportFile } from '../../platform/export/export-file.ts';
import { list, type List } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';
import { LINK_STATE, type Standing, standingsOf } from './queries.ts';
import { linkAddress, standingFields } from './view.ts';

type Standings = ReadonlyMap<string, Standing>;

/** The merchant's payment links. */
export function paymentLinks({ settings: { publicUrl } }: Pick<Platform, 'settings'>): List<typeof paymentLinkQuery> {
  return list(paymentLinkQuery, {
    from: 'payment_link',
    owner: 'merchant_id',
    key: 'serial_number',
    columns: {
      coin_name: 'coin',
      link_uses: 'uses',
      link_status: (row, standings: Standings, coins) => standingFields(standings.get(row.serial_number), row.coin, coins).link_status,
      payment_count: (row, standings, coins) => standingFields(standings.get(row.serial_number), row.coin, coins).payment_count,
      payment_sum: (row, standings, coins) => standingFields(standings.get(row.serial_number), row.coin, coins).payment_sum,
      payment_url: (row) => linkAddress(publicUrl, row),
    },
    filters: { link_status: (status) => sql`${sql.raw(LINK_STATE)} = ${status}` },
    beside: standingsOf,
  });
}

export const paymentLinksFile = exportFile(paymentLinkQuery, {
  name: 'payment-links',
  title: 'paymentLinks',
  titles: { expire_time: 'valid_until' },
  columns: {
    create_time: 24,
    serial_number: 20,
    link_status: 14,
    coin_name: 8,
    amount: 18,
    description: 40,
    link_uses: 14,
    payment_count: 12,
    payment_sum: 18,
    expire_time: 24,
    payment_url: 60,
  },
});
