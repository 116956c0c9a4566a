import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import type { Tx } from '../../platform/database/tx.ts';

type Terms = Selectable<Schema['checkout_terms']>;

/** What a merchant has set, by coin. */
export async function findTerms(tx: Tx, merchantId: number): Promise<ReadonlyMap<string, Terms>> {
  const rows = await tx.selectFrom('checkout_terms').selectAll().where('merchant_id', '=', BigInt(merchantId)).execute();
  return new Map(rows.map((row) => [row.coin, row]));
}

export async function saveTerms(
  tx: Tx,
  merchantId: number,
  coin: string,
  { listing, minimum, maximum, ways }: Pick<Terms, 'listing' | 'minimum' | 'maximum' | 'ways'>,
): Promise<void> {
  await tx.query(
    `insert into checkout_terms as terms (merchant_id, coin, listing, minimum, maximum, ways) values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id, coin) do update set listing = excluded.listing, minimum = excluded.minimum, maximum = excluded.maximum,
       ways = excluded.ways, version = terms.version + 1, update_time = excluded.update_time`,
    [merchantId, coin, listing, minimum, maximum, ways],
  );
}
