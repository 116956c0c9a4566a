import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { USDT, usdtOfCoin } from '@purser/contract/exchange';
import { type dashboardMarkets, type dashboardRange, MOST_DAYS_ON_CHART } from '@purser/contract/features/dashboard';
import { balancesOf } from '@purser/ledger/accounts';
import { sumEntries } from '@purser/ledger/fund-flow-totals';
import { exchangeRate } from '../../domain/exchange-rate.ts';
import { tokenOf } from '../../domain/market-token.ts';
import type { DatabaseClock } from '../../platform/database/clock.ts';
import type { Coins } from '../../platform/database/coins.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { checkTimeZone } from '../../platform/database/time-zone.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { bestProducts, medianToPay, payersOf, type Sums } from './figures.ts';
import { progressOf, sumUp } from './kept.ts';
import { type Asked, dayLater, daysOf, type Days, localClock, type Moments, momentsOf, type Periods, periodsOf } from './period.ts';
import { lastActive, marketsOf } from './queries.ts';

type Range = OutputOf<typeof dashboardRange>;
type Markets = OutputOf<typeof dashboardMarkets>;
type MarketFigures = Markets['markets'][number];
type Total = NonNullable<Markets['total']>;

/** Both ranges of what was asked, as moments. */
interface When {
  readonly periods: Periods;
  readonly range: Moments;
  readonly before: Moments;
}

/** Figures of ranges of days, each compared with another. */
export class DashboardRanges {
  readonly #db: Database;
  readonly #clock: DatabaseClock;

  constructor({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** One market, as of one moment. */
  async range(merchantId: number, { market: named, time_zone, ...asked }: ParsedInputOf<typeof dashboardRange>): Promise<Range> {
    await checkTimeZone(this.#db, time_zone);
    return this.#db.scopedSnapshot(merchantId, async (tx) => {
      const markets = await marketsOf(tx, merchantId);
      const market = named ?? (await lastActive(tx, merchantId, markets));
      const coin = market !== undefined && markets.includes(market) ? (await tokenOf(tx, market))?.code : undefined;
      if (market === undefined || coin === undefined) throw refuse('market_not_enabled');
      const when = await this.#when(tx, asked, time_zone);
      const { figures, sums } = await bothRanges(tx, merchantId, coin, when);
      return {
        market,
        coin_name: coin,
        available_asset: tx.coins.format(await availableOf(tx, merchantId, coin), coin),
        ...toldOf(when),
        ...figures,
        ...(await series(tx, merchantId, coin, when, time_zone)),
        products: bestProducts(sums.range.products).map(({ name, count, amount }) => ({
          description: name,
          orders_paid: Number(count),
          amount_paid: tx.coins.format(amount, coin),
        })),
        products_complete: !sums.range.products_cut,
      };
    });
  }

  /** Every market of the merchant, as of one moment. */
  async markets(merchantId: number, { time_zone, ...asked }: ParsedInputOf<typeof dashboardMarkets>): Promise<Markets> {
    await checkTimeZone(this.#db, time_zone);
    return this.#db.scopedSnapshot(merchantId, async (tx) => {
      const when = await this.#when(tx, asked, time_zone);
      const markets: MarketFigures[] = [];
      const total = new ConvertedTotal(tx.coins);
      for (const market of await marketsOf(tx, merchantId)) {
        const coin = (await tokenOf(tx, market))?.code;
        if (coin === undefined) continue;
        const { figures, sums } = await bothRanges(tx, merchantId, coin, when);
        const available = await availableOf(tx, merchantId, coin);
        const rate = await rateOf(tx, coin);
        markets.push({ market, coin_name: coin, available_asset: tx.coins.format(available, coin), rate: rate ?? null, ...figures });
        if (rate === undefined) total.leaveOut(market);
        else total.add({ coin, rate, available, ...sums });
      }
      return { ...toldOf(when), markets, total: total.told() };
    });
  }

  async #when(tx: Tx, asked: Asked, timeZone: string): Promise<When> {
    const { today, time } = await localClock(tx, timeZone, this.#clock.now());
    const periods = periodsOf(asked, today);
    const until = periods.untilNow ? time : undefined;
    return {
      periods,
      range: await momentsOf(tx, timeZone, periods.range, until),
      before: await momentsOf(tx, timeZone, periods.before, until),
    };
  }
}

function toldOf({ periods: { range, before, untilNow } }: When) {
  return {
    first_day: range.first,
    last_day: range.last,
    before_first_day: before.first,
    before_last_day: before.last,
    until_now: untilNow,
  };
}

async function bothRanges(tx: Tx, merchantId: number, coin: string, when: When) {
  const progress = await progressOf(tx, merchantId, coin);
  const [range, before] = await Promise.all([
    sumUp(tx, { merchantId, coin, ...when.range }, progress),
    sumUp(tx, { merchantId, coin, ...when.before }, progress),
  ]);
  return {
    sums: { range, before },
    figures: {
      range: figuresOf(range, coin, tx.coins),
      before: figuresOf(before, coin, tx.coins),
      payers_estimated: payersOf(range).estimated || payersOf(before).estimated,
    },
  };
}

