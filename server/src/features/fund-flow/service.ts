import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import type { assetFlowStats } from '@purser/contract/features/fund-flow';
import { formatAmount } from '@purser/contract/money';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import { entryFilterOf } from '../../domain/entry-page.ts';
import type { Database } from '../../platform/database/database.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';

export async function sumFundFlow(
  db: Database,
  merchantId: number,
  input: ParsedInputOf<typeof assetFlowStats>,
): Promise<OutputOf<typeof assetFlowStats>> {
  await checkTimeZone(db, input.time_zone);
  const filter = { ...entryFilterOf(merchantId, input), ...(input.by_day && { day_zone: input.time_zone }) };
  const totals = await db.scoped(merchantId, (tx) => sumEntries(tx, filter));
  return {
    list: totals.map(({ day, coin, type, count, amount_in_minor, amount_out_minor, charge_minor }) => {
      const decimals = decimalsOf(coin);
      return {
        day,
        coin_name: coin as CoinCode,
        transaction_type: type,
        count,
        amount_in: formatAmount(amount_in_minor, decimals),
        amount_out: formatAmount(amount_out_minor, decimals),
        charge: formatAmount(charge_minor, decimals),
      };
    }),
  };
}
