import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { dashboardStats } from '@purser/contract/features/dashboard';
import { balancesOf } from '@purser/ledger/accounts';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import type { DatabaseClock } from '../../platform/database/clock.ts';
import { tokenOf } from '../../domain/market-token.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { type Calendar, calendarOf } from '../../domain/calendar.ts';
import { lastActive, marketsOf, type PeriodFigures, periodFigures } from './queries.ts';
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
  async stats(merchantId: number, { market: named, time_zone }: ParsedInputOf<typeof dashboardStats>): Promise<Stats> {
    await checkTimeZone(this.#db, time_zone);
    return this.#db.scopedSnapshot(merchantId, async (tx) => {
      const markets = await marketsOf(tx, merchantId);
      const market = named ?? (await lastActive(tx, merchantId, markets));
      if (market === undefined || !markets.includes(market)) throw refuse('market_not_enabled');
      const coin = (await tokenOf(tx, market))?.code;
      if (coin === undefined) throw refuse('market_not_enabled');
      const calendar = await calendarOf(tx, time_zone, this.#clock.now());
      const { today, yesterday, yesterdayNow } = calendar;
      const balance = (await balancesOf(tx, merchantId, [coin])).find(({ purpose }) => purpose === 'main');
      return {
        market,
        coin_name: coin,
        available_asset: tx.coins.format(balance?.available_minor ?? 0n, coin),
        today: figuresOf(await periodFigures(tx, { merchantId, coin, from: today.from, to: today.to }), coin, tx.coins),
        yesterday: figuresOf(await periodFigures(tx, { merchantId, coin, from: yesterday.from, to: yesterdayNow }), coin, tx.coins),
        days: await this.#series(tx, merchantId, coin, calendar, time_zone),
      };
    });
  }

  /** What was paid comes from the ledger's sums, which do not grow with the orders of a day. */
  async #series(tx: Tx, merchantId: number, coin: string, { days }: Calendar, timeZone: string): Promise<Stats['days']> {
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
        amount_paid: tx.coins.format(settlement + (sums?.charge_minor ?? 0n), coin),
        settlement_amount: tx.coins.format(settlement, coin),
      };
    });
  }
}

function figuresOf(figures: PeriodFigures, coin: string, coins: Coins): Stats['today'] {
  const money = (minor: bigint) => coins.format(minor, coin);
  return {
    orders_created: Number(figures.orders_created),
    orders_ended: Number(figures.orders_ended),
    orders_succeeded: Number(figures.orders_succeeded),
    orders_paid: Number(figures.orders_paid),
    median_seconds_to_pay: figures.median_seconds_to_pay,
    payers: Number(figures.payers),
    amount_paid: money(figures.amount_paid),
    handling_fee: money(figures.handling_fee),
    settlement_amount: money(figures.amount_paid - figures.handling_fee),
    transferred_in: money(figures.transferred_in),
    transferred_out: money(figures.transferred_out),
    withdrawals: Number(figures.withdrawals),
    amount_withdrawn: money(figures.amount_withdrawn),
    recharges: Number(figures.recharges),
    amount_recharged: money(figures.amount_recharged),
  };
}
