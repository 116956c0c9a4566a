import { zoneOfToday } from '@purser/contract/zone-name';
import type { Tx } from '../platform/database/tx.ts';

/** Who a merchant's document is of, and by which clocks. */
export interface DocumentIssuer {
  readonly merchantId: number;
  readonly name: string;
  /** The merchant's own time zone; where it has none, the one that was asked for. */
  readonly zone: string;
}

/** Within the merchant's scope. */
export async function documentIssuer(tx: Tx, merchantId: number, askedZone: string): Promise<DocumentIssuer> {
  const { name, time_zone } = await tx
    .selectFrom('merchant')
    .select(['name', 'time_zone'])
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return { merchantId, name, zone: zoneOfToday(time_zone ?? askedZone) };
}
