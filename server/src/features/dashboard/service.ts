import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { coinOfMarket, decimalsOf } from '@purser/contract/coin';
import type { dashboardStats } from '@purser/contract/features/dashboard';
import { formatAmount } from '@purser/contract/money';
import { balancesOf } from '@purser/ledger/accounts';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import type { DatabaseClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { type Calendar, calendarOf } from './calendar.ts';
import { marketsOf, type PeriodFigures, periodFigures } from './queries.ts';
import { CreatedPerDay } from './settled-days.ts';
import type { Tx } from '../../platform/database/tx.ts';

type Stats = OutputOf<typeof dashboardStats>;

export class Dashboard {
  readonly #db: Database;
  readonly #clock: DatabaseClock;
  readonly #createdPerDay = new CreatedPerDay();

  constructor({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** A market's figures as of one moment: the parts of the answer agree with each other. */
  async stats(merchantId: number, { market, time_zone }: ParsedInputOf<typeof dashboardStats>): Promise<Stats> {
    await checkTimeZone(this.#db, time_zone);
    const coin = coinOfMarket(market);
    return this.#db.scopedSnapshot(merchantId, async (tx) => {
      if (!(await marketsOf(tx, merchantId)).includes(market)) throw refuse('market_not_enabled');
      const calendar = await calendarOf(tx, time_zone, this.#clock.now());
      const { today, yesterday, yesterdayNow } = calendar;
      const balance = (await balancesOf(tx, merchantId, [coin])).find(({ purpose }) => purpose === 'main');
      return {
        coin_name: coin,
        available_asset: formatAmount(balance?.available_minor ?? 0n, decimalsOf(coin)),
        today: figuresOf(await periodFigures(tx, { merchantId, coin, from: today.from, to: today.to }), coin),
        yesterday: figuresOf(await periodFigures(tx, { merchantId, coin, from: yesterday.from, to: yesterdayNow }), coin),
        days: await this.#series(tx, merchantId, coin, calendar, time_zone),
      };
    });
  }

  /** What was paid comes from the ledger's sums, which do not grow with the orders of a day. */
  async #series(tx: Tx, merchantId: number, coin: string, { days }: Calendar, timeZone: string): Promise<Stats['days']> {
    const decimals = decimalsOf(coin);
    const paid = await sumEntries(tx, {
      owner_id: merchantId,
      coins: [coin],
      type: 'payment',
      time_from: days[0]?.from,
      time_to: days.at(-1)?.to,
      day_zone: timeZone,
    });
    const created = await this.#createdPerDay.of(tx, merchantId, coin, days, this.#clock.now());
    return days.map(({ day }, index) => {
      const sums = paid.find((total) => total.day === day);
      const settlement = sums?.amount_in_minor ?? 0n;
      return {
        day,
        orders_created: created[index] ?? 0,
        orders_paid: sums?.count ?? 0,
        amount_paid: formatAmount(settlement + (sums?.charge_minor ?? 0n), decimals),
        settlement_amount: formatAmount(settlement, decimals),
      };
    });
  }
}

function figuresOf(figures: PeriodFigures, coin: string): Stats['today'] {
  const decimals = decimalsOf(coin);
  return {
    orders_created: Number(figures.orders_created),
    orders_paid: Number(figures.orders_paid),
    payers: Number(figures.payers),
    amount_paid: formatAmount(figures.amount_paid, decimals),
    handling_fee: formatAmount(figures.handling_fee, decimals),
    settlement_amount: formatAmount(figures.amount_paid - figures.handling_fee, decimals),
    transferred_in: formatAmount(figures.transferred_in, decimals),
    transferred_out: formatAmount(figures.transferred_out, decimals),
  };
}
