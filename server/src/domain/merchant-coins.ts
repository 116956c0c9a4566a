import type { CoinCode, Market } from '@purser/contract/coin';
import type { Queryable } from '@purser/ledger/accounts';

export interface MerchantCoin {
  readonly code: CoinCode;
  readonly market: Market | null;
  readonly decimals: number;
  readonly transfer_minimum: bigint;
  readonly transfer_fee_bp: number;
  readonly payment_fee_bp: number;
}

/**
 * The coins that a merchant deals in: the tokens of its enabled markets, and a crypto coin once it has an account in it.
 *
 * @param client a connection scoped to the merchant
 */
export async function coinsOfMerchant(client: Queryable, merchantId: number): Promise<MerchantCoin[]> {
  const { rows } = await client.query<MerchantCoin>(
    `select code, market, decimals, transfer_minimum, transfer_fee_bp, payment_fee_bp
     from coin
     where market = any ((select markets from merchant where merchant_id = $1)::text[])
        or market is null and exists (
          select from ledger.account where owner_id = $1 and account.coin = coin.code and purpose = 'main')
     order by position`,
    [merchantId],
  );
  return rows;
}
