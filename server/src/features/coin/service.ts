import { merchantAddress } from '@purser/contract/address';
import type { OutputOf } from '@purser/contract/call';
import type { coinAddressList, coinList } from '@purser/contract/features/coin';
import { formatAmount, formatRate } from '@purser/contract/money';
import { FEES, type FeeName } from '@purser/contract/terms';
import type { Database } from '../../platform/database/database.ts';
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
    ...feeRatesOf(coin),
    is_listed: coin.is_listed,
    order_minimum: formatAmount(coin.order_minimum, coin.decimals),
    order_maximum: formatAmount(coin.order_maximum, coin.decimals),
    refund_returns_fee: coin.refund_returns_fee,
  }));
}

function feeRatesOf(coin: MerchantCoin): Record<FeeName, string> {
  return Object.fromEntries(FEES.map((fee) => [`${fee}_fee_rate`, formatRate(coin[`${fee}_fee_bp`])])) as Record<FeeName, string>;
}

/** A merchant has one address, which receives every coin it deals in. */
export async function addressesOf(db: Database, merchantId: number): Promise<CoinAddress[]> {
  const address = merchantAddress(merchantId);
  return (await coins(db, merchantId)).map(({ code }) => ({ coin_name: code, address }));
}

function coins(db: Database, merchantId: number): Promise<MerchantCoin[]> {
  return db.scoped(merchantId, (tx) => coinsOfMerchant(tx, merchantId));
}
