import { merchantAddress } from '@purser/contract/address';
import type { OutputOf } from '@purser/contract/call';
import type { coinAddressList, coinList } from '@purser/contract/features/coin';
import { formatAmount } from '@purser/contract/money';
import { FEES } from '@purser/contract/terms';
import type { Database } from '../../platform/database/database.ts';
import { feeRatesOf } from '../../domain/coin-terms.ts';
import { coinsOfMerchant, type MerchantCoin } from '../../domain/merchant-coins.ts';

type CoinTerms = OutputOf<typeof coinList>['list'][number];
type CoinAddress = OutputOf<typeof coinAddressList>['list'][number];

/** The merchant's coins with the limits and fees that hold for them now. */
export async function coinTermsOf(db: Database, merchantId: number): Promise<CoinTerms[]> {
  return (await coins(db, merchantId)).map((coin) => ({
    coin_name: coin.code,
    market: coin.market,
    decimals: coin.decimals,
    symbol: coin.symbol,
    is_on: coin.is_on,
    transfer_minimum: formatAmount(coin.transfer_minimum, coin.decimals),
    ...feeRatesOf(coin, FEES),
    is_listed: coin.is_listed,
    order_minimum: formatAmount(coin.order_minimum, coin.decimals),
    order_maximum: formatAmount(coin.order_maximum, coin.decimals),
    refund_returns_fee: coin.refund_returns_fee,
  }));
}

/** A merchant has one address, which receives every coin it deals in. */
export async function addressesOf(db: Database, merchantId: number): Promise<CoinAddress[]> {
  const address = merchantAddress(merchantId);
  return (await coins(db, merchantId)).map(({ code }) => ({ coin_name: code, address }));
}

function coins(db: Database, merchantId: number): Promise<MerchantCoin[]> {
  return db.scoped(merchantId, (tx) => coinsOfMerchant(tx, merchantId));
}
