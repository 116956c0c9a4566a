import type { OutputOf } from '@purser/contract/call';
import type { assetQuery } from '@purser/contract/features/asset';
import { formatAmount } from '@purser/contract/money';
import { balancesOf } from '@purser/ledger/accounts';
import type { Database } from '../platform/database/database.ts';
import { coinsOfMerchant } from './merchant-coins.ts';

type Asset = OutputOf<typeof assetQuery>['list'][number];

/** The merchant's balance in every coin it deals in; a coin without an account yet counts as zero. */
export async function assetsOf(db: Database, merchantId: number): Promise<Asset[]> {
  return db.scoped(merchantId, async (tx) => {
    const coins = await coinsOfMerchant(tx, merchantId);
    const balances = await balancesOf(tx, merchantId);
    return coins.map(({ code, market, decimals }) => {
      const balance = balances.find(({ coin, purpose }) => coin === code && purpose === 'main');
      const { available_minor = 0n, frozen_minor = 0n, pending_minor = 0n } = balance ?? {};
      return {
        coin_name: code,
        market,
        available_asset: formatAmount(available_minor, decimals),
        freeze_asset: formatAmount(frozen_minor, decimals),
        pending_asset: formatAmount(pending_minor, decimals),
        total_asset: formatAmount(available_minor + frozen_minor + pending_minor, decimals),
      };
    });
  });
}
