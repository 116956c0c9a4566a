import type { Tx } from '../platform/database/tx.ts';

interface MarketToken {
  readonly code: string;
  /** Whether it and its market are switched on. */
  readonly is_on: boolean;
}

/** The platform token of a market, as it stands now; undefined where there is no such market. It is known afterwards. */
export async function tokenOf(tx: Tx, market: string): Promise<MarketToken | undefined> {
  const { rows } = await tx.query<MarketToken>(
    'select coin.code, coin.is_on and market.is_on as is_on from coin join market using (market) where coin.market = $1',
    [market],
  );
  await tx.coins.know(
    rows.map(({ code }) => code),
    tx,
  );
  return rows[0];
}
