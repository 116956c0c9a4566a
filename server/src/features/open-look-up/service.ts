import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import { exchangeRate } from '../../domain/exchange-rate.ts';
import { assetsOf } from '../../domain/merchant-assets.ts';
import { findPayee } from '../../domain/payee.ts';
import { lookUpUser } from '../../domain/unknown-parties.ts';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';

export function user(
  { db, throttle }: Platform,
  { payment_id: paymentId, external_account: externalAccount }: ParsedInputOf<typeof openUserQuery>,
  merchantId: number,
): Promise<OutputOf<typeof openUserQuery>> {
  return lookUpUser(throttle, merchantId, async () => {
    const { userId, nick, status, markets } = await findPayee(db, { merchantId, paymentId, externalAccount });
    return { payment_id: userId, nick, status, markets: [...markets] };
  });
}

export async function balances(
  { db }: Platform,
  { coin_name }: ParsedInputOf<typeof openBalanceQuery>,
  merchantId: number,
): Promise<OutputOf<typeof openBalanceQuery>> {
  if (coin_name !== undefined) await knowCoin(db, coin_name);
  const assets = await assetsOf(db, merchantId);
  const asked = assets.filter((asset) => coin_name === undefined || asset.coin_name === coin_name);
  return {
    list: asked.map(({ coin_name: coin, available_asset, freeze_asset, pending_asset, total_asset }) => ({
      coin_name: coin,
      available_asset,
      freeze_asset,
      pending_asset,
      total_asset,
    })),
  };
}

export async function rate(
  { db }: Platform,
  { coin_name }: ParsedInputOf<typeof openRateQuery>,
  merchantId: number,
): Promise<OutputOf<typeof openRateQuery>> {
  await knowCoin(db, coin_name);
  return db.scoped(merchantId, async (tx) => ({ coin_name, rate: (await exchangeRate(tx, coin_name)).rate }));
}

/** Refuses with coin_unknown. */
async function knowCoin({ coins }: Database, code: string): Promise<void> {
  await coins.know([code]);
  if (!coins.find(code)) throw refuse('coin_unknown');
}
