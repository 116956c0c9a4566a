import type { OutputOf } from '@purser/contract/call';
import { USDT_DECIMALS } from '@purser/contract/exchange';
import type { walletTerms } from '@purser/contract/features/wallet';
import { formatAmount } from '@purser/contract/money';
import { isInUsdt, recordOf, USER_FEES, USER_LIMITS } from '@purser/contract/terms';
import { coinTerms, feeRatesOf } from '../../domain/coin-terms.ts';
import { usdtWithdrawnToday } from '../../domain/usdt-withdrawal-day.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { findUser } from './queries.ts';

/** The fees and limits that hold for a wallet user now, by the same reading that decides withdrawals and recharges. */
export function ownTerms(platform: Platform, userId: number): Promise<OutputOf<typeof walletTerms>> {
  return platform.db.scoped(userId, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw refuse('unauthenticated');
    const codes = tx.coins.all.flatMap(({ code, market }) => (market !== null && user.markets.includes(market) ? [code] : []));
    const terms = await coinTerms(
      tx,
      codes.map((coin) => ({ merchantId: userId, coin })),
    );
    const withdrawn = await usdtWithdrawnToday(tx, userId, codes);
    const coins = codes.flatMap((coin) => {
      const of = terms.of({ merchantId: userId, coin });
      if (!of?.is_on) return [];
      const left = of.usdt_withdrawal_day_maximum - (withdrawn.get(coin) ?? 0n);
      return [
        {
          coin_name: coin,
          ...feeRatesOf(of, USER_FEES),
          ...recordOf(USER_LIMITS, (limit) => formatAmount(of[limit], isInUsdt(limit) ? USDT_DECIMALS : of.decimals)),
          usdt_withdrawal_day_left: formatAmount(left > 0n ? left : 0n, USDT_DECIMALS),
        },
      ];
    });
    return { kind: user.kind, coins };
  });
}
