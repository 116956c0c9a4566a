import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { withdrawalLimitQuery, withdrawalLimitUpdate } from '@purser/contract/features/withdrawal-limit';
import { formatAmount } from '@purser/contract/money';
import { coinsOfMerchant, type MerchantCoin } from '../../domain/merchant-coins.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLimits, type LimitRow, setLimit } from './limit-queries.ts';

type Limit = OutputOf<typeof withdrawalLimitUpdate>;
type Update = ParsedInputOf<typeof withdrawalLimitUpdate>;

/** The merchant's exemption quotas: one for each coin that users can hold. */
export function limitsOf({ db }: Platform, merchantId: number): Promise<OutputOf<typeof withdrawalLimitQuery>> {
  return db.scoped(merchantId, async (tx) => {
    const coins = (await coinsOfMerchant(tx, merchantId)).filter(({ market }) => market !== null);
    const limits = await findLimits(
      tx,
      coins.map(({ code }) => ({ merchantId, coin: code })),
    );
    const day = await today(tx, merchantId);
    return { list: coins.map((coin, index) => limitOf(coin, limits[index], day)) };
  });
}

/** Sets a coin's quota. What is approved by itself meanwhile waits for the merchant's row, which is held. */
export function updateLimit(platform: Platform, input: Update, context: MerchantContext): Promise<Limit | Answer<Limit>> {
  const { merchantId } = context;
  return confirmedWrite<Limit>(platform, input, context, {
    act: async (tx) => {
      await tx.coins.know([input.coin_name], tx);
      if (!tx.coins.find(input.coin_name)) throw refuse('coin_unknown');
      const coin = (await coinsOfMerchant(tx, merchantId)).find(({ code, market }) => code === input.coin_name && market !== null);
      if (!coin) throw refuse('market_not_enabled');
      const money = (field: 'single_limit' | 'day_limit' | 'hour_limit', text: string) => askedAmount(text, coin.decimals, field);
      const [single_limit, day_limit] = [money('single_limit', input.single_limit), money('day_limit', input.day_limit)];
      if (day_limit < single_limit) throw refuse('day_limit_too_low');
      await setLimit(tx, {
        merchantId,
        coin: coin.code,
        is_on: input.is_on,
        single_limit,
        day_limit,
        hour_limit: input.hour_limit == null ? input.hour_limit : money('hour_limit', input.hour_limit),
        day_count: input.day_count,
        hour_count: input.hour_count,
      });
      const [limit] = await findLimits(tx, [{ merchantId, coin: coin.code }]);
      return limitOf(coin, limit, await today(tx, merchantId));
    },
    audit: (limit) => ({
      action: 'withdrawal_limit.update',
      details: { ...limit, used_today: undefined, count_today: undefined, day: undefined },
    }),
    tells: ['reviews'],
  });
}

function limitOf({ code, decimals }: MerchantCoin, limit: LimitRow | undefined, day: string): Limit {
  const money = (minor: bigint) => formatAmount(minor, decimals);
  return {
    coin_name: code,
    is_on: limit?.is_on ?? false,
    single_limit: limit ? money(limit.single_limit) : null,
    day_limit: limit ? money(limit.day_limit) : null,
    hour_limit: limit?.hour_limit == null ? null : money(limit.hour_limit),
    day_count: limit?.day_count ?? null,
    hour_count: limit?.hour_count ?? null,
    day,
    used_today: money(limit?.day.amount ?? 0n),
    count_today: limit?.day.orders ?? 0,
    update_time: limit?.update_time?.toISOString() ?? null,
  };
}

/** The day as the merchant's quotas count it. */
async function today(tx: Tx, merchantId: number): Promise<string> {
  const { rows } = await tx.query<{ day: string }>(
    `select to_char(clock_timestamp() at time zone coalesce(time_zone, 'UTC'), 'YYYY-MM-DD') as day from merchant where merchant_id = $1`,
    [merchantId],
  );
  return rows[0]?.day ?? '';
}
