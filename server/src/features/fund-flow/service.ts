import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { assetFlowStats } from '@purser/contract/features/fund-flow';
import type { EntryFilter } from '@purser/ledger/entry-ranges';
import { addTotals, sumEntries } from '@purser/ledger/fund-flow-totals';
import { entryFilterOf } from '../../domain/entry-page.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import type { Platform } from '../../platform/platform.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Sums of more days than these are taken in two parts. */
const MANY_DAYS = 120;

/** Sums of a merchant's fund flow per coin and type, and per local day where the input says so. Throws coin_unknown and what `checkTimeZone` throws. */
export async function sumFundFlow(
  { db, clock }: Platform,
  merchantId: number,
  input: ParsedInputOf<typeof assetFlowStats>,
): Promise<OutputOf<typeof assetFlowStats>> {
  await checkTimeZone(db, input.time_zone);
  const filter = { ...entryFilterOf(merchantId, input), ...(input.by_day && { day_zone: input.time_zone }) };
  if (input.coin_name !== undefined) {
    await db.coins.know([input.coin_name]);
    if (!db.coins.find(input.coin_name)) throw refuse('coin_unknown');
  }
  const parts = await Promise.all(partsOf(filter, clock.nowMs()).map((part) => db.scoped(merchantId, (tx) => sumEntries(tx, part))));
  const totals = addTotals(parts);
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

/**
 * Two halves of a long time, for two processors side by side; a short time is one part. What is older than the middle changes no more, so both parts
 * together are exact though the database looks at each at a moment of its own.
 */
function partsOf<Filter extends EntryFilter>(filter: Filter, nowMs: number): Filter[] {
  const to = filter.time_to?.getTime() ?? nowMs;
  const from = filter.time_from?.getTime() ?? to - 365 * DAY_MS;
  if (filter.serial_number !== undefined || to - from < MANY_DAYS * DAY_MS) return [filter];
  const middle = new Date(Math.floor((from + to) / 2 / HOUR_MS) * HOUR_MS);
  return [
    { ...filter, time_to: middle },
    { ...filter, time_from: middle },
  ];
}
