import type { Tx } from '../platform/database/tx.ts';

/** What an owner has asked to withdraw today (UTC, by the database's clock), in minor units of USDT, of the coins asked for. */
export async function usdtWithdrawnToday(tx: Tx, ownerId: number, coins: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await tx.query<{ coin: string; total: bigint }>(
    `select coin, total from usdt_withdrawal_day where owner_id = $1 and coin = any ($2) and day = (now() at time zone 'utc')::date`,
    [ownerId, [...coins]],
  );
  return new Map(rows.map(({ coin, total }) => [coin, total]));
}
