import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { assetFlowStats } from '@purser/contract/features/fund-flow';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import { entryFilterOf } from '../../domain/entry-page.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import type { Platform } from '../../platform/platform.ts';

/** Sums of a merchant's fund flow per coin and type, and per local day where the input says so. Throws coin_unknown and what `checkTimeZone` throws. */
export async function sumFundFlow(
  { db }: Platform,
  merchantId: number,
  input: ParsedInputOf<typeof assetFlowStats>,
): Promise<OutputOf<typeof assetFlowStats>> {
  await checkTimeZone(db, input.time_zone);
  const filter = { ...entryFilterOf(merchantId, input), ...(input.by_day && { day_zone: input.time_zone }) };
  if (input.coin_name !== undefined) {
    await db.coins.know([input.coin_name]);
    if (!db.coins.find(input.coin_name)) throw refuse('coin_unknown');
  }
  const totals = await db.scoped(merchantId, (tx) => sumEntries(tx, filter));
  await db.coins.know(totals.map(({ coin }) => coin));
  return {
    list: totals.map(({ day, coin, type, count, amount_in_minor, amount_out_minor, charge_minor }) => {
      const money = (minor: bigint) => db.coins.format(minor, coin);
      return {
        day,
        coin_name: coin,
        transaction_type: type,
        count,
        amount_in: money(amount_in_minor),
        amount_out: money(amount_out_minor),
        charge: money(charge_minor),
      };
    }),
  };
}
