import type { PRICE_TYPES } from '@purser/contract/coin';
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

/** Whether each coin's rate to USDT is fixed or floats now; one without a rate is not there. */
export async function priceTypes(tx: Tx, coins: readonly string[]): Promise<ReadonlyMap<string, (typeof PRICE_TYPES)[number]>> {
  const { rows } = await tx.query<{ coin: string; price_type: (typeof PRICE_TYPES)[number] }>(
    `select asked.coin, newest.price_type
     from unnest($1::text[]) as asked (coin)
     cross join lateral (select price_type from coin_rate where coin_rate.coin = asked.coin order by sequence desc limit 1) as newest`,
    [coins],
  );
  return new Map(rows.map(({ coin, price_type }) => [coin, price_type]));
}
