import type { Tx } from '../platform/database/tx.ts';
import { type CoinTerms, coinTerms } from './coin-terms.ts';

export interface MerchantCoin extends CoinTerms {
  /** "$"; empty where the coin has none. */
  readonly symbol: string;
}

/**
 * The coins that a merchant deals in, with the terms that hold for it: the tokens of its enabled markets, and a crypto coin once it has an
 * account in it.
 *
 * @param tx scoped to the merchant
 */
export async function coinsOfMerchant(tx: Tx, merchantId: number): Promise<MerchantCoin[]> {
  const { rows } = await tx.query<{ code: string; symbol: string }>(
    `select code, symbol
     from coin
     where market = any ((select markets from merchant where merchant_id = $1)::text[])
        or market is null and exists (
          select from ledger.account where owner_id = $1 and account.coin = coin.code and purpose = 'main')
     order by position`,
    [merchantId],
  );
  const terms = await coinTerms(
    tx,
    rows.map(({ code }) => ({ merchantId, coin: code })),
  );
  return rows.flatMap(({ code, symbol }) => {
    const found = terms.of({ merchantId, coin: code });
    return found ? [{ ...found, symbol }] : [];
  });
}