function figuresOf(sums: Sums, coin: string, coins: Coins): Range['range'] {
  const money = (minor: bigint): string => coins.format(minor, coin);
  return {
    orders_created: Number(sums.orders_created),
    orders_ended: Number(sums.orders_ended),
    orders_succeeded: Number(sums.orders_succeeded),
    orders_paid: Number(sums.orders_paid),
    median_seconds_to_pay: medianToPay(sums),
    payers: payersOf(sums).count,
    amount_paid: money(sums.amount_paid),
    handling_fee: money(sums.handling_fee),
    settlement_amount: money(sums.amount_paid - sums.handling_fee),
    transferred_in: money(sums.transferred_in),
    transferred_out: money(sums.transferred_out),
    withdrawals: Number(sums.withdrawals),
    amount_withdrawn: money(sums.amount_withdrawn),
    recharges: Number(sums.recharges),
    amount_recharged: money(sums.amount_recharged),
  };
}

async function availableOf(tx: Tx, merchantId: number, coin: string): Promise<bigint> {
  const balance = (await balancesOf(tx, merchantId, [coin])).find(({ purpose }) => purpose === 'main');
  return balance?.available_minor ?? 0n;
}

/** The days or the months of a range. What was paid comes from the ledger's sums, which do not grow with the orders. */
async function series(
  tx: Tx,
  merchantId: number,
  coin: string,
  { periods, range }: When,
  timeZone: string,
): Promise<Pick<Range, 'unit' | 'days'>> {
  const unit = daysOf(periods.range) > MOST_DAYS_ON_CHART ? 'month' : 'day';
  const paid = await sumEntries(tx, {
    owner_id: merchantId,
    coins: [coin],
    type: 'payment',
    time_from: range.from,
    time_to: range.to,
    day_zone: timeZone,
  });
  const sums = new Map(namesOf(periods.range, unit).map((day) => [day, { count: 0, settled: 0n, charged: 0n }]));
  for (const { day, count, amount_in_minor, charge_minor } of paid) {
    const sum = sums.get((day ?? '').slice(0, lengthOf(unit)));
    if (!sum) continue;
    sum.count += count;
    sum.settled += amount_in_minor;
    sum.charged += charge_minor;
  }
  return {
    unit,
    days: Array.from(sums, ([day, { count, settled, charged }]) => ({
      day,
      orders_paid: count,
      amount_paid: tx.coins.format(settled + charged, coin),
      settlement_amount: tx.coins.format(settled, coin),
    })),
  };
}

function lengthOf(unit: Range['unit']): number {
  return unit === 'month' ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
}

function namesOf(days: Days, unit: Range['unit']): string[] {
  return Array.from({ length: daysOf(days) }, (_, index) => dayLater(days.first, index).slice(0, lengthOf(unit)));
}

/** What one USDT costs in a coin now; undefined where there is no rate. */
async function rateOf(tx: Tx, coin: string): Promise<string | undefined> {
  try {
    return (await exchangeRate(tx, coin, 'to_usdt')).rate;
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'rate_unavailable') return undefined;
    throw error;
  }
}

interface Exchanged {
  readonly coin: string;
  readonly rate: string;
  readonly available: bigint;
  readonly range: Sums;
  readonly before: Sums;
}

/** What markets come to in USDT. */
class ConvertedTotal {
  readonly #coins: Coins;
  readonly #added: Exchanged[] = [];
  readonly #without: string[] = [];

  constructor(coins: Coins) {
    this.#coins = coins;
  }

  add(exchanged: Exchanged): void {
    this.#added.push(exchanged);
  }

  leaveOut(market: string): void {
    this.#without.push(market);
  }

  told(): Total | null {
    if (this.#added.length === 0) return null;
    return {
      coin_name: USDT,
      available_asset: this.#money(({ available }) => available),
      range: this.#figures('range'),
      before: this.#figures('before'),
      without_rate: this.#without,
    };
  }

  #figures(which: 'range' | 'before'): Total['range'] {
    const count = (name: 'orders_created' | 'orders_paid'): number => Number(this.#added.reduce((sum, one) => sum + one[which][name], 0n));
    return {
      orders_created: count('orders_created'),
      orders_paid: count('orders_paid'),
      amount_paid: this.#money((one) => one[which].amount_paid),
      handling_fee: this.#money((one) => one[which].handling_fee),
      settlement_amount: this.#money((one) => one[which].amount_paid - one[which].handling_fee),
      amount_withdrawn: this.#money((one) => one[which].amount_withdrawn),
      amount_recharged: this.#money((one) => one[which].amount_recharged),
    };
  }

  #money(minorOf: (one: Exchanged) => bigint): string {
    const sum = this.#added.reduce((all, one) => all + usdtOfCoin(minorOf(one), one.rate, this.#coins.decimalsOf(one.coin)), 0n);
    return this.#coins.format(sum, USDT);
  }
}
